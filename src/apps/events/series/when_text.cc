#include "apps/events/series/when_text.h"

#include "base/time_text.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

constexpr size_t kDateSize = 10;
constexpr size_t kWallSize = 19;

void put_two_digits(char* at, int64_t number) {
  at[0] = static_cast<char>('0' + number / 10);
  at[1] = static_cast<char>('0' + number % 10);
}

void put_date(char* at, ical::Day day) {
  const ical::CivilDate date = ical::civil_date(day);
  put_two_digits(at, date.year / 100);
  put_two_digits(at + 2, date.year % 100);
  at[4] = '-';
  put_two_digits(at + 5, date.month + 1);
  at[7] = '-';
  put_two_digits(at + 8, date.day);
}

void put_wall_time(char* at, int64_t second) {
  const ical::Day day = ical::day_of_second(second);
  const int64_t of_day = second - day * ical::kDaySeconds;
  put_date(at, day);
  at[10] = 'T';
  put_two_digits(at + 11, of_day / 3600);
  at[13] = ':';
  put_two_digits(at + 14, of_day / 60 % 60);
  at[16] = ':';
  put_two_digits(at + 17, of_day % 60);
}

}  // namespace

void append_date(std::string& out, int64_t second) {
  char text[kDateSize];
  put_date(text, ical::day_of_second(second));
  out.append(text, kDateSize);
}

void append_wall_time(std::string& out, int64_t second) {
  char text[kWallSize];
  put_wall_time(text, second);
  out.append(text, kWallSize);
}

std::string date_text_of(int64_t second) {
  std::string text;
  append_date(text, second);
  return text;
}

std::string wall_text_of(int64_t second) {
  std::string text;
  append_wall_time(text, second);
  return text;
}

std::string utc_text_of(int64_t second) {
  std::string text;
  text.reserve(kWallSize + 1);
  append_wall_time(text, second);
  text.push_back('Z');
  return text;
}

std::optional<int64_t> second_of_date(std::string_view text) {
  const auto date = parse_date(text);
  if (!date) return std::nullopt;
  return date->time_since_epoch().count() * ical::kDaySeconds;
}

std::optional<int64_t> second_of_wall(std::string_view text) {
  if (text.size() != kWallSize || text[kDateSize] != 'T') return std::nullopt;
  const auto day = second_of_date(text.substr(0, kDateSize));
  const auto time = parse_time_of_day_s(text.substr(kDateSize + 1));
  if (!day || !time) return std::nullopt;
  return *day + *time;
}

std::optional<int64_t> second_of_utc(std::string_view text) {
  const auto ms = parse_timestamp_ms(text);
  if (!ms) return std::nullopt;
  return ical::floor_div(*ms, 1000);
}

}  // namespace norn::events
