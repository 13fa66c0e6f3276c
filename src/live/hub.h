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
  int64_t poll_ms = 10;            // How often the streams are looked at while anybody listens.
  int64_t check_ms = 5'000;        // How often it is asked whether a subscriber may still listen.
  int64_t keep_alive_ms = 15'000;  // How often subscribers are sent a ping.
  int64_t sweep_ms = 1'000;        // How often those who are gone are looked for.
  size_t max_replayed = 10'000;    // Records; who has missed more is told to load everything.
  size_t max_subscribers = 4'096;
  size_t max_subscribers_per_user = 32;
};

// An open page.
struct Subscriber {
  std::string user_id;
  std::shared_ptr<http::EventStream> stream;
  std::string last_event_id;           // Empty: from now on.
  std::function<bool()> may_continue;  // Whether the session is still valid; may block.
  // Whether it hears of things of a scope; empty: of everything.
  std::function<bool(std::string_view)> may_hear = {};
};

// Brings what happens to the open pages of the people whom it concerns, as server-sent events, by
// reading the streams of the tables. The id of an event is a position in all streams: a page that
// comes back with it gets what it has missed, also from another process and after a restart. When
// that cannot be told any more it gets an event `reset` and has to load everything again.
class Hub {
 public:
  Hub(store::Store& store, std::vector<Feed*> feeds, HubOptions options);
  ~Hub();  // Closes all streams.

  // Whether somebody may subscribe once more, to be asked before a stream is opened for it.
  bool has_room(const std::string& user_id) const;
  // False when there are too many already, or it is closed: nothing was done. From any thread.
  bool subscribe(Subscriber subscriber);
  size_t subscribers() const;
  // The people with open pages.
  std::vector<std::string> listeners() const;
  // Tells what no table says: that it is time for something. Who does not listen misses it. From
  // any thread.
  void tell(Event event);
  // Closes all streams and stops listening, before the server drains. From any thread.
  void close();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace norn::live
