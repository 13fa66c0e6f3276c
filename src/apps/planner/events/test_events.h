#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "apps/planner/events/events.h"
#include "apps/planner/events/test_items.h"
#include "apps/planner/render.h"
#include "apps/planner/test_world.h"

// Helpers for tests of events and series.
namespace norn::planner {

inline const Details& details_of(const Thing& thing) {
  if (const auto* const event = std::get_if<Event>(&thing)) return event->details;
  if (const auto* const master = std::get_if<Master>(&thing)) return master->details;
  return std::get<SeriesOccurrence>(thing).instance.details;
}

inline EventId id_of(const std::string& text) {
  return parse_event_id(text).value();
}

// Changes and input.
inline EventChange titled(std::string title) {
  EventChange change;
  change.details.title = std::move(title);
  return change;
}
// "2025-12-15T09:00:00", a wall time.
inline EventChange timed(std::string_view start, std::string_view end, std::string tzid,
                         std::string title = "Standup") {
  EventChange change = titled(std::move(title));
  change.when.start_local_s = second(start);
  change.when.end_local_s = second(end);
  change.when.start_tzid = std::move(tzid);
  return change;
}
inline EventChange floating(std::string_view start, std::string_view end,
                            std::string title = "Standup") {
  EventChange change = timed(start, end, "", std::move(title));
  change.when.start_tzid = std::optional<std::string>();
  return change;
}
inline EventChange all_day(std::string_view start, std::string_view end,
                           std::string title = "Standup") {
  EventChange change = titled(std::move(title));
  change.when.is_all_day = true;
  change.when.start_date = parse_date(start);
  change.when.end_date = parse_date(end);
  return change;
}
inline EventChange repeating(EventChange change, std::string rrule) {
  change.repeats.rrule = std::move(rrule);
  return change;
}
// Moves the start by wall time; the end moves along.
inline EventChange starting(std::string_view start) {
  EventChange change;
  if (start.size() == 10) {
    change.when.start_date = parse_date(start);
  } else {
    change.when.start_local_s = second(start);
  }
  return change;
}

class EventsTest : public PlannerTest {
 protected:
  // The invariants hold after every test.
  void TearDown() override {
    must(sweeps.run());
    expect_sound();
  }

  void expect_sound() {
    for (const std::string& user : {ada, bob}) {
      EXPECT_EQ(check_.faults(user, all_items(user)), Texts());
    }
  }

  std::vector<store::Item> all_items(const std::string& user) {
    std::vector<store::Item> all;
    for (const char* const prefix : {"EVENT#", "INSTANCE#", "LINK#", "MASTER#", "USER_META#"}) {
      std::ranges::move(items(user, prefix), std::back_inserter(all));
    }
    return all;
  }

  Thing make(const EventChange& input) { return must(events.create(ada, input, {})); }
  Event make_event(const EventChange& input) { return std::get<Event>(make(input)); }
  Master make_series(const EventChange& input) { return std::get<Master>(make(input)); }
  // Mondays at nine in New York, 15 minutes, from 2025-01-06 on.
  Master standup(std::string rrule = "FREQ=WEEKLY;BYDAY=MO") {
    return make_series(repeating(
        timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "America/New_York"), std::move(rrule)));
  }

  Thing get(const std::string& id) { return must(events.get(ada, id_of(id))); }
  Master series(const std::string& id) { return std::get<Master>(get(id)); }
  SeriesOccurrence occurrence(const Master& master, const std::string& tag) {
    return std::get<SeriesOccurrence>(get(instance_id(master.id, tag)));
  }
  std::string etag(const std::string& id) { return etag_of(get(id)); }

  Result<Thing> try_change(const std::string& id, const EventChange& change,
                           Scope scope = Scope::kThis) {
    return events.change(ada, id_of(id), change, scope, etag(id));
  }
  Thing change(const std::string& id, const EventChange& change, Scope scope = Scope::kThis) {
    return must(try_change(id, change, scope));
  }
  Master change_series(const Master& master, const std::string& tag, const EventChange& edit,
                       Scope scope) {
    return std::get<Master>(change(instance_id(master.id, tag), edit, scope));
  }
  SeriesOccurrence change_this(const Master& master, const std::string& tag,
                               const EventChange& edit) {
    return std::get<SeriesOccurrence>(change(instance_id(master.id, tag), edit));
  }
  void remove(const std::string& id, Scope scope = Scope::kThis) {
    must(events.remove(ada, id_of(id), scope, etag(id)));
  }
  void remove(const Master& master, const std::string& tag, Scope scope = Scope::kThis) {
    remove(instance_id(master.id, tag), scope);
  }

  // The occurrences of ada in these days.
  Texts between(std::string_view from, std::string_view to) {
    return occurrences_of(all_items(ada), {.from_s = second(from), .to_s = second(to)});
  }
  Texts sort_keys(std::string_view prefix) {
    Texts sort_keys;
    for (const store::Item& item : items(ada, prefix)) {
      sort_keys.push_back(apps::text_of(item, "SK"));
    }
    return sort_keys;
  }
  int64_t longest() {
    return apps::integer_of(*item(ada, keys::user_meta(ada)), "longestEventMinutes");
  }

  Events events{context};

 private:
  ItemsCheck check_;
};

}  // namespace norn::planner
