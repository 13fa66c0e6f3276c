#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "http/client.h"

namespace norn::dynamodb {

// Whether a request may be sent again after a failed reply.
enum class Verdict : uint8_t {
  kFinal,               // The same request would fail again.
  kNotDone,             // It was refused temporarily and not executed: send it again.
  kUnknown,             // It may have been executed.
  kExpiredCredentials,  // Fetch credentials and send it again.
};

struct RemoteFailure {
  Error error;
  Verdict verdict = Verdict::kFinal;
};

// Reads a reply that is not a success: the type, message and details that the wire has.
RemoteFailure read_failure(const http::HttpReply& reply);

// The error code with the wire's type ("...#ValidationException" or without a prefix); kInternal
// for unknown ones.
ErrorCode code_of_type(std::string_view type);

}  // namespace norn::dynamodb
