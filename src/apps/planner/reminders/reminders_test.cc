#include "apps/planner/reminders/reminders.h"

#include <gtest/gtest.h>

#include "apps/planner/limits.h"
#include "apps/planner/reminders/reminder_times.h"
#include "apps/planner/views/view_test_world.h"

namespace norn::planner {
namespace {

const std::string kEvent = "evt_550e8400-e29b-41d4-a716-000000000001";

TEST(PlannerReminderId, IsReadStrictly) {
  EXPECT_TRUE(parse_reminder_id(kEvent + ".15"));
  EXPECT_TRUE(parse_reminder_id(kEvent + ".0"));
  EXPECT_TRUE(parse_reminder_id("inst_20251224_550e8400-e29b-41d4-a716-000000000001.40320"));
  for (const std::string& bad :
       {kEvent, kEvent + ".", kEvent + ".015", kEvent + ".-1", kEvent + ".40321", kEvent + ".+1",
        kEvent + ".1 ", kEvent + ".99999999999999999999", std::string(".15"), std::string("x/y.15"),
        std::string("mst_550e8400-e29b-41d4-a716-000000000001.15"), kEvent + "#.15"}) {
    EXPECT_FALSE(parse_reminder_id(bad)) << bad;
  }
}

class PlannerReminders : public ViewsTest {
 protected:
  PlannerReminders() { clock.set_ms(second("2025-12-15T12:00:00Z") * 1000); }

  Event reminding(std::string title, When when, std::vector<int64_t> minutes) {
    Event made = event(std::move(title), std::move(when));
    made.details.reminder_minutes = std::move(minutes);
    write(made);
    return made;
  }

  // "2025-12-15T09:45:00Z Title", of those that are listed.
  Lines listed(std::string_view from, std::string_view to) {
    settle();
    Lines lines;
    for (const auto& one : must(reminders.list(ada, second(from), second(to)))) {
      lines.push_back(fmt::format("{} {}",
                                  utc_text_of(one.snoozed_until_s.value_or(one.reminder.due_s)),
                                  one.reminder.title));
    }
    return lines;
  }

  Reminders reminders{context, views};
};
NORN_PLANNER_ON_BOTH_STORES(PlannerReminders);

TEST_P(PlannerReminders, AreDueBeforeWhatTheyAreAbout) {
  reminding("a", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin), {0, 15, 1'440});
  EXPECT_EQ(listed("2025-12-14T00:00:00Z", "2025-12-17T00:00:00Z"),
            (Lines{"2025-12-14T14:00:00Z a", "2025-12-15T13:45:00Z a", "2025-12-15T14:00:00Z a"}));
  EXPECT_EQ(listed("2025-12-15T13:45:00Z", "2025-12-15T14:00:00Z"),
            Lines{"2025-12-15T13:45:00Z a"});
}

TEST_P(PlannerReminders, AreFourWeeksAheadAtMost) {
  reminding("far", timed_when("2026-01-12T15:00:00", "2026-01-12T16:00:00", kBerlin), {40'320});
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z"),
            Lines{"2025-12-15T14:00:00Z far"});
}

TEST_P(PlannerReminders, OfWholeDaysCountFromMidnightAtHome) {
  reminding("day", all_day_when("2025-12-16", "2025-12-17"), {60});
  reminding("float", floating_when("2025-12-16T08:00:00", "2025-12-16T09:00:00"), {60});
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-17T00:00:00Z"),
            (Lines{"2025-12-15T22:00:00Z day", "2025-12-16T06:00:00Z float"}));
}

TEST_P(PlannerReminders, OfSeriesAndWhatIsDifferentInThem) {
  Master daily = series("daily", timed_when("2020-01-01T10:00:00", "2020-01-01T11:00:00", kBerlin),
                        "FREQ=DAILY");
  daily.details.reminder_minutes = {30};
  daily.repeats.exdate = {"20251217"};
  write(daily);
  add_exception(daily, "20251216", "2025-12-16T09:00:00Z",
                timed_when("2025-12-16T20:00:00", "2025-12-16T21:00:00", kBerlin));
  Instance cancelled = exception(daily, "20251218", "2025-12-18T09:00:00Z",
                                 timed_when("2025-12-18T10:00:00", "2025-12-18T11:00:00", kBerlin));
  cancelled.details.status = Status::kCancelled;
  write(cancelled);
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-20T00:00:00Z"),
            (Lines{"2025-12-15T08:30:00Z daily", "2025-12-16T18:30:00Z daily (moved)",
                   "2025-12-19T08:30:00Z daily"}));
}

TEST_P(PlannerReminders, AreNotOfWhatIsCancelledOrGone) {
  Event cancelled = event("no", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin));
  cancelled.details.reminder_minutes = {10};
  cancelled.details.status = Status::kCancelled;
  write(cancelled);
  Event gone = event("gone", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin));
  gone.details.reminder_minutes = {10};
  gone.details.ttl = clock.now_s();
  write(gone);
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-20T00:00:00Z"), Lines{});
}

TEST_P(PlannerReminders, OfHostileSeriesAreBounded) {
  Master often = series("often", timed_when("2025-01-01T00:00:00", "2025-01-01T00:00:00", "UTC"),
                        "FREQ=SECONDLY");
  often.details.reminder_minutes = {10};
  write(often);
  EXPECT_LE(listed("2025-12-15T00:00:00Z", "2025-12-20T00:00:00Z").size(), kMaxListedReminders);
}

TEST_P(PlannerReminders, AreDismissed) {
  const Event one =
      reminding("a", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin), {15, 30});
  must(reminders.dismiss(ada, one.id + ".15"));
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z"),
            Lines{"2025-12-15T13:30:00Z a"});
  // Nobody else's are.
  EXPECT_TRUE(fails(reminders.dismiss(bob, one.id + ".30"), ErrorCode::kNotFound));
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z"),
            Lines{"2025-12-15T13:30:00Z a"});
}

TEST_P(PlannerReminders, RemindAgainWhenTheEventIsMoved) {
  Event one =
      reminding("a", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin), {15});
  must(reminders.dismiss(ada, one.id + ".15"));
  one.when = timed_when("2025-12-15T17:00:00", "2025-12-15T18:00:00", kBerlin);
  write(one);
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z"),
            Lines{"2025-12-15T15:45:00Z a"});
}

TEST_P(PlannerReminders, ArePutOff) {
  const Event one =
      reminding("a", timed_when("2025-12-15T13:10:00", "2025-12-15T14:00:00", kBerlin), {15});
  must(reminders.snooze(ada, one.id + ".15", 10));
  EXPECT_EQ(listed("2025-12-15T11:00:00Z", "2025-12-15T12:10:00Z"), Lines{});
  EXPECT_EQ(listed("2025-12-15T12:10:00Z", "2025-12-15T12:11:00Z"),
            Lines{"2025-12-15T12:10:00Z a"});
  must(reminders.dismiss(ada, one.id + ".15"));
  EXPECT_EQ(listed("2025-12-15T11:00:00Z", "2025-12-16T00:00:00Z"), Lines{});
}

TEST_P(PlannerReminders, OfAnOccurrenceArePutOff) {
  Master daily = series("daily", timed_when("2020-01-01T13:10:00", "2020-01-01T14:00:00", kBerlin),
                        "FREQ=DAILY");
  daily.details.reminder_minutes = {15};
  write(daily);
  must(reminders.snooze(ada, instance_id(daily.id, "20251215") + ".15", 10));
  EXPECT_EQ(listed("2025-12-15T11:00:00Z", "2025-12-15T13:00:00Z"),
            Lines{"2025-12-15T12:10:00Z daily"});
}

TEST_P(PlannerReminders, KeepWhatWasDoneForAWeek) {
  const Event one =
      reminding("a", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin), {15});
  must(reminders.dismiss(ada, one.id + ".15"));
  store::GetRequest get;
  get.table = tables.norn();
  get.key = apps::key_of("USER#" + ada, "REMINDER#" + one.id + ".15");
  const auto item = must(store_.get(get)).item;
  ASSERT_TRUE(item);
  EXPECT_EQ(item->to_map(),
            (store::Map{{"PK", "USER#" + ada},
                        {"SK", "REMINDER#" + one.id + ".15"},
                        {"entityType", "REMINDER"},
                        {"dismissed", store::Value::boolean(true)},
                        {"dueAt", "2025-12-15T13:45:00Z"},
                        {"updatedAt", "2025-12-15T12:00:00Z"},
                        {"ttl", store::Value::number(second("2025-12-22T13:45:00Z"))}}));
}

TEST_P(PlannerReminders, RefuseWhatCannotBe) {
  EXPECT_TRUE(fails(reminders.dismiss(ada, "evt_1.15"), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(reminders.snooze(ada, "evt_1.15", 5), ErrorCode::kNotFound));
  EXPECT_TRUE(
      fails(reminders.snooze(ada, kEvent + ".15", 0), ErrorCode::kInvalid, "snoozeMinutes"));
  EXPECT_TRUE(fails(reminders.snooze(ada, kEvent + ".15", kMaxSnoozeMinutes + 1),
                    ErrorCode::kInvalid, "snoozeMinutes"));
}

}  // namespace
}  // namespace norn::planner
