#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "store/expressions/condition_tree.h"
#include "store/item.h"

namespace norn::store {

// Evaluates a condition on one item. Attributes are decoded only when a comparison needs more than
// their type or plain text, and once at most.
class ConditionEvaluation {
 public:
  explicit ConditionEvaluation(std::optional<ItemView> item) : item_(item) {}

  bool holds(const ConditionNode& node);

 private:
  bool compares(const ConditionNode& node);
  bool is_in(const ConditionNode& node);
  bool is_between(const ConditionNode& node);
  bool begins_with(const ConditionNode& node);
  bool contains(const ConditionNode& node);

  bool equal(const ConditionOperand& left, const ConditionOperand& right);
  std::optional<std::strong_ordering> order(const ConditionOperand& left,
                                            const ConditionOperand& right);

  // nullopt when there is nothing at the operand's path, or nothing that has a size.
  std::optional<Type> type(const ConditionOperand& operand);
  // The content of an operand whose type is kString.
  std::string_view text(const ConditionOperand& operand);
  // An operand that has a type.
  Value size_value(const ConditionOperand& operand);
  const Value& value(const ConditionOperand& operand, Value& size_storage);

  std::optional<AttributeView> attribute(const Path& path) const;
  // What is at the path, decoded; nullptr when there is nothing.
  const Value* decoded(const Path& path);

  std::optional<ItemView> item_;
  std::map<std::string_view, std::optional<Value>> decoded_;  // By attribute.
};

}  // namespace norn::store
