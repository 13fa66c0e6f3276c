#include "apps/events/series/when.h"

#include <gtest/gtest.h>

#include "apps/events/limits.h"
#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/test_world.h"

namespace norn::events {
namespace {

constexpr std::string_view kNewYork = "America/New_York";

using Tzid = std::optional<std::string>;

std::optional<std::optional<int64_t>> wall(std::string_view text) {
  return std::optional(std::optional(second(text)));
}

Date date_of(std::string_view text) {
  return parse_date(text).value();
}

When timed_from_utc(std::string_view start_utc, std::string_view end_utc,
                    std::string_view tzid = "America/New_York") {
  return {.kind = TimeKind::kTimed,
          .start_s = second(start_utc),
          .end_s = second(end_utc),
          .start_tzid = std::string(tzid)};
}

When days(std::string_view start, std::string_view end) {
  return {.kind = TimeKind::kAllDay, .start_s = second(start), .end_s = second(end)};
}

When floating_from_wall(std::string_view start, std::string_view end) {
  return {.kind = TimeKind::kFloating, .start_s = second(start), .end_s = second(end)};
}

Result<When> made(const WhenChange& change) {
  return applied(std::nullopt, change, "Europe/Berlin");
}

Result<When> changed(const When& base, const WhenChange& change) {
  return applied(base, change, "Europe/Berlin");
}

// "2025-12-15T14:00:00Z 2025-12-15T15:00:00Z America/New_York -"
std::string text_of(const Result<When>& when) {
  if (!when) return when.error().message;
  return fmt::format(
      "{} {} {} {}", start_key(*when), when->end_s ? time_text(when->kind, *when->end_s) : "-",
      when->start_tzid.empty() ? "-" : when->start_tzid, when->end_tzid.value_or("-"));
}

TEST(EngineWhen, NewTimesAreInTheZoneThatIsSaid) {
  EXPECT_EQ(text_of(made({.start_local_s = second("2025-12-15T09:00:00"),
                          .end_local_s = wall("2025-12-15T10:30:00"),
                          .start_tzid = Tzid(kNewYork)})),
            "2025-12-15T14:00:00Z 2025-12-15T15:30:00Z America/New_York -");
  // The person's own when none is said; without an end it is a moment.
  EXPECT_EQ(text_of(made({.start_local_s = second("2025-07-15T09:00:00")})),
            "2025-07-15T07:00:00Z - Europe/Berlin -");
  // None at all when that is said: it floats.
  EXPECT_EQ(text_of(made({.start_local_s = second("2025-12-15T09:00:00"),
                          .end_local_s = wall("2025-12-15T10:00:00"),
                          .start_tzid = Tzid()})),
            "2025-12-15T09:00:00 2025-12-15T10:00:00 - -");
}

TEST(EngineWhen, AJourneyEndsInAnotherZone) {
  EXPECT_EQ(text_of(made({.start_local_s = second("2025-12-15T18:00:00"),
                          .end_local_s = wall("2025-12-16T07:30:00"),
                          .start_tzid = Tzid(kNewYork),
                          .end_tzid = Tzid("Europe/Berlin")})),
            "2025-12-15T23:00:00Z 2025-12-16T06:30:00Z America/New_York Europe/Berlin");
  // West across many zones, the clocks show an earlier end than start.
  EXPECT_EQ(text_of(made({.start_local_s = second("2025-12-15T10:00:00"),
                          .end_local_s = wall("2025-12-15T07:00:00"),
                          .start_tzid = Tzid("Asia/Tokyo"),
                          .end_tzid = Tzid("America/Los_Angeles")})),
            "2025-12-15T01:00:00Z 2025-12-15T15:00:00Z Asia/Tokyo America/Los_Angeles");
  // The same zone is no journey.
  EXPECT_EQ(text_of(made({.start_local_s = second("2025-12-15T10:00:00"),
                          .end_local_s = wall("2025-12-15T11:00:00"),
                          .start_tzid = Tzid(kNewYork),
                          .end_tzid = Tzid(kNewYork)})),
            "2025-12-15T15:00:00Z 2025-12-15T16:00:00Z America/New_York -");
}

TEST(EngineWhen, WholeDays) {
  EXPECT_EQ(text_of(made({.is_all_day = true,
                          .start_date = date_of("2024-02-28"),
                          .end_date = date_of("2024-03-01")})),
            "2024-02-28 2024-03-01 - -");
  EXPECT_EQ(text_of(made({.is_all_day = true, .start_date = date_of("2024-12-31")})),
            "2024-12-31 2025-01-01 - -");
  // Nothing but days means whole days.
  EXPECT_EQ(text_of(made({.start_date = date_of("2024-12-31")})), "2024-12-31 2025-01-01 - -");
  EXPECT_EQ(text_of(made({.is_all_day = true,
                          .start_date = date_of("2024-12-31"),
                          .end_local_s = std::optional<std::optional<int64_t>>(std::in_place),
                          .start_tzid = Tzid()})),
            "2024-12-31 2025-01-01 - -");
}

// RFC 5545, 3.3.5: a time that is skipped is read with the offset before the gap, and of a time
// that comes twice the first counts.
TEST(EngineWhen, GapsAndOverlaps) {
  struct Case {
    const char* local;
    const char* tzid;
    const char* utc;
  };
  for (const Case& c : {
           Case{"2025-03-09T02:30:00", "America/New_York", "2025-03-09T07:30:00Z"},
           Case{"2025-11-02T01:30:00", "America/New_York", "2025-11-02T05:30:00Z"},
           Case{"2025-03-30T01:30:00", "Europe/London", "2025-03-30T01:30:00Z"},
           Case{"2025-10-26T01:30:00", "Europe/London", "2025-10-26T00:30:00Z"},
           // Lord Howe moves its clocks by half an hour.
           Case{"2025-10-05T02:15:00", "Australia/Lord_Howe", "2025-10-04T15:45:00Z"},
           Case{"2025-04-06T01:45:00", "Australia/Lord_Howe", "2025-04-05T14:45:00Z"},
           Case{"2025-12-15T09:00:00", "Asia/Kolkata", "2025-12-15T03:30:00Z"},
           // Samoa had no 30 December 2011.
           Case{"2011-12-30T09:00:00", "Pacific/Apia", "2011-12-30T19:00:00Z"},
           // There was no midnight in Sao Paulo that night.
           Case{"2018-11-04T00:00:00", "America/Sao_Paulo", "2018-11-04T03:00:00Z"},
       }) {
    const auto when = made({.start_local_s = second(c.local), .start_tzid = Tzid(c.tzid)});
    EXPECT_EQ(utc_text_of(must(when).start_s), c.utc) << c.local << " " << c.tzid;
  }
}

TEST(EngineWhen, WhatBeginsInAGapIsAsLongAsWasSaid) {
  struct Case {
    const char* start;
    const char* end;
    const char* expected;
  };
  for (const Case& c : {
           Case{"2026-03-29T02:30:00", "2026-03-29T03:30:00",
                "2026-03-29T01:30:00Z 2026-03-29T02:30:00Z Europe/Berlin -"},
           Case{"2026-03-29T02:30:00", "2026-03-29T02:45:00",
                "2026-03-29T01:30:00Z 2026-03-29T01:45:00Z Europe/Berlin -"},
           Case{"2026-03-29T02:30:00", "2026-03-29T03:00:00",
                "2026-03-29T01:30:00Z 2026-03-29T02:00:00Z Europe/Berlin -"},
           // Only the end is skipped.
           Case{"2026-03-29T01:30:00", "2026-03-29T02:30:00",
                "2026-03-29T00:30:00Z 2026-03-29T01:30:00Z Europe/Berlin -"},
       }) {
    const auto when = made({.start_local_s = second(c.start), .end_local_s = wall(c.end)});
    EXPECT_EQ(text_of(when), c.expected) << c.start;
    // The same of an event that is moved there.
    const When base = must(made({.start_local_s = second("2026-03-28T09:00:00"),
                                 .end_local_s = wall("2026-03-28T10:00:00")}));
    const auto moved =
        changed(base, {.start_local_s = second(c.start), .end_local_s = wall(c.end)});
    EXPECT_EQ(text_of(moved), c.expected) << c.start;
  }
}

TEST(EngineWhen, AStartThatMovesTakesItsEndAlong) {
  const When base = timed_from_utc("2025-12-15T14:00:00Z", "2025-12-15T15:00:00Z");
  EXPECT_EQ(text_of(changed(base, {.start_local_s = second("2025-12-16T11:00:00")})),
            "2025-12-16T16:00:00Z 2025-12-16T17:00:00Z America/New_York -");
  // Over a change of the clocks, from nine on Friday to five on Monday stays so.
  const When weekend = timed_from_utc("2025-02-28T14:00:00Z", "2025-03-03T22:00:00Z");
  EXPECT_EQ(text_of(changed(weekend, {.start_local_s = second("2025-03-07T09:00:00")})),
            "2025-03-07T14:00:00Z 2025-03-10T21:00:00Z America/New_York -");
  // A flight takes as long as it takes.
  When flight = timed_from_utc("2025-12-15T23:00:00Z", "2025-12-16T06:30:00Z");
  flight.end_tzid = "Europe/Berlin";
  EXPECT_EQ(text_of(changed(flight, {.start_local_s = second("2025-12-20T19:00:00")})),
            "2025-12-21T00:00:00Z 2025-12-21T07:30:00Z America/New_York Europe/Berlin");
  EXPECT_EQ(
      text_of(changed(days("2025-12-15", "2025-12-18"), {.start_date = date_of("2025-12-30")})),
      "2025-12-30 2026-01-02 - -");
  EXPECT_EQ(text_of(changed(floating_from_wall("2025-12-15T09:00:00", "2025-12-15T10:00:00"),
                            {.start_local_s = second("2025-12-15T23:30:00")})),
            "2025-12-15T23:30:00 2025-12-16T00:30:00 - -");
}

TEST(EngineWhen, AnEndChangesAlone) {
  const When base = timed_from_utc("2025-12-15T14:00:00Z", "2025-12-15T15:00:00Z");
  EXPECT_EQ(text_of(changed(base, {.end_local_s = wall("2025-12-15T12:00:00")})),
            "2025-12-15T14:00:00Z 2025-12-15T17:00:00Z America/New_York -");
  EXPECT_EQ(
      text_of(changed(base, {.end_local_s = std::optional<std::optional<int64_t>>(std::in_place)})),
      "2025-12-15T14:00:00Z - America/New_York -");
  EXPECT_EQ(text_of(changed(days("2025-12-15", "2025-12-16"), {.end_date = date_of("2025-12-20")})),
            "2025-12-15 2025-12-20 - -");
}

TEST(EngineWhen, AZoneThatChangesLeavesTheClocksOnTheWall) {
  const When base = timed_from_utc("2025-12-15T14:00:00Z", "2025-12-15T15:00:00Z");
  EXPECT_EQ(text_of(changed(base, {.start_tzid = Tzid("Asia/Kolkata")})),
            "2025-12-15T03:30:00Z 2025-12-15T04:30:00Z Asia/Kolkata -");
  EXPECT_EQ(text_of(changed(base, {.start_tzid = Tzid()})),
            "2025-12-15T09:00:00 2025-12-15T10:00:00 - -");
  EXPECT_EQ(text_of(changed(floating_from_wall("2025-12-15T09:00:00", "2025-12-15T10:00:00"),
                            {.start_tzid = Tzid(kNewYork)})),
            "2025-12-15T14:00:00Z 2025-12-15T15:00:00Z America/New_York -");
  EXPECT_EQ(text_of(changed(base, {.end_tzid = Tzid("America/Chicago")})),
            "2025-12-15T14:00:00Z 2025-12-15T16:00:00Z America/New_York America/Chicago");
}

// 01:30 of that night came twice; what is on the second of them stays there.
TEST(EngineWhen, WhatIsNotChangedKeepsItsInstant) {
  const When second_time = timed_from_utc("2025-11-02T06:30:00Z", "2025-11-02T06:45:00Z");
  EXPECT_EQ(changed(second_time, {}).value(), second_time);
  EXPECT_EQ(text_of(changed(second_time, {.end_local_s = wall("2025-11-02T03:00:00")})),
            "2025-11-02T06:30:00Z 2025-11-02T08:00:00Z America/New_York -");
  // Somebody sends back what they were shown.
  EXPECT_EQ(changed(second_time, {.start_local_s = second("2025-11-02T01:30:00"),
                                  .end_local_s = wall("2025-11-02T01:45:00"),
                                  .start_tzid = Tzid(kNewYork)})
                .value(),
            second_time);
  // From the first 01:50 to the second 01:10 are twenty minutes, wherever it is moved.
  const When across = timed_from_utc("2025-11-02T05:50:00Z", "2025-11-02T06:10:00Z");
  EXPECT_EQ(text_of(changed(across, {.start_local_s = second("2025-11-05T09:00:00")})),
            "2025-11-05T14:00:00Z 2025-11-05T14:20:00Z America/New_York -");
}

TEST(EngineWhen, TimesBecomeDaysAndDaysTimes) {
  const When late =
      timed_from_utc("2025-12-16T04:00:00Z", "2025-12-16T06:00:00Z");  // 23:00 to 01:00.
  EXPECT_EQ(text_of(changed(late, {.is_all_day = true})), "2025-12-15 2025-12-17 - -");
  const When until_midnight = timed_from_utc("2025-12-16T04:00:00Z", "2025-12-16T05:00:00Z");
  EXPECT_EQ(text_of(changed(until_midnight, {.is_all_day = true})), "2025-12-15 2025-12-16 - -");
  EXPECT_EQ(text_of(changed(late, {.is_all_day = true, .start_date = date_of("2025-12-20")})),
            "2025-12-20 2025-12-22 - -");
  EXPECT_EQ(text_of(changed(days("2025-12-15", "2025-12-16"),
                            {.is_all_day = false,
                             .start_local_s = second("2025-12-15T09:00:00"),
                             .end_local_s = wall("2025-12-15T10:00:00")})),
            "2025-12-15T08:00:00Z 2025-12-15T09:00:00Z Europe/Berlin -");
}

struct Refused {
  const char* field;
  std::optional<When> base;
  WhenChange change;
};

TEST(EngineWhen, WhatCannotBeIsRefused) {
  const int64_t nine = second("2025-12-15T09:00:00");
  const When hour = timed_from_utc("2025-12-15T14:00:00Z", "2025-12-15T15:00:00Z");
  const When one_day = days("2025-12-15", "2025-12-16");
  const When floats = floating_from_wall("2025-12-15T09:00:00", "2025-12-15T10:00:00");
  const std::vector<Refused> cases = {
      {"start", {}, {}},
      {"startDate", {}, {.is_all_day = true}},
      {"startDate", {}, {.end_date = date_of("2025-12-16")}},
      {"startTzid", {}, {.start_local_s = nine, .start_tzid = Tzid("Berlin")}},
      {"startTzid", {}, {.start_local_s = nine, .start_tzid = Tzid("../etc/passwd")}},
      {"startTzid", {}, {.start_local_s = nine, .start_tzid = Tzid("")}},
      {"endTzid",
       {},
       {.start_local_s = nine,
        .end_local_s = wall("2025-12-15T10:00:00"),
        .end_tzid = Tzid("Mars/Olympus")}},
      {"endTzid", {}, {.start_local_s = nine, .end_tzid = Tzid(kNewYork)}},
      {"endTzid", floats, {.end_tzid = Tzid(kNewYork)}},
      {"end", {}, {.start_local_s = nine, .end_local_s = wall("2025-12-15T08:59:59")}},
      {"end", hour, {.end_local_s = wall("2025-12-15T08:59:59")}},
      {"endDate", one_day, {.end_date = date_of("2025-12-15")}},
      {"endDate", one_day, {.end_date = date_of("2025-12-01")}},
      {"end", {}, {.start_local_s = nine, .end_local_s = wall("2036-01-01T00:00:00")}},
      {"endDate", one_day, {.end_date = date_of("2036-01-01")}},
      {"start", {}, {.start_local_s = second("1899-12-31T23:59:59")}},
      {"startDate", {}, {.is_all_day = true, .start_date = date_of("1899-12-31")}},
      // In New York this is in the year 10000 of UTC.
      {"start", {}, {.start_local_s = second("9999-12-31T23:00:00"), .start_tzid = Tzid(kNewYork)}},
      // And this in 1899.
      {"start",
       {},
       {.start_local_s = second("1900-01-01T00:00:00"), .start_tzid = Tzid("Asia/Tokyo")}},
      {"endDate", {}, {.is_all_day = true, .start_date = date_of("9999-12-31")}},
      {"start", one_day, {.start_local_s = nine}},
      {"end", one_day, {.end_local_s = wall("2025-12-15T10:00:00")}},
      {"startTzid", one_day, {.start_tzid = Tzid(kNewYork)}},
      {"endTzid", one_day, {.end_tzid = Tzid(kNewYork)}},
      {"start", one_day, {.is_all_day = false}},
      {"startDate", hour, {.start_date = date_of("2025-12-16")}},
      {"endDate", hour, {.end_date = date_of("2025-12-16")}},
  };
  for (size_t i = 0; i < cases.size(); ++i) {
    const auto when = applied(cases[i].base, cases[i].change, "Europe/Berlin");
    EXPECT_TRUE(fails(when, ErrorCode::kInvalid, cases[i].field)) << i;
  }
}

TEST(EngineWhen, TheLongestIsPossible) {
  EXPECT_EQ(kMaxEventDays, 3'660);
  const Date start = date_of("2025-01-01");
  EXPECT_TRUE(made({.start_date = start, .end_date = start + std::chrono::days(3'660)}));
  EXPECT_FALSE(made({.start_date = start, .end_date = start + std::chrono::days(3'661)}));
  EXPECT_TRUE(made({.start_local_s = second("1900-01-01T00:00:00"), .start_tzid = Tzid("UTC")}));
  EXPECT_TRUE(made({.start_local_s = second("9999-12-31T23:59:59"), .start_tzid = Tzid("UTC")}));
}

TEST(EngineWhen, AnUnknownZoneIsNamed) {
  const auto when = made({.start_local_s = 0, .start_tzid = Tzid("Nowhere")});
  ASSERT_FALSE(when);
  EXPECT_EQ(when.error().message,
            "There is no time zone 'Nowhere'. Use a name like Europe/Berlin.");
  // One that was stored and is not known any more is read as UTC.
  EXPECT_TRUE(zone_of("Nowhere").is_utc());
  EXPECT_EQ(zone_of("Asia/Kolkata").offset_at(0), 19'800);
}

TEST(EngineWhen, FloatingTimesAndDaysAreWhereverOneIs) {
  const When floats = floating_from_wall("2025-12-15T09:00:00", "2025-12-15T10:00:00");
  const Instants in_berlin = instants_of(floats, "Europe/Berlin");
  EXPECT_EQ(utc_text_of(in_berlin.start_s), "2025-12-15T08:00:00Z");
  EXPECT_EQ(utc_text_of(in_berlin.end_s), "2025-12-15T09:00:00Z");
  const Instants day_in_new_york =
      instants_of(days("2025-03-09", "2025-03-10"), "America/New_York");
  EXPECT_EQ(utc_text_of(day_in_new_york.start_s), "2025-03-09T05:00:00Z");
  EXPECT_EQ(utc_text_of(day_in_new_york.end_s), "2025-03-10T04:00:00Z");  // It has 23 hours.
  const When hour = timed_from_utc("2025-12-15T14:00:00Z", "2025-12-15T15:00:00Z");
  EXPECT_EQ(instants_of(hour, "Asia/Tokyo").start_s, hour.start_s);
  const Instants on_wall = wall_times_of(hour, zone_of("Asia/Tokyo"));
  EXPECT_EQ(wall_text_of(on_wall.start_s), "2025-12-15T23:00:00");
  EXPECT_EQ(wall_text_of(on_wall.end_s), "2025-12-16T00:00:00");
  EXPECT_EQ(wall_times_of(floats, zone_of("Asia/Tokyo")).start_s, floats.start_s);
}

TEST(EngineWhen, LengthsAreCountedInMinutesThatHaveBegun) {
  EXPECT_EQ(minutes_of(days("2025-12-15", "2025-12-18")), 3 * 1440);
  EXPECT_EQ(minutes_of(timed_from_utc("2025-12-15T14:00:00Z", "2025-12-15T14:00:01Z")), 1);
  When moment = timed_from_utc("2025-12-15T14:00:00Z", "2025-12-15T15:00:00Z");
  EXPECT_EQ(minutes_of(moment), 60);
  moment.end_s.reset();
  EXPECT_EQ(minutes_of(moment), 0);
}

TEST(EngineWhen, TextsAreTimesThatExist) {
  EXPECT_EQ(second_of_date("2024-02-29"), second("2024-02-29"));
  EXPECT_EQ(second_of_wall("2025-12-15T23:59:59"), second("2025-12-15T23:59:59Z"));
  EXPECT_EQ(second_of_utc("1969-12-31T23:59:59.999Z"), -1);
  for (const char* text : {"", "2025-02-29", "2025-12-15T24:00:00", "2025-12-15 09:00:00",
                           "2025-12-15T09:00:00Z", "2025-12-15T09:00"}) {
    EXPECT_FALSE(second_of_wall(text)) << text;
  }
  for (int64_t at = second("1900-01-01"); at < second("9999-12-31"); at += 86'399 * 997) {
    ASSERT_EQ(second_of_wall(wall_text_of(at)), at);
    ASSERT_EQ(utc_text_of(at), timestamp_s(at * 1000));
  }
}

}  // namespace
}  // namespace norn::events
