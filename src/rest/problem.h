#pragma once

#include <string>

#include "base/error.h"
#include "http/response.h"

namespace norn::rest {

// The one place that gives an error its HTTP status: RFC 9457 problem details, with `field` for
// what is wrong with one member, `code` for the rule that was broken, `taken` for what is in the
// way, `current` (and its ETag) for what was changed since, and Retry-After. Errors of the store
// that are nobody's fault are 503, bugs are 500 with a text that tells nothing of the inside; both
// are logged.
void set_problem(http::Response& response, const Error& error);
int status_of(const Error& error);

// What only HTTP knows and no ErrorCode stands for: 405, 413, 415. `message` is for a person.
std::unexpected<Error> refuse(int status, std::string message);

}  // namespace norn::rest
