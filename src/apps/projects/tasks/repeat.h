#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/projects/model.h"
#include "base/error.h"

// Tasks that repeat. One task is done again and again: when it is done it gets the next due date
// and is to be done again, with all that belongs to it.
namespace norn::projects {

// Returns kInvalid of "repeat.rule" or "repeat.timeZone" if a task that is due then cannot repeat
// so, and of "dueDate" if it is not due at all.
Result<void> check_repeat(const Repeat& repeat, const std::optional<std::string>& due_date);

// The next due date of a task that was done now, and how it repeats from then on.
struct NextTime {
  std::string due_date;
  Repeat repeat;
};
// Returns nullopt when the rule has ended, and for rules and zones of other programs that cannot be
// understood. Dates that have passed already are skipped. A whole day stays one, and a time of day
// is kept on the wall of the time zone.
std::optional<NextTime> next_time(const Repeat& repeat, const std::string& due_date,
                                  int64_t now_ms);

// The time so many seconds later.
std::string shifted(const std::string& time, int64_t by_s);

}  // namespace norn::projects
