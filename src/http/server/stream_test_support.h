#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "http/reader/chunked.h"
#include "http/test_support.h"

// What the tests of streams share.
namespace norn::http {

constexpr std::string_view kListen = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n";

// The body of a chunked reply; its end shows in `complete`.
struct Dechunked {
  explicit Dechunked(std::string_view input) {
    ChunkedDecoder decoder;
    std::string_view data;
    auto event = decoder.next(input, data);
    for (; event == ChunkedDecoder::Event::kData; event = decoder.next(input, data)) text += data;
    complete = event == ChunkedDecoder::Event::kEnd && input.empty();
  }

  std::string text;
  bool complete = false;
};

// The server answers /events with a stream, which the test then takes, and all else with "ok".
class StreamTest : public ServerTest {
 protected:
  using Stream = std::shared_ptr<EventStream>;

  Handler handler() {
    return [this](Exchange& exchange) {
      if (exchange.request.path != "/events") {
        exchange.response.body = "ok";
        return exchange.done();
      }
      put(open(exchange));
    };
  }

  static Stream open(Exchange& exchange) {
    exchange.response.content_type = "text/event-stream";
    exchange.response.add_header("Cache-Control", "no-store");
    return exchange.stream();
  }

  void put(Stream stream) {
    const std::lock_guard lock(mutex_);
    streams_.push_back(std::move(stream));
    changed_.notify_all();
  }

  Stream take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !streams_.empty(); });
    Stream stream = std::move(streams_.front());
    streams_.erase(streams_.begin());
    return stream;
  }

  // Asks for a stream, and reads its head.
  Stream listen(Client& client, std::string_view request = kListen) {
    client.send(request);
    head_ = client.receive_until("\r\n\r\n");
    return take();
  }

  // The server sees some things in its own time.
  static void wait_until_closed(const EventStream& stream) {
    while (stream.is_open()) std::this_thread::yield();
  }

  std::string head_;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Stream> streams_;
};

}  // namespace norn::http
