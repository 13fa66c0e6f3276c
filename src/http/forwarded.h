#pragma once

#include <cstddef>
#include <string_view>

#include "http/message.h"

namespace norn::http {

// Whether a peer is this machine at its usual address: where a proxy on this machine calls from.
bool is_loopback_peer(std::string_view address);

// The address of the client for which `proxies` proxies in a row speak, the last of them on this
// machine. Each adds the address that it was called from at the end of X-Forwarded-For, so the
// client's is so many from the end; those before it were written by the client and may be anything.
// All lines of the header are one list in their order (RFC 9110, 5.3). Returns the peer if it is no
// proxy on this machine, or if there is no address at that position.
std::string_view client_address(const Request& request, size_t proxies);

}  // namespace norn::http
