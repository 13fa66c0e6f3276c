#pragma once

#include <string>

#include "store/requests/stream_requests.h"

// Streams and their records as JSON, appended to `out`.
namespace norn::dynamodb {

void append_stream(std::string& out, const store::StreamDescription& stream);
// A record of the stream `arn`.
void append_record(std::string& out, const std::string& arn, store::StreamView view,
                   const store::StreamRecord& record);

}  // namespace norn::dynamodb
