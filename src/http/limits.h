#pragma once

#include <chrono>
#include <cstddef>

namespace norn::http {

// What one client can cost. Every one of them is checked before anything is allocated for it.
struct Limits {
  size_t header_bytes = 16 * 1024;
  size_t body_bytes = 64 * 1024;
  size_t connections = 4096;

  std::chrono::milliseconds idle_timeout{75'000};     // Between two requests.
  std::chrono::milliseconds request_timeout{10'000};  // From a request's first byte to its last.
  std::chrono::milliseconds write_timeout{30'000};    // For a client to take its reply.
  std::chrono::milliseconds drain_timeout{10'000};    // For requests under way when we stop.
  // How often the timeouts are looked at. One coarse look at all connections costs less than a
  // timer for each.
  std::chrono::milliseconds tick{1'000};
};

}  // namespace norn::http
