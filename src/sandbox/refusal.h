#pragma once

#include "base/error.h"
#include "http/message.h"

namespace norn::sandbox {

// Answers a call with an error as the DynamoDB API does.
void refuse(http::Exchange& exchange, const Error& error);

}  // namespace norn::sandbox
