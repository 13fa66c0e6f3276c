#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/events/model.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/test_world.h"
#include "apps/events/views/views.h"

// What tests of views stand on: things that are written as items, as if somebody had made them.
namespace norn::events {

inline const std::string kBerlin = "Europe/Berlin";

inline Date day(std::string_view text) {
  return parse_date(text).value();
}

// Clocks on the wall of a zone: "2025-12-15T09:00:00".
inline When timed_when(std::string_view start, std::string_view end, const std::string& tzid) {
  const ical::TimeZone& zone = zone_of(tzid);
  return {.kind = TimeKind::kTimed,
          .start_s = zone.utc_of(second(start)),
          .end_s = zone.utc_of(second(end)),
          .start_tzid = tzid};
}
inline When moment(std::string_view start, const std::string& tzid) {
  When when = timed_when(start, start, tzid);
  when.end_s.reset();
  return when;
}
// The second day is the first that it is over on.
inline When all_day_when(std::string_view start, std::string_view end) {
  return {.kind = TimeKind::kAllDay, .start_s = second(start), .end_s = second(end)};
}
inline When floating_when(std::string_view start, std::string_view end) {
  return {.kind = TimeKind::kFloating, .start_s = second(start), .end_s = second(end)};
}

class ViewsTest : public EngineTest {
 protected:
  // Adds it, and lets views look back as far as it is long.
  template <typename Kind>
  void write(const Kind& thing, const std::string& user_id = "") {
    store::PutRequest put;
    put.table = tables.planner();
    put.item = to_item(owner(user_id), thing);
    must(store_.put(put));
    raise_longest(owner(user_id), minutes_of(thing.when));
  }

  Event event(std::string title, When when) {
    Event made;
    made.id = event_id(ids.uuid());
    made.details.title = std::move(title);
    made.when = std::move(when);
    made.stamp = stamp;
    made.ical = {made.id + "@norn", 0};
    return made;
  }
  Event add_event(std::string title, When when) {
    Event made = event(std::move(title), std::move(when));
    write(made);
    return made;
  }

  Master series(std::string title, When when, std::string rrule) {
    Master made;
    made.id = master_id(ids.uuid());
    made.details.title = std::move(title);
    made.when = std::move(when);
    made.repeats.rrule = std::move(rrule);
    made.stamp = stamp;
    made.ical = {made.id + "@norn", 0};
    return made;
  }
  Master add_series(std::string title, When when, std::string rrule) {
    Master made = series(std::move(title), std::move(when), std::move(rrule));
    write(made);
    return made;
  }

  // `original` is when the series has it, as its times are: in UTC, or on the wall.
  Instance exception(const Master& master, std::string tag, std::string_view original, When when) {
    return {.master_id = master.id,
            .tag = std::move(tag),
            .recurrence_s = second(original),
            .recurrence_kind = master.when.kind,
            .details = master.details,
            .when = std::move(when),
            .stamp = stamp};
  }
  // Also tells the series of it.
  Instance add_exception(Master& master, std::string tag, std::string_view original, When when) {
    Instance made = exception(master, std::move(tag), original, std::move(when));
    made.details.title += " (moved)";
    write(made);
    if (!std::exchange(master.repeats.has_exceptions, true)) write(master);
    return made;
  }

  View view(std::string_view from, std::string_view to, std::string tzid = "",
            std::vector<std::string> tags = {}) {
    settle();
    return must(views.range(
        ada, {.from = day(from), .to = day(to), .tzid = std::move(tzid), .tags = std::move(tags)}));
  }
  // "2025-12-15T09:00:00 Title", by the clocks of the zone; all-day things with their days.
  static std::vector<std::string> lines_of(const View& view) {
    std::vector<std::string> lines;
    for (const Placed& placed : view.placed) {
      const ViewItem& item = view.item(placed);
      const bool is_all_day = item.time_kind() == TimeKind::kAllDay;
      const std::string start =
          is_all_day ? date_text_of(placed.start_local_s) : wall_text_of(placed.start_local_s);
      lines.push_back(fmt::format("{} {}", start, item.title()));
    }
    return lines;
  }
  std::vector<std::string> shown(std::string_view from, std::string_view to,
                                 std::string tzid = "") {
    return lines_of(view(from, to, std::move(tzid)));
  }

  using Lines = std::vector<std::string>;

  const Stamp stamp = {
      .version = 1, .created_at = "2025-11-20T10:00:00Z", .updated_at = "2025-11-20T10:00:00Z"};
  Views views{context, 1 << 20};

 private:
  const std::string& owner(const std::string& user_id) const {
    return user_id.empty() ? ada : user_id;
  }

  void raise_longest(const std::string& user_id, int64_t minutes) {
    int64_t& longest = longest_[user_id];
    if (minutes <= longest) return;
    longest = minutes;
    store::UpdateRequest update;
    update.table = tables.planner();
    update.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
    update.update = "SET longestEventMinutes = :minutes";
    update.placeholders.values = {{":minutes", store::Value::number(minutes)}};
    must(store_.update(update));
  }

  std::map<std::string, int64_t> longest_;
};

}  // namespace norn::events
