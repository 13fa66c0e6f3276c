#pragma once

#include <chrono>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "live/audience.h"
#include "live/error_backoff.h"
#include "live/hub.h"
#include "live/tails.h"

namespace norn::live {

// The work of the hub's thread: everything happens on it, in one order, so a subscriber misses
// nothing between the events that are replayed to it and those that it receives live.
class HubLoop {
 public:
  HubLoop(store::Store& store, std::vector<Feed*> feeds, const HubOptions& options);

  // Reads the streams once. Admits new subscribers and sends the new events.
  void round(std::vector<Subscriber> arrived);
  // Sends events that are in no stream, with the position of the event before them.
  void publish(const Events& events);
  // Whether there is nothing to do until a subscriber arrives.
  bool is_idle() const { return audience_.size() == 0 && waiting_.empty() && replays_.empty(); }
  // How long to wait before the next round, otherwise.
  std::chrono::milliseconds pause() const;
  // Sends the events up to now, and closes all streams.
  void close_all();
  // The users of subscribers that were dropped since the last call, once for each.
  std::vector<std::string> take_dropped();

 private:
  using SteadyClock = std::chrono::steady_clock;
  using Time = SteadyClock::time_point;

  // A subscriber that has reconnected and still has to receive missed events.
  struct Replay {
    Subscriber subscriber;
    Tails tails;
    size_t at_once;      // How many records are read per turn.
    size_t records = 0;  // Read so far.
  };

  bool start();
  void poll();
  // Reads the streams once and sends the new events. Returns how many records there were; nullopt
  // if the poll ends here, because of an error.
  std::optional<Tails::Read> read_once();
  // Whether the store allows few calls, shared with other processes.
  bool is_paced() const { return static_cast<bool>(options_.readers); }
  bool is_poll_due() const { return !is_paced() || SteadyClock::now() >= next_poll_; }
  void poll_paced();
  void recover(const Error& error);
  void admit_all();
  // Returns false if the missed events are not available.
  bool start_replay(Subscriber& subscriber);
  void replay_to_all();
  // Returns false when the replay is over: the subscriber is live or gone.
  bool replay_to(Replay& replay);
  void go_live(Subscriber subscriber, std::string_view name, std::string_view data);
  void reset_all();
  void look_after();
  void drop_gone();
  void drop(const Subscriber& subscriber);

  store::Store& store_;
  const std::vector<Feed*> feeds_;
  const HubOptions options_;

  Tails live_;
  bool started_ = false;  // `live_` has a position; false while there are no subscribers.
  bool missed_ = false;   // Records were lost: all subscribers have to load everything again.
  bool behind_ = false;   // The next records may lie in the past.
  bool busy_ = false;     // There may be more to read immediately.
  bool unread_ = false;   // The last poll has left records for the next one.
  Time next_poll_;        // Of a paced hub.
  ErrorBackoff backoff_;

  std::vector<Subscriber> waiting_;  // For the streams to be readable, or for their turn.
  std::list<Replay> replays_;
  Audience audience_;
  std::vector<std::string> dropped_;
  Time next_sweep_;
  Time next_keep_alive_;
};

}  // namespace norn::live
