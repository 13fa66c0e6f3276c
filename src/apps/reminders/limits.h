#pragma once

#include <cstddef>
#include <cstdint>

namespace norn::reminders {

constexpr size_t kMaxMinutes = 10;             // Reminders of one thing.
constexpr int64_t kMaxMinutesBefore = 40'320;  // Four weeks.
constexpr int64_t kMaxSnoozeMinutes = 10'080;  // A week.
constexpr int64_t kMaxListDays = 31;
constexpr size_t kMaxListed = 1'000;
constexpr size_t kMaxOverrides = 300;  // Of a person.

}  // namespace norn::reminders
