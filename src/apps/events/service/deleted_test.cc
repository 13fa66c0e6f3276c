#include "apps/events/service/deleted.h"

#include "apps/events/service/test_events.h"

// What is deleted comes back from the bin as it was.
namespace norn::events {
namespace {

constexpr int64_t kThirtyDaysMs = apps::kBinDays * 86'400'000;

class EngineBin : public EventsTest {
 protected:
  std::vector<store::Item> everything() { return all_items(ada); }
  Thing restore_deleted(const std::string& id) { return must(events.restore_deleted(ada, id)); }
  Texts in_bin() {
    Texts lines;
    for (const apps::Binned& binned : must(events.deleted(ada, 50, "")).things) {
      lines.push_back(binned.kind + " " + binned.title + " " + binned.starts_at);
    }
    return lines;
  }
  size_t count_in_norn(std::string_view type) {
    size_t count = 0;
    for (const store::Item& item : must(testing::drain(store_, testing::scan("norn"))).items) {
      count += apps::text_of(item, "entityType") == type ? 1 : 0;
    }
    return count;
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineBin);

TEST_P(EngineBin, AnEventComesBackAsItWas) {
  EventChange input = timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC");
  input.details.links = std::vector<Link>{{.target = "a"}, {.target = "b"}, {.target = "c"}};
  const Event event = make_event(input);
  const auto before = everything();
  remove(event.id);
  EXPECT_EQ(items(ada, "EVENT#").size() + items(ada, "LINK#").size(), 0);
  EXPECT_EQ(in_bin(), Texts{"event " + event.details.title + " 2025-12-15T09:00:00Z"});
  EXPECT_EQ(etag_of(restore_deleted(event.id)), "v1");
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(in_bin(), Texts());
  EXPECT_TRUE(fails(events.restore_deleted(ada, event.id), ErrorCode::kNotFound));
}

TEST_P(EngineBin, WhatAnotherProgramAddedComesBackToo) {
  const Event event = make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC"));
  store::Map attributes = item(ada, keys::event(event.id))->to_map();
  attributes.emplace("theirs", "kept");
  store::PutRequest put;
  put.table = tables.planner();
  put.item = store::Item::from_map(attributes);
  must(store_.put(put));
  remove(event.id);
  restore_deleted(event.id);
  EXPECT_EQ(item(ada, keys::event(event.id)), put.item);
  remove(event.id);  // It is not as Norn writes it.
}

TEST_P(EngineBin, ASeriesComesBackWithItsExceptions) {
  const Master master = standup();
  change_this(master, "20250113", titled("Other"));
  remove(master, "20250120");
  const auto before = everything();
  remove(master.id);
  must(sweeps.run());
  EXPECT_FALSE(item(ada, keys::master(master.id)));
  EXPECT_TRUE(
      fails(events.get(ada, id_of(instance_id(master.id, "20250113"))), ErrorCode::kNotFound));
  clock.advance_ms(kThirtyDaysMs - 1'000);
  must(sweeps.run());
  restore_deleted(master.id);
  EXPECT_EQ(everything(), before);
  clock.advance_ms(kThirtyDaysMs);
  must(sweeps.run());
  EXPECT_EQ(everything(), before) << "the sweep was called off";
}

TEST_P(EngineBin, ASeriesWhoseTimeIsOverIsGoneToTheLastItem) {
  const Master master = standup();
  change_this(master, "20250113", titled("Other"));
  remove(master.id);
  clock.advance_ms(kThirtyDaysMs);
  EXPECT_TRUE(fails(events.restore_deleted(ada, master.id), ErrorCode::kNotFound));
  must(sweeps.run());
  EXPECT_EQ(items(ada, "INSTANCE#").size(), 0);
  EXPECT_EQ(count_in_norn("WAITING_SWEEP") + count_in_norn("SWEEP"), 0);
}

TEST_P(EngineBin, AnOccurrenceComesBackAsTheSeriesHasIt) {
  const Master master = standup();
  remove(master, "20250113");
  EXPECT_EQ(in_bin(), Texts{"occurrence Standup 2025-01-13T14:00:00Z"});
  EXPECT_EQ(etag_of(restore_deleted(instance_id(master.id, "20250113"))), "v3.0");
  EXPECT_EQ(series(master.id).repeats.exdate, Texts());
  EXPECT_EQ(between("2025-01-13", "2025-01-14"), Texts{"2025-01-13T14:00:00Z Standup"});
}

TEST_P(EngineBin, AnExceptionComesBackAsItWas) {
  const Master master = standup();
  change_this(master, "20250113", titled("Other"));
  const auto before = item(ada, keys::instance(master.id, "20250113"));
  remove(master, "20250113");
  EXPECT_FALSE(series(master.id).repeats.has_exceptions);
  const Thing restored = restore_deleted(instance_id(master.id, "20250113"));
  EXPECT_EQ(json_of(restored), json_of(get(instance_id(master.id, "20250113"))));
  EXPECT_EQ(item(ada, keys::instance(master.id, "20250113")), before);
  EXPECT_TRUE(series(master.id).repeats.has_exceptions);
}

TEST_P(EngineBin, AnOccurrenceOfADeletedSeriesWaitsForIt) {
  const Master master = standup();
  remove(master, "20250113");
  remove(master.id);
  const std::string id = instance_id(master.id, "20250113");
  EXPECT_TRUE(fails(events.restore_deleted(ada, id), ErrorCode::kConflict));
  restore_deleted(master.id);
  restore_deleted(id);
  EXPECT_EQ(between("2025-01-06", "2025-01-21").size(), 3);
}

TEST_P(EngineBin, TheRestOfASeriesComesBack) {
  const Master master = standup("FREQ=WEEKLY;BYDAY=MO;COUNT=6");
  change_this(master, "20250113", titled("Before"));
  change_this(master, "20250203", titled("After"));
  remove(master, "20250127");
  const Texts before = between("2025-01-01", "2026-01-01");
  remove(master, "20250120", Scope::kFollowing);
  // What is changed of the series meanwhile stays.
  change(master.id, titled("Renamed"));
  remove(master, "20250106");
  restore_deleted(deleted_rest_id(instance_id(master.id, "20250120")));
  const Master after = series(master.id);
  EXPECT_EQ(after.repeats.exdate, (Texts{"20250106", "20250127"}));
  EXPECT_FALSE(after.repeats.until_s);
  EXPECT_EQ(after.details.title, "Renamed");
  EXPECT_TRUE(after.repeats.has_exceptions);
  EXPECT_EQ(between("2025-01-01", "2026-01-01").size(), before.size() - 1);
  EXPECT_EQ(sort_keys("INSTANCE#"),
            (Texts{"INSTANCE#" + master.id + "#20250113", "INSTANCE#" + master.id + "#20250203"}));
}

TEST_P(EngineBin, TheRestOfASeriesThatHasBecomeAnotherDoesNotComeBack) {
  const Master master = standup();
  remove(master, "20250120", Scope::kFollowing);
  EventChange other;
  other.repeats.rrule = "FREQ=DAILY";
  change(master.id, other);
  const std::string id = deleted_rest_id(instance_id(master.id, "20250120"));
  EXPECT_TRUE(fails(events.restore_deleted(ada, id), ErrorCode::kConflict));
}

TEST_P(EngineBin, FromTheFirstOnTheSeriesComesBack) {
  const Master master = standup();
  const auto before = everything();
  remove(master, "20250106", Scope::kFollowing);
  EXPECT_EQ(in_bin(), Texts{"series Standup 2025-01-06T14:00:00Z"});
  restore_deleted(deleted_rest_id(instance_id(master.id, "20250106")));
  EXPECT_EQ(everything(), before);
}

TEST_P(EngineBin, NothingIsRestoredOverWhatIsThere) {
  const Event event = make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC"));
  const auto stored = item(ada, keys::event(event.id));
  remove(event.id);
  store::PutRequest put;
  put.table = tables.planner();
  put.item = *stored;
  must(store_.put(put));
  EXPECT_TRUE(fails(events.restore_deleted(ada, event.id), ErrorCode::kConflict));
}

TEST_P(EngineBin, ABinIsOnePersons) {
  const Event event = make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC"));
  remove(event.id);
  EXPECT_TRUE(must(events.deleted(bob, 50, "")).things.empty());
  EXPECT_TRUE(fails(events.restore_deleted(bob, event.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(events.remove_deleted(bob, event.id), ErrorCode::kNotFound));
  must(events.empty_bin(bob));
  must(events.remove_deleted(ada, event.id));
  EXPECT_TRUE(fails(events.restore_deleted(ada, event.id), ErrorCode::kNotFound));
}

TEST_P(EngineBin, WhatWouldHaveExpiredByNowIsNotRestored) {
  EventChange input = timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC");
  input.details.ttl = std::optional(clock.now_s() + 60);
  const Event event = make_event(input);
  remove(event.id);
  clock.advance_ms(61'000);
  EXPECT_TRUE(fails(events.restore_deleted(ada, event.id), ErrorCode::kNotFound));
}

// The series is changed between what was read and what is written.
TEST_P(EngineBin, WhatIsChangedMeanwhileIsCopiedAsItIsDeleted) {
  const Event event = make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC"));
  meanwhile([&] { change(event.id, titled("Changed")); });
  EXPECT_TRUE(fails(events.remove(ada, id_of(event.id), Scope::kThis, "v1"), ErrorCode::kConflict));
  EXPECT_EQ(in_bin(), Texts());
  remove(event.id);
  EXPECT_EQ(std::get<Event>(restore_deleted(event.id)).details.title, "Changed");
}

TEST_P(EngineBin, AnAccountIsForgottenWithItsBin) {
  const Master master = standup();
  change_this(master, "20250113", titled("Other"));
  remove(master.id);
  const apps::Bin bin(store_, tables, clock, sweeps);
  while (must(bin.forget(ada))) {
  }
  must(sweeps.run());
  for (const store::Item& item : must(testing::drain(store_, testing::scan("norn"))).items) {
    EXPECT_EQ(item.json().find(ada), std::string_view::npos) << item.json();
  }
  EXPECT_EQ(items(ada, "INSTANCE#").size(), 0) << "at once";
}

TEST_P(EngineBin, ASeriesThatIsThereAgainIsNotSwept) {
  const Master master = standup();
  change_this(master, "20250113", titled("Other"));
  store::PutRequest put;
  put.table = tables.planner();
  put.item = item(ada, keys::master(master.id)).value();
  remove(master.id);
  must(store_.put(put));  // By another program.
  clock.advance_ms(kThirtyDaysMs + 1'000);
  must(sweeps.run());
  EXPECT_EQ(items(ada, "INSTANCE#").size(), 1);
}

}  // namespace
}  // namespace norn::events
