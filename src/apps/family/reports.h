#pragma once

#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/kinship/consistency.h"
#include "apps/family/kinship/duplicates.h"
#include "apps/family/people.h"

// What those who write in a tree may want to look at: what cannot be right, and who is probably in
// it twice. Both need the right to write, and read the whole tree.
namespace norn::family {

struct TreeFindings {
  ConsistencyReport report;
  std::vector<SeenPerson> people;  // Everybody who is named in it.
};
Result<TreeFindings> consistency_of(const Context& context, const std::string& user_id,
                                    const std::string& tree_id);

struct TreeDuplicates {
  Duplicates duplicates;
  std::vector<SeenPerson> people;
};
Result<TreeDuplicates> duplicates_of(const Context& context, const std::string& user_id,
                                     const std::string& tree_id);

}  // namespace norn::family
