#include "base/time_text.h"

#include <gtest/gtest.h>

namespace norn {
namespace {

TEST(TimeText, DatesAreReadAndWritten) {
  for (const char* text : {"0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"}) {
    const auto date = parse_date(text);
    ASSERT_TRUE(date) << text;
    EXPECT_EQ(date_text(*date), text);
  }
  EXPECT_EQ(date_text(*parse_date("2024-02-28") + std::chrono::days(2)), "2024-03-01");
  EXPECT_EQ(date_text(*parse_date("9999-12-31") + std::chrono::days(1)), "10000-01-01");
}

TEST(TimeText, WhatIsNoDateIsRefused) {
  for (const char* text : {"", "2024-1-01", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-32",
                           "0000-01-01", "2024/01/01", "2024-01-01 ", "+024-01-01", "2024-01-0x"}) {
    EXPECT_FALSE(parse_date(text)) << text;
  }
}

TEST(TimeText, TimestampsAreReadAndWritten) {
  EXPECT_EQ(timestamp_s(1'705'314'600'999), "2024-01-15T10:30:00Z");
  EXPECT_EQ(timestamp_ms(1'705'314'600'007), "2024-01-15T10:30:00.007Z");
  EXPECT_EQ(timestamp_ms(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(parse_timestamp_ms("2024-01-15T10:30:00Z"), 1'705'314'600'000);
  EXPECT_EQ(parse_timestamp_ms("2024-01-15T10:30:00.007Z"), 1'705'314'600'007);
  for (const char* text : {"", "2024-01-15T10:30:00", "2024-01-15T10:30:60Z",
                           "2024-01-15 10:30:00Z", "2024-01-15T10:30:00.07Z"}) {
    EXPECT_FALSE(parse_timestamp_ms(text)) << text;
  }
}

TEST(TimeText, TimesOfDayAreRead) {
  EXPECT_EQ(parse_time_of_day_s("00:00:00"), 0);
  EXPECT_EQ(parse_time_of_day_s("23:59:59"), 86'399);
  for (const char* text :
       {"", "9:00:00", "24:00:00", "09:60:00", "09:00:60", "09:00", "09-00-00"}) {
    EXPECT_FALSE(parse_time_of_day_s(text)) << text;
  }
}

}  // namespace
}  // namespace norn
