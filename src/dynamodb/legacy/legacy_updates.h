#pragma once

#include <string>

#include "base/error.h"
#include "dynamodb/expression_writer.h"
#include "dynamodb/input.h"

namespace norn::dynamodb {

// AttributeUpdates as an update expression; empty without updates.
Result<std::string> attribute_updates_expression(const Input& input, ExpressionWriter& writer);

}  // namespace norn::dynamodb
