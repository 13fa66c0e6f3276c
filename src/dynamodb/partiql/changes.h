#pragma once

#include <string_view>

#include "base/error.h"
#include "dynamodb/partiql/ast.h"
#include "dynamodb/partiql/terms.h"

namespace norn::dynamodb::partiql {

// DynamoDB's complaint about what is written where a path to change or a table must be.
inline constexpr std::string_view kNoPath = "Expected identifier for simple path";

// Reads the SET and REMOVE clauses of an UPDATE; there must be one.
Result<void> parse_changes(Terms& terms, Update& update);

}  // namespace norn::dynamodb::partiql
