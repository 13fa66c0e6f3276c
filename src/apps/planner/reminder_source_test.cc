#include "apps/planner/reminder_source.h"

#include <gtest/gtest.h>

#include "apps/events/limits.h"
#include "apps/events/views/view_test_world.h"

namespace norn::planner {
namespace {

class PlannerRemindersTest : public ViewsTest {
 protected:
  PlannerRemindersTest() { clock.set_ms(second("2025-12-15T12:00:00Z") * 1000); }

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
    for (const auto& one : must(source.due(ada, query(from, to))).reminders) {
      lines.push_back(fmt::format("{} {}", utc_text_of(one.due_s), one.item.title));
    }
    return lines;
  }
  static reminders::Query query(std::string_view from, std::string_view to) {
    return {.from_s = from.empty() ? 0 : second(from),
            .to_s = to.empty() ? 0 : second(to),
            .zone = zone_of(kBerlin)};
  }

  planner::PlannerReminders source{context, views};
};
NORN_ENGINE_ON_BOTH_STORES(PlannerRemindersTest);

TEST_P(PlannerRemindersTest, AreDueBeforeWhatTheyAreAbout) {
  reminding("a", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin), {0, 15, 1'440});
  EXPECT_EQ(listed("2025-12-14T00:00:00Z", "2025-12-17T00:00:00Z"),
            (Lines{"2025-12-14T14:00:00Z a", "2025-12-15T13:45:00Z a", "2025-12-15T14:00:00Z a"}));
  EXPECT_EQ(listed("2025-12-15T13:45:00Z", "2025-12-15T14:00:00Z"),
            Lines{"2025-12-15T13:45:00Z a"});
}

TEST_P(PlannerRemindersTest, AreFourWeeksAheadAtMost) {
  reminding("far", timed_when("2026-01-12T15:00:00", "2026-01-12T16:00:00", kBerlin), {40'320});
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z"),
            Lines{"2025-12-15T14:00:00Z far"});
}

TEST_P(PlannerRemindersTest, OfWholeDaysCountFromMidnightAtHome) {
  reminding("day", all_day_when("2025-12-16", "2025-12-17"), {60});
  reminding("float", floating_when("2025-12-16T08:00:00", "2025-12-16T09:00:00"), {60});
  EXPECT_EQ(listed("2025-12-15T00:00:00Z", "2025-12-17T00:00:00Z"),
            (Lines{"2025-12-15T22:00:00Z day", "2025-12-16T06:00:00Z float"}));
}

TEST_P(PlannerRemindersTest, OfSeriesAndWhatIsDifferentInThem) {
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

TEST_P(PlannerRemindersTest, AreNotOfWhatIsCancelledOrGone) {
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

TEST_P(PlannerRemindersTest, OfHostileSeriesAreBounded) {
  Master often = series("often", timed_when("2025-01-01T00:00:00", "2025-01-01T00:00:00", "UTC"),
                        "FREQ=SECONDLY");
  often.details.reminder_minutes = {10};
  write(often);
  EXPECT_LE(listed("2025-12-15T00:00:00Z", "2025-12-20T00:00:00Z").size(), kMaxListedReminders);
}

TEST_P(PlannerRemindersTest, AreFoundAsTheyAreNow) {
  Master daily = series("daily", timed_when("2020-01-01T13:10:00", "2020-01-01T14:00:00", kBerlin),
                        "FREQ=DAILY");
  daily.details.reminder_minutes = {15};
  write(daily);
  Event one =
      reminding("a", timed_when("2025-12-15T15:00:00", "2025-12-15T16:00:00", kBerlin), {15});
  const auto found = [&](const std::string& user, const std::string& event_id, int64_t minutes) {
    const reminders::ReminderId id = {
        .app = "planner", .owner_id = user, .thing_id = event_id, .minutes = minutes};
    const auto reminder = must(source.find(ada, id, query("", "")));
    return reminder ? utc_text_of(reminder->due_s) + " " + reminder->item.title : "none";
  };
  EXPECT_EQ(found(ada, one.id, 15), "2025-12-15T13:45:00Z a");
  EXPECT_EQ(found(ada, instance_id(daily.id, "20251215"), 15), "2025-12-15T11:55:00Z daily");
  one.when = timed_when("2025-12-15T17:00:00", "2025-12-15T18:00:00", kBerlin);
  write(one);
  EXPECT_EQ(found(ada, one.id, 15), "2025-12-15T15:45:00Z a");
  for (const std::string& id :
       {daily.id, instance_id(daily.id, "20191231"), std::string("evt_1"), std::string("x/y")}) {
    EXPECT_EQ(found(ada, id, 15), "none") << id;
  }
  EXPECT_EQ(found(ada, one.id, 20), "none");
  EXPECT_EQ(found(bob, one.id, 15), "none") << "of somebody else";
}

}  // namespace
}  // namespace norn::planner
