#include "http/server/listen_address.h"

#include <fmt/format.h>

#include <boost/asio/ip/address.hpp>
#include <charconv>

namespace norn::http {
namespace {

std::unexpected<Error> refuse(std::string_view text, std::string_view why) {
  return fail(ErrorCode::kValidation,
              fmt::format("'{}' is not an address to listen on: {}. Give an IP address and a "
                          "port, such as 127.0.0.1:8080 or [::1]:8080.",
                          text, why));
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string ListenAddress::to_string() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return is_v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

bool ListenAddress::is_loopback() const {
  return boost::asio::ip::make_address(host).is_loopback();
}

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return refuse(text, "the port is missing");
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);

  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  if (bracketed) host = host.substr(1, host.size() - 2);
  if (!bracketed && host.find(':') != std::string_view::npos) {
    return refuse(text, "an IPv6 address stands in brackets");
  }
  if (host.empty()) return refuse(text, "the IP address is missing");
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  if (error || address.is_v6() != bracketed) {
    return refuse(text, fmt::format("'{}' is not an IP address", host));
  }

  ListenAddress parsed{.host = std::string(host), .port = 0};
  const char* const end = port.data() + port.size();
  if (!is_digits(port) || std::from_chars(port.data(), end, parsed.port).ec != std::errc()) {
    return refuse(text, fmt::format("'{}' is not a port (0 to 65535)", port));
  }
  return parsed;
}

}  // namespace norn::http
