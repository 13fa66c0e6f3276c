#pragma once

#include "apps/planner/preferences.h"
#include "base/error.h"

// What preferences can be.
namespace norn::planner {

constexpr size_t kMaxDefaultReminders = 10;
constexpr int64_t kMaxDefaultReminderMinutes = 40'320;  // Four weeks.
constexpr int64_t kMaxArchiveDelayHours = 720;

// kInvalid names the member that cannot be so.
Result<void> check(const PreferencesChange& change);

// Each that cannot be so becomes what it is for somebody new.
Preferences with_defaults_for_errors(Preferences preferences);

}  // namespace norn::planner
