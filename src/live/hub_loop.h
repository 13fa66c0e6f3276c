#pragma once

#include <chrono>
#include <list>
#include <string>
#include <vector>

#include "live/audience.h"
#include "live/hub.h"
#include "live/tails.h"
#include "live/trouble.h"

namespace norn::live {

// What the hub's thread does: everything here happens on it, in one order, which is why nobody
// misses anything between what is replayed to them and what they hear live.
class HubLoop {
 public:
  HubLoop(store::Store& store, std::vector<Feed*> feeds, const HubOptions& options);

  // One look at the streams. Takes in those who arrived, and tells everybody what is new.
  void round(std::vector<Subscriber> arrived);
  // Tells what is in no stream, with the position of what was told before it.
  void tell(const Events& events);
  // Whether there is nothing to do before somebody arrives.
  bool is_idle() const { return audience_.size() == 0 && waiting_.empty() && replays_.empty(); }
  // How long to wait before the next round, otherwise.
  std::chrono::milliseconds pause() const;
  // Tells what has happened by now, and closes all streams.
  void close_all();
  // The users of subscribers that were dropped since this was asked, once for each.
  std::vector<std::string> take_dropped();

 private:
  using Time = std::chrono::steady_clock::time_point;

  // Somebody who came back, and has not heard yet what they missed.
  struct Replay {
    Subscriber subscriber;
    Tails tails;
    size_t at_once;      // How many records are read in a turn.
    size_t records = 0;  // That were read so far.
  };

  bool start();
  void poll();
  void recover(const Error& error);
  void admit_all();
  // False when it cannot be told what they missed.
  bool start_replay(Subscriber& subscriber);
  void replay_to_all();
  // False when it is over: the subscriber hears what happens from here on, or is gone.
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
  bool started_ = false;  // `live_` is somewhere; false while nobody listens.
  bool missed_ = false;   // Records were lost: everybody has to load everything again.
  bool behind_ = false;   // What is read next may lie in the past.
  bool busy_ = false;     // There may be more to read at once.
  Trouble trouble_;

  std::vector<Subscriber> waiting_;  // For the streams to be readable, or for their turn.
  std::list<Replay> replays_;
  Audience audience_;
  std::vector<std::string> dropped_;
  Time next_sweep_;
  Time next_keep_alive_;
};

}  // namespace norn::live
