#pragma once

#include <chrono>
#include <cstddef>

namespace norn::http {

// The resources that clients may use. Each limit is checked before anything is allocated.
struct Limits {
  size_t header_bytes = 16 * 1024;  // The request line and all headers of a request.
  size_t headers = 100;             // How many headers a request has.
  size_t body_bytes = 16 << 20;
  // All bodies above kSmallBodyBytes at one time, over all connections.
  size_t bodies_bytes = 256 << 20;
  // The same for replies that clients have not received yet.
  size_t replies_bytes = 256 << 20;
  size_t connections = 16'384;
  // And no more than this part of the files that the process may open, of which its other servers
  // and its data need some, too.
  double share_of_files = 0.75;
  // Of these, the part that one peer may have (an IPv6 /64 is one peer).
  double share_of_peer = 1;
  size_t requests_waiting = 4096;     // Requests whose handlers have not answered yet.
  size_t streams = 4096;              // Replies that stay open (http/event_stream.h), all together.
  size_t stream_bytes = 1024 * 1024;  // Queued for one of them.
  size_t streams_bytes = 64 << 20;    // Queued for all of them: the slowest are dropped.

  std::chrono::milliseconds idle_timeout{75'000};    // Between two requests.
  std::chrono::milliseconds header_timeout{10'000};  // From a request's first byte to its headers'
                                                     // end; also for a TLS handshake.
  std::chrono::milliseconds body_timeout{60'000};    // For the body after that.
  std::chrono::milliseconds write_timeout{60'000};   // For a client to receive its reply.
  std::chrono::milliseconds drain_timeout{10'000};   // For requests under way when we stop.
  // How often the timeouts are checked, and so how late they may be. One coarse check of all
  // connections costs less than a timer for each.
  std::chrono::milliseconds tick{1'000};
};

// A body up to this size needs no share of Limits::bodies_bytes or Limits::replies_bytes: the
// number of connections bounds them.
constexpr size_t kSmallBodyBytes = 64 * 1024;

}  // namespace norn::http
