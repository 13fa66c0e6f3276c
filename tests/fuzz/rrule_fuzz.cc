#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/check.h"
#include "ical/recurrence.h"

// The first bytes choose a start, a zone and a window; the rest is a rule, with dates behind a line
// break. Reading is safe whatever it is. What is a rule is written and read as the same one, and
// expands, in bounded time, to occurrences that are in order and in the window, and the same ones
// in any part of it.
namespace norn::ical {
namespace {

constexpr size_t kHeadBytes = 8;
constexpr size_t kMaxOccurrences = 50;
constexpr const char* kZones[] = {"UTC", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe"};

int64_t number(const uint8_t* data, size_t size) {
  int64_t value = 0;
  for (size_t i = 0; i < size; ++i) value = value << 8 | data[i];
  return value;
}

// A value per comma, until one is wrong.
void add_dates(std::string_view text, Series& series) {
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const auto date = parse_recurrence_date(text.substr(0, comma));
    if (!date) return;
    if (series.dates.size() <= series.exceptions.size()) {
      series.dates.push_back(*date);
    } else {
      series.exceptions.push_back(date->start);
    }
    text = comma == std::string_view::npos ? "" : text.substr(comma + 1);
  }
}

void check_rule(const Rule& rule) {
  const std::string text = rule_text(rule);
  const auto again = parse_rule(text);
  NORN_CHECK(again.has_value(), "what was written can be read");
  NORN_CHECK(*again == rule, "reading gives the rule that was written");
  NORN_CHECK(rule_text(*again) == text, "there is one text per rule");
}

void check_window(const Recurrence& recurrence, const Window& window) {
  const auto expanded = recurrence.expand(window, kMaxOccurrences);
  if (!expanded) return;
  const std::vector<Occurrence>& all = expanded->occurrences;
  for (size_t i = 0; i < all.size(); ++i) {
    NORN_CHECK(all[i].utc_s >= window.from_s && all[i].utc_s < window.to_s, "it is in the window");
    NORN_CHECK(i == 0 || all[i - 1].local_s <= all[i].local_s, "they are in order");
    NORN_CHECK(i == 0 || all[i - 1] != all[i], "each comes once");
  }
  if (all.empty()) return;
  const Occurrence& middle = all[all.size() / 2];
  const auto alone = recurrence.expand({middle.utc_s, middle.utc_s + 1}, kMaxOccurrences);
  NORN_CHECK(alone.has_value() && !alone->occurrences.empty(), "it is there when asked for alone");
  bool found = false;
  for (const Occurrence& occurrence : alone->occurrences) found = found || occurrence == middle;
  NORN_CHECK(found || alone->more, "it is the same one");
}

}  // namespace
}  // namespace norn::ical

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace norn::ical;
  if (size < kHeadBytes) return 0;
  Series series;
  // Anywhere in some hundred years.
  series.start.second = number(data, 4) - (int64_t{1} << 30);
  if ((data[4] & 4U) != 0) {
    series.start.form = TimeForm::kDate;
    series.start.second = day_of_second(series.start.second) * kDaySeconds;
  }
  series.zone = TimeZone::find(kZones[data[4] & 3U]).value();
  const std::string_view text(reinterpret_cast<const char*>(data) + kHeadBytes, size - kHeadBytes);
  const size_t line_break = text.find('\n');
  const auto rule = parse_rule(text.substr(0, line_break));
  if (!rule) return 0;
  check_rule(*rule);
  series.rule = *rule;
  if (line_break != std::string_view::npos) add_dates(text.substr(line_break + 1), series);
  const auto recurrence = Recurrence::create(series);
  if (!recurrence) return 0;
  check_window(*recurrence, {});
  const int64_t from = series.start.second + number(data + 5, 3) * 3600;
  check_window(*recurrence, {from, std::numeric_limits<int64_t>::max()});
  check_window(*recurrence, {from, from + 7 * kDaySeconds});
  return 0;
}
