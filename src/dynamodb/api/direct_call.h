#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "dynamodb/api/operation.h"

namespace norn::dynamodb {

// Calls an operation ("GetItem") in this process, without HTTP and without a signature, with the
// JSON of its request. Returns the JSON of its reply. The errors are those of the API;
// kUnknownOperation if there is no such operation. Blocks until the store has answered.
Result<std::string> call_directly(const Context& context, std::string_view operation,
                                  std::string_view json);

}  // namespace norn::dynamodb
