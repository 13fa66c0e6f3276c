#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/events/model.h"
#include "apps/events/render.h"
#include "apps/events/series/series.h"
#include "apps/events/series/when.h"
#include "apps/events/service/edit_exceptions.h"
#include "apps/events/service/events.h"
#include "apps/events/test_world.h"
#include "apps/shared/items.h"
#include "support/replies.h"

// Helpers for tests of events and series.
namespace norn::events {

using testing::must;
using Texts = std::vector<std::string>;

// Says what is wrong with the items of a person; empty when nothing is. Remembers the versions that
// it saw.
class ItemsCheck {
 public:
  Texts faults(const std::string& user_id, const std::vector<store::Item>& items) {
    faults_.clear();
    user_id_ = user_id;
    masters_.clear();
    links_.clear();
    seen_links_ = 0;
    longest_ = 0;
    std::map<std::string, std::vector<Instance>> exceptions;
    for (const store::Item& item : items) read(item, exceptions);
    for (const auto& [id, master] : masters_) check_series(master, exceptions[id]);
    for (const auto& [id, instances] : exceptions) {
      if (!masters_.contains(id)) fault("INSTANCE without its MASTER " + id);
    }
    check_links(items);
    versions_[user_id] = std::exchange(now_, {});
    return faults_;
  }

 private:
  void fault(std::string text) { faults_.push_back(std::move(text)); }

  void read(const store::Item& item, std::map<std::string, std::vector<Instance>>& exceptions) {
    const std::string type = apps::text_of(item, "entityType");
    if (type == "USER_META") longest_stored_ = apps::integer_of(item, "longestEventMinutes");
    if (type == "EVENT") {
      const Event event = must(event_from(item));
      check_item(item, to_item(user_id_, event), event.details, type, event.id);
      longest_ = std::max(longest_, minutes_of(event.when));
    } else if (type == "MASTER") {
      const Master master = must(master_from(item));
      check_item(item, to_item(user_id_, master), master.details, type, master.id);
      masters_.emplace(master.id, master);
    } else if (type == "INSTANCE") {
      const Instance instance = must(instance_from(item));
      check_item(item, to_item(user_id_, instance), instance.details, type, instance.id());
      longest_ = std::max(longest_, minutes_of(instance.when));
      exceptions[instance.master_id].push_back(instance);
    }
  }

  void check_item(const store::Item& item, const store::Item& again, const Details& details,
                  const std::string& type, const std::string& id) {
    if (item != again) {
      fault("not as it is written: " + std::string(item.json()) + " / " +
            std::string(again.json()));
    }
    std::string start = apps::text_of(item, "startUtc");
    if (start.empty()) start = apps::text_of(item, "startDate");
    if (start.empty()) start = apps::text_of(item, "startLocal");
    if (apps::text_of(item, "GSI1SK") != start ||
        apps::text_of(item, "GSI1PK") != "USER#" + user_id_ + "#" + start.substr(0, 4)) {
      fault("keys of GSI1: " + std::string(item.json()));
    }
    const int64_t version = apps::integer_of(item, "version");
    const std::string key = apps::text_of(item, "SK");
    if (version < 1 || version < versions_[user_id_][key]) fault("version of " + id + " went back");
    now_[key] = version;
    for (store::Item& link : link_items(user_id_, type, id, details)) {
      links_.emplace(apps::text_of(link, "SK"), link);
    }
  }

  void check_series(const Master& master, const std::vector<Instance>& exceptions) {
    const Series series = must(Series::of(master));
    if (master.repeats.has_exceptions == exceptions.empty()) fault("hasExceptions " + master.id);
    if (!std::ranges::is_sorted(master.repeats.exdate)) fault("order of exdate " + master.id);
    for (const std::string& tag : master.repeats.exdate) {
      if (!must(series.find(tag))) fault("exdate of nothing: " + tag + " in " + master.id);
    }
    if (!master.repeats.rrule.empty()) {
      Master rule = master;
      rule.repeats.rdate.clear();
      rule.repeats.exdate.clear();
      const auto first = must(must(Series::of(rule)).first_occurrences({}, 1));
      if (first.empty() || first.front().utc_s != master.when.start_s) {
        fault("the start of " + master.id + " is not its first occurrence");
      }
    }
    for (const Instance& exception : exceptions) check_exception(series, master, exception);
  }

  void check_exception(const Series& series, const Master& master, const Instance& exception) {
    const auto found = must(series.find(exception.tag));
    if (!found) return fault("INSTANCE of no occurrence: " + exception.id());
    if (series.is_left_out(exception.tag)) fault("INSTANCE of what is left out " + exception.id());
    const Instance as_series = series.instance_of(*found);
    if (exception.recurrence_s != as_series.recurrence_s ||
        exception.recurrence_kind != as_series.recurrence_kind) {
      fault("recurrenceId of " + exception.id());
    }
    if (is_as_series(exception, as_series)) fault("INSTANCE like the series " + exception.id());
    if (exception.modified_fields != modified_fields(exception, as_series)) {
      fault("modifiedFields of " + exception.id());
    }
    if (exception.details.ttl != master.details.ttl) fault("ttl of " + exception.id());
  }

  void check_links(const std::vector<store::Item>& items) {
    for (const store::Item& item : items) {
      if (apps::text_of(item, "entityType") != "LINK") continue;
      ++seen_links_;
      const auto expected = links_.find(apps::text_of(item, "SK"));
      if (expected == links_.end() || expected->second != item) {
        fault("LINK of nothing: " + std::string(item.json()));
      }
    }
    if (seen_links_ != links_.size()) fault("LINK items are missing");
    if (longest_stored_ < longest_) fault("longestEventMinutes");
  }

  Texts faults_;
  std::string user_id_;
  std::map<std::string, Master> masters_;
  std::map<std::string, store::Item> links_;
  size_t seen_links_ = 0;
  int64_t longest_ = 0;
  int64_t longest_stored_ = 0;
  // Of what is there, by its keys. What is gone may begin again.
  std::map<std::string, int64_t> now_;
  std::map<std::string, std::map<std::string, int64_t>> versions_;
};

// When things are and what they are called, of all that a person has: "2025-12-15T14:00:00Z Title",
// expanded by nothing but the items.
inline Texts occurrences_of(const std::vector<store::Item>& items, const ical::Window& window,
                            size_t limit = 10'000) {
  std::map<std::string, Master> masters;
  std::map<std::string, Instance> exceptions;
  Texts texts;
  const auto add = [&](const When& when, const Details& details) {
    if (details.status == Status::kCancelled) return;
    if (when.start_s < window.from_s || when.start_s >= window.to_s) return;
    texts.push_back(start_key(when) + " " + details.title);
  };
  for (const store::Item& item : items) {
    const std::string type = apps::text_of(item, "entityType");
    if (type == "EVENT") {
      const Event event = must(event_from(item));
      add(event.when, event.details);
    } else if (type == "MASTER") {
      const Master master = must(master_from(item));
      masters.emplace(master.id, master);
    } else if (type == "INSTANCE") {
      const Instance instance = must(instance_from(item));
      exceptions.emplace(instance.id(), instance);
    }
  }
  for (const auto& [id, master] : masters) {
    const Series series = must(Series::of(master));
    for (const auto& occurrence : must(series.occurrences(window, limit))) {
      const Instance instance = series.instance_of(occurrence);
      if (!exceptions.contains(instance.id())) add(instance.when, instance.details);
    }
  }
  for (const auto& [id, instance] : exceptions) {
    if (masters.contains(instance.master_id)) add(instance.when, instance.details);
  }
  std::ranges::sort(texts);
  return texts;
}

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

class EventsTest : public EngineTest {
 protected:
  // The invariants hold after every test.
  void TearDown() override {
    sweep();
    expect_sound();
  }

  // Deletes everything in the bins for good, and what is left over of it.
  void sweep() {
    for (const std::string& user : {ada, bob}) must(events.empty_bin(user));
    must(sweeps.run());
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

}  // namespace norn::events
