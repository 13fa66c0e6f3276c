#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/family/reimport/matching.h"
#include "base/sentence.h"

// The rules of relationships (rules.h) on a tree as it would be with everything of a file.
namespace norn::family {

// What a file says and cannot be written.
struct RefusedLink {
  bool is_couple = false;
  FilePersonIndex first = 0;  // The parent of a child.
  FilePersonIndex second = 0;
  Said reason;
};

struct LinkCheck {
  std::vector<RefusedLink> refused;
  // Of people of the tree: why they cannot be born when the file says.
  std::unordered_map<size_t, Said> refused_births;
};

// Takes links that cannot be written out of the plan.
LinkCheck check_links(ImportPlan& plan, const TreeSnapshot& tree, const Matching& matching);

}  // namespace norn::family
