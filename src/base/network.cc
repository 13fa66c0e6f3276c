#include "base/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>

namespace norn {

std::string network_of(std::string_view address) {
  constexpr size_t kNetworkBytes = 8;
  std::string text(address.substr(0, address.find('%')));  // Without its zone.
  in6_addr parsed{};
  if (inet_pton(AF_INET6, text.c_str(), &parsed) != 1) return text;
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) {
    constexpr size_t kPrefixBytes = 12;
    inet_ntop(AF_INET, parsed.s6_addr + kPrefixBytes, out.data(), out.size());
    return out.data();
  }
  std::fill(parsed.s6_addr + kNetworkBytes, parsed.s6_addr + sizeof(parsed.s6_addr), 0);
  inet_ntop(AF_INET6, &parsed, out.data(), out.size());
  return std::string(out.data()) + "/64";
}

}  // namespace norn
