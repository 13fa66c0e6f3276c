#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/events/turning.h"
#include "apps/calendars/test_world.h"
#include "apps/events/exchange/import.h"
#include "apps/events/keys.h"
#include "apps/events/owner_meta.h"

// Who created and changed events of calendars, and that nothing of it is left of a deleted account.
namespace norn::calendars {
namespace {

using events::Scope;
using events::Thing;

events::EventChange lesson(bool repeats) {
  events::EventChange input;
  input.details.title = "Lesson";
  input.when.is_all_day = true;
  input.when.start_date = date("2026-11-18");
  input.when.end_date = date("2026-11-19");
  if (repeats) input.repeats.rrule = "FREQ=DAILY";
  return input;
}

events::EventChange titled(std::string title) {
  events::EventChange change;
  change.details.title = std::move(title);
  return change;
}

using Names = std::pair<std::optional<std::string>, std::optional<std::string>>;

class EventAuthors : public CalendarsTest {
 protected:
  events::Owner owner(const std::string& user, const std::string& calendar_id = "") {
    return must(owner_of_events(scene.context, user, calendar_id.empty() ? calendar : calendar_id,
                                Role::kWriter));
  }
  Thing make(const std::string& user, bool repeats = false) {
    return must(scene.events.create(owner(user), lesson(repeats), {}));
  }
  static events::EventId id_of_thing(const Thing& thing) {
    if (const auto* const event = std::get_if<events::Event>(&thing)) return parsed_id(event->id);
    if (const auto* const series = std::get_if<events::Master>(&thing)) {
      return parsed_id(series->id);
    }
    return parsed_id(std::get<events::SeriesOccurrence>(thing).instance.id());
  }
  static events::EventId parsed_id(const std::string& id) {
    return events::parse_event_id(id).value();
  }
  static events::EventId one_of(const Thing& series, const std::string& tag) {
    return parsed_id(events::instance_id(std::get<events::Master>(series).id, tag));
  }
  Thing now(const events::EventId& id, const std::string& calendar_id = "") {
    return must(
        scene.events.get(event_partition(calendar_id.empty() ? calendar : calendar_id), id));
  }
  Thing change(const std::string& user, const events::EventId& id,
               const events::EventChange& change, Scope scope = Scope::kAll) {
    return must(scene.events.change(owner(user), id, change, scope, events::etag_of(now(id))));
  }
  Thing move(const std::string& user, const Thing& thing, const std::string& to) {
    return must(scene.events.move(owner(user), owner(user, to), id_of_thing(thing),
                                  events::etag_of(thing)));
  }
  // Who created and who changed it.
  static Names names(const Thing& thing) {
    const events::Stamp stamp = events::stamp_of(thing);
    return {stamp.created_by, stamp.updated_by};
  }
  void begin_deleting(const std::string& user) {
    must(scene.users.remove(*must(scene.users.find(user)), {}));
  }
  void finish_deleting(const std::string& user) {
    settle();
    while (must(scene.members.forget(user))) {
    }
    must(scene.sweeps.run());
  }
  void delete_account(const std::string& user) {
    settle();
    begin_deleting(user);
    finish_deleting(user);
  }
  // The items of calendars that have this text in them.
  size_t traces(const std::string& text) {
    size_t found = 0;
    for (const std::string& table : {scene.tables.calendars(), scene.tables.planner()}) {
      for (const store::Item& item : must(testing::drain(store(), testing::scan(table))).items) {
        if (table == scene.tables.planner() &&
            calendar_of_partition(apps::text_of(item, "PK")).empty()) {
          continue;
        }
        found += item.json().find(text) != std::string_view::npos ? 1 : 0;
      }
    }
    return found;
  }
};
NORN_ON_BOTH_STORES(EventAuthors);

TEST_P(EventAuthors, AreThoseWhoCreatedAndLastChangedIt) {
  const Thing made = make(bob);
  EXPECT_EQ(names(made), Names(bob, bob));
  const events::EventId id = id_of_thing(made);
  EXPECT_EQ(names(change(ada, id, titled("Other"))), Names(bob, ada));
  EXPECT_EQ(names(change(bob, id, titled("Other"))), Names(bob, ada)) << "nothing was changed";
  EXPECT_EQ(names(now(id)), Names(bob, ada));
  events::EventChange repeats;
  repeats.repeats.rrule = "FREQ=DAILY";
  const Thing series = change(ada, id, repeats);
  EXPECT_EQ(names(series), Names(bob, ada));
  events::EventChange stops;
  stops.repeats.rrule.emplace(std::nullopt);
  EXPECT_EQ(names(change(bob, id_of_thing(series), stops)), Names(bob, bob));
}

TEST_P(EventAuthors, OfAnOccurrenceAreTheCreatorOfTheSeriesAndWhoChangedIt) {
  const Thing series = make(bob, true);
  const events::EventId second = one_of(series, "20261119");
  const events::EventId third = one_of(series, "20261120");
  EXPECT_EQ(names(now(second)), Names(bob, bob));
  EXPECT_EQ(names(change(ada, second, titled("Other"), Scope::kThis)), Names(bob, ada));
  EXPECT_EQ(names(now(second)), Names(bob, ada));
  EXPECT_EQ(names(now(id_of_thing(series))), Names(bob, ada));
  // The rest becomes a series of its own, which is the work of who splits it.
  const Thing rest = change(bob, third, titled("Rest"), Scope::kFollowing);
  EXPECT_EQ(names(rest), Names(bob, bob));
  EXPECT_EQ(names(now(id_of_thing(series))), Names(bob, bob));
  const Thing hers = change(ada, one_of(rest, "20261125"), titled("Hers"), Scope::kFollowing);
  EXPECT_EQ(names(hers), Names(ada, ada));
}

TEST_P(EventAuthors, StayWhenAnEntryTurns) {
  const Entry entry = scene.entry(bob, calendar, "2026-11-18", AllDay{});
  const EntryInput said = {.title = entry.title,
                           .description = {},
                           .location = {},
                           .date = entry.date,
                           .color = {},
                           .kind = entry.kind};
  for (const bool repeats : {false, true}) {
    events::EventChange change;
    if (repeats) change.repeats.rrule = "FREQ=DAILY";
    const Entry before = must(scene.entries.get(ada, entry.id));
    const Thing thing =
        must(turn_into_event(scene.context, ada, calendar, entry.id, change, etag_of(before)));
    EXPECT_EQ(names(thing), Names(bob, ada));
    const Entry back = must(turn_into_entry(scene.context, ada, calendar, id_of_thing(thing), said,
                                            events::etag_of(thing)));
    EXPECT_EQ(back.created_by, bob);
    EXPECT_EQ(back.updated_by, ada);
  }
}

TEST_P(EventAuthors, AreNotNamedInAPlanner) {
  store::PutRequest put;
  put.table = scene.tables.planner();
  put.item = store::Item::from_map(events::new_owner_meta(ada, "UTC", "2026-11-01T00:00:00Z"));
  must(scene.store.put(put));
  const events::Owner planner(ada);
  for (const bool repeats : {false, true}) {
    const Thing made = make(bob, repeats);
    const Thing there =
        must(scene.events.move(owner(ada), planner, id_of_thing(made), events::etag_of(made)));
    EXPECT_EQ(names(there), Names());
    EXPECT_EQ(names(must(scene.events.get(ada, id_of_thing(made)))), Names());
    const Thing back =
        must(scene.events.move(planner, owner(ada), id_of_thing(made), events::etag_of(there)));
    EXPECT_EQ(names(back), Names(ada, ada)) << "it was hers";
    must(scene.events.remove(owner(ada), id_of_thing(back), Scope::kAll, events::etag_of(back)));
  }
  EXPECT_EQ(names(must(scene.events.create(planner, lesson(true), {}))), Names());
}

TEST_P(EventAuthors, OfAFileIsWhoImportsIt) {
  const auto file = [](int sequence) {
    return fmt::format(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:one\r\n"
        "DTSTART;VALUE=DATE:20261118\r\nRRULE:FREQ=DAILY\r\nSUMMARY:Lesson {0}\r\nSEQUENCE:{0}\r\n"
        "END:VEVENT\r\nBEGIN:VEVENT\r\nUID:one\r\nRECURRENCE-ID;VALUE=DATE:20261120\r\n"
        "DTSTART;VALUE=DATE:20261121\r\nSUMMARY:Moved {0}\r\nSEQUENCE:{0}\r\nEND:VEVENT\r\n"
        "END:VCALENDAR\r\n",
        sequence);
  };
  const auto only_series = [&] {
    for (const store::Item& item :
         must(testing::drain(store(), testing::scan(scene.tables.planner()))).items) {
      if (apps::text_of(item, "entityType") == "MASTER") return must(events::master_from(item));
    }
    return events::Master();
  };
  const events::Context engine = events::context_of(scene.context);
  must(events::import_calendar(engine, owner(bob), file(1), false));
  const Thing series = only_series();
  EXPECT_EQ(names(series), Names(bob, bob));
  EXPECT_EQ(names(now(one_of(series, "20261120"))), Names(bob, bob));
  must(events::import_calendar(engine, owner(ada), file(2), false));
  EXPECT_EQ(names(only_series()), Names(bob, ada));
  EXPECT_EQ(names(now(one_of(series, "20261120"))), Names(bob, ada));
}

TEST_P(EventAuthors, ADeletedAccountLeavesNoTrace) {
  for (int i = 0; i < 120; ++i) make(bob);
  const Thing hers = make(ada, true);
  change(bob, one_of(hers, "20261119"), titled("Other"), Scope::kThis);
  change(ada, one_of(hers, "20261120"), titled("Other"), Scope::kThis);
  const Thing touched = change(bob, id_of_thing(hers), titled("Another"));
  EXPECT_GT(traces(bob), 120u);
  delete_account(bob);
  EXPECT_EQ(traces(bob), 0u);
  const Thing left = now(id_of_thing(hers));
  EXPECT_EQ(names(left), Names(ada, std::nullopt));
  EXPECT_EQ(events::etag_of(left), events::etag_of(touched)) << "whoever edits it goes on";
  EXPECT_EQ(names(change(ada, id_of_thing(hers), titled("Hers"))), Names(ada, ada));
}

TEST_P(EventAuthors, NorInCalendarsThatThePersonLeftOrAnEventWasMovedTo) {
  const std::string hers = scene.calendar(ada, "Hers");
  const Thing event = move(ada, make(bob), hers);
  const Thing series = move(ada, make(bob, true), hers);
  EXPECT_EQ(names(event), Names(bob, ada));
  EXPECT_EQ(names(series), Names(bob, ada));
  make(bob);
  must(scene.members.remove(ada, calendar, bob));
  EXPECT_GT(traces(bob), 2u);
  delete_account(bob);
  EXPECT_EQ(traces(bob), 0u);
  EXPECT_EQ(names(now(id_of_thing(series), hers)), Names(std::nullopt, ada));
}

TEST_P(EventAuthors, NorWhenItIsChangedOrMovedAtThatMoment) {
  const std::string hers = scene.calendar(ada, "Hers");
  const Thing changed = make(bob, true);
  const Thing other = make(bob);
  settle();
  meanwhile([&] { delete_account(bob); });
  EXPECT_EQ(names(change(ada, id_of_thing(changed), titled("Other"))), Names(std::nullopt, ada));
  EXPECT_EQ(traces(bob), 0u);
  scene.join(calendar, ada, "zoe", Role::kWriter);
  const Thing of_zoe = make(zoe);
  settle();
  meanwhile([&] { begin_deleting(zoe); });
  EXPECT_EQ(names(move(ada, of_zoe, hers)), Names(std::nullopt, ada));
  finish_deleting(zoe);
  EXPECT_EQ(traces(zoe), 0u);
  EXPECT_EQ(names(now(id_of_thing(other))), Names());
}

}  // namespace
}  // namespace norn::calendars
