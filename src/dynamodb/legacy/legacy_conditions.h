#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "dynamodb/expression_writer.h"
#include "dynamodb/input.h"

// The older parameters that are conditions, as expressions. Without conditions these are empty.
namespace norn::dynamodb {

// Expected, joined by ConditionalOperator.
Result<std::string> expected_expression(const Input& input, ExpressionWriter& writer);

// QueryFilter or ScanFilter, joined by ConditionalOperator.
Result<std::string> filter_expression(const Input& input, std::string_view parameter,
                                      ExpressionWriter& writer);

Result<std::string> key_conditions_expression(const Input& input, ExpressionWriter& writer);

}  // namespace norn::dynamodb
