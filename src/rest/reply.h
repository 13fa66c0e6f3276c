#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "http/message.h"

// The parts that all replies of the Api have in common.
namespace norn::rest {

// 415 unless the Content-Type of the request is application/json.
Result<void> check_body_type(const http::Request& request,
                             std::string_view type = "application/json");

enum class CachePolicy : uint8_t {
  kNoStore,     // For one person.
  kRevalidate,  // For everybody: cached, but revalidated each time by its ETag.
};

// The security headers, and Cache-Control. A header that the reply already has is kept.
void add_common_headers(http::Response& response, CachePolicy policy);

// Whether the client has the state with this ETag already.
bool has_current_state(const http::Request& request, const std::optional<std::string>& etag);

// Makes the head of a reply whose body is streamed ready to be sent: its ETag and the common
// headers.
void finish_head(http::Response& response, const std::optional<std::string>& etag,
                 CachePolicy policy);

// Makes the reply of a route ready to be sent: its ETag, 304 for a client that has it already, the
// common headers, and compression.
void finish_reply(const http::Request& request, http::Response& response,
                  const std::optional<std::string>& etag, CachePolicy policy);

}  // namespace norn::rest
