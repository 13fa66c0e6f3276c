#pragma once

#include <string>
#include <string_view>

namespace norn {

// Identifies a client before it is authenticated: an IPv4 address, or the /64 of an IPv6 address,
// because one client usually has a whole /64. Returns any other text unchanged.
std::string network_of(std::string_view address);

}  // namespace norn
