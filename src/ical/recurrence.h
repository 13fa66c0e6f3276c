#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/error.h"
#include "ical/date_time.h"
#include "ical/expansion/plan.h"
#include "ical/expansion/rule_cursor.h"
#include "ical/rule.h"
#include "ical/time_zone.h"

// When something recurs: the recurrence set of RFC 5545 (3.8.5), in any window of time.
//
//   NORN_ASSIGN(Rule rule, parse_rule("FREQ=WEEKLY;BYDAY=MO"));
//   NORN_ASSIGN(Recurrence weekly, Recurrence::create({.start = start, .zone = zone, .rule =
//   rule})); NORN_ASSIGN(Expanded week, weekly.expand({.from_s = monday, .to_s = next_monday},
//   100));
//
// Rules use wall time: an occurrence at 09:00 stays at 09:00 when the clocks change. A wall
// time that the zone skips or has twice is read as TimeZone::utc_of says, and is one occurrence;
// so an HOURLY rule has one at 02:30 and one at 03:30 in the night that has no 02:30, at the same
// instant.
//
// DTSTART is an occurrence only if it matches the rule; without a rule it always is one. Dates that
// do not exist (30 February) are skipped. Nothing recurs after the year 9999.
namespace norn::ical {

// Of each of RDATE and EXDATE.
constexpr size_t kMaxListedDates = 10'000;

// One series, as a calendar file defines it.
struct Series {
  DateTime start;  // DTSTART
  // The zone of a local start, and of everything local below. Without it such times float: they
  // are treated as if they were UTC.
  std::optional<TimeZone> zone = std::nullopt;
  std::optional<Rule> rule = std::nullopt;
  std::vector<RecurrenceDate> dates = {};  // RDATE
  // EXDATE. A date excludes all occurrences of that day, a time the one at that time.
  std::vector<DateTime> exceptions = {};
};

struct Occurrence {
  int64_t local_s = 0;     // On the wall; UTC when the start is, midnight of a whole day.
  int64_t utc_s = 0;       // The same as local_s where there is no zone.
  int64_t duration_s = 0;  // Of an RDATE that is a period; otherwise 0, for as long as the first.

  bool operator==(const Occurrence&) const = default;
};

// Instants from `from_s` to before `to_s`; for floating times and whole days, on the wall.
struct Window {
  int64_t from_s = std::numeric_limits<int64_t>::min();
  int64_t to_s = std::numeric_limits<int64_t>::max();
};

struct Expanded {
  std::vector<Occurrence> occurrences;
  bool more = false;  // There are more than the limit allowed.
};

// A validated and compiled series. Immutable, so many threads may use it.
class Recurrence {
 public:
  // Returns an error if the rule or the dates are invalid, or COUNT is too large to count
  // (kMaxCountedUnits).
  static Result<Recurrence> create(const Series& series);

  // In order of wall time, which is the order of instants but for times in a gap. Returns an error
  // if the rule seems never to occur again (kMaxVainSteps).
  Result<Expanded> expand(const Window& window, size_t limit) const;

  // Whether there is an occurrence at that RECURRENCE-ID: a wall time, a time in UTC, or a day.
  Result<bool> contains(const DateTime& time) const;

  // The instant of a time that limits a window: midnight of a date; a local time in the zone of the
  // series.
  int64_t instant_of(const DateTime& time) const;

  // How its times are to be written.
  TimeForm form() const { return form_; }
  // Whether utc_s and local_s can differ.
  bool has_zone() const { return !zone_.is_utc(); }

 private:
  friend class Expansion;
  Recurrence() = default;

  Result<void> add_rule(const Rule& rule, int64_t start);
  void add_until(const DateTime& until);
  Result<void> add_dates(const std::vector<RecurrenceDate>& dates);
  Result<void> add_exceptions(const std::vector<DateTime>& exceptions);
  void sort_dates();

  TimeForm form_ = TimeForm::kLocal;
  TimeZone zone_ = TimeZone::utc();
  std::optional<Plan> plan_;
  // The effect of COUNT and UNTIL: the last wall time of the rule, and the last instant.
  int64_t last_s_ = kLastSecond;
  int64_t last_utc_s_ = std::numeric_limits<int64_t>::max();
  std::vector<Occurrence> dates_;
  std::vector<int64_t> local_exceptions_;
  std::vector<int64_t> utc_exceptions_;
  std::vector<Day> day_exceptions_;
};

// Iterates over a window without a list: allocates nothing per occurrence. The recurrence must
// outlive it.
class Expansion {
 public:
  Expansion(const Recurrence& recurrence, const Window& window);

  // The next one; false at the end.
  bool next(Occurrence& occurrence);

  // After the end: an error if a bound ended the iteration, and not the rule.
  Result<void> outcome() const;

 private:
  bool take_next(Occurrence& occurrence);
  bool is_excepted(const Occurrence& occurrence);

  const Recurrence& recurrence_;
  Window window_;
  ZoneCursor zone_;
  std::optional<RuleCursor> rule_;
  bool has_rule_time_ = false;
  int64_t rule_time_ = 0;
  const Occurrence* date_;
  const Occurrence* dates_end_;
  const int64_t* exception_;
  const int64_t* exceptions_end_;
  bool has_other_exceptions_;
};

}  // namespace norn::ical
