#include "apps/calendars/events/calendar_events.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/calendars/events/event_feed.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/meter.h"
#include "apps/calendars/search.h"
#include "apps/calendars/test_world.h"
#include "apps/events/exchange/import.h"
#include "apps/events/keys.h"
#include "apps/events/owner_meta.h"
#include "store/stream_tail.h"

namespace norn::calendars {
namespace {

using events::Thing;

events::EventChange swimming(bool repeats = true) {
  events::EventChange input;
  input.details.title = "Swimming lesson";
  input.when.start_local_s = parse_timestamp_ms("2026-11-18T16:00:00Z").value() / 1000;
  input.when.end_local_s = std::optional(*input.when.start_local_s + 3'600);
  if (repeats) input.repeats.rrule = "FREQ=WEEKLY;BYDAY=WE";
  return input;
}

std::string id_of(const Thing& thing) {
  if (const auto* const event = std::get_if<events::Event>(&thing)) return event->id;
  if (const auto* const series = std::get_if<events::Master>(&thing)) return series->id;
  return std::get<events::SeriesOccurrence>(thing).instance.id();
}

events::EventId parsed(const std::string& id) {
  return events::parse_event_id(id).value();
}

class CalendarEvents : public CalendarsTest {
 protected:
  Result<events::Owner> owner(const std::string& user, Role needed = Role::kWriter) {
    return owner_of_events(scene.context, user, calendar, needed);
  }
  Result<Thing> create(const std::string& user, const events::EventChange& input) {
    NORN_ASSIGN(const events::Owner of_user, owner(user));
    return scene.events.create(of_user, input, {});
  }
  // The starts of what a member sees in November 2026.
  std::vector<std::string> seen(const std::string& user) {
    settle();
    const auto reader = must(owner(user, Role::kReader));
    const auto view = must(scene.views.range(
        reader.id,
        {.from = date("2026-11-01"), .to = date("2026-11-30"), .tzid = "Europe/Berlin"}));
    std::vector<std::string> starts;
    for (const events::Placed& placed : view.placed) {
      starts.push_back(events::start_key(view.when(placed)));
    }
    return starts;
  }
  std::optional<store::Item> meta() {
    store::GetRequest request;
    request.table = scene.tables.planner();
    const std::string partition = event_partition(calendar);
    request.key = apps::key_of(events::keys::user(partition), events::keys::user_meta(partition));
    request.consistent = true;
    return must(scene.store.get(request)).item;
  }
  void put_zone_of(const std::string& user, const std::string& tzid) {
    store::PutRequest put;
    put.table = scene.tables.planner();
    put.item = store::Item::from_map(events::new_owner_meta(user, tzid, "2026-11-01T00:00:00Z"));
    must(scene.store.put(put));
  }
};
INSTANTIATE_TEST_SUITE_P(, CalendarEvents,
                         ::testing::Values(StoreKind::kFresh, StoreKind::kLagging), name_of_store);

TEST_P(CalendarEvents, AreForMembersByTheirRoles) {
  const Thing series = must(create(bob, swimming()));
  const std::vector<std::string> expected = {"2026-11-18T16:00:00Z", "2026-11-25T16:00:00Z"};
  for (const std::string& member : {ada, bob, eve}) EXPECT_EQ(seen(member), expected);
  EXPECT_TRUE(fails(create(eve, swimming()), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(create(zoe, swimming()), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(owner(zoe, Role::kReader), ErrorCode::kNotFound));
  // An owner that was made for a reader cannot change anything either.
  const auto reader = must(owner(eve, Role::kReader));
  const auto id = parsed(id_of(series));
  EXPECT_TRUE(fails(scene.events.create(reader, swimming(), {}), ErrorCode::kForbidden));
  EXPECT_TRUE(
      fails(scene.events.remove(reader, id, events::Scope::kAll, "v1"), ErrorCode::kForbidden));
  events::EventChange change;
  change.details.title = "Diving";
  EXPECT_TRUE(fails(scene.events.change(reader, id, change, events::Scope::kAll, "v1"),
                    ErrorCode::kForbidden));
  EXPECT_TRUE(fails(events::import_calendar(events::context_of(scene.context), reader,
                                            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n"
                                            "DTSTART:20261118T160000Z\r\nEND:VEVENT\r\n"
                                            "END:VCALENDAR\r\n",
                                            false),
                    ErrorCode::kForbidden));
}

TEST_P(CalendarEvents, BringTheMetaOfTheCalendarWithTheFirstOne) {
  put_zone_of(bob, "Europe/Berlin");
  EXPECT_FALSE(meta());
  EXPECT_EQ(seen(eve), std::vector<std::string>());
  must(create(bob, swimming(false)));
  ASSERT_TRUE(meta());
  EXPECT_EQ(apps::text_of(*meta(), "defaultTzid"), "Europe/Berlin");
  EXPECT_EQ(apps::text_of(*meta(), "userId"), event_partition(calendar));
  EXPECT_EQ(apps::integer_of(*meta(), "longestEventMinutes"), 60);
  EXPECT_EQ(seen(eve), std::vector<std::string>{"2026-11-18T15:00:00Z"});
  // From then on it is the calendar's zone, whoever adds something.
  put_zone_of(ada, "Asia/Tokyo");
  events::EventChange longer = swimming(false);
  longer.when.end_local_s = std::optional(*longer.when.start_local_s + 7'200);
  must(create(ada, longer));
  EXPECT_EQ(apps::text_of(*meta(), "defaultTzid"), "Europe/Berlin");
  EXPECT_EQ(apps::integer_of(*meta(), "longestEventMinutes"), 120);
  EXPECT_EQ(seen(eve), std::vector<std::string>(2, "2026-11-18T15:00:00Z"));
  const Thing made = must(create(ada, swimming()));
  EXPECT_TRUE(std::get<events::Master>(made).details.reminder_minutes.empty());
}

TEST_P(CalendarEvents, OfTwoFirstOnesAtTheSameTimeBothAreThere) {
  meanwhile([&] { must(create(ada, swimming(false))); });
  must(create(bob, swimming(false)));
  EXPECT_EQ(seen(eve).size(), 2u);
}

TEST_P(CalendarEvents, CannotBeChangedByWhoHasLostTheRoleMeanwhile) {
  const std::string id = id_of(must(create(bob, swimming())));
  const auto of_bob = must(owner(bob));
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(scene.events.create(of_bob, swimming(), {}), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.events.remove(of_bob, parsed(id), events::Scope::kAll, "v1"),
                    ErrorCode::kNotFound));
  EXPECT_EQ(seen(ada).size(), 2u);
}

TEST_P(CalendarEvents, GoWithTheCalendarAndComeBackWithIt) {
  must(create(bob, swimming()));
  const auto of_bob = must(owner(bob));
  must(scene.calendars.remove(ada, calendar));
  EXPECT_TRUE(fails(owner(bob, Role::kReader), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.events.create(of_bob, swimming(), {}), ErrorCode::kNotFound));
  settle();
  must(scene.calendars.restore(ada, calendar));
  EXPECT_EQ(seen(bob).size(), 2u);
  scene.delete_for_good(ada, calendar);
  settle();
  while (must(scene.calendars.sweep(calendar))) settle();
  EXPECT_TRUE(must(testing::drain(store(), testing::scan(scene.tables.planner()))).items.empty());
}

TEST_P(CalendarEvents, AreInTheBinOfTheCalendarBesideItsEntries) {
  const std::string id = id_of(must(create(bob, swimming())));
  const Entry entry = scene.entry(bob, calendar, "2026-11-20", AllDay{}, "Market");
  must(scene.events.remove(must(owner(bob)), parsed(id), events::Scope::kAll, "v1"));
  clock.advance_ms(1'000);
  must(scene.entries.remove(bob, entry.id, etag_of(entry)));
  settle();
  const auto listed = must(scene.bin.entries(ada, calendar, 10, ""));
  ASSERT_EQ(listed.page.things.size(), 2u);
  EXPECT_EQ(listed.page.things[0].kind, "entry");
  EXPECT_EQ(listed.page.things[1].kind, "series");
  EXPECT_EQ(listed.page.things[1].deleted_by, bob);
  EXPECT_TRUE(must(scene.bin.is_entry(ada, calendar, entry.id)));
  EXPECT_FALSE(must(scene.bin.is_entry(ada, calendar, id)));
  EXPECT_TRUE(fails(scene.bin.is_entry(eve, calendar, id), ErrorCode::kForbidden));
  EXPECT_TRUE(seen(eve).empty());
  must(scene.events.restore_deleted(must(owner(ada)), id));
  EXPECT_EQ(seen(eve).size(), 2u);
}

TEST_P(CalendarEvents, CountForTheCalendar) {
  const CalendarEventMeter meter(scene.context);
  must(create(bob, swimming()));
  must(create(bob, swimming(false)));
  std::vector<std::string> uses;
  for (const store::Item& item :
       must(testing::drain(store(), testing::scan(scene.tables.planner()))).items) {
    const auto use = meter.use_of(item);
    ASSERT_TRUE(use);
    EXPECT_EQ(use->owner, keys::calendar(calendar));
    uses.emplace_back(use->kind);
  }
  std::ranges::sort(uses);
  EXPECT_EQ(uses, (std::vector<std::string>{"bytes", "events", "series"}));
  EXPECT_FALSE(meter.use_of(store::Item::from_map({{"PK", "USER#" + bob}, {"SK", "EVENT#e"}})));
  settle();
  EXPECT_EQ(must(meter.owned_by(ada)), std::vector<std::string>{keys::calendar(calendar)});
}

// Of other programs: an event of several days, without a USER_META that says how far to look back.
TEST_P(CalendarEvents, OfOtherProgramsAreShownWithoutAMeta) {
  events::Event event;
  event.id = "evt_camp";
  event.details.title = "Camp";
  event.when = {.kind = events::TimeKind::kAllDay,
                .start_s = parse_timestamp_ms("2026-10-28T00:00:00Z").value() / 1000,
                .end_s = parse_timestamp_ms("2026-11-04T00:00:00Z").value() / 1000};
  event.stamp = {1, "2026-10-01T00:00:00Z", "2026-10-01T00:00:00Z"};
  store::PutRequest put;
  put.table = scene.tables.planner();
  put.item = events::to_item(event_partition(calendar), event);
  must(scene.store.put(put));
  EXPECT_EQ(seen(eve), std::vector<std::string>{"2026-10-28"});
}

TEST_P(CalendarEvents, TellTheMembersAndNobodyElseWhatChanged) {
  CalendarEventChanges changes(scene.context);
  store::StreamTail tail(store(), scene.tables.planner());
  must(tail.start_at_latest());
  const auto heard = [&] {
    changes.begin_round();
    live::Events all;
    for (const store::StreamRecord& record : must(tail.read(1'000))) {
      for (live::Event& event : must(changes.events_of(record))) all.push_back(std::move(event));
    }
    return all;
  };
  put_zone_of(zoe, "UTC");
  const std::string id = id_of(must(create(bob, swimming())));
  const live::Events made = heard();
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made[0].name, "calendar-event");
  EXPECT_EQ(made[0].scope, "calendars:read");
  EXPECT_EQ(made[0].users.size(), 3u);
  EXPECT_EQ(std::ranges::count(made[0].users, zoe), 0);
  EXPECT_EQ(made[0].data,
            fmt::format(R"({{"calendarId":"{}","id":"{}","kind":"series"}})", calendar, id));
  must(scene.members.remove(ada, calendar, eve));
  must(scene.events.remove(must(owner(bob)), parsed(id), events::Scope::kAll, "v1"));
  const live::Events gone = heard();
  ASSERT_EQ(gone.size(), 1u);
  EXPECT_EQ(std::ranges::count(gone[0].users, eve), 0);
  EXPECT_TRUE(gone[0].data.ends_with(R"("gone":true})")) << gone[0].data;
}

TEST_P(CalendarEvents, AreFoundByMembers) {
  must(apps::ensure_table(scene.store, apps::search_table(scene.tables), ""));
  EventIndexing indexing(scene.context);
  apps::TableReaders readers(scene.store, scene.tables, clock, scene.ids,
                             apps::TableReaderOptions{.lease_ms = 0});
  readers.add(indexing);
  clock.set_ms(parse_timestamp_ms("2026-11-20T00:00:00Z").value());
  must(readers.run());
  must(create(bob, swimming()));
  CalendarSearch searching(scene.context, scene.calendars);
  settle();
  must(readers.run());
  settle();
  const auto hits = must(searching.search(eve, "swim", 10));
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].kind, "series");
  EXPECT_EQ(hits[0].title, "Swimming lesson");
  EXPECT_EQ(hits[0].within->id, calendar);
  EXPECT_EQ(hits[0].at, "2026-11-25T16:00:00Z");
  EXPECT_TRUE(must(searching.search(zoe, "swim", 10)).empty());
}

}  // namespace
}  // namespace norn::calendars
