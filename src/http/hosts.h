#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "http/message.h"
#include "http/server/listen_address.h"

namespace norn::http {

// Whether a Host header ("localhost:8080") names this machine as seen from itself: localhost and
// names below it, 127.0.0.0/8 and [::1]. No name server can let such a name lead elsewhere.
bool is_loopback_host(std::string_view host);

// What this machine calls itself: its host name, the same below .local (RFC 6762), and its full
// name. May ask a name server.
std::vector<std::string> names_of_this_machine();

// The hosts that a listener answers for. A page can let its own host name lead to our address, and
// then read our replies as if they were its own (DNS rebinding); but its name is in Host.
class AllowedHosts {
 public:
  // A listener that only this machine can reach: loopback hosts.
  AllowedHosts() = default;
  // One that others reach, under a name that we do not know: IP addresses and the names of the
  // machine, too.
  static AllowedHosts of_network(const std::vector<std::string>& machine_names);
  // One whose address is known, "https://home.example.org": that host alone, and loopback hosts for
  // what the operator of the machine looks at (/healthz, /readyz and /metrics).
  static AllowedHosts of_origin(std::string_view origin);

  // Why the request is refused, and what to do; nothing if it is answered. A request without Host
  // comes from no browser and counts as one for a loopback host.
  std::optional<Said> refusal(const Request& request) const;

 private:
  bool allows(std::string_view host, std::string_view path) const;

  enum class Reach { kLoopback, kNetwork, kOrigin };
  Reach reach_ = Reach::kLoopback;
  std::vector<std::string> names_;  // In lower case.
};

}  // namespace norn::http
