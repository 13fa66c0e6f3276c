#include "ical/date_time.h"

#include <fmt/format.h>

#include <optional>

#include "base/faults.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

// Longer than all years that there are, and far from any overflow.
constexpr int64_t kMaxDurationNumber = 999'999'999;

// The number that `text` is made of; nothing when there is anything but digits.
std::optional<int> digits(std::string_view text) {
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

// "20250106"
std::optional<Day> parse_day(std::string_view text) {
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(4, 2));
  const auto day = digits(text.substr(6, 2));
  if (!year || !month || !day || *year < kFirstYear) return std::nullopt;
  if (*month < 1 || *month > 12 || *day < 1) return std::nullopt;
  if (*day > month_length(is_leap(*year), *month - 1)) return std::nullopt;
  return day_of(*year, *month - 1, *day);
}

// "100000"
std::optional<int64_t> parse_time(std::string_view text) {
  const auto hour = digits(text.substr(0, 2));
  const auto minute = digits(text.substr(2, 2));
  const auto second = digits(text.substr(4, 2));
  if (!hour || !minute || !second) return std::nullopt;
  if (*hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return *hour * kHourSeconds + *minute * kMinuteSeconds + (*second == 60 ? 59 : *second);
}

std::optional<DateTime> read_date_time(std::string_view text) {
  constexpr size_t kDateSize = 8;
  constexpr size_t kTimeSize = 15;
  const bool utc = text.size() == kTimeSize + 1 && (text.back() == 'Z' || text.back() == 'z');
  if (text.size() != kDateSize && text.size() != kTimeSize && !utc) return std::nullopt;
  const auto day = parse_day(text.substr(0, kDateSize));
  if (!day) return std::nullopt;
  if (text.size() == kDateSize) return DateTime{TimeForm::kDate, *day * kDaySeconds};
  if (text[kDateSize] != 'T' && text[kDateSize] != 't') return std::nullopt;
  const auto time = parse_time(text.substr(kDateSize + 1, 6));
  if (!time) return std::nullopt;
  return DateTime{utc ? TimeForm::kUtc : TimeForm::kLocal, *day * kDaySeconds + *time};
}

// The seconds of one unit of a duration; 0 for a letter that is none, or not where it stands.
int64_t unit_seconds(char unit, bool after_t) {
  switch (unit) {
    case 'W':
      return after_t ? 0 : kWeekSeconds;
    case 'D':
      return after_t ? 0 : kDaySeconds;
    case 'H':
      return after_t ? kHourSeconds : 0;
    case 'M':
      return after_t ? kMinuteSeconds : 0;
    case 'S':
      return after_t ? 1 : 0;
    default:
      return 0;
  }
}

// The part after the sign and the P. Units become smaller, as in "1DT2H".
std::optional<int64_t> read_duration(std::string_view text) {
  int64_t total = 0;
  int64_t last_unit = kWeekSeconds + 1;
  bool after_t = false;
  int64_t number = -1;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      number = (number < 0 ? 0 : number) * 10 + (c - '0');
      if (number > kMaxDurationNumber) return std::nullopt;
      continue;
    }
    if (c == 'T') {
      if (after_t || number >= 0) return std::nullopt;
      after_t = true;
      continue;
    }
    const int64_t unit = unit_seconds(c, after_t);
    if (unit == 0 || unit >= last_unit || number < 0) return std::nullopt;
    total += number * unit;
    last_unit = unit;
    number = -1;
  }
  if (number >= 0 || last_unit > kWeekSeconds || text.back() == 'T') return std::nullopt;
  return total;
}

}  // namespace

Result<DateTime> parse_date_time(std::string_view text) {
  if (const auto time = read_date_time(text)) return *time;
  return invalid("time", kTimeForm(text.substr(0, 40)));
}

std::string date_time_text(const DateTime& time) {
  const Day day = day_of_second(time.second);
  const CivilDate date = civil_date(day);
  const auto rest = static_cast<int>(time.second - day * kDaySeconds);
  if (time.form == TimeForm::kDate) {
    return fmt::format("{:04}{:02}{:02}", date.year, date.month + 1, date.day);
  }
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}{}", date.year, date.month + 1, date.day,
                     rest / 3600, rest / 60 % 60, rest % 60,
                     time.form == TimeForm::kUtc ? "Z" : "");
}

Result<RecurrenceDate> parse_recurrence_date(std::string_view text) {
  RecurrenceDate date;
  const size_t slash = text.find('/');
  NORN_ASSIGN(date.start, parse_date_time(text.substr(0, slash)));
  if (slash == std::string_view::npos) return date;
  if (date.start.form == TimeForm::kDate) {
    return invalid("rdate", kPeriodStartForm(text.substr(0, 80)));
  }
  const std::string_view rest = text.substr(slash + 1);
  if (rest.starts_with('P') || rest.starts_with('+') || rest.starts_with('-')) {
    NORN_ASSIGN(date.duration_s, parse_duration_s(rest));
  } else {
    NORN_ASSIGN(date.end, parse_date_time(rest));
    date.has_end = true;
  }
  const bool ends = date.has_end
                        ? date.end.form == date.start.form && date.end.second > date.start.second
                        : date.duration_s > 0;
  if (ends) return date;
  return invalid("rdate", kPeriodEndForm(text.substr(0, 80)));
}

Result<int64_t> parse_duration_s(std::string_view text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest.size() > 1 && rest.front() == 'P') {
    if (const auto seconds = read_duration(rest.substr(1))) return negative ? -*seconds : *seconds;
  }
  return invalid("duration", kDurationForm(text.substr(0, 40)));
}

std::string duration_text(int64_t duration_s) {
  std::string text = duration_s < 0 ? "-P" : "P";
  const int64_t seconds = duration_s < 0 ? -duration_s : duration_s;
  if (seconds != 0 && seconds % kWeekSeconds == 0) {
    return text + fmt::format("{}W", seconds / kWeekSeconds);
  }
  if (seconds >= kDaySeconds) text += fmt::format("{}D", seconds / kDaySeconds);
  const int64_t rest = seconds % kDaySeconds;
  if (rest == 0 && seconds != 0) return text;
  text += "T";
  if (rest >= kHourSeconds) text += fmt::format("{}H", rest / kHourSeconds);
  if (rest / 60 % 60 != 0) text += fmt::format("{}M", rest / 60 % 60);
  if (rest % 60 != 0 || rest == 0) text += fmt::format("{}S", rest % 60);
  return text;
}

}  // namespace norn::ical
