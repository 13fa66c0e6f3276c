#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "store/expressions/condition_tree.h"
#include "store/expressions/expression_parser.h"

// What DynamoDB checks of the operands of a condition before it sees any item. Faults are noted in
// the parser.
namespace norn::store {

struct ConditionFunction {
  std::string_view name;
  size_t operands = 0;
  std::optional<ConditionNode::Kind> kind;  // Absent for size(), which is an operand.
};

std::optional<ConditionFunction> find_condition_function(std::string_view name);

// Returns whether the number of operands is right.
bool check_call(ExpressionParser& parser, const ConditionFunction& function,
                const std::vector<ConditionOperand>& operands);
void check_comparison(ExpressionParser& parser, ConditionNode::Kind kind,
                      const std::vector<ConditionOperand>& operands);

// To be called after each comparison: the first one that has faults decides what is reported.
void settle_comparison(ExpressionParser& parser);

}  // namespace norn::store
