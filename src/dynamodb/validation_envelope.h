#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

// Since 2026 DynamoDB reports faulty expressions and values of PutItem, UpdateItem and DeleteItem
// as it reports violations of constraints: "1 validation error detected: Invalid
// ConditionExpression:
// ...". Other operations report them without these words, and so do stores.
namespace norn::dynamodb {

// For what is wrong with the parameters of such an operation, before their table is looked for.
Result<void> in_envelope(Result<void> result);

// For what a store says of such an operation: faulty expressions get the words, but no fault that
// depends on the table or the item.
Error in_envelope_if_of_expressions(Error error);

// A message of another engine without the words.
std::string without_envelope(std::string_view message);

}  // namespace norn::dynamodb
