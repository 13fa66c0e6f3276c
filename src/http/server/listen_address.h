#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::http {

// Where a server listens: an IP address and a port. Port 0 lets the system choose a free one.
struct ListenAddress {
  std::string host = "127.0.0.1";  // Without the brackets of an IPv6 address.
  uint16_t port = 8080;

  // "127.0.0.1:8080" or "[::1]:8080", as it was given and as it stands in a URL.
  std::string to_string() const;
  // Whether only this machine can reach it.
  bool is_loopback() const;

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

// The reverse of to_string. Refuses host names: which address a name means, and who can reach it,
// must not depend on a look-up.
Result<ListenAddress> parse_listen_address(std::string_view text);

}  // namespace norn::http
