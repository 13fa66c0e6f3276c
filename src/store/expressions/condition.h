#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/expressions/expression_names.h"
#include "store/expressions/path.h"
#include "store/item.h"

namespace norn::store {

struct ConditionNode;  // The syntax tree: store/expressions/condition_tree.h.

// A compiled ConditionExpression or FilterExpression. Immutable: one may be evaluated from many
// threads. Parsing bounds length, nesting and operators, so evaluation is bounded too.
class Condition {
 public:
  // `parameter` is "ConditionExpression" or "FilterExpression", for errors.
  static Result<Condition> parse(std::string_view text, std::string_view parameter,
                                 PlaceholderUse& placeholders);

  // Whether it is true of `item` (nullopt: an item that does not exist has no attributes). Operands
  // of unfit types make a comparison false; evaluation has no errors.
  bool holds(std::optional<ItemView> item) const;

  // The top-level attributes that it reads, for the rule that a filter must not name key
  // attributes.
  std::vector<std::string> attributes() const;
  // All paths that it reads, from left to right.
  std::vector<Path> paths() const;

 private:
  explicit Condition(std::shared_ptr<const ConditionNode> root) : root_(std::move(root)) {}

  // Shared so that compiled requests can be copied; the tree never changes.
  std::shared_ptr<const ConditionNode> root_;
};

}  // namespace norn::store
