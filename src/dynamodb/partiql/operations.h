#pragma once

#include <string>

#include "base/error.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/shapes/shape.h"

// The operations of PartiQL: their parameters and functions.
namespace norn::dynamodb::partiql {

extern const Shape kExecuteStatementInput;
extern const Shape kBatchExecuteStatementInput;
extern const Shape kExecuteTransactionInput;

Result<void> execute_statement(const Context& context, const Input& input, std::string& out);
// Every statement succeeds or fails by itself.
Result<void> batch_execute_statement(const Context& context, const Input& input, std::string& out);
// All statements are executed or none.
Result<void> execute_transaction(const Context& context, const Input& input, std::string& out);

}  // namespace norn::dynamodb::partiql
