#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "http/message.h"

// Compression of bodies (RFC 9110, 8.4 and 12.5.3) and the checksum that goes with it.
namespace norn::http {

// The request's body without its Content-Encoding (gzip or none). A body that is not encoded is not
// copied; otherwise the text is in `buffer`. Errors: an unknown coding, damaged data, more than
// `limit` bytes (kLimitExceeded).
Result<std::string_view> decode_body(const Request& request, size_t limit, std::string& buffer);

// Compresses the response's body if the client accepts gzip or zstd and it is worth it, and sets
// the headers for it. Call it at most once, when the body is complete.
void encode_body(const Request& request, Response& response);

// How much a client prefers a content coding, by the Accept-Encoding that it sent (RFC 9110,
// 12.5.3), in thousandths; 0 means that it does not accept it.
int quality_of_coding(std::string_view accepted, std::string_view coding);

// The CRC-32 of zlib and of x-amz-crc32.
uint32_t crc32(std::string_view bytes);

}  // namespace norn::http
