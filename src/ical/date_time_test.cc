#include "ical/date_time.h"

#include <gtest/gtest.h>

#include "ical/civil.h"

namespace norn::ical {
namespace {

TEST(Civil, DaysAndDatesAreTheSame) {
  EXPECT_EQ(day_of(1, 0, 1), kFirstDay);
  EXPECT_EQ(day_of(1970, 0, 1), 0);
  EXPECT_EQ(day_of(9999, 11, 31), kLastDay);
  Month month = Month::of_day(kFirstDay);
  for (Day day = kFirstDay; day <= kLastDay; ++day) {
    if (!month.has(day)) month.advance();
    const CivilDate date = civil_date(day);
    ASSERT_EQ(date.year, month.year) << day;
    ASSERT_EQ(date.month, month.month) << day;
    ASSERT_EQ(date.day, day - month.first + 1) << day;
    if (date.day != 1) continue;
    ASSERT_EQ(day_of(date.year, date.month, 1), day);
    ASSERT_EQ(month.first_weekday, weekday_of(day));
    ASSERT_EQ(Month::of_index(month.index()).first, day);
  }
  EXPECT_EQ(weekday_of(0), 3) << "1 January 1970 was a Thursday";
}

TEST(DateTime, TextsAreReadAndWritten) {
  const struct {
    const char* text;
    TimeForm form;
    int64_t second;
  } rows[] = {
      {"19700101", TimeForm::kDate, 0},
      {"19700102T000001", TimeForm::kLocal, 86'401},
      {"19691231T235959Z", TimeForm::kUtc, -1},
      {"20240229T120000", TimeForm::kLocal, 1'709'208'000},
      {"00010101", TimeForm::kDate, kFirstSecond},
      {"99991231T235959", TimeForm::kLocal, kLastSecond},
  };
  for (const auto& row : rows) {
    const auto time = parse_date_time(row.text);
    ASSERT_TRUE(time) << row.text;
    EXPECT_EQ(time->form, row.form) << row.text;
    EXPECT_EQ(time->second, row.second) << row.text;
    EXPECT_EQ(date_time_text(*time), row.text);
  }
  EXPECT_EQ(date_time_text(*parse_date_time("20161231t235960z")), "20161231T235959Z");
}

TEST(DateTime, WhatIsNoTimeIsRefused) {
  for (const char* text : {"",
                           "2025",
                           "20250229",
                           "20250001",
                           "20251301",
                           "20250100",
                           "00000101",
                           "20250106T",
                           "20250106T10",
                           "20250106T1000",
                           "20250106T240000",
                           "20250106T106000",
                           "20250106T100061",
                           "20250106T100000X",
                           "20250106 100000",
                           "2025-01-06",
                           "20250106T100000ZZ",
                           "+0250106",
                           "2025010a",
                           "20250106T10000a"}) {
    const auto time = parse_date_time(text);
    ASSERT_FALSE(time) << text;
    EXPECT_NE(time.error().message.find("20250106T100000"), std::string::npos);
  }
}

TEST(Duration, TextsAreReadAndWritten) {
  const struct {
    const char* text;
    int64_t seconds;
    const char* canonical;
  } rows[] = {
      {"P1W", 604'800, "P1W"},
      {"P7D", 604'800, "P1W"},
      {"P15DT5H0M20S", 1'314'020, "P15DT5H20S"},
      {"PT2H", 7200, "PT2H"},
      {"+PT90M", 5400, "PT1H30M"},
      {"-PT10M", -600, "-PT10M"},
      {"PT0S", 0, "PT0S"},
      {"P0D", 0, "PT0S"},
      {"P1DT12H", 129'600, "P1DT12H"},
  };
  for (const auto& row : rows) {
    const auto seconds = parse_duration_s(row.text);
    ASSERT_TRUE(seconds) << row.text;
    EXPECT_EQ(*seconds, row.seconds) << row.text;
    EXPECT_EQ(duration_text(*seconds), row.canonical);
  }
}

TEST(Duration, WhatIsNoDurationIsRefused) {
  for (const char* text : {"", "P", "PT", "P1", "1D", "PD", "P1H", "PT1D", "P1DT", "PT1M1H",
                           "P1D1D", "P1Y", "--PT1H", "PT1HT1M", "PT1.5H", "P9999999999D"}) {
    EXPECT_FALSE(parse_duration_s(text)) << text;
  }
}

TEST(RecurrenceDate, PeriodsHaveAnEndOrALength) {
  const auto plain = parse_recurrence_date("20250106T100000");
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->has_end);
  EXPECT_EQ(plain->duration_s, 0);
  const auto with_end = parse_recurrence_date("20250106T100000Z/20250106T120000Z");
  ASSERT_TRUE(with_end);
  EXPECT_TRUE(with_end->has_end);
  EXPECT_EQ(date_time_text(with_end->end), "20250106T120000Z");
  EXPECT_EQ(parse_recurrence_date("20250106T100000/PT2H")->duration_s, 7200);
  for (const char* text :
       {"20250106T100000/", "20250106T100000/20250106T100000", "20250106T100000/-PT1H",
        "20250106T100000/PT0S", "20250106/P1D", "20250106T100000/20250106T110000Z",
        "20250106T100000/20250107", "/PT1H"}) {
    EXPECT_FALSE(parse_recurrence_date(text)) << text;
  }
}

}  // namespace
}  // namespace norn::ical
