#pragma once

#include <string_view>

#include "http/message.h"

// The id of a request: its reply names it in X-Request-Id, and so do the lines of the log that are
// about it. It is kept in the response, which goes wherever the request is worked on.
namespace norn::http {

// Gives the request an id. With `trusts_header`, that of the request is used if it can be one: 1 to
// 64 letters, digits, '-', '_' and '.'.
void assign_request_id(Exchange& exchange, bool trusts_header);

// Empty if none was assigned.
std::string_view request_id_of(const Response& response);

// Back to the state of a new response, but for the id.
void start_over(Response& response);

}  // namespace norn::http
