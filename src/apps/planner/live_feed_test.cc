#include "apps/planner/live_feed.h"

#include <gtest/gtest.h>

#include "apps/planner/keys.h"
#include "apps/shared/items.h"
#include "support/replies.h"

namespace norn::planner {
namespace {

using store::StreamRecord;
using store::Value;
using testing::must;

const std::string kListener = "00000000-0000-4000-8000-0000000000aa";

store::Item item_of(const std::string& sort_key, store::Map attributes) {
  attributes.emplace("PK", keys::user(kListener));
  attributes.emplace("SK", sort_key);
  return store::Item::from_map(attributes);
}

StreamRecord record_of(std::optional<store::Item> before, std::optional<store::Item> now) {
  StreamRecord record;
  const store::Item& item = now ? *now : *before;
  record.keys = apps::key_of(apps::text_of(item, "PK"), apps::text_of(item, "SK"));
  record.old_image = std::move(before);
  record.new_image = std::move(now);
  return record;
}

store::Item event_item(int64_t version = 1) {
  return item_of(
      "EVENT#evt_1",
      {{"entityType", "EVENT"}, {"eventId", "evt_1"}, {"version", Value::number(version)}});
}

store::Item meta_item(int64_t version, int64_t events) {
  return item_of(keys::user_meta(kListener),
                 {{"entityType", "USER_META"},
                  {"version", Value::number(version)},
                  {"stats", store::Map{{"totalEvents", Value::number(events)}}}});
}

TEST(PlannerChanges, TellsThePersonWhatIsToBeReadAgain) {
  PlannerChanges feed({});
  const auto events = must(feed.events_of(record_of(std::nullopt, event_item())));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].name, "planner");
  EXPECT_EQ(events[0].data, R"({"id":"evt_1","kind":"event"})");
  EXPECT_EQ(events[0].users, std::vector<std::string>{kListener});
  EXPECT_EQ(events[0].scope, "planner:read");
}

TEST(PlannerChanges, TellsNothingOfPartitionsThatAreNoPersons) {
  PlannerChanges feed({});
  for (const std::string owner : {"cal_1", "sub_1"}) {
    const store::Item item = store::Item::from_map({{"PK", keys::user(owner)},
                                                    {"SK", "EVENT#evt_1"},
                                                    {"entityType", "EVENT"},
                                                    {"eventId", "evt_1"}});
    EXPECT_TRUE(must(feed.events_of(record_of(std::nullopt, item))).empty());
  }
}

TEST(PlannerChanges, TellsThatSomethingIsGone) {
  PlannerChanges feed({});
  const auto events = must(feed.events_of(record_of(event_item(), std::nullopt)));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].data, R"({"id":"evt_1","kind":"event","gone":true})");
}

TEST(PlannerChanges, TellsOfWhichSeriesAnOccurrenceIs) {
  PlannerChanges feed({});
  const auto item =
      item_of("INSTANCE#mst_1#20251224",
              {{"entityType", "INSTANCE"}, {"eventId", "inst_20251224_1"}, {"masterId", "mst_1"}});
  const auto events = must(feed.events_of(record_of(std::nullopt, item)));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].data, R"({"id":"inst_20251224_1","kind":"occurrence","masterId":"mst_1"})");
}

TEST(PlannerChanges, TellsOfPreferencesAndNotOfStatistics) {
  PlannerChanges feed({});
  EXPECT_TRUE(must(feed.events_of(record_of(meta_item(1, 1), meta_item(1, 2)))).empty());
  const auto events = must(feed.events_of(record_of(meta_item(1, 1), meta_item(2, 1))));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].name, "planner-preferences");
}

TEST(PlannerChanges, TellsTheLastOfSeveralChangesOnly) {
  PlannerChanges feed({});
  const auto all = must(
      feed.catch_up({record_of(std::nullopt, event_item()), record_of(event_item(), event_item(2)),
                     record_of(event_item(2), std::nullopt)}));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_TRUE(all[0].empty());
  EXPECT_TRUE(all[1].empty());
  ASSERT_EQ(all[2].size(), 1u);
  EXPECT_EQ(all[2][0].data, R"({"id":"evt_1","kind":"event","gone":true})");
}

}  // namespace
}  // namespace norn::planner
