#pragma once

#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/people.h"

namespace norn::family {

// Everything of a tree that a chart shows, as its reader may see it.
struct TreeContent {
  std::vector<SeenPerson> people;
  std::vector<ParentChild> parents;
  std::vector<Couple> couples;
};

// More people are not sent at once.
constexpr size_t kMaxChartPeople = 20'000;

// Leaves out what cannot be read, and relationships of people who are not there. Returns kConflict
// if there are too many people.
Result<TreeContent> content_of(const Context& context, const std::string& user_id,
                               const std::string& tree_id);
// The same for a caller whose access is known.
Result<TreeContent> content_for(const Context& context, const TreeAccess& access);

}  // namespace norn::family
