#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ical/civil.h"

// Dates and times as iCalendar writes them (RFC 5545, 3.3.4, 3.3.5, 3.3.6 and 3.3.9).
namespace norn::ical {

// The form of a value, which decides its place on the time line.
enum class TimeForm : uint8_t {
  kDate,   // 20250106: a whole day.
  kLocal,  // 20250106T100000: in the time zone that goes with it, or floating without one.
  kUtc,    // 20250106T100000Z
};

struct DateTime {
  TimeForm form = TimeForm::kLocal;
  int64_t second = 0;  // Wall time, or UTC with kUtc; midnight with kDate.

  bool operator==(const DateTime&) const = default;
};

// The three forms above: years 0001 to 9999, days that exist. A 60th second is read as the 59th, as
// 3.3.12 requires of programs without leap seconds.
Result<DateTime> parse_date_time(std::string_view text);

// The same text again.
std::string date_time_text(const DateTime& time);

// A value of RDATE: a time, or a period with the duration of that occurrence.
struct RecurrenceDate {
  DateTime start;
  // At most one of them is set: the end as it is written, or the length.
  bool has_end = false;
  DateTime end = {};
  int64_t duration_s = 0;
};

// "20250106T100000", "20250106T100000/20250106T120000" or "20250106T100000/PT2H".
Result<RecurrenceDate> parse_recurrence_date(std::string_view text);

// "P15DT5H0M20S", "P7W", "-PT10M".
Result<int64_t> parse_duration_s(std::string_view text);
std::string duration_text(int64_t duration_s);

}  // namespace norn::ical
