#pragma once

#include <string>
#include <string_view>

namespace norn {

// What tells one client from another before they say who they are: an IPv4 address, or the /64 of
// an IPv6 address, since that is what one client has. Other text stays as it is.
std::string network_of(std::string_view address);

}  // namespace norn
