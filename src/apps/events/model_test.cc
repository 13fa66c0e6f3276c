#include "apps/events/model.h"

#include <gtest/gtest.h>

#include <random>

#include "apps/events/series/event_id.h"
#include "apps/events/test_world.h"

namespace norn::events {
namespace {

using store::Map;
using store::Null;
using store::Value;

const std::string kUser = "00000000-0000-4000-8000-0000000000aa";

// Things with whatever attributes they may have.
class AnyThing {
 public:
  explicit AnyThing(uint32_t seed) : random_(seed) {}

  Event event() {
    return {.id = event_id(uuid()),
            .details = details(),
            .when = when(),
            .stamp = stamp(),
            .ical = {.uid = text(), .sequence = number(0, 9)}};
  }
  Master master() {
    Repeats repeats = {.rrule = maybe() ? "FREQ=DAILY" : "",
                       .exdate = texts({"20251224", "20251225T100000Z"}),
                       .rdate = texts({"20260101", "20260102T100000Z/PT2H"}),
                       .has_exceptions = maybe()};
    if (maybe()) repeats.until_s = number(0, 4'000'000'000);
    return {.id = master_id(uuid()),
            .details = details(),
            .when = when(),
            .repeats = repeats,
            .stamp = stamp(),
            .ical = {.uid = text(), .sequence = number(0, 9)}};
  }
  Instance instance() {
    Instance instance = {.master_id = master_id(uuid()),
                         .tag = maybe() ? "20251224" : "20251224T100000Z",
                         .recurrence_s = number(0, 40'000) * 86'400,
                         .details = details(),
                         .when = when(),
                         .stamp = stamp(),
                         .modified_fields = texts({"startUtc", "title"})};
    instance.recurrence_kind = static_cast<TimeKind>(number(0, 2));
    return instance;
  }

 private:
  int64_t number(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random_);
  }
  bool maybe() { return number(0, 1) == 1; }
  std::string uuid() {
    return fmt::format("00000000-0000-4000-8000-{:012x}", number(0, 1LL << 40));
  }
  std::string text() {
    constexpr std::string_view kTexts[] = {"Plain", "", "\"quoted\" \\ and\nlines", "Übung 🎈"};
    return std::string(kTexts[number(0, 3)]);
  }
  std::optional<std::string> optional_text() {
    return maybe() ? std::optional(text()) : std::nullopt;
  }
  std::vector<std::string> texts(std::vector<std::string> all) {
    all.resize(static_cast<size_t>(number(0, static_cast<int64_t>(all.size()))));
    return all;
  }
  Details details() {
    Details details = {.title = text(),
                       .description = optional_text(),
                       .location = optional_text(),
                       .color = maybe() ? std::optional<std::string>("#22C55e") : std::nullopt,
                       .status = static_cast<Status>(number(0, 2)),
                       .tags = texts({"a", "b \"c\"", "ä"}),
                       .ical_other = text()};
    if (maybe()) details.reminder_minutes = {0, 15, 40'320};
    if (maybe()) details.links = {{.target = "note_1", .title = optional_text()}, {.target = "x"}};
    if (maybe()) details.ttl = number(1, 4'000'000'000);
    return details;
  }
  When when() {
    When when{.kind = static_cast<TimeKind>(number(0, 2)), .start_s = 0, .end_s = {}};
    const bool is_all_day = when.kind == TimeKind::kAllDay;
    when.start_s = number(-25'000, 2'900'000) * 86'400 + (is_all_day ? 0 : number(0, 86'399));
    if (is_all_day || maybe()) {
      when.end_s = when.start_s + (is_all_day ? number(1, 9) * 86'400 : number(0, 100'000));
    }
    if (when.kind != TimeKind::kTimed) return when;
    when.start_tzid = "America/New_York";
    if (when.end_s && maybe()) when.end_tzid = "Asia/Kolkata";
    return when;
  }
  Stamp stamp() { return {number(1, 99), "2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"}; }

  std::mt19937 random_;
};

TEST(EngineModel, WhatIsWrittenIsReadBack) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    AnyThing any(seed);
    const Event event = any.event();
    EXPECT_EQ(must(event_from(to_item(kUser, event))), event);
    const Master master = any.master();
    EXPECT_EQ(must(master_from(to_item(kUser, master))), master);
    const Instance instance = any.instance();
    EXPECT_EQ(must(instance_from(to_item(kUser, instance))), instance);
  }
}

// No attribute of an item is an empty set, which no table could hold.
TEST(EngineModel, ThereAreNoEmptySets) {
  Event event = AnyThing(1).event();
  event.details.tags.clear();
  event.details.reminder_minutes.clear();
  const store::Item item = to_item(kUser, event);
  EXPECT_FALSE(item.contains("tags"));
  EXPECT_FALSE(item.contains("reminderMinutes"));
}

TEST(EngineModel, AttributesOfOthersAreLeftAside) {
  AnyThing any(7);
  const Event event = any.event();
  Map item = to_item(kUser, event).to_map();
  item.emplace("GSI3PK", "SOMETHING");
  item.emplace("attendees", Map{{"ada", Value::boolean(true)}});
  EXPECT_EQ(must(event_from(store::Item::from_map(item))), event);
}

// What the design calls optional may be missing from what other programs write.
TEST(EngineModel, WhatIsOptionalMayBeMissing) {
  Master master = AnyThing(3).master();
  master.when = {
      .kind = TimeKind::kAllDay, .start_s = second("2025-01-06"), .end_s = second("2025-01-07")};
  Map item = to_item(kUser, master).to_map();
  for (const char* name :
       {"description", "location", "color", "tags", "reminderMinutes", "links", "ttl", "icalOther",
        "endTzid", "endDate", "rruleUntil", "exdate", "rdate", "hasExceptions", "sequence"}) {
    item.erase(name);
  }
  const Master read = must(master_from(store::Item::from_map(item)));
  EXPECT_EQ(read.details.title, master.details.title);
  EXPECT_EQ(read.details.tags.size(), 0);
  EXPECT_EQ(read.repeats.exdate.size(), 0);
  EXPECT_TRUE(read.repeats.has_exceptions);  // Unknown: views have to look.
  EXPECT_EQ(read.ical.sequence, 0);
  EXPECT_EQ(read.when.end_s, second("2025-01-07"));
}

struct Damage {
  const char* attribute;
  std::optional<Value> value;  // Nullopt: it is not there.
};

store::Item damaged(const store::Item& sound, const Damage& damage) {
  Map item = sound.to_map();
  item.erase(damage.attribute);
  if (damage.value) item.emplace(damage.attribute, *damage.value);
  return store::Item::from_map(item);
}

template <typename From>
void expect_unreadable(const store::Item& sound, const std::vector<Damage>& damages,
                       const From& from) {
  ASSERT_TRUE(from(sound));
  for (const Damage& damage : damages) {
    const auto read = from(damaged(sound, damage));
    ASSERT_FALSE(read) << damage.attribute;
    EXPECT_EQ(read.error().code, ErrorCode::kUnreadable) << damage.attribute;
  }
}

When an_hour() {
  return {.kind = TimeKind::kTimed,
          .start_s = second("2025-01-06T15:00:00Z"),
          .end_s = second("2025-01-06T16:00:00Z"),
          .start_tzid = "Europe/Berlin"};
}

TEST(EngineModel, EventsWithoutKeyTimeOrVersionAreUnreadable) {
  Event event = AnyThing(11).event();
  event.when = an_hour();
  expect_unreadable(to_item(kUser, event),
                    {{"entityType", "MASTER"},
                     {"entityType", std::nullopt},
                     {"SK", "EVENT#"},
                     {"SK", "EVENT#a/b"},
                     {"SK", "EVENT#a#b"},
                     {"SK", "MASTER#" + event.id},
                     {"isAllDay", Value::boolean(true)},  // There is no startDate.
                     {"startUtc", std::nullopt},
                     {"startUtc", Value::number(1)},
                     {"startUtc", "2025-01-06"},
                     {"startUtc", "2025-02-30T15:00:00Z"},
                     {"version", std::nullopt},
                     {"version", Null{}},
                     {"version", Value::number(0)},
                     {"version", "1"}},
                    event_from);
}

// A fault in anything else leaves the event readable.
TEST(EngineModel, FaultsOfEventsThatDoNotMatter) {
  Event sound = AnyThing(11).event();
  sound.when = an_hour();
  const auto read = [&](const char* name, std::optional<Value> value) {
    return must(event_from(damaged(to_item(kUser, sound), {name, std::move(value)})));
  };
  EXPECT_EQ(read("eventId", "evt_abc123def456"), sound);
  EXPECT_EQ(read("eventId", std::nullopt), sound);
  EXPECT_EQ(read("isAllDay", std::nullopt), sound);
  EXPECT_EQ(read("isAllDay", "false"), sound);
  EXPECT_EQ(read("title", std::nullopt).details.title, "(no title)");
  EXPECT_EQ(read("title", Value::number(1)).details.title, "(no title)");
  EXPECT_EQ(read("description", Value::number(1)).details.description, std::nullopt);
  EXPECT_EQ(read("color", "red").details.color, std::nullopt);
  EXPECT_EQ(read("status", "confirmed").details.status, Status::kConfirmed);
  EXPECT_EQ(read("status", Null{}).details.status, Status::kConfirmed);
  EXPECT_EQ(read("tags", store::List{"work", "home", Null{}, "Work"}).details.tags,
            (std::vector<std::string>{"home", "work"}));
  EXPECT_EQ(read("reminderMinutes",
                 store::List{Value::number(60), Value::number(15), "15", Value::number(-1)})
                .details.reminder_minutes,
            (std::vector<int64_t>{15, 60}));
  EXPECT_EQ(read("reminderMinutes", store::StringSet::make({"15"})).details.reminder_minutes.size(),
            0);
  EXPECT_EQ(read("links", store::List{"task_1"}).details.links.size(), 0);
  EXPECT_EQ(read("links", store::List{Map{{"title", "without a target"}}}).details.links.size(), 0);
  EXPECT_EQ(read("links", store::List{Map{{"target", "a#b"}}}).details.links.size(), 0);
  EXPECT_EQ(read("links", Map{}).details.links.size(), 0);
  EXPECT_EQ(read("ttl", "soon").details.ttl, std::nullopt);
  EXPECT_EQ(read("endUtc", "2025-01-06T14:59:59Z").when.end_s, std::nullopt);
  EXPECT_EQ(read("endUtc", "later").when.end_s, std::nullopt);
  EXPECT_EQ(read("createdAt", std::nullopt).stamp.created_at, "1970-01-01T00:00:00Z");
  EXPECT_EQ(read("updatedAt", Null{}).stamp.updated_at, sound.stamp.created_at);
  EXPECT_EQ(read("icalUid", std::nullopt).ical.uid, sound.id + "@norn");
  EXPECT_EQ(read("sequence", "0").ical.sequence, 0);
}

// Another program has no startLocal: its wall time is in startUtc.
TEST(EngineModel, FloatingEventsOfOthersHaveTheirTimeInStartUtc) {
  Event sound = AnyThing(11).event();
  sound.when = an_hour();
  const Event read = must(event_from(damaged(to_item(kUser, sound), {"startTzid", Null{}})));
  EXPECT_EQ(read.when, (When{.kind = TimeKind::kFloating,
                             .start_s = second("2025-01-06T15:00:00Z"),
                             .end_s = second("2025-01-06T16:00:00Z")}));
}

TEST(EngineModel, SeriesWithoutARuleAreUnreadable) {
  Master master = AnyThing(12).master();
  master.when = an_hour();
  const store::Item sound = to_item(kUser, master);
  expect_unreadable(sound,
                    {{"entityType", "EVENT"},
                     {"SK", "MASTER#"},
                     {"rrule", std::nullopt},
                     {"rrule", store::List{}},
                     {"rruleUntil", "2025-12-31"}},
                    master_from);
  const auto read = [&](const char* name, const Value& value) {
    return must(master_from(damaged(sound, {name, value})));
  };
  EXPECT_EQ(read("masterId", "mst_weekly_standup"), master);
  EXPECT_EQ(read("exdate", store::StringSet::make({"20251225"})).repeats.exdate,
            (std::vector<std::string>{"20251225"}));
  EXPECT_EQ(read("exdate", store::List{Value::number(20251225)}).repeats.exdate.size(), 0);
  EXPECT_EQ(read("rdate", "20251225").repeats.rdate.size(), 0);
  EXPECT_TRUE(read("hasExceptions", "true").repeats.has_exceptions);
}

TEST(EngineModel, OccurrencesWithoutTheirDayAreUnreadable) {
  Instance instance = AnyThing(13).instance();
  instance.when = an_hour();
  const store::Item sound = to_item(kUser, instance);
  expect_unreadable(sound,
                    {{"entityType", "EVENT"},
                     {"SK", "INSTANCE#" + instance.master_id},
                     {"SK", "INSTANCE#" + instance.master_id + "#Christmas"},
                     {"SK", "INSTANCE##20000101"},
                     {"recurrenceId", std::nullopt},
                     {"recurrenceId", "24 December"}},
                    instance_from);
  const auto read = [&](const char* name, std::optional<Value> value) {
    return must(instance_from(damaged(sound, {name, std::move(value)})));
  };
  EXPECT_EQ(read("eventId", "inst_20251224_xyz789"), instance);
  EXPECT_EQ(read("masterId", std::nullopt), instance);
  EXPECT_EQ(read("isAllDay", std::nullopt), instance);
  EXPECT_EQ(read("modifiedFields", "title").modified_fields.size(), 0);
}

TEST(EngineModel, ErrorsNameTheFault) {
  const store::Item item = store::Item::from_map({{"PK", "USER#x"}, {"SK", "EVENT#y"}});
  const auto read = event_from(item);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "The event cannot be read: `entityType` is missing.");
}

TEST(EngineModel, TagsOfStatesAreVersions) {
  AnyThing any(5);
  Event event = any.event();
  event.stamp.version = 4;
  EXPECT_EQ(etag_of(Thing(event)), "v4");
  SeriesOccurrence occurrence{any.master(), any.instance()};
  occurrence.master.stamp.version = 3;
  occurrence.instance.stamp.version = 0;
  EXPECT_EQ(etag_of(Thing(occurrence.master)), "v3");
  EXPECT_EQ(etag_of(Thing(occurrence)), "v3.0");
  EXPECT_FALSE(occurrence.is_stored());
  occurrence.instance.stamp.version = 2;
  EXPECT_EQ(etag_of(Thing(occurrence)), "v3.2");
  EXPECT_TRUE(occurrence.is_stored());
}

TEST(EngineModel, WhatHasATtlGoesThen) {
  Details details;
  EXPECT_FALSE(has_expired(details, 4'000'000'000'000));
  details.ttl = 1'000;
  EXPECT_FALSE(has_expired(details, 999'999));
  EXPECT_TRUE(has_expired(details, 1'000'000));
}

TEST(EngineModel, StatusesHaveTheirTexts) {
  for (const Status status : {Status::kConfirmed, Status::kTentative, Status::kCancelled}) {
    EXPECT_EQ(status_from(to_text(status)), status);
  }
  EXPECT_EQ(to_text(Status::kCancelled), "CANCELLED");
  EXPECT_FALSE(status_from("CANCELED"));
}

TEST(EngineModel, TimesAreWrittenByTheirKind) {
  EXPECT_EQ(time_text(TimeKind::kTimed, second("1969-12-31T23:59:59Z")), "1969-12-31T23:59:59Z");
  EXPECT_EQ(time_text(TimeKind::kAllDay, second("2024-02-29")), "2024-02-29");
  EXPECT_EQ(time_text(TimeKind::kFloating, second("1900-01-01T00:00:01")), "1900-01-01T00:00:01");
}

}  // namespace
}  // namespace norn::events
