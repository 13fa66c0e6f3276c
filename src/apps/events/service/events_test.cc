#include "apps/events/service/events.h"

#include "apps/events/service/test_events.h"
#include "support/builders.h"

// AP2 and AP7: what is read.
namespace norn::events {
namespace {

class EngineEvents : public EventsTest {
 protected:
  Texts linked(const std::string& target, const std::string& user) {
    Texts titles;
    for (const Thing& thing : must(events.linked(user, target))) {
      titles.push_back(details_of(thing).title);
    }
    return titles;
  }
  Texts linked(const std::string& target) { return linked(target, ada); }
  static EventChange linking(EventChange change, std::vector<std::string> targets) {
    change.details.links.emplace();
    for (std::string& target : targets) change.details.links->push_back({std::move(target), {}});
    return change;
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineEvents);

TEST_P(EngineEvents, EventsSeriesAndOccurrencesAreFound) {
  const Event event = make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC"));
  EXPECT_EQ(std::get<Event>(get(event.id)), event);
  const Master master = standup();
  EXPECT_EQ(series(master.id), master);
  const SeriesOccurrence june = occurrence(master, "20250602");
  EXPECT_EQ(june.master, master);
  EXPECT_FALSE(june.is_stored());
  EXPECT_EQ(start_key(june.instance.when), "2025-06-02T13:00:00Z") << "nine in summer, too";
  EXPECT_EQ(june.instance.id(), "inst_20250602_" + master.id.substr(4));
  EXPECT_EQ(etag_of(june), "v1.0");
  change_this(master, "20250602", titled("Other"));
  EXPECT_EQ(etag_of(occurrence(master, "20250602")), "v2.1");
  EXPECT_EQ(etag_of(occurrence(master, "20250609")), "v2.0");
}

TEST_P(EngineEvents, WhatIsNotThereIsNotFound) {
  const Event event = make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC"));
  const Master master = standup("FREQ=WEEKLY;BYDAY=MO;COUNT=5");
  const std::string uuid = accounts::CountingIds::id_of(99);
  const auto missing = [&](const std::string& id, const std::string& user) {
    return fails(events.get(user, id_of(id)), ErrorCode::kNotFound);
  };
  EXPECT_TRUE(missing("evt_" + uuid, ada));
  EXPECT_TRUE(missing("mst_" + uuid, ada));
  EXPECT_TRUE(missing("inst_20250106_" + uuid, ada));
  EXPECT_TRUE(missing(instance_id(master.id, "20250107"), ada)) << "a Tuesday";
  EXPECT_TRUE(missing(instance_id(master.id, "20250210"), ada)) << "the sixth of five";
  EXPECT_TRUE(missing(instance_id(master.id, "20250106T140000Z"), ada)) << "not of its form";
  for (const std::string& id : {event.id, master.id, instance_id(master.id, "20250113")}) {
    EXPECT_TRUE(missing(id, bob)) << "somebody else's";
    EXPECT_TRUE(
        fails(events.change(bob, id_of(id), titled("x"), Scope::kAll, "v1"), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(events.remove(bob, id_of(id), Scope::kAll, "v1"), ErrorCode::kNotFound));
  }
  EXPECT_TRUE(fails(events.restore(bob, id_of(instance_id(master.id, "20250113")), "v1.0"),
                    ErrorCode::kNotFound));
  settle();
  EXPECT_TRUE(fails(events.series(bob, id_of(master.id)), ErrorCode::kNotFound));
  remove(master, "20250113");
  EXPECT_TRUE(missing(instance_id(master.id, "20250113"), ada)) << "deleted";
}

TEST_P(EngineEvents, WhatHasExpiredIsGone) {
  EventChange input = timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC");
  input.details.ttl = clock.now_s() + 100;
  const Event event = make_event(input);
  const Master master = make_series(repeating(input, "FREQ=DAILY"));
  change_this(master, "20251216", titled("Other"));
  settle();
  clock.advance_ms(99'000);
  EXPECT_EQ(must(events.series(ada, id_of(master.id))).exceptions.size(), 1);
  EXPECT_TRUE(events.get(ada, id_of(event.id)));
  clock.advance_ms(1'000);
  for (const std::string& id : {event.id, master.id, instance_id(master.id, "20251216")}) {
    EXPECT_TRUE(fails(events.get(ada, id_of(id)), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(events.change(ada, id_of(id), titled("x"), Scope::kThis, "v1"),
                      ErrorCode::kNotFound));
  }
  EXPECT_TRUE(fails(events.series(ada, id_of(master.id)), ErrorCode::kNotFound));
}

TEST_P(EngineEvents, ASeriesIsReadWithItsExceptionsByTheIndex) {
  const Master master = standup();
  change_this(master, "20250203", titled("Second"));
  change_this(master, "20250113", titled("First"));
  // Somebody else's item in the same partition of the index.
  must(store_.put(testing::put("ProductivityData", {{"PK", "USER#" + bob},
                                                    {"SK", "INSTANCE#x"},
                                                    {"GSI2PK", "MASTER#" + master.id},
                                                    {"GSI2SK", "INSTANCE#20250101"}})));
  if (GetParam() == StoreKind::kLagging) {
    const WholeSeries behind = must(events.series(ada, id_of(master.id)));
    EXPECT_EQ(behind.master, series(master.id));
    EXPECT_TRUE(behind.exceptions.empty());
  }
  settle();
  const WholeSeries whole = must(events.series(ada, id_of(master.id)));
  EXPECT_EQ(whole.master, series(master.id));
  ASSERT_EQ(whole.exceptions.size(), 2);
  EXPECT_EQ(whole.exceptions[0], occurrence(master, "20250113").instance);
  EXPECT_EQ(whole.exceptions[1], occurrence(master, "20250203").instance);
  EXPECT_TRUE(fails(events.series(ada, id_of("mst_")), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(events.series(ada, id_of("evt_" + accounts::CountingIds::id_of(1))),
                    ErrorCode::kNotFound));
  store::DeleteRequest request;
  request.table = "ProductivityData";
  request.key = apps::key_of("USER#" + bob, "INSTANCE#x");
  must(store_.remove(request));
}

TEST_P(EngineEvents, WhatLinksIsFoundByEveryLink) {
  const EventChange base = timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC");
  EventChange input = linking(base, {"task_1", "note_2", "task_3"});
  input.details.title = "Event";
  const Event event = make_event(input);
  input = linking(repeating(base, "FREQ=DAILY"), {"note_2"});
  input.details.title = "Series";
  const Master master = make_series(input);
  change_this(master, "20251220", linking(titled("Occurrence"), {"note_2", "task_3"}));
  must(events.create(bob, linking(base, {"note_2"}), {}));
  EXPECT_EQ(sort_keys("LINK#"),
            (Texts{"LINK#" + event.id + "#note_2", "LINK#" + event.id + "#task_3",
                   "LINK#" + instance_id(master.id, "20251220") + "#task_3"}));
  settle();
  EXPECT_EQ(linked("task_1"), (Texts{"Event"}));
  EXPECT_EQ(linked("note_2"), (Texts{"Event", "Occurrence", "Series"}));
  EXPECT_EQ(linked("task_3"), (Texts{"Event", "Occurrence"}));
  EXPECT_EQ(linked("note_2", bob), (Texts{"Standup"}));
  EXPECT_EQ(linked("nothing"), Texts());
  EXPECT_TRUE(fails(events.linked(ada, "a#b"), ErrorCode::kInvalid, "target"));
}

TEST_P(EngineEvents, LinksFollowWhatTheyBelongTo) {
  const EventChange base = timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC");
  const Event event = make_event(linking(base, {"a", "b", "c"}));
  settle();
  change(event.id, linking({}, {"c", "d", "b"}));
  EXPECT_EQ(sort_keys("LINK#"), (Texts{"LINK#" + event.id + "#b", "LINK#" + event.id + "#d"}));
  // An index that is behind still has what was.
  EXPECT_EQ(linked("a"), Texts());
  expect_sound();
  const Master master = std::get<Master>(change(event.id, repeating({}, "FREQ=DAILY")));
  EXPECT_EQ(sort_keys("LINK#"), (Texts{"LINK#" + master.id + "#b", "LINK#" + master.id + "#d"}));
  change_this(master, "20251220", linking({}, {"x", "y"}));
  expect_sound();
  const Master later = change_series(master, "20251217", titled("Later"), Scope::kFollowing);
  EXPECT_EQ(sort_keys("LINK#"), (Texts{"LINK#" + instance_id(later.id, "20251220") + "#y",
                                       "LINK#" + master.id + "#b", "LINK#" + master.id + "#d",
                                       "LINK#" + later.id + "#b", "LINK#" + later.id + "#d"}));
  remove(later, "20251220");
  remove(master.id);
  sweep();
  EXPECT_EQ(sort_keys("LINK#"), (Texts{"LINK#" + later.id + "#b", "LINK#" + later.id + "#d"}));
  change(later.id, linking({}, {}));
  EXPECT_EQ(sort_keys("LINK#"), Texts());
}

}  // namespace
}  // namespace norn::events
