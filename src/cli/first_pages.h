#pragma once

#include "http/message.h"

namespace norn::cli {

// The pages behind the links that Norn gives out (the first account, an invitation, signing in
// after a provider said no), and where "/" leads. False when the path is none of them: nothing was
// done.
bool serve_first_page(http::Exchange& exchange);

}  // namespace norn::cli
