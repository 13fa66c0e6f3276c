#include "base/time_text.h"

#include <fmt/format.h>

namespace norn {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::year;
using std::chrono::year_month_day;

// The number that `text` is made of; nothing when there is anything but digits.
std::optional<int> digits(std::string_view text) {
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

year_month_day day_of(int64_t ms) {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(ms)));
}

int64_t ms_of_day(int64_t ms) {
  constexpr int64_t kDayMs = 86'400'000;
  return ((ms % kDayMs) + kDayMs) % kDayMs;
}

void put_two_digits(std::string& text, size_t at, unsigned number) {
  text[at] = static_cast<char>('0' + number / 10);
  text[at + 1] = static_cast<char>('0' + number % 10);
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto y = digits(text.substr(0, 4));
  const auto m = digits(text.substr(5, 2));
  const auto d = digits(text.substr(8, 2));
  if (!y || !m || !d || *y == 0) return std::nullopt;
  const year_month_day date(year(*y), month(static_cast<unsigned>(*m)),
                            day(static_cast<unsigned>(*d)));
  if (!date.ok()) return std::nullopt;
  return Date(date);
}

std::string date_text(Date date) {
  const year_month_day parts(date);
  const int y = static_cast<int>(parts.year());
  const auto m = static_cast<unsigned>(parts.month());
  const auto d = static_cast<unsigned>(parts.day());
  if (y < 0 || y > 9999) return fmt::format("{:04}-{:02}-{:02}", y, m, d);
  std::string text = "0000-00-00";
  put_two_digits(text, 0, static_cast<unsigned>(y) / 100);
  put_two_digits(text, 2, static_cast<unsigned>(y) % 100);
  put_two_digits(text, 5, m);
  put_two_digits(text, 8, d);
  return text;
}

std::string timestamp_s(int64_t ms) {
  const int64_t seconds = ms_of_day(ms) / 1000;
  return fmt::format("{}T{:02}:{:02}:{:02}Z", date_text(Date(day_of(ms))), seconds / 3600,
                     seconds / 60 % 60, seconds % 60);
}

std::string timestamp_ms(int64_t ms) {
  std::string text = timestamp_s(ms);
  text.pop_back();
  return fmt::format("{}.{:03}Z", text, ms_of_day(ms) % 1000);
}

std::optional<int64_t> parse_timestamp_ms(std::string_view text) {
  const bool has_ms = text.size() == 24;
  if (!has_ms && text.size() != 20) return std::nullopt;
  if (text[10] != 'T' || text.back() != 'Z' || (has_ms && text[19] != '.')) return std::nullopt;
  const auto date = parse_date(text.substr(0, 10));
  const auto time_s = parse_time_of_day_s(text.substr(11, 8));
  const auto ms = has_ms ? digits(text.substr(20, 3)) : 0;
  if (!date || !time_s || !ms) return std::nullopt;
  const auto since_1970 = std::chrono::milliseconds(date->time_since_epoch());
  return since_1970.count() + int64_t{*time_s} * 1000 + *ms;
}

std::optional<int> parse_time_of_day_s(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const auto h = digits(text.substr(0, 2));
  const auto m = digits(text.substr(3, 2));
  const auto s = digits(text.substr(6, 2));
  if (!h || !m || !s || *h > 23 || *m > 59 || *s > 59) return std::nullopt;
  return *h * 3600 + *m * 60 + *s;
}

}  // namespace norn
