#include "apps/bookings/events/events_words.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace norn::bookings {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

struct DateParts {
  int year;
  unsigned month;
  unsigned day;
};

DateParts parts_of(Date date) {
  const std::chrono::year_month_day ymd(date);
  return {static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
          static_cast<unsigned>(ymd.day())};
}

std::string month_and_day(const DateParts& parts) {
  return fmt::format("{} {}", kMonths[parts.month - 1], parts.day);
}

}  // namespace

std::string count_in_words(int64_t nights) {
  return nights == 1 ? "1 night" : fmt::format("{} nights", nights);
}

std::string day_in_words(Date day) {
  const DateParts parts = parts_of(day);
  return fmt::format("{}, {}", month_and_day(parts), parts.year);
}

std::string nights_in_words(Date first, Date last, bool with_year) {
  const DateParts from = parts_of(first);
  const DateParts to = parts_of(last);
  const bool spans_years = from.year != to.year;
  std::string words = month_and_day(from);
  if (spans_years) words += fmt::format(", {}", from.year);
  if (last > first) {
    words += last - first == std::chrono::days(1) ? " and " : " to ";
    words += from.month == to.month && !spans_years ? std::to_string(to.day) : month_and_day(to);
  }
  if (with_year || spans_years) words += fmt::format(", {}", to.year);
  return words;
}

std::string nights_in_words(const std::vector<Date>& nights, bool with_year) {
  std::vector<std::pair<Date, Date>> runs;
  for (const Date night : nights) {
    if (!runs.empty() && night - runs.back().second == std::chrono::days(1)) {
      runs.back().second = night;
    } else {
      runs.emplace_back(night, night);
    }
  }
  std::string words;
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) words += i + 1 == runs.size() ? " and " : ", ";
    words += nights_in_words(runs[i].first, runs[i].second, with_year);
  }
  return words;
}

}  // namespace norn::bookings
