#include <fmt/format.h>

#include "apps/events/limits.h"
#include "apps/events/service/test_events.h"

// AP6 and AP9: what is deleted, and what comes back.
namespace norn::events {
namespace {

class EngineRemove : public EventsTest {
 protected:
  void restore(const Master& master, const std::string& tag, const std::string& etag) {
    must(events.restore(ada, id_of(instance_id(master.id, tag)), etag));
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineRemove);

TEST_P(EngineRemove, AnEventIsGone) {
  const Event event = make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC"));
  remove(event.id);
  EXPECT_FALSE(item(ada, keys::event(event.id)));
  EXPECT_TRUE(fails(events.remove(ada, id_of(event.id), Scope::kThis, "v1"), ErrorCode::kNotFound));
}

TEST_P(EngineRemove, OneOccurrenceIsLeftOut) {
  const Master master = standup();
  clock.advance_ms(60'000);
  remove(master, "20250120");
  remove(master, "20250113");
  Master expected = master;
  expected.repeats.exdate = {"20250113", "20250120"};
  expected.stamp.version = 3;
  expected.stamp.updated_at = "2024-01-15T10:31:00Z";
  expected.ical.sequence = 2;
  EXPECT_EQ(series(master.id), expected);
  EXPECT_EQ(between("2025-01-06", "2025-02-01"),
            (Texts{"2025-01-06T14:00:00Z Standup", "2025-01-27T14:00:00Z Standup"}));
}

TEST_P(EngineRemove, AnOccurrenceWithAnItemGoesWithIt) {
  const Master master = standup();
  change_this(master, "20250113", titled("One"));
  change_this(master, "20250120", titled("Two"));
  remove(master, "20250113");
  EXPECT_EQ(sort_keys("INSTANCE#"), (Texts{"INSTANCE#" + master.id + "#20250120"}));
  EXPECT_TRUE(series(master.id).repeats.has_exceptions);
  remove(master, "20250120");
  EXPECT_FALSE(series(master.id).repeats.has_exceptions);
  EXPECT_EQ(series(master.id).repeats.exdate, (Texts{"20250113", "20250120"}));
}

TEST_P(EngineRemove, ASeriesEndsASecondBefore) {
  const Master master = standup();
  change_this(master, "20250113", titled("Before"));
  change_this(master, "20250203", titled("After"));
  remove(master, "20250127");
  remove(master, "20250120", Scope::kFollowing);
  const Master after = series(master.id);
  EXPECT_EQ(apps::text_of(*item(ada, keys::master(master.id)), "rruleUntil"),
            "2025-01-20T13:59:59Z");
  EXPECT_EQ(after.repeats.rrule, "FREQ=WEEKLY;BYDAY=MO");
  EXPECT_EQ(after.repeats.exdate, Texts()) << "what does not come needs not be left out";
  EXPECT_TRUE(after.repeats.has_exceptions);
  EXPECT_EQ(sort_keys("INSTANCE#"), (Texts{"INSTANCE#" + master.id + "#20250113"}));
  EXPECT_EQ(between("2025-01-01", "2026-01-01"),
            (Texts{"2025-01-06T14:00:00Z Standup", "2025-01-13T14:00:00Z Before"}));
  remove(master, "20250113", Scope::kFollowing);
  EXPECT_FALSE(series(master.id).repeats.has_exceptions);
  EXPECT_EQ(between("2025-01-01", "2026-01-01"), (Texts{"2025-01-06T14:00:00Z Standup"}));
}

TEST_P(EngineRemove, SeriesOfEveryKindEndOnTheirOwnScale) {
  struct Case {
    EventChange input;
    const char* tag;
    const char* until;
  };
  const Case cases[] = {
      {repeating(all_day("2025-01-06", "2025-01-07"), "FREQ=DAILY"), "20250109",
       "2025-01-08T23:59:59Z"},
      {repeating(floating("2025-01-06T09:00:00", "2025-01-06T10:00:00"), "FREQ=DAILY"), "20250109",
       "2025-01-09T08:59:59Z"},
      {repeating(timed("2025-01-06T09:00:00", "2025-01-06T09:01:00", "Europe/Berlin"),
                 "FREQ=DAILY;BYHOUR=9,10"),
       "20250107T090000Z", "2025-01-07T08:59:59Z"},
  };
  for (const Case& test : cases) {
    const Master master = make_series(test.input);
    remove(master, test.tag, Scope::kFollowing);
    EXPECT_EQ(apps::text_of(*item(ada, keys::master(master.id)), "rruleUntil"), test.until);
    EXPECT_EQ(between("2025-01-01", "2026-01-01").size(), 3);
    remove(master.id);
  }
}

// A moved occurrence belongs where the series has it.
TEST_P(EngineRemove, WhatWasMovedBelongsWhereItWas) {
  const Master master = standup("FREQ=DAILY");
  change_this(master, "20250107", starting("2025-01-20T09:00:00"));
  change_this(master, "20250110", starting("2025-01-01T09:00:00"));
  remove(master, "20250109", Scope::kFollowing);
  EXPECT_EQ(between("2024-12-01", "2025-03-01"),
            (Texts{"2025-01-06T14:00:00Z Standup", "2025-01-08T14:00:00Z Standup",
                   "2025-01-20T14:00:00Z Standup"}));
}

TEST_P(EngineRemove, FromTheFirstOnIsAll) {
  for (const bool left_out : {false, true}) {
    const Master master = standup();
    if (left_out) remove(master, "20250106");
    change_this(master, "20250203", titled("After"));
    remove(master, left_out ? "20250113" : "20250106", Scope::kFollowing);
    EXPECT_EQ(items(ada, "MASTER#").size(), 0);
    sweep();
    EXPECT_EQ(items(ada, "INSTANCE#").size(), 0);
  }
}

TEST_P(EngineRemove, AllOfASeriesByItsIdOrByAnOccurrence) {
  const Master one = standup();
  const Master other = standup();
  const Master kept = standup();
  for (const Master& master : {one, other, kept}) change_this(master, "20250113", titled("x"));
  remove(one.id);
  remove(other, "20250127", Scope::kAll);
  EXPECT_EQ(sort_keys("MASTER#"), Texts{"MASTER#" + kept.id});
  EXPECT_TRUE(fails(events.get(ada, id_of(instance_id(one.id, "20250113"))), ErrorCode::kNotFound))
      << "before it is swept, too";
  sweep();
  EXPECT_EQ(sort_keys("INSTANCE#"), Texts{"INSTANCE#" + kept.id + "#20250113"});
}

TEST_P(EngineRemove, WhatIsLeftOutComesBack) {
  const Master master = standup();
  remove(master, "20250113");
  remove(master, "20250120");
  restore(master, "20250113", "v3.0");
  EXPECT_EQ(series(master.id).repeats.exdate, Texts{"20250120"});
  EXPECT_EQ(etag_of(get(instance_id(master.id, "20250113"))), "v4.0");
  // It cannot be read, so the ETag of its series counts, too.
  restore(master, "20250120", "v4");
  EXPECT_EQ(between("2025-01-06", "2025-02-01").size(), 4);
  EXPECT_EQ(series(master.id).stamp.version, 5);
  EXPECT_EQ(series(master.id).ical.sequence, 4);
}

TEST_P(EngineRemove, WhatWasChangedBecomesAsTheSeriesSays) {
  const Master master = standup();
  change_this(master, "20250113", starting("2025-01-14T08:00:00"));
  change_this(master, "20250120", titled("Other"));
  const Thing restored =
      must(events.restore(ada, id_of(instance_id(master.id, "20250113")), "v3.1"));
  EXPECT_EQ(json_of(restored), json_of(get(instance_id(master.id, "20250113"))));
  EXPECT_EQ(etag_of(restored), "v4.0");
  EXPECT_TRUE(series(master.id).repeats.has_exceptions);
  restore(master, "20250120", "v4.1");
  EXPECT_FALSE(series(master.id).repeats.has_exceptions);
  restore(master, "20250120", "v5.0");
  EXPECT_EQ(series(master.id).stamp.version, 5) << "there was nothing to do";
}

// Other programs may leave out whole days of a series that comes several times a day.
TEST_P(EngineRemove, OfADayThatIsLeftOutOneTimeComesBack) {
  Master master = make_series(repeating(timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "UTC"),
                                        "FREQ=DAILY;BYHOUR=9,12,15"));
  master.repeats.exdate = {"20250107", "20250108"};
  store::PutRequest put;
  put.table = tables.planner();
  put.item = to_item(ada, master);
  must(store_.put(put));
  restore(master, "20250107T120000Z", "v1.0");
  EXPECT_EQ(between("2025-01-07", "2025-01-09"), Texts{"2025-01-07T12:00:00Z Standup"});
  EXPECT_EQ(series(master.id).repeats.exdate.size(), 5);
}

TEST_P(EngineRemove, AStaleRestoreIsTold) {
  const Master master = standup();
  remove(master, "20250113");
  const EventId id = id_of(instance_id(master.id, "20250113"));
  const auto late = events.restore(ada, id, "v1.0");
  ASSERT_TRUE(fails(late, ErrorCode::kConflict));
  EXPECT_EQ(fault_of(late.error())->etag, "v2.0");
  EXPECT_NE(fault_of(late.error())->current.find("\"status\":\"CANCELLED\""), std::string::npos);
  EXPECT_TRUE(fails(events.restore(ada, id_of(master.id), "v2"), ErrorCode::kInvalid, "id"));
  EXPECT_TRUE(fails(events.restore(ada, id_of(instance_id(master.id, "20250114")), "v2.0"),
                    ErrorCode::kNotFound));
}

TEST_P(EngineRemove, OnlySoManyCanBeLeftOut) {
  EventChange input =
      repeating(timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "UTC"), "FREQ=DAILY");
  input.repeats.exdate.emplace();
  const int64_t start = second("2025-02-01");
  for (size_t i = 0; i < kMaxListedTags; ++i) {
    input.repeats.exdate->push_back(day_tag(start + static_cast<int64_t>(i) * 86'400));
  }
  const Master master = make_series(input);
  const EventId id = id_of(instance_id(master.id, "20250110"));
  EXPECT_TRUE(fails(events.remove(ada, id, Scope::kThis, "v1.0"), ErrorCode::kConflict));
  EXPECT_TRUE(events.remove(ada, id, Scope::kFollowing, "v1.0"));
}

TEST_P(EngineRemove, TheSweepComesToAnEndAndTakesNothingElse) {
  const Master master = standup("FREQ=DAILY");
  const Master other = standup("FREQ=DAILY");
  const int64_t start = second("2025-01-06");
  for (int i = 0; i < 120; ++i) {
    EventChange edit = titled("x");
    edit.details.links = {{"a", {}}, {"b", {}}};
    change_this(master, day_tag(start + i * 86'400), edit);
  }
  change_this(other, "20250106", titled("y"));
  remove(master.id);
  const std::string subject = ada + "/" + master.id;
  EXPECT_TRUE(must(events.sweep(subject)));
  EXPECT_TRUE(must(events.sweep(subject)));
  EXPECT_FALSE(must(events.sweep(subject)));
  EXPECT_FALSE(must(events.sweep("nonsense")));
  EXPECT_EQ(items(ada, "INSTANCE#").size(), 1);
  EXPECT_EQ(items(ada, "LINK#").size(), 0);
}

}  // namespace
}  // namespace norn::events
