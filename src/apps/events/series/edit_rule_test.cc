#include "apps/events/series/edit_rule.h"

#include <gtest/gtest.h>

#include "apps/events/test_world.h"

namespace norn::events {
namespace {

struct MoveCase {
  const char* rule;
  const char* from;  // Of the occurrence that is moved.
  const char* to;
  const char* moved;            // Empty: it cannot be.
  const char* start = nullptr;  // Of the series, before; that of the occurrence when left out.
};

std::string outcome(const MoveCase& test) {
  const int64_t from = second(test.from);
  const int64_t to = second(test.to);
  const int64_t start = test.start != nullptr ? second(test.start) : from;
  const auto rule =
      moved(must(ical::parse_rule(test.rule)),
            {.from_local_s = from, .to_local_s = to, .new_start_local_s = start + to - from});
  if (!rule) {
    EXPECT_TRUE(fails(rule, ErrorCode::kInvalid, "rrule"));
    return "";
  }
  return ical::rule_text(*rule);
}

// 2025-01-06 is a Monday.
constexpr MoveCase kMoveCases[] = {
    // Without parts there is nothing to do.
    {"FREQ=DAILY", "2025-01-06T09:00:00", "2025-01-08T11:00:00", "FREQ=DAILY"},
    {"FREQ=WEEKLY;COUNT=4", "2025-01-06", "2025-01-08", "FREQ=WEEKLY;COUNT=4"},
    {"FREQ=MONTHLY", "2025-01-06", "2025-01-08", "FREQ=MONTHLY"},
    {"FREQ=YEARLY", "2025-01-06", "2025-02-08", "FREQ=YEARLY"},
    {"FREQ=HOURLY;INTERVAL=5", "2025-01-06T09:00:00", "2025-01-06T09:20:00",
     "FREQ=HOURLY;INTERVAL=5"},
    // Times alone.
    {"FREQ=MONTHLY;BYDAY=-1FR", "2025-01-31T09:00:00", "2025-01-31T10:00:00",
     "FREQ=MONTHLY;BYDAY=-1FR"},
    {"FREQ=DAILY;BYHOUR=9;BYMINUTE=0", "2025-01-06T09:00:00", "2025-01-06T10:30:00",
     "FREQ=DAILY;BYMINUTE=30;BYHOUR=10"},
    {"FREQ=DAILY;BYHOUR=9,17", "2025-01-06T09:00:00", "2025-01-06T10:00:00", ""},
    {"FREQ=DAILY;BYHOUR=9,17", "2025-01-06T09:00:00", "2025-01-07T09:00:00",
     "FREQ=DAILY;BYHOUR=9,17"},
    {"FREQ=HOURLY;BYDAY=MO", "2025-01-06T09:00:00", "2025-01-06T09:30:00", ""},
    // Weekdays go round.
    {"FREQ=WEEKLY;BYDAY=MO,WE,FR", "2025-01-06", "2025-01-07", "FREQ=WEEKLY;BYDAY=TU,TH,SA"},
    {"FREQ=WEEKLY;BYDAY=MO,WE,FR", "2025-01-06", "2025-01-05", "FREQ=WEEKLY;BYDAY=TU,TH,SU"},
    {"FREQ=WEEKLY;BYDAY=MO", "2025-01-06", "2025-01-20", "FREQ=WEEKLY;BYDAY=MO"},
    {"FREQ=WEEKLY;BYDAY=MO", "2025-01-06T23:00:00", "2025-01-07T01:00:00", "FREQ=WEEKLY;BYDAY=TU"},
    {"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2025-01-06", "2025-01-07",
     "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=TU"},
    {"FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2025-01-06", "2025-01-07",
     "FREQ=DAILY;BYDAY=TU,WE,TH,FR,SA"},
    {"FREQ=WEEKLY;BYMONTH=1;BYDAY=MO", "2025-01-06", "2025-01-07", ""},
    {"FREQ=DAILY;BYMONTHDAY=1,2,3", "2025-01-01", "2025-01-02", ""},
    // Days of the month become the new one.
    {"FREQ=MONTHLY;BYMONTHDAY=15", "2025-01-15", "2025-01-17", "FREQ=MONTHLY;BYMONTHDAY=17"},
    {"FREQ=MONTHLY;BYMONTHDAY=30", "2025-04-30", "2025-05-01", "FREQ=MONTHLY;BYMONTHDAY=1"},
    {"FREQ=MONTHLY", "2025-04-30", "2025-05-01", "FREQ=MONTHLY;BYMONTHDAY=1", "2025-01-30"},
    {"FREQ=MONTHLY;BYMONTHDAY=1,15", "2025-01-15", "2025-01-16", ""},
    {"FREQ=MONTHLY;BYMONTHDAY=-1", "2025-01-31", "2025-01-30", ""},
    {"FREQ=MONTHLY;BYDAY=2MO", "2025-01-13", "2025-01-14", ""},
    {"FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "2025-01-06", "2025-01-07", ""},
    {"FREQ=MONTHLY;BYMONTHDAY=15;BYMONTH=1,7", "2025-01-15", "2025-01-16",
     "FREQ=MONTHLY;BYMONTHDAY=16;BYMONTH=1,7"},
    {"FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=1,7", "2025-01-31", "2025-02-01", ""},
    {"FREQ=YEARLY;BYMONTHDAY=25;BYMONTH=12", "2025-12-25", "2025-12-24",
     "FREQ=YEARLY;BYMONTHDAY=24;BYMONTH=12"},
    {"FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=12", "2025-12-31", "2026-01-01",
     "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=1"},
    {"FREQ=YEARLY", "2024-02-28", "2024-02-29", "FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2",
     "2023-02-28"},
    {"FREQ=YEARLY;BYYEARDAY=100", "2025-04-10", "2025-04-11", ""},
    {"FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "2025-05-12", "2025-05-13", ""},
    {"FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=4", "2025-07-04", "2025-07-05",
     "FREQ=YEARLY;BYMONTHDAY=5;BYMONTH=1,7"},
};

TEST(EngineRules, MoveWithTheirOccurrences) {
  for (const MoveCase& test : kMoveCases) {
    EXPECT_EQ(outcome(test), test.moved) << test.rule << " " << test.from << " " << test.to;
  }
}

}  // namespace
}  // namespace norn::events
