#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "http/server/listen_address.h"

namespace norn::cli {

// The address at which this machine reaches a server that listens there: loopback if it listens on
// all addresses.
http::ListenAddress reachable_address(const http::ListenAddress& listening);

// Asks a server how it is, as its clients reach it: over its socket. `url` is that of /healthz or
// /readyz, or of the DynamoDB API. Returns the body of the report if the server does all of its
// work, kUnavailable with the server's reason if it says that it does not, and kInternal if there
// is no report: no connection, no reply within the time, or a reply of something else.
//
// Where the address of `url` is a number and not a name, the request is for "localhost", which
// every server answers about its health, and certificates are not verified: they are made for
// names.
Result<std::string> probe_health(const std::string& url, int64_t timeout_ms);

}  // namespace norn::cli
