#pragma once

#include "base/error.h"
#include "rest/caller.h"
#include "rest/route.h"

namespace norn::rest {

// Whether the caller may call the route at all: kNotSignedIn for nobody, kForbidden for those who
// are known and may not, with a text that says what they lack.
Result<void> check_access(const Route& route, const Caller& caller);

}  // namespace norn::rest
