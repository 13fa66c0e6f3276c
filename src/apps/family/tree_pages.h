#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/family/access.h"

namespace norn::family {

// A page of the items of a tree, in the order of their keys in GSI2.
struct TreePage {
  std::vector<store::Item> items;
  std::string next;  // The `after` of the next page; empty at the end.
};

// The items whose keys in GSI2 begin with `prefix`. `after` is the `next` of the page before, or
// empty. Returns kInvalid of "cursor" for one that cannot be.
Result<TreePage> page_of_tree(const Context& context, const Tree& tree, std::string_view prefix,
                              size_t limit, const std::string& after);

}  // namespace norn::family
