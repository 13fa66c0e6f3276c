#include "http/forwarded.h"

#include <boost/asio/ip/address.hpp>
#include <ranges>
#include <string>

#include "base/ascii.h"
#include "http/text.h"

namespace norn::http {
namespace {

bool is_address(std::string_view text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(std::string(text), error);
  return !error;
}

// Takes the last element off the end of a list that has commas between its elements.
std::string_view take_last(std::string_view& list) {
  const size_t comma = list.rfind(',');
  const size_t begin = comma == std::string_view::npos ? 0 : comma + 1;
  const std::string_view last = trim(list.substr(begin));
  list = list.substr(0, comma == std::string_view::npos ? 0 : comma);
  return last;
}

}  // namespace

bool is_loopback_peer(std::string_view address) {
  return address == "127.0.0.1" || address == "::1" || address == "::ffff:127.0.0.1";
}

std::string_view client_address(const Request& request, size_t proxies) {
  if (!is_loopback_peer(request.peer)) return request.peer;
  std::string_view client = request.peer;
  for (const auto& [name, value] : request.headers | std::views::reverse) {
    if (!equals_ignoring_case(name, "X-Forwarded-For")) continue;
    std::string_view addresses = value;
    do {
      if (proxies == 0) return client;
      client = take_last(addresses);
      // Text that is no address was not written by a proxy, and neither was anything before it.
      if (!is_address(client)) return request.peer;
      --proxies;
    } while (!addresses.empty());
  }
  return client;
}

}  // namespace norn::http
