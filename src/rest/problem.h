#pragma once

#include <string>

#include "base/error.h"
#include "base/sentence.h"
#include "http/response.h"

namespace norn::rest {

// The only place that maps an error to an HTTP status: RFC 9457 problem details, with `field` for
// an invalid member, `code` and `params` for programs that say it in another language, `taken` for
// conflicting things, `current` (and its ETag) for a thing that was changed meanwhile, and
// Retry-After. Failures of the store are 503,
// bugs are 500 with a message that reveals nothing internal; both are logged.
void set_problem(http::Response& response, const Error& error);
int status_of(const Error& error);

// For the statuses that have no ErrorCode: 405, 413, 415.
std::unexpected<Error> refuse(int status, Said said);

}  // namespace norn::rest
