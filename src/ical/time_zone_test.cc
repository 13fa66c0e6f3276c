#include "ical/time_zone.h"

#include <gtest/gtest.h>

#include "ical/date_time.h"

namespace norn::ical {
namespace {

int64_t second(const char* text) {
  return parse_date_time(text)->second;
}

TEST(TimeZone, IsFoundByItsName) {
  for (const char* name : {"Europe/London", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "UTC",
                           "America/Port-au-Prince", "EST5EDT"}) {
    EXPECT_TRUE(TimeZone::find(name)) << name;
  }
  EXPECT_TRUE(TimeZone::find("UTC")->is_utc());
  EXPECT_FALSE(TimeZone::find("Europe/London")->is_utc());
  EXPECT_EQ(TimeZone::find("Europe/London")->name(), "Europe/London");
}

TEST(TimeZone, NothingElseIsFound) {
  for (const char* name :
       {"", "Nowhere", "America", "america/new_york", "/etc/localtime", "../zoneinfo/UTC",
        "localtime", "right/UTC", "posixrules", "Europe/London\n", "Europe//../London", "zone.tab",
        "Fixed/UTC+01:00:00", "file:Europe/London", "Eastern Standard Time"}) {
    const auto zone = TimeZone::find(name);
    ASSERT_FALSE(zone) << name;
    EXPECT_NE(zone.error().message.find("Europe/London"), std::string::npos);
  }
  EXPECT_FALSE(TimeZone::find(std::string(1000, 'A')));
}

TEST(TimeZone, SkippedTimesAreReadWithTheOffsetFromBefore) {
  const auto zone = *TimeZone::find("America/New_York");
  EXPECT_EQ(zone.utc_of(second("20240310T015959")), second("20240310T065959Z"));
  EXPECT_EQ(zone.utc_of(second("20240310T020000")), second("20240310T070000Z"));
  EXPECT_EQ(zone.utc_of(second("20240310T025959")), second("20240310T075959Z"));
  EXPECT_EQ(zone.utc_of(second("20240310T030000")), second("20240310T070000Z"));
}

TEST(TimeZone, OfRepeatedTimesTheFirstCounts) {
  const auto zone = *TimeZone::find("America/New_York");
  EXPECT_EQ(zone.utc_of(second("20241103T005959")), second("20241103T045959Z"));
  EXPECT_EQ(zone.utc_of(second("20241103T010000")), second("20241103T050000Z"));
  EXPECT_EQ(zone.utc_of(second("20241103T015959")), second("20241103T055959Z"));
  EXPECT_EQ(zone.utc_of(second("20241103T020000")), second("20241103T070000Z"));
  EXPECT_EQ(zone.local_of(second("20241103T063000Z")), second("20241103T013000"));
}

// Around every change of clocks, and everywhere else: the cursor says what the zone says.
TEST(ZoneCursor, AgreesWithTheZone) {
  for (const char* name :
       {"America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
        "America/Sao_Paulo", "Africa/Casablanca", "Asia/Tehran", "UTC"}) {
    const auto zone = *TimeZone::find(name);
    ZoneCursor forwards(zone);
    ZoneCursor backwards(zone);
    const int64_t begin = second("18800101T000000");
    const int64_t end = second("26000101T000000");
    constexpr int64_t kStep = 3600 * 70 + 1;
    for (int64_t local = begin; local < end; local += kStep * 4) {
      ASSERT_EQ(forwards.utc_of(local), zone.utc_of(local)) << name << " " << local;
      const int64_t mirrored = end - (local - begin);
      ASSERT_EQ(backwards.utc_of(mirrored), zone.utc_of(mirrored)) << name << " " << mirrored;
    }
    for (int64_t local = second("20110101T000000"); local < second("20130101T000000");
         local += 900) {
      ASSERT_EQ(forwards.utc_of(local), zone.utc_of(local)) << name << " " << local;
    }
  }
}

// Every wall time whose instant is in the window is in the range.
TEST(LocalRange, LeavesNothingOut) {
  for (const char* name : {"America/New_York", "Pacific/Apia", "Australia/Lord_Howe"}) {
    const auto zone = *TimeZone::find(name);
    for (int64_t from = second("20111001T000000Z"); from < second("20120501T000000Z");
         from += 5400) {
      const int64_t to = from + 900;
      const LocalRange range = local_range(zone, from, to);
      for (int64_t local = from - 2 * kDaySeconds; local < to + 2 * kDaySeconds; local += 900) {
        const int64_t utc = zone.utc_of(local);
        if (utc < from || utc >= to) continue;
        ASSERT_GE(local, range.from) << name << " " << from;
        ASSERT_LT(local, range.to) << name << " " << from;
      }
      ASSERT_LE(range.to - range.from, to - from + kDaySeconds) << name << " " << from;
    }
  }
}

// Forwards and backwards through the changes of some years, and beyond the list of them.
TEST(OffsetCursor, SaysWhatTheZoneSays) {
  for (const char* name : {"UTC", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
                           "Africa/Casablanca", "Asia/Kolkata"}) {
    const auto zone = TimeZone::find(name);
    ASSERT_TRUE(zone) << name;
    OffsetCursor cursor(*zone);
    constexpr int64_t kStep = 5 * kHourSeconds + 1;
    for (const int year : {1890, 2011, 2025, 2026, 2600}) {
      const int64_t begin = day_of(year, 0, 1) * kDaySeconds;
      const int64_t end = begin + 366 * kDaySeconds;
      for (int64_t at = begin; at < end; at += kStep) {
        ASSERT_EQ(cursor.local_of(at), zone->local_of(at)) << name << " " << at;
      }
      for (int64_t at = end; at > begin; at -= kStep) {
        ASSERT_EQ(cursor.local_of(at), zone->local_of(at)) << name << " " << at;
      }
    }
    for (const auto& change : changes_of(*zone, 2020, 2030)) {
      EXPECT_EQ(cursor.local_of(change.utc_s - 1), change.utc_s - 1 + change.before_s);
      EXPECT_EQ(cursor.local_of(change.utc_s), change.utc_s + change.after_s);
    }
  }
}

}  // namespace
}  // namespace norn::ical
