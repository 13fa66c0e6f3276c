#include "http/hosts.h"

#include <netdb.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <memory>

#include "base/ascii.h"
#include "http/sentences.h"

namespace norn::http {
namespace {

// "home.example.org" of "Home.example.org.:8080", and "::1" of "[::1]:8080".
std::string name_of(std::string_view host) {
  if (host.starts_with('[')) {
    const size_t end = host.find(']');
    return end == std::string_view::npos ? "" : ascii_lower(host.substr(1, end - 1));
  }
  std::string name = ascii_lower(host.substr(0, host.find(':')));
  if (name.ends_with('.')) name.pop_back();
  return name;
}

std::optional<boost::asio::ip::address> address_of(const std::string& name) {
  boost::system::error_code error;
  auto address = boost::asio::ip::make_address(name, error);
  if (error) return std::nullopt;
  return address;
}

bool is_for_operators(std::string_view path) {
  return path == "/healthz" || path == "/readyz" || path == "/metrics";
}

}  // namespace

bool is_loopback_host(std::string_view host) {
  const std::string name = name_of(host);
  if (name == "localhost" || name.ends_with(".localhost")) return true;
  const auto address = address_of(name);
  return address && address->is_loopback();
}

std::vector<std::string> names_of_this_machine() {
  std::array<char, HOST_NAME_MAX + 1> text{};
  if (gethostname(text.data(), text.size() - 1) != 0 || text.front() == '\0') return {};
  const std::string name = text.data();
  std::vector<std::string> names = {name, name + ".local"};
  addrinfo hints{};
  hints.ai_flags = AI_CANONNAME;
  addrinfo* found = nullptr;
  if (getaddrinfo(name.c_str(), nullptr, &hints, &found) != 0) return names;
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  if (found->ai_canonname != nullptr) names.emplace_back(found->ai_canonname);
  return names;
}

AllowedHosts AllowedHosts::of_network(const std::vector<std::string>& machine_names) {
  AllowedHosts hosts;
  hosts.reach_ = Reach::kNetwork;
  for (const std::string& name : machine_names) hosts.names_.push_back(name_of(name));
  return hosts;
}

AllowedHosts AllowedHosts::of_origin(std::string_view origin) {
  AllowedHosts hosts;
  hosts.reach_ = Reach::kOrigin;
  hosts.names_ = {name_of(origin.substr(origin.find("://") + 3))};
  return hosts;
}

bool AllowedHosts::allows(std::string_view host, std::string_view path) const {
  const std::string name = name_of(host);
  if (std::ranges::find(names_, name) != names_.end()) return true;
  if (is_loopback_host(host)) return reach_ != Reach::kOrigin || is_for_operators(path);
  return reach_ == Reach::kNetwork && address_of(name).has_value();
}

std::optional<Said> AllowedHosts::refusal(const Request& request) const {
  if (allows(request.header("Host").value_or("localhost"), request.path)) return std::nullopt;
  switch (reach_) {
    case Reach::kLoopback:
      return kOnlyForLoopback;
    case Reach::kNetwork:
      return kOnlyForMachine;
    case Reach::kOrigin:
      break;
  }
  return kOnlyForHost(names_.front());
}

}  // namespace norn::http
