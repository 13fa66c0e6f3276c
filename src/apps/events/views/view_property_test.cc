#include <gtest/gtest.h>

#include <random>
#include <set>

#include "apps/events/series/series.h"
#include "apps/events/views/view_test_world.h"
#include "ical/civil.h"

// Random things, and views of random windows: they show what a reference shows that knows nothing
// of keys, indexes and windows. It makes every occurrence there is over some years, one after
// another, and looks at each whether it is in the days.
namespace norn::events {
namespace {

using ical::kDaySeconds;

constexpr const char* kZones[] = {
    "America/New_York",  "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata",     "Pacific/Apia",
    "America/Sao_Paulo", "UTC",           "Pacific/Kiritimati",  "Pacific/Pago_Pago"};
// Each with how many days (or months, by a minus) there are between two.
struct SimpleRule {
  const char* rrule;
  int days;
};
constexpr SimpleRule kRules[] = {{"FREQ=DAILY", 1},
                                 {"FREQ=DAILY;INTERVAL=3", 3},
                                 {"FREQ=WEEKLY", 7},
                                 {"FREQ=WEEKLY;INTERVAL=2", 14},
                                 {"FREQ=DAILY;INTERVAL=100", 100},
                                 {"FREQ=DAILY;COUNT=40", 1}};
const int64_t kFirst = second("2024-10-01");
const int64_t kEnd = second("2026-04-01");

class EngineViewProperty : public ViewsTest {
 protected:
  struct Expected {
    std::string id;
    std::string title;
    When when;
  };

  int64_t number(int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random_);
  }
  std::string zone() { return kZones[number(0, std::size(kZones) - 1)]; }

  // Of any kind and length, on any second of the years; often around the turn of one.
  When random_when() {
    const bool near_new_year = number(0, 3) == 0;
    const int64_t middle = second("2025-12-31T12:00:00");
    const int64_t start = near_new_year
                              ? middle + number(-3 * kDaySeconds, 3 * kDaySeconds) / 1800 * 1800
                              : number(kFirst / 1800, kEnd / 1800) * 1800;
    return at(static_cast<TimeKind>(number(0, 2)), start, zone());
  }

  When at(TimeKind kind, int64_t local_s, const std::string& tzid) {
    When when;
    when.kind = kind;
    when.start_s = local_s;
    const int64_t longest_hours = number(0, 9) == 0 ? 24 * 40 : 30;
    switch (kind) {
      case TimeKind::kTimed:
        when.start_tzid = tzid;
        when.start_s = zone_of(tzid).utc_of(local_s);
        break;
      case TimeKind::kAllDay:
        when.start_s = ical::day_of_second(local_s) * kDaySeconds;
        when.end_s = when.start_s + number(1, longest_hours / 24 + 1) * kDaySeconds;
        return when;
      case TimeKind::kFloating:
        break;
    }
    if (number(0, 4) != 0) when.end_s = when.start_s + number(0, longest_hours * 2) * 1800;
    return when;
  }

  void add_random_event(int index) {
    const Event made = add_event(fmt::format("event {}", index), random_when());
    expected_.push_back({made.id, made.details.title, made.when});
  }

  // Occurrences by adding days to the first on the wall: no rule is read for it.
  void add_random_series(int index) {
    const SimpleRule& rule = kRules[number(0, std::size(kRules) - 1)];
    Master master = series(fmt::format("series {}", index), random_when(), rule.rrule);
    if (master.when.kind == TimeKind::kTimed) {
      // Of a first time that comes twice, the first is meant.
      const ical::TimeZone& own = zone_of(master.when.start_tzid);
      const int64_t shift = own.utc_of(own.local_of(master.when.start_s)) - master.when.start_s;
      master.when.start_s += shift;
      if (master.when.end_s) *master.when.end_s += shift;
    }
    if (number(0, 3) == 0) master.repeats.until_s = number(kFirst, kEnd);
    const bool is_timed = master.when.kind == TimeKind::kTimed;
    const ical::TimeZone zone = is_timed ? zone_of(master.when.start_tzid) : ical::TimeZone::utc();
    const bool is_counted = std::string_view(rule.rrule).find("COUNT") != std::string_view::npos;
    std::vector<Instance> exceptions;
    int count = 0;
    for (int64_t local = zone.local_of(master.when.start_s); local < kEnd + 400 * kDaySeconds;
         local += rule.days * kDaySeconds) {
      if (is_counted && ++count > 40) break;
      const int64_t start = zone.utc_of(local);
      if (master.repeats.until_s && start > *master.repeats.until_s) continue;
      const std::string tag = day_tag(local);
      const int64_t fate = number(0, 29);
      if (fate == 0) {
        master.repeats.exdate.push_back(tag);
      } else if (fate == 1 && exceptions.size() < 20) {
        exceptions.push_back(random_exception(master, tag, start));
      } else {
        When when = master.when;
        when.start_s = start;
        if (when.end_s) when.end_s = start + master.when.duration_s();
        expected_.push_back({instance_id(master.id, tag), master.details.title, when});
      }
    }
    master.repeats.has_exceptions = !exceptions.empty();
    write(master);
    for (const Instance& made : exceptions) write(made);
  }

  Instance random_exception(const Master& master, const std::string& tag, int64_t start) {
    Instance made{.master_id = master.id,
                  .tag = tag,
                  .recurrence_s = start,
                  .recurrence_kind = master.when.kind,
                  .details = master.details,
                  .when = number(0, 1) == 0 ? random_when()
                                            : at(static_cast<TimeKind>(number(0, 2)),
                                                 start + number(-80, 80) * 3600, zone()),
                  .stamp = stamp};
    made.details.title += " changed";
    if (number(0, 3) == 0) {
      made.details.status = Status::kCancelled;
    } else {
      expected_.push_back({made.id(), made.details.title, made.when});
    }
    return made;
  }

  // "id start end", of everything in the days.
  std::multiset<std::string> reference(Date from, Date to, const std::string& tzid) {
    const ical::TimeZone& viewer = zone_of(tzid);
    const int64_t wall_from = from.time_since_epoch().count() * kDaySeconds;
    const int64_t wall_to = (to.time_since_epoch().count() + 1) * kDaySeconds;
    std::multiset<std::string> lines;
    for (const Expected& thing : expected_) {
      const bool is_timed = thing.when.kind == TimeKind::kTimed;
      const int64_t begin = is_timed ? viewer.utc_of(wall_from) : wall_from;
      const int64_t end = is_timed ? viewer.utc_of(wall_to) : wall_to;
      const int64_t start = thing.when.start_s;
      const int64_t over = thing.when.end_s.value_or(start);
      const bool is_in = begin < end && (over > start ? start < end && over > begin
                                                      : start >= begin && start < end);
      if (is_in) lines.insert(line(thing.id, thing.title, thing.when));
    }
    return lines;
  }
  static std::string line(std::string_view id, std::string_view title, const When& when) {
    return fmt::format("{} {} {} {}", id, title, start_key(when), when.duration_s());
  }
  static std::multiset<std::string> lines(const View& view) {
    std::multiset<std::string> lines;
    for (const Placed& placed : view.placed) {
      lines.insert(line(view.id(placed), view.item(placed).title(), view.when(placed)));
    }
    return lines;
  }

  View range(Date from, Date to, const std::string& tzid) {
    return must(views.range(ada, {.from = from, .to = to, .tzid = tzid}));
  }

  void check_random_window() {
    const Date from = Date(std::chrono::days(number(kFirst, kEnd) / kDaySeconds));
    const Date to = from + std::chrono::days(number(0, 4) == 0 ? number(0, 380) : number(0, 7));
    const std::string tzid = zone();
    SCOPED_TRACE(fmt::format("{} to {} in {}", date_text(from), date_text(to), tzid));
    const View window = range(from, to, tzid);
    ASSERT_EQ(lines(window), reference(from, to, tzid));
    // Each place says the truth about its own time.
    for (const Placed& placed : window.placed) {
      const Instants wall = wall_times_of(window.when(placed), zone_of(tzid));
      ASSERT_EQ(placed.start_local_s, wall.start_s);
      ASSERT_EQ(placed.end_local_s, wall.end_s);
    }
    if (to - from > std::chrono::days(8)) return;
    std::set<std::string> of_days;
    for (Date single = from; single <= to; single += std::chrono::days(1)) {
      for (const std::string& shown : lines(range(single, single, tzid))) of_days.insert(shown);
    }
    const auto together = lines(window);
    ASSERT_EQ(of_days, std::set<std::string>(together.begin(), together.end()));
  }

  std::mt19937_64 random_{20'251'215};
  std::vector<Expected> expected_;
};
NORN_ENGINE_ON_BOTH_STORES(EngineViewProperty);

TEST_P(EngineViewProperty, ViewsShowWhatIsThere) {
  for (int round = 0; round < 6; ++round) {
    ada = fmt::format("00000000-0000-4000-8000-{:012}", round);
    add_person(ada);
    expected_.clear();
    for (int index = 0; index < 60; ++index) add_random_event(index);
    for (int index = 0; index < 10; ++index) add_random_series(index);
    settle();
    for (int window = 0; window < 40 && !HasFatalFailure(); ++window) check_random_window();
  }
}

}  // namespace
}  // namespace norn::events
