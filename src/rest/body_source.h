#pragma once

#include <functional>
#include <string>

#include "base/error.h"

namespace norn::rest {

// Produces the body of a reply part by part: appends the next part, of some ten kilobytes, to `out`
// and returns whether there are more. Called on threads of the pool, one at a time, and no more
// when the client has gone. May block. After an error the client gets a problem, or, when it has
// received a part already, a broken connection.
using BodySource = std::move_only_function<Result<bool>(std::string& out)>;

}  // namespace norn::rest
