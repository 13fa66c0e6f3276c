#pragma once

#include <string_view>

#include "base/error.h"
#include "http/message.h"

namespace norn::rest {

// Whether a request carries a token, which no browser adds on its own.
bool has_bearer_token(const http::Request& request);

// Prevents cross-site request forgery: other sites must not act through a browser with a session,
// nor sign a person in (so the check does not depend on cookies). A request that changes something
// must come from one of our own pages, if it has an Origin, and a body must have the type that the
// route takes: a form on another site can send neither. Programs send no Origin, and have no
// cookies of others.
//
// `public_origin` is the origin of our pages; empty means that of the Host header. With an empty
// one, a page under another name that resolves to this machine (DNS rebinding) is a site of its
// own: it has none of our cookies, so it can do no more than any program on the network.
Result<void> check_cross_site(const http::Request& request, std::string_view public_origin,
                              std::string_view body_type = "application/json");

}  // namespace norn::rest
