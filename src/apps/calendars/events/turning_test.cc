#include "apps/calendars/events/turning.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <thread>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/events/event_feed.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/live_feed.h"
#include "apps/calendars/test_world.h"
#include "apps/events/guests/guests.h"
#include "apps/events/keys.h"
#include "apps/events/owner_meta.h"
#include "embedded/embedded_store.h"
#include "store/stream_tail.h"
#include "support/temporary_folder.h"

namespace norn::calendars {
namespace {

using events::Thing;

events::EventChange weekly_change() {
  events::EventChange change;
  change.repeats.rrule = "FREQ=WEEKLY";
  return change;
}

events::EventChange tagged() {
  events::EventChange change;
  change.details.tags = std::vector<std::string>{"a"};
  return change;
}

events::EventChange daily_change() {
  events::EventChange change;
  change.repeats.rrule = "FREQ=DAILY";
  return change;
}

EntryInput said_by_entry(const Entry& entry) {
  return {.title = entry.title,
          .description = entry.description,
          .location = entry.location,
          .date = entry.date,
          .color = entry.color,
          .kind = entry.kind};
}

class CalendarTurning : public CalendarsTest {
 protected:
  Result<Thing> turn(const Entry& entry, const events::EventChange& change = {},
                     const std::string& user = "") {
    return turn_into_event(scene.context, user.empty() ? bob : user, calendar, entry.id, change,
                           etag_of(entry));
  }
  Result<Entry> turn_back(const Thing& thing, const std::string& user = "") {
    return turn_into_entry(scene.context, user.empty() ? bob : user, calendar, id_of_event(thing),
                           std::nullopt, events::etag_of(thing));
  }
  // Undoes that the entry became this.
  Result<Entry> undo(const Thing& thing, const Entry& entry, const std::string& user = "") {
    return turn_into_entry(scene.context, user.empty() ? bob : user, entry.calendar_id,
                           id_of_event(thing), said_by_entry(entry), events::etag_of(thing));
  }
  // Gives an occurrence of a series of whole days another title.
  void change_day(const Thing& series, Date day, const std::string& user = "") {
    std::string tag = date_text(day);
    std::erase(tag, '-');
    const auto owner =
        must(owner_of_events(scene.context, user.empty() ? bob : user, calendar, Role::kWriter));
    const auto id =
        events::parse_event_id(events::instance_id(std::get<events::Master>(series).id, tag));
    events::EventChange change;
    change.details.title = "Changed";
    const Thing now = must(scene.events.get(owner.id, *id));
    must(scene.events.change(owner, *id, change, events::Scope::kThis, events::etag_of(now)));
  }
  Thing now_of(const Thing& thing) {
    return must(scene.events.get(event_partition(calendar), id_of_event(thing)));
  }
  static events::EventId id_of_event(const Thing& thing) {
    const auto* const event = std::get_if<events::Event>(&thing);
    return events::parse_event_id(event != nullptr ? event->id : std::get<events::Master>(thing).id)
        .value();
  }
  size_t entry_count() { return scene.count(scene.tables.calendars(), "ENTRY"); }
  size_t event_count() {
    return scene.count(scene.tables.planner(), "EVENT") +
           scene.count(scene.tables.planner(), "MASTER");
  }
};
INSTANTIATE_TEST_SUITE_P(, CalendarTurning,
                         ::testing::Values(StoreKind::kFresh, StoreKind::kLagging), name_of_store);

TEST_P(CalendarTurning, KeepsWhatAnEntrySaysAndGivesItBack) {
  const std::vector<Kind> kinds = {AllDay{}, MultiDay{date("2026-11-18"), date("2026-11-20")},
                                   Timed{"09:00:00", "10:30:00"}};
  for (const Kind& kind : kinds) {
    const Entry entry = scene.entry(bob, calendar, "2026-11-18", kind, "Lesson");
    const Thing thing = must(turn(entry));
    const auto& event = std::get<events::Event>(thing);
    EXPECT_EQ(event.id, "evt_" + entry.id);
    EXPECT_EQ(event.details.title, "Lesson");
    EXPECT_EQ(event.stamp.created_at, entry.created_at);
    EXPECT_FALSE(event.details.color) << "that of the calendar";
    EXPECT_EQ(entry_count(), 0u);
    const Entry back = must(turn_back(thing));
    EXPECT_EQ(back.id, entry.id);
    EXPECT_EQ(back.kind, entry.kind);
    EXPECT_EQ(back.date, entry.date);
    EXPECT_EQ(back.color, entry.color);
    EXPECT_EQ(back.created_at, entry.created_at);
    EXPECT_EQ(event_count(), 0u);
    must(scene.entries.remove(bob, back.id, etag_of(back)));
  }
}

TEST_P(CalendarTurning, MakesASeriesOfAnEntryThatGetsARule) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", Timed{"16:00:00", "17:00:00"});
  events::EventChange change = weekly_change();
  change.when.start_tzid = std::optional<std::string>("Europe/Berlin");
  const Thing thing = must(turn(entry, change));
  const auto& series = std::get<events::Master>(thing);
  EXPECT_EQ(series.id, "mst_" + entry.id);
  EXPECT_EQ(series.when.start_tzid, "Europe/Berlin");
  EXPECT_EQ(events::start_key(series.when), "2026-11-18T15:00:00Z");
  EXPECT_TRUE(fails(turn_back(thing), ErrorCode::kConflict));
}

TEST_P(CalendarTurning, RefusesWhatTheOtherCannotSay) {
  const Entry task = scene.entry(bob, calendar, "2026-11-18", Task{true});
  EXPECT_TRUE(fails(turn(task), ErrorCode::kConflict, "kind"));
  EXPECT_EQ(entry_count(), 1u);
  const auto turned = [&](const events::EventChange& change) {
    return must(
        turn(scene.entry(bob, calendar, "2026-11-18", Timed{"20:00:00", "22:00:00"}), change));
  };
  events::EventChange night;
  night.when.end_local_s = parse_timestamp_ms("2026-11-19T02:00:00Z").value() / 1000;
  events::EventChange zone;
  zone.when.start_tzid = std::optional<std::string>("Europe/Berlin");
  events::EventChange reminder;
  reminder.details.reminder_minutes = std::vector<int64_t>{10};
  for (const events::EventChange& change : {tagged(), night, zone, reminder}) {
    EXPECT_TRUE(fails(turn_back(turned(change)), ErrorCode::kConflict));
  }
}

TEST_P(CalendarTurning, IsForWritersOfTheCalendarThatItIsIn) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{});
  EXPECT_TRUE(fails(turn(entry, {}, eve), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(turn(entry, {}, zoe), ErrorCode::kNotFound));
  const std::string other = scene.calendar(bob);
  EXPECT_TRUE(fails(turn_into_event(scene.context, bob, other, entry.id, {}, etag_of(entry)),
                    ErrorCode::kNotFound));
  const Thing thing = must(turn(entry));
  EXPECT_TRUE(fails(turn_back(thing, eve), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(turn_back(thing, zoe), ErrorCode::kNotFound));
}

TEST_P(CalendarTurning, OfTwoAtTheSameTimeOneWins) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{});
  meanwhile([&] {
    EntryPatch patch;
    patch.title = "Changed";
    must(scene.entries.change(ada, entry.id, patch, etag_of(entry)));
  });
  EXPECT_TRUE(fails(turn(entry), ErrorCode::kStale));
  EXPECT_EQ(entry_count(), 1u);
  const Entry now = must(scene.entries.get(bob, entry.id));
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(turn(now), ErrorCode::kNotFound));
  EXPECT_EQ(entry_count() + event_count(), 1u);
  // Back, while somebody changes the event.
  const Thing thing = must(turn(now, {}, ada));
  meanwhile([&] {
    events::EventChange change;
    change.details.title = "Changed again";
    const auto owner = must(owner_of_events(scene.context, ada, calendar, Role::kWriter));
    must(scene.events.change(owner, id_of_event(thing), change, events::Scope::kAll,
                             events::etag_of(thing)));
  });
  EXPECT_TRUE(fails(turn_back(thing, ada), ErrorCode::kConflict));
  EXPECT_EQ(entry_count(), 0u);
}

TEST_P(CalendarTurning, GivesBackTheEntryOfASeriesWithAllThatWasChangedInIt) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{}, "Lesson");
  events::EventChange change = daily_change();
  change.details.title = "Lessons";
  change.details.tags = std::vector<std::string>{"a"};
  change.details.links = std::vector<events::Link>{{"one"}, {"two"}};
  for (int round = 0; round < 2; ++round) {
    const Entry before = must(scene.entries.get(bob, entry.id));
    const Thing thing = must(turn(before, change));
    for (const int day : {2, 4}) change_day(thing, entry.date + std::chrono::days(day));
    const Thing now = now_of(thing);
    const Entry back = must(undo(now, before));
    EXPECT_EQ(back.id, entry.id);
    EXPECT_EQ(back.title, "Lesson");
    EXPECT_EQ(back.kind, entry.kind);
    EXPECT_EQ(back.color, entry.color);
    EXPECT_EQ(back.created_at, entry.created_at);
    EXPECT_EQ(back.updated_by, bob);
    EXPECT_EQ(must(scene.entries.get(eve, entry.id)), back);
    EXPECT_EQ(event_count(), 0u);
    EXPECT_EQ(scene.count(scene.tables.planner(), "INSTANCE"), 0u);
    EXPECT_EQ(scene.count(scene.tables.planner(), "LINK"), 0u);
    EXPECT_TRUE(fails(undo(now, before), ErrorCode::kNotFound)) << "it is undone";
  }
  // An event says again what the entry said, too.
  const Entry again = must(scene.entries.get(bob, entry.id));
  EXPECT_EQ(must(undo(must(turn(again, tagged())), again)).title, "Lesson");
}

TEST_P(CalendarTurning, GivesBackTheEntryOfASeriesToThoseWhoMayAndIfNothingHasChanged) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{});
  const Thing thing = must(turn(entry, daily_change()));
  EXPECT_TRUE(fails(undo(thing, entry, eve), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(undo(thing, entry, zoe), ErrorCode::kNotFound));
  Entry elsewhere = entry;
  elsewhere.calendar_id = scene.calendar(bob);
  EXPECT_TRUE(fails(undo(thing, elsewhere), ErrorCode::kNotFound));
  Entry wrong = entry;
  wrong.color = "green";
  EXPECT_TRUE(fails(undo(thing, wrong), ErrorCode::kInvalid, "color"));
  wrong = entry;
  wrong.kind = Timed{"10:00:00", "09:00:00"};
  EXPECT_TRUE(fails(undo(thing, wrong), ErrorCode::kInvalid, "kind.end"));
  const auto one = events::parse_event_id(events::instance_id("mst_" + entry.id, "20261120"));
  EXPECT_TRUE(fails(
      turn_into_entry(scene.context, bob, calendar, one.value(), said_by_entry(entry), "v1.0"),
      ErrorCode::kConflict));
  meanwhile([&] { change_day(thing, entry.date + std::chrono::days(2), ada); });
  EXPECT_TRUE(fails(undo(thing, entry), ErrorCode::kConflict));
  EXPECT_EQ(scene.count(scene.tables.planner(), "INSTANCE"), 1u);
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(undo(now_of(thing), entry), ErrorCode::kNotFound));
  EXPECT_EQ(entry_count(), 0u);
  EXPECT_EQ(event_count(), 1u);
  EXPECT_EQ(must(undo(now_of(thing), entry, ada)).id, entry.id);
}

TEST_P(CalendarTurning, KeepsWhatHasGuests) {
  events::GuestLists guests(events::context_of(scene.context), scene.users);
  for (const auto& change : {daily_change(), tagged()}) {
    const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{});
    const Thing thing = must(turn(entry, change));
    const auto owner = must(owner_of_events(scene.context, bob, calendar, Role::kWriter));
    const auto invited =
        must(guests.invite(owner, id_of_event(thing), {.email = "zoe@example.com"}, {}));
    EXPECT_EQ(events::etag_of(now_of(thing)), events::etag_of(thing));
    EXPECT_TRUE(fails(undo(thing, entry), ErrorCode::kConflict));
    EXPECT_EQ(must(guests.list(owner, id_of_event(thing))).size(), 1u);
    must(guests.remove(owner, id_of_event(thing), invited.guest.id));
    EXPECT_EQ(must(undo(thing, entry)).id, entry.id);
  }
}

TEST_P(CalendarTurning, KeepsASeriesInWhichTooMuchWasChanged) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-01", AllDay{});
  const Thing thing = must(turn(entry, daily_change()));
  // With the series, the entry, the right of the person and the calendar these are 100 items.
  for (int day = 0; day < 96; ++day) change_day(thing, entry.date + std::chrono::days(day));
  const Thing most = now_of(thing);
  change_day(thing, entry.date + std::chrono::days(96));
  EXPECT_TRUE(fails(undo(now_of(thing), entry), ErrorCode::kConflict));
  EXPECT_TRUE(fails(undo(most, entry), ErrorCode::kConflict));
  EXPECT_EQ(scene.count(scene.tables.planner(), "INSTANCE"), 97u);
  const auto owner = must(owner_of_events(scene.context, bob, calendar, Role::kWriter));
  const auto last =
      events::parse_event_id(events::instance_id("mst_" + entry.id, "20270205")).value();
  const Thing one = must(scene.events.get(owner.id, last));
  must(scene.events.restore(owner, last, events::etag_of(one)));
  EXPECT_EQ(must(undo(now_of(thing), entry)).id, entry.id);
  EXPECT_EQ(scene.count(scene.tables.planner(), "INSTANCE"), 0u);
}

TEST_P(CalendarTurning, LeadsFromTheEntryToTheEvent) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{});
  must(turn(entry, weekly_change()));
  settle();
  for (const std::string& member : {ada, bob, eve}) {
    EXPECT_EQ(must(path_of_turned(scene.context, member, entry.id, false)),
              fmt::format("/api/v1/calendars/{}/events/mst_{}", calendar, entry.id));
  }
  EXPECT_EQ(must(path_of_turned(scene.context, zoe, entry.id, true)), std::nullopt);
}

TEST_P(CalendarTurning, IsToldAsOneThingInPlaceOfAnother) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{});
  CalendarChanges of_entries(scene.context);
  CalendarEventChanges of_events(scene.context);
  store::StreamTail entries(store(), scene.tables.calendars());
  store::StreamTail planner(store(), scene.tables.planner());
  must(entries.start_at_latest());
  must(planner.start_at_latest());
  const auto told = [](live::Feed& feed, store::StreamTail& tail) {
    feed.begin_round();
    std::string all;
    for (const store::StreamRecord& record : must(tail.read(1'000))) {
      for (const live::Event& event : must(feed.events_of(record)))
        all += event.name + event.data + "\n";
    }
    return all;
  };
  const Thing thing = must(turn(entry));
  EXPECT_EQ(told(of_entries, entries),
            fmt::format("replaced{{\"calendarId\":\"{0}\",\"id\":\"{1}\","
                        "\"replacedBy\":\"evt_{1}\"}}\n",
                        calendar, entry.id));
  EXPECT_EQ(
      told(of_events, planner),
      fmt::format("calendar-event{{\"calendarId\":\"{}\",\"id\":\"evt_{}\",\"kind\":\"event\"}}\n",
                  calendar, entry.id));
  must(turn_back(thing));
  EXPECT_EQ(told(of_events, planner),
            fmt::format("replaced{{\"calendarId\":\"{0}\",\"id\":\"evt_{1}\","
                        "\"replacedBy\":\"{1}\"}}\n",
                        calendar, entry.id));
  const Thing series = must(turn(must(scene.entries.get(bob, entry.id)), weekly_change()));
  told(of_events, planner);
  must(undo(series, entry));
  EXPECT_EQ(told(of_events, planner),
            fmt::format("replaced{{\"calendarId\":\"{0}\",\"id\":\"mst_{1}\","
                        "\"replacedBy\":\"{1}\"}}\n",
                        calendar, entry.id));
}

// Of other programs: ids of any form, and attributes that Norn does not know.
TEST_P(CalendarTurning, TurnsThingsOfOtherPrograms) {
  Entry entry = {.id = "entry-1",
                 .calendar_id = calendar,
                 .title = "Theirs",
                 .description = {},
                 .location = {},
                 .date = date("2026-11-18"),
                 .color = "#112233",
                 .kind = AllDay{},
                 .created_at = "2026-01-01T00:00:00Z",
                 .updated_at = "2026-01-01T00:00:00Z"};
  store::PutRequest put;
  put.table = scene.tables.calendars();
  put.item = to_item(entry);
  must(scene.store.put(put));
  const Thing thing = must(turn(entry));
  EXPECT_EQ(std::get<events::Event>(thing).id, "evt_entry-1");
  EXPECT_EQ(std::get<events::Event>(thing).details.color, "#112233");
  EXPECT_EQ(must(turn_back(thing)).id, "entry-1");
  // What an entry would lose keeps an event what it is.
  const Thing again = must(turn(must(scene.entries.get(bob, "entry-1"))));
  store::UpdateRequest update;
  update.table = scene.tables.planner();
  update.key = apps::key_of(events::keys::user(event_partition(calendar)), "EVENT#evt_entry-1");
  update.update = "SET theirs = :it";
  update.placeholders.values = {{":it", "x"}};
  must(scene.store.update(update));
  EXPECT_TRUE(fails(turn_back(again), ErrorCode::kConflict));
}

TEST_P(CalendarTurning, MovesEventsBetweenCalendarsAndPlannersWithTheirIds) {
  const std::string other = scene.calendar(bob);
  store::PutRequest put;
  put.table = scene.tables.planner();
  put.item = store::Item::from_map(events::new_owner_meta(bob, "UTC", "2026-11-01T00:00:00Z"));
  must(scene.store.put(put));
  const auto here = must(owner_of_events(scene.context, bob, calendar, Role::kWriter));
  const auto there = must(owner_of_events(scene.context, bob, other, Role::kWriter));
  const events::Owner planner(bob);
  Thing thing = must(turn(scene.entry(bob, calendar, "2026-11-18", AllDay{}), weekly_change()));
  const std::string id = std::get<events::Master>(thing).id;
  // With a changed occurrence.
  events::EventChange change;
  change.details.title = "Changed";
  const auto one = events::parse_event_id(events::instance_id(id, "20261125")).value();
  must(scene.events.change(here, one, change, events::Scope::kThis, "v1.0"));
  thing = must(scene.events.get(here.id, id_of_event(thing)));
  EXPECT_TRUE(fails(scene.events.move(here, there, one, "v2.1"), ErrorCode::kInvalid, "id"));
  EXPECT_TRUE(
      fails(scene.events.move(here, there, id_of_event(thing), "v1"), ErrorCode::kConflict));
  const events::Owner* from = &here;
  for (const events::Owner* const to : {&there, &planner, &here}) {
    thing = must(scene.events.move(*from, *to, id_of_event(thing), events::etag_of(thing)));
    EXPECT_EQ(std::get<events::Master>(thing).id, id);
    EXPECT_TRUE(fails(scene.events.get(from->id, one), ErrorCode::kNotFound));
    const Thing moved = must(scene.events.get(to->id, one));
    EXPECT_EQ(std::get<events::SeriesOccurrence>(moved).instance.details.title, "Changed");
    from = to;
  }
  EXPECT_EQ(scene.count(scene.tables.planner(), "INSTANCE"), 1u);
  // Both sides let the person: a reader of the target cannot move anything there.
  const std::string read_only = scene.calendar(ada);
  scene.join(read_only, ada, "bob", Role::kReader);
  const auto reading = must(owner_of_events(scene.context, bob, read_only, Role::kReader));
  EXPECT_TRUE(fails(scene.events.move(here, reading, id_of_event(thing), events::etag_of(thing)),
                    ErrorCode::kForbidden));
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(scene.events.move(here, there, id_of_event(thing), events::etag_of(thing)),
                    ErrorCode::kNotFound));
}

TEST_P(CalendarTurning, DoesNotMoveASeriesWithTooManyChangedOccurrences) {
  const std::string other = scene.calendar(bob);
  const auto here = must(owner_of_events(scene.context, bob, calendar, Role::kWriter));
  const auto there = must(owner_of_events(scene.context, bob, other, Role::kWriter));
  const Entry entry = scene.entry(bob, calendar, "2026-11-01", AllDay{});
  const Thing thing = must(turn(entry, daily_change()));
  for (int day = 0; day < 46; ++day) change_day(thing, entry.date + std::chrono::days(day));
  const Thing now = now_of(thing);
  EXPECT_TRUE(fails(scene.events.move(here, there, id_of_event(now), events::etag_of(now)),
                    ErrorCode::kConflict));
}

// Many turn one entry into an event or a series and back: it is always exactly one of the three.
TEST(CalendarTurningThreads, LeaveOneThingWhoeverTurnsIt) {
  ManualClock clock{accounts::kStartMs};
  const testing::TemporaryFolder folder("norn_turning");
  embedded::Options options;
  options.directory = folder.path() / "data";
  options.background = false;
  options.sync = false;
  const auto store = must(embedded::EmbeddedStore::open(options, clock));
  Scene scene(*store, clock);
  const std::string ada = scene.person("ada");
  const std::string calendar = scene.calendar(ada);
  const Entry first = scene.entry(ada, calendar, "2026-11-18", AllDay{});
  constexpr int kThreads = 6;
  constexpr int kRounds = 15;
  std::atomic<int> turned = 0;
  std::latch ready(kThreads);
  {
    std::vector<std::jthread> threads;
    for (int number = 0; number < kThreads; ++number) {
      threads.emplace_back([&] {
        ready.arrive_and_wait();
        for (int round = 0; round < kRounds; ++round) {
          const auto entry = scene.entries.get(ada, first.id);
          if (entry) {
            const auto change = round % 2 == 0 ? events::EventChange() : weekly_change();
            const auto made =
                turn_into_event(scene.context, ada, calendar, first.id, change, etag_of(*entry));
            if (made) ++turned;
            continue;
          }
          const auto id =
              events::parse_event_id(must(event_in_place_of(scene.context, calendar, first.id)));
          if (!id) continue;
          const auto now = scene.events.get(event_partition(calendar), *id);
          if (!now) continue;
          static_cast<void>(turn_into_entry(scene.context, ada, calendar, *id, said_by_entry(first),
                                            events::etag_of(*now)));
        }
      });
    }
  }
  EXPECT_GT(turned, 0);
  EXPECT_EQ(scene.count(scene.tables.calendars(), "ENTRY") +
                scene.count(scene.tables.planner(), "EVENT") +
                scene.count(scene.tables.planner(), "MASTER"),
            1u);
}

}  // namespace
}  // namespace norn::calendars
