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

// Tells people with an open page of their reminders when these are due. Looks at what is due every
// few seconds, for those who listen: what was changed a moment ago is right, and nothing is kept
// that could be out of date.
class ReminderPush {
 public:
  using Listeners = std::function<std::vector<std::string>()>;
  using Tell = std::function<void(live::Event)>;

  ReminderPush(Reminders& reminders, const Clock& clock, Listeners listeners, Tell tell);
  ~ReminderPush();

  void start(int64_t poll_ms);
  void stop();
  // One look: what has become due since the last one, for each who listens, also for those who came
  // meanwhile. What was due before they find in the list of reminders.
  void look();

 private:
  Reminders& reminders_;
  const Clock& clock_;
  const Listeners listeners_;
  const Tell tell_;
  // The thread's.
  std::map<std::string, int64_t> looked_until_s_;  // For whom, and until when.
  std::optional<int64_t> last_look_s_;             // Until when we looked at all.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::planner
