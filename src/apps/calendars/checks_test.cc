#include "apps/calendars/checks.h"

#include "apps/calendars/keys.h"
#include "apps/calendars/test_world.h"
#include "apps/shared/test_checks.h"

namespace norn::calendars {
namespace {

class CalendarsChecks : public CalendarsTest {
 protected:
  apps::Checkup checkup{scene.store, checks_of_calendars(scene.context)};
  const std::string table = scene.tables.calendars();
};

TEST_P(CalendarsChecks, EntriesAreFoundOnAllTheirDays) {
  const Entry trip = scene.entry(ada, calendar, "2026-07-01",
                                 MultiDay{date("2026-07-01"), date("2026-07-05")}, "Trip");
  EXPECT_EQ(checkup.found(), "");
  checkup.update(table, keys::calendar(calendar), keys::calendar(calendar),
                 "SET longestSpanDays = :days", {{":days", store::Value::number(2)}});
  checkup.update(table, keys::entry(trip.id), keys::entry(trip.id), "REMOVE GSI1SK");
  EXPECT_EQ(checkup.found(),
            "calendars: entries: The entry has 5 days, and longestSpanDays of its calendar is 2: "
            "later days do not show it.\n"
            "calendars: entries: The entry is not found on its day.\n");
  EXPECT_EQ(checkup.repair(), 2U);
  EXPECT_EQ(checkup.found(), "");
  settle();
  EXPECT_EQ(scene.titles(ada, calendar, "2026-07-05", "2026-07-05"),
            std::vector<std::string>{"Trip"});
}

TEST_P(CalendarsChecks, MembersFindTheirCalendars) {
  checkup.update(table, keys::calendar(calendar), keys::member(bob), "REMOVE GSI1PK");
  EXPECT_EQ(checkup.found(),
            "calendars: members: The person is a member, and does not find the calendar.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  checkup.remove(table, keys::calendar(calendar), keys::member(ada));
  EXPECT_EQ(checkup.found(), "calendars: members: The calendar has no owner.\n");
  EXPECT_EQ(checkup.repair(), 0U);
}

TEST_P(CalendarsChecks, ACalendarInTheBinIsNotLost) {
  scene.entry(ada, calendar, "2026-07-01", AllDay{});
  must(scene.calendars.remove(ada, calendar));
  EXPECT_EQ(checkup.found(), "");
  const std::string other = scene.calendar(ada, "Work");
  scene.entry(ada, other, "2026-07-01", AllDay{});
  checkup.remove(table, keys::calendar(other), keys::calendar(other));
  EXPECT_EQ(checkup.found(),
            "calendars: entries: The entry is of a calendar that is not there.\n"
            "calendars: members: The person is a member of a calendar that is not there.\n");
}

NORN_ON_BOTH_STORES(CalendarsChecks);

}  // namespace
}  // namespace norn::calendars
