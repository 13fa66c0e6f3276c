#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "apps/planner/reminders/reminders.h"
#include "base/clock.h"
#include "live/feed.h"

namespace norn::planner {

// Pushes reminders that become due to the open pages of their persons. It reads what is due every
// few seconds, for persons with open pages only, and caches nothing that could be outdated.
class ReminderPush {
 public:
  using Listeners = std::function<std::vector<std::string>()>;
  using Tell = std::function<void(live::Event)>;

  ReminderPush(Reminders& reminders, const Clock& clock, Listeners listeners, Tell tell);
  ~ReminderPush();

  void start(int64_t poll_ms);
  void stop();
  // Pushes what became due since the last call, to all persons with open pages. Pages find earlier
  // reminders in the list of reminders.
  void look();

 private:
  Reminders& reminders_;
  const Clock& clock_;
  const Listeners listeners_;
  const Tell tell_;
  // Used by the thread alone.
  std::map<std::string, int64_t> looked_until_s_;  // By person.
  std::optional<int64_t> last_look_s_;             // For persons who came since.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::planner
