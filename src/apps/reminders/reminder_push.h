#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "apps/agenda/kept_agendas.h"
#include "apps/reminders/reminders.h"
#include "base/clock.h"
#include "live/feed.h"
#include "store/store.h"

namespace norn::reminders {

// Pushes reminders that become due to the open pages of their persons. It looks every few seconds,
// for persons with open pages only. Where the store tells of changes at once, it remembers when the
// next reminder of a person is due, and reads nothing until then or until something that it depends
// on has changed.
class ReminderPush {
 public:
  using Listeners = std::function<std::vector<std::string>()>;
  using Tell = std::function<void(live::Event)>;

  // Remembers with at most `kept_bytes`; 0 where indexes may be behind their table.
  ReminderPush(Reminders& reminders, store::Store& store, const Clock& clock, size_t kept_bytes,
               Listeners listeners, Tell tell);
  ~ReminderPush();

  void start(int64_t poll_ms);
  void stop();
  // Pushes what became due since the last call, to all persons with open pages. Pages find earlier
  // reminders in the list of reminders.
  void look();

 private:
  // Returns false if the reminders could not be read.
  bool look_for(const std::string& user_id, int64_t from_s, int64_t now_s);
  std::string scope_of(const Reminder& reminder) const;

  Reminders& reminders_;
  const Clock& clock_;
  const Listeners listeners_;
  const Tell tell_;
  // Used by the thread alone.
  agenda::KeptAgendas next_due_;  // By person: a reply that is kept says that none is due yet.
  std::map<std::string, int64_t> looked_until_s_;  // By person.
  std::optional<int64_t> last_look_s_;             // For persons who came since.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::reminders
