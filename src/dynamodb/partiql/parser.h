#pragma once

#include <span>
#include <string_view>

#include "base/error.h"
#include "dynamodb/partiql/ast.h"

namespace norn::dynamodb::partiql {

// Parses one statement with the values of its parameters, and checks it as far as that needs no
// table. The errors are DynamoDB's.
Result<Statement> parse(std::string_view statement, std::span<const store::Value> parameters);

}  // namespace norn::dynamodb::partiql
