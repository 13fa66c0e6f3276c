#include "apps/planner/preferences.h"

#include <gtest/gtest.h>

#include "apps/events/owner_meta.h"
#include "apps/planner/render.h"
#include "apps/planner/test_world.h"
#include "apps/shared/transaction.h"

namespace norn::planner {
namespace {

using store::List;
using store::Map;
using store::Value;

class PlannerPreferences : public PlannerTest {
 protected:
  Result<Meta> change(const PreferencesChange& change, const std::string& etag = "v1") {
    return change_preferences(context, ada, change, etag);
  }
  Map meta_item() { return item(ada, keys::user_meta(ada)).value().to_map(); }
  void write(const Map& attributes) {
    store::PutRequest put;
    put.table = tables.planner();
    put.item = store::Item::from_map(attributes);
    must(store_.put(put));
  }
};
NORN_ENGINE_ON_BOTH_STORES(PlannerPreferences);

TEST_P(PlannerPreferences, AreThoseOfSomebodyNew) {
  const Meta meta = must(read_meta(context, ada));
  Preferences expected;
  expected.default_tzid = "Europe/Berlin";  // As the tests have it.
  EXPECT_EQ(meta.preferences, expected);
  EXPECT_EQ(meta.version, 1);
  EXPECT_EQ(etag_of(meta), "v1");
  EXPECT_EQ(meta.stats.total_events, 0);
  EXPECT_FALSE(meta.stats.last_event_created);
}

TEST_P(PlannerPreferences, OfNobodyAreNotFound) {
  const std::string nobody = "00000000-0000-4000-8000-0000000000ff";
  EXPECT_TRUE(fails(read_meta(context, nobody), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(change_preferences(context, nobody, {}, "v1"), ErrorCode::kNotFound));
}

TEST_P(PlannerPreferences, ChangeAndAreKept) {
  clock.advance_ms(5'000);
  const Meta changed = must(change({.default_tzid = "Asia/Kolkata",
                                    .week_start = 0,
                                    .default_event_duration = 45,
                                    .default_calendar_increment = 10,
                                    .default_reminder_minutes = std::vector<int64_t>{60, 0},
                                    .theme = "dark",
                                    .auto_archive_completed_tasks = false,
                                    .auto_archive_delay_hours = 720,
                                    .enable_browser_notifications = true,
                                    .enable_sound_notifications = true,
                                    .week_numbers = true}));
  EXPECT_EQ(changed.version, 2);
  const Meta read = must(read_meta(context, ada));
  EXPECT_EQ(read.preferences, changed.preferences);
  EXPECT_EQ(read.version, 2);
  const std::vector<int64_t> in_order = {0, 60};
  EXPECT_EQ(read.preferences.default_reminder_minutes, in_order);
  EXPECT_EQ(read.preferences.default_tzid, "Asia/Kolkata");
  const Map item = meta_item();
  EXPECT_EQ(item.at("updatedAt"), Value(timestamp_s(clock.now_ms())));
  EXPECT_EQ(item.at("createdAt"), Value(timestamp_s(clock.now_ms() - 5'000)));
}

TEST_P(PlannerPreferences, WhatIsNotNamedStays) {
  must(change({.theme = "dark"}));
  const Meta meta = must(change({.week_start = 0}, "v2"));
  EXPECT_EQ(meta.preferences.theme, "dark");
  EXPECT_EQ(meta.preferences.week_start, 0);
  EXPECT_EQ(meta.version, 3);
  // Nothing that changes is no change.
  EXPECT_EQ(must(change({.theme = "dark"}, "v3")).version, 3);
  EXPECT_EQ(must(change({.default_reminder_minutes = std::vector<int64_t>()}, "v3"))
                .preferences.default_reminder_minutes.size(),
            0);
}

TEST_P(PlannerPreferences, WhatIsStaleIsRefusedWithWhatIsThere) {
  must(change({.theme = "dark"}));
  const auto stale = change({.week_start = 0}, "v1");
  ASSERT_TRUE(fails(stale, ErrorCode::kConflict));
  const Fault* const fault = fault_of(stale.error());
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->etag, "v2");
  EXPECT_EQ(fault->current, json_of(must(read_meta(context, ada))));
  EXPECT_EQ(must(read_meta(context, ada)).preferences.week_start, 1);
}

// Somebody else is quicker by a moment: nothing of theirs is written over.
TEST_P(PlannerPreferences, OfTwoAtTheSameTimeOneWins) {
  meanwhile([&] { must(change({.theme = "dark"})); });
  EXPECT_TRUE(fails(change({.theme = "light"}), ErrorCode::kConflict));
  EXPECT_EQ(must(read_meta(context, ada)).preferences.theme, "dark");
}

// The statistics and the longest event are no preferences: they change beside them.
TEST_P(PlannerPreferences, OtherAttributesChangeBesideThem) {
  meanwhile([&] {
    EXPECT_TRUE(must(apps::write_all(store_, {raise_longest(context, ada, {}, 90).value()})));
  });
  must(change({.theme = "dark"}));
  const Meta meta = must(read_meta(context, ada));
  EXPECT_EQ(must(read_owner_meta(context, ada)).longest_event_minutes, 90);
  EXPECT_EQ(meta.preferences.theme, "dark");
  EXPECT_EQ(meta.version, 2);
}

TEST_P(PlannerPreferences, WhatCannotBeIsRefused) {
  struct Case {
    const char* field;
    PreferencesChange change;
  };
  const std::vector<int64_t> eleven = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  for (const Case& c : std::vector<Case>{
           {"defaultTzid", {.default_tzid = "Berlin"}},
           {"defaultTzid", {.default_tzid = ""}},
           {"weekStart", {.week_start = 2}},
           {"weekStart", {.week_start = -1}},
           {"defaultEventDuration", {.default_event_duration = 20}},
           {"defaultEventDuration", {.default_event_duration = 0}},
           {"defaultCalendarIncrement", {.default_calendar_increment = 45}},
           {"defaultReminderMinutes", {.default_reminder_minutes = eleven}},
           {"defaultReminderMinutes", {.default_reminder_minutes = std::vector<int64_t>{-1}}},
           {"defaultReminderMinutes", {.default_reminder_minutes = std::vector<int64_t>{40'321}}},
           {"defaultReminderMinutes",
            {.default_reminder_minutes = std::vector<int64_t>{15, 5, 15}}},
           {"theme", {.theme = "blue"}},
           {"autoArchiveDelayHours", {.auto_archive_delay_hours = 0}},
           {"autoArchiveDelayHours", {.auto_archive_delay_hours = 721}},
       }) {
    EXPECT_TRUE(fails(change(c.change), ErrorCode::kInvalid, c.field)) << c.field;
  }
  for (const int64_t minutes : {15, 30, 45, 60}) {
    EXPECT_TRUE(
        change({.default_event_duration = minutes}, etag_of(must(read_meta(context, ada)))));
  }
  for (const int64_t minutes : {10, 15, 30, 60}) {
    EXPECT_TRUE(
        change({.default_calendar_increment = minutes}, etag_of(must(read_meta(context, ada)))));
  }
}

// Other tools write to the table, too: what they left out or wrote wrongly has its default, and
// what only they know stays.
TEST_P(PlannerPreferences, OfOtherToolsAreRepaired) {
  Map attributes = meta_item();
  attributes.insert_or_assign("defaultTzid", Value::number(7));
  attributes.insert_or_assign(
      "preferences",
      Map{{"weekStart", Value::number(5)},
          {"theme", "dark"},
          {"defaultEventDuration", "30"},
          {"defaultReminderMinutes", store::NumberSet::make({store::Number(60), store::Number(5)})},
          {"accent", "violet"}});
  attributes.erase("stats");
  attributes.erase("version");
  write(attributes);
  Preferences expected;
  expected.theme = "dark";
  expected.default_reminder_minutes = {5, 60};
  EXPECT_EQ(must(read_meta(context, ada)).preferences, expected);

  const Meta meta = must(change({.default_calendar_increment = 60}));
  EXPECT_EQ(meta.version, 2);
  const Map written = meta_item().at("preferences").as<Map>();
  EXPECT_EQ(written.at("accent"), Value("violet"));
  EXPECT_EQ(written.at("weekStart"), Value::number(1));
  EXPECT_EQ(written.at("defaultReminderMinutes"), Value(List{Value::number(5), Value::number(60)}));
  EXPECT_EQ(written.at("defaultCalendarIncrement"), Value::number(60));
}

}  // namespace
}  // namespace norn::planner
