#include "apps/projects/tasks/repeat.h"

#include <gtest/gtest.h>

#include "apps/accounts/test_world.h"

namespace norn::projects {
namespace {

using From = Repeat::From;

TEST(Repeat, TheNextDateFollowsFromTheRule) {
  struct Case {
    const char* rule;
    From from;
    const char* zone;
    const char* due;
    const char* done;
    const char* next;  // "" when it has ended.
  };
  for (const Case& one : std::vector<Case>{
           // From the due date; whole days stay whole days.
           {"FREQ=WEEKLY", From::kDue, "", "2024-01-15T23:59:59Z", "2024-01-15T10:00:00Z",
            "2024-01-22T23:59:59Z"},
           {"FREQ=MONTHLY;BYMONTHDAY=-1", From::kDue, "", "2024-01-31T23:59:59Z",
            "2024-01-30T10:00:00Z", "2024-02-29T23:59:59Z"},
           // Done early, it is not due on the same day again.
           {"FREQ=DAILY", From::kDue, "", "2024-01-15T23:59:59Z", "2024-01-10T10:00:00Z",
            "2024-01-16T23:59:59Z"},
           // Dates that have passed are skipped, today is not.
           {"FREQ=DAILY", From::kDue, "", "2024-01-01T23:59:59Z", "2024-01-15T10:00:00Z",
            "2024-01-15T23:59:59Z"},
           // Which day it is depends on where people are.
           {"FREQ=DAILY", From::kDue, "Asia/Taipei", "2024-01-01T23:59:59Z", "2024-01-15T20:00:00Z",
            "2024-01-16T23:59:59Z"},
           // 09:00 in London stays 09:00 when the clocks change.
           {"FREQ=DAILY", From::kDue, "Europe/London", "2024-03-30T09:00:00Z",
            "2024-03-30T10:00:00Z", "2024-03-31T08:00:00Z"},
           // So long after it was done, at the same time of day.
           {"FREQ=DAILY;INTERVAL=3", From::kDone, "", "2024-01-01T23:59:59Z",
            "2024-01-15T10:00:00Z", "2024-01-18T23:59:59Z"},
           {"FREQ=MONTHLY", From::kDone, "", "2024-01-01T09:00:00Z", "2024-01-15T10:00:00Z",
            "2024-02-15T09:00:00Z"},
           // It ends.
           {"FREQ=DAILY;UNTIL=20240115", From::kDue, "", "2024-01-15T23:59:59Z",
            "2024-01-15T10:00:00Z", ""},
           {"FREQ=DAILY;COUNT=1", From::kDue, "", "2024-01-15T23:59:59Z", "2024-01-15T10:00:00Z",
            ""},
           // What another program wrote.
           {"FREQ=SOMETIMES", From::kDue, "", "2024-01-15T23:59:59Z", "2024-01-15T10:00:00Z", ""},
           {"FREQ=DAILY", From::kDue, "Mars/Base", "2024-01-15T23:59:59Z", "2024-01-15T10:00:00Z",
            ""}}) {
    const auto next =
        next_time({one.rule, one.from, one.zone}, one.due, parse_timestamp_ms(one.done).value());
    EXPECT_EQ(next ? next->due_date : "", one.next) << one.rule << " " << one.due;
  }
}

TEST(Repeat, ACountIsCountedDown) {
  Repeat repeat = {"FREQ=DAILY;COUNT=4", From::kDue, ""};
  std::string due = "2024-01-15T23:59:59Z";
  int times = 1;
  while (const auto next = next_time(repeat, due, parse_timestamp_ms(due).value())) {
    repeat = next->repeat;
    due = next->due_date;
    ASSERT_LE(++times, 4);
  }
  EXPECT_EQ(times, 4);
  EXPECT_EQ(due, "2024-01-18T23:59:59Z");
}

TEST(Repeat, WhatCannotRepeatIsRefused) {
  using accounts::fails;
  const std::string due = "2024-01-15T23:59:59Z";
  EXPECT_TRUE(check_repeat({"FREQ=DAILY", From::kDue, "Europe/London"}, due));
  EXPECT_TRUE(fails(check_repeat({"FREQ=DAILY", From::kDue, ""}, std::nullopt), ErrorCode::kInvalid,
                    "dueDate"));
  EXPECT_TRUE(
      fails(check_repeat({"FREQ=NEVER", From::kDue, ""}, due), ErrorCode::kInvalid, "repeat.rule"));
  EXPECT_TRUE(fails(check_repeat({"FREQ=DAILY", From::kDue, "Mars/Base"}, due), ErrorCode::kInvalid,
                    "repeat.timeZone"));
  EXPECT_TRUE(fails(check_repeat({"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", From::kDue, ""}, due),
                    ErrorCode::kInvalid, "repeat.rule"));
}

}  // namespace
}  // namespace norn::projects
