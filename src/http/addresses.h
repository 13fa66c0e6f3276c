#pragma once

#include <string_view>

namespace norn::http {

// Whether an IP address, as text without brackets, is one of the public Internet: not of this
// machine, a private network, a local link, a group, documentation or a future use. An IPv6 address
// that stands for an IPv4 address is what that one is. False for what is no address.
bool is_public_address(std::string_view text);

}  // namespace norn::http
