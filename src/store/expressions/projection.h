#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/expressions/expression_names.h"
#include "store/expressions/path.h"
#include "store/item.h"

namespace norn::store {

// A compiled ProjectionExpression.
class Projection {
 public:
  static Result<Projection> parse(std::string_view text, PlaceholderUse& placeholders);
  // From paths that are known not to overlap (the attributes that an update touched).
  explicit Projection(std::vector<Path> paths);

  // What is at the paths, in the shape of the item: {"a":{"M":{"b":...}}} for a.b; list elements
  // are closed up. Paths that lead nowhere are left out.
  Item apply(ItemView item) const;

  const std::vector<Path>& paths() const { return paths_; }

 private:
  std::vector<Path> paths_;
  std::vector<std::string> whole_attributes_;  // When no path goes below the top level.
};

}  // namespace norn::store
