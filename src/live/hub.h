#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/event_stream.h"
#include "live/feed.h"
#include "store/store.h"

namespace norn::live {

struct HubOptions {
  int64_t poll_ms = 10;  // How often the streams are read while there are subscribers.
  // For a store that allows few calls: how many processes read the same streams. Then all of them
  // together read a shard once per `poll_ms`, whatever there is to read.
  std::function<size_t()> readers = {};
  int64_t check_ms = 5'000;        // How often the sessions of subscribers are checked.
  int64_t keep_alive_ms = 15'000;  // How often subscribers are sent a ping.
  int64_t sweep_ms = 1'000;        // How often closed streams are dropped.
  size_t max_replayed = 10'000;    // Records; a subscriber that has missed more gets `reset`.
  size_t max_subscribers = 4'096;
  size_t max_subscribers_per_user = 32;
};

// An open page, or a program.
struct Subscriber {
  std::string user_id;
  std::shared_ptr<http::EventStream> stream;
  std::string last_event_id;           // Empty: from now on.
  std::function<bool()> may_continue;  // Whether the session is still valid; may block.
  // Whether it receives events of a scope; empty: of every scope.
  std::function<bool(std::string_view)> may_receive = {};
};

// The live feed: reads the streams of the tables and sends the changes to the open pages of the
// users whom they concern, as server-sent events. The id of an event is a position in all streams:
// a page that reconnects with it gets the events that it has missed, also from another process and
// after a restart. If those are not kept any more it gets an event `reset` and has to load
// everything again.
class Hub {
 public:
  Hub(store::Store& store, std::vector<Feed*> feeds, HubOptions options);
  ~Hub();  // Closes all streams.

  // Whether the user may have one more subscriber. Ask before a stream is opened for it.
  bool has_room(const std::string& user_id) const;
  // Returns false and does nothing if there are too many or the hub is closed. From any thread.
  bool subscribe(Subscriber subscriber);
  size_t subscribers() const;
  // The users with subscribers.
  std::vector<std::string> listeners() const;
  // Sends an event that is in no table's stream, such as a reminder. Only present subscribers get
  // it. From any thread.
  void publish(Event event);
  // Closes all streams and stops listening, before the server drains. From any thread.
  void close();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace norn::live
