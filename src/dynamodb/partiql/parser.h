#pragma once

#include <span>
#include <string_view>

#include "base/error.h"
#include "dynamodb/partiql/ast.h"

namespace norn::dynamodb::partiql {

// Reads one statement, with the values that its question marks stand for. What it says is checked
// as far as that needs no table; the errors are DynamoDB's.
Result<Statement> parse(std::string_view statement, std::span<const store::Value> parameters);

}  // namespace norn::dynamodb::partiql
