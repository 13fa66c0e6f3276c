#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/views/views.h"
#include "base/error.h"

namespace norn::planner {

constexpr int64_t kMaxSnoozeMinutes = 10'080;  // A week.

struct ListedReminder {
  Reminder reminder;
  std::optional<int64_t> snoozed_until_s;  // It is due then (again).
};

// Reminders as a person deals with them. What was dismissed or put off is kept in the table `norn`
// until it no longer matters (TTL).
class Reminders {
 public:
  Reminders(Context context, Views& views) : context_(std::move(context)), views_(views) {}

  // Those that are due (or due again) from one instant to before another and not dismissed, by when
  // they are.
  Result<std::vector<ListedReminder>> list(const std::string& user_id, int64_t from_s,
                                           int64_t to_s);
  // kNotFound when the person has no such reminder (any more): nothing is kept for ids that anybody
  // can think of.
  Result<void> dismiss(const std::string& user_id, const std::string& reminder_id);
  // From now. kInvalid of "snoozeMinutes".
  Result<void> snooze(const std::string& user_id, const std::string& reminder_id, int64_t minutes);

 private:
  Context context_;
  Views& views_;
};

}  // namespace norn::planner
