#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "http/client.h"

namespace norn::dynamodb {

// What a failed reply means for sending the request again.
enum class Verdict : uint8_t {
  kFinal,      // The same request would fail in the same way.
  kNotDone,    // It was turned away for now: send it again.
  kUnknown,    // It may have been done.
  kNewerKeys,  // The credentials have expired.
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
