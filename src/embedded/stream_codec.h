#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "embedded/key_codec.h"
#include "store/requests/stream_requests.h"

// How stream records are stored: under the stream's number and the record's sequence number.
namespace norn::embedded {

std::string stream_key(SpaceId stream, uint64_t sequence);
uint64_t sequence_of(std::string_view stream_key);

// The sequence number is in the key alone.
std::string encode(const store::StreamRecord& record);
Result<store::StreamRecord> decode_stream_record(std::string_view key, std::string_view bytes);
// When the record was made, without decoding the rest.
Result<int64_t> created_ms_of(std::string_view bytes);

}  // namespace norn::embedded
