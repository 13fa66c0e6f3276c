#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "rest/event_reader.h"

namespace norn::bench {

using Time = std::chrono::steady_clock::time_point;

// Open pages of a server: streams of events that one thread reads, noting when what arrives.
class Streams {
 public:
  explicit Streams(uint16_t port);
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // One more, of the person with this cookie. Waits when many are still to be greeted.
  Result<void> open(const std::string& cookie);
  // Waits until the server has greeted all of them.
  Result<void> wait_for_greetings();
  // Waits until so many arrivals are noted, or nothing arrives any more.
  void wait_for_arrivals(size_t count);

  struct Arrival {
    size_t change;
    Time at;
  };
  // Closes all streams. Returns what has arrived.
  std::vector<Arrival> finish();
  // Those that the server has ended, or never opened.
  size_t closed() const { return closed_; }

 private:
  struct Stream {
    int socket = -1;
    EventReader reader;
  };

  void run();
  void read(Stream& stream);
  void note(std::string_view event, Time now);

  const uint16_t port_;
  const int epoll_;
  std::vector<std::unique_ptr<Stream>> streams_;  // Each is the thread's once it is open.
  std::vector<Arrival> arrivals_;                 // The thread's until it ends.
  std::atomic<size_t> greeted_ = 0;
  std::atomic<size_t> arrived_ = 0;
  std::atomic<size_t> closed_ = 0;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace norn::bench
