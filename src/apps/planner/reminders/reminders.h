#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/views/views.h"
#include "base/error.h"

namespace norn::planner {

struct ListedReminder {
  Reminder reminder;
  std::optional<int64_t> snoozed_until_s;  // Due again at this time.
};

// Lists, dismisses and snoozes reminders. What a person did with a reminder is an item of the table
// `norn`, with a ttl.
class Reminders {
 public:
  Reminders(Context context, Views& views) : context_(std::move(context)), views_(views) {}

  // The reminders that are due (or due again) in [from, to) and not dismissed, in order.
  Result<std::vector<ListedReminder>> list(const std::string& user_id, int64_t from_s,
                                           int64_t to_s);
  // Returns kNotFound if the person has no such reminder: nothing is stored for arbitrary ids.
  Result<void> dismiss(const std::string& user_id, const std::string& reminder_id);
  // From now. Returns kInvalid of "snoozeMinutes".
  Result<void> snooze(const std::string& user_id, const std::string& reminder_id, int64_t minutes);

 private:
  Context context_;
  Views& views_;
};

}  // namespace norn::planner
