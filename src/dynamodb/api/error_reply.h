#pragma once

#include <string>

#include "base/error.h"

namespace norn::dynamodb {

// The JSON of an error reply, with __type and message as DynamoDB sends them, appended to `out`.
// Returns its HTTP status.
int append_error(std::string& out, const Error& error);

}  // namespace norn::dynamodb
