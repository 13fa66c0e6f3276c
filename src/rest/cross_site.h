#pragma once

#include <string_view>

#include "base/error.h"
#include "http/message.h"

namespace norn::rest {

// Whether a request authorizes itself by a token, which no browser adds on its own.
bool has_bearer_token(const http::Request& request);

// Keeps other sites from acting through a browser in which somebody is signed in, and from signing
// somebody in (which is why it does not matter whether a cookie came). A request that changes
// something must come from a page of ours, if it says where it comes from, and have a body of the
// type that the route takes, if it has one: what a form on another site could send is neither.
// Programs say nothing about where they come from, and have no cookies of others.
//
// `public_origin` is the origin of our pages; empty means that of the Host header. A page of
// another name that leads to this machine (DNS rebinding) is then a site of its own: it has none of
// the cookies of ours, so it can do what any program on the network can, and no more.
Result<void> check_cross_site(const http::Request& request, std::string_view public_origin,
                              std::string_view body_type = "application/json");

}  // namespace norn::rest
