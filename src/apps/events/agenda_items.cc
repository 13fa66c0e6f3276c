#include "apps/events/agenda_items.h"

#include <fmt/format.h>

#include "apps/events/exchange/ical_other.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

agenda::Times times_of_placed(const View& view, const Placed& placed, const ical::TimeZone& zone) {
  const TimeKind kind = view.item(placed).time_kind();
  agenda::Times times;
  times.all_day = kind == TimeKind::kAllDay;
  times.start_s = placed.start_local_s;
  if (placed.has_end && placed.duration_s > 0) times.end_s = placed.end_local_s;
  if (times.all_day && !times.end_s) times.end_s = times.start_s + ical::kDaySeconds;
  if (times.all_day) return times;
  times.start_utc_s = placed.instant_s;
  if (times.end_s) {
    times.end_utc_s =
        kind == TimeKind::kTimed ? placed.instant_s + placed.duration_s : zone.utc_of(*times.end_s);
  }
  return times;
}

// As in `etag_of`: the version of the event, or those of the series and of the occurrence.
std::string placed_etag(const View& view, const Placed& placed) {
  const int64_t version = view.items[placed.master].stamp().version;
  if (placed.kind == Placed::Kind::kEvent) return fmt::format("v{}", version);
  const bool is_stored = placed.kind == Placed::Kind::kException;
  return fmt::format("v{}.{}", version, is_stored ? view.item(placed).stamp().version : 0);
}

// Of an event of something shared: the members who are guests and have not declined, else who made
// it. A guest by address is named to nobody else, because that would tell that there is an account
// of the address.
std::vector<std::string> people_of(const AgendaOrigin& origin, const Guests& guests,
                                   const Stamp& stamp) {
  if (origin.reader.empty()) return origin.people;
  std::vector<std::string> people;
  for (const Guest& guest : guests.list) {
    const bool is_named = guest.email.empty() || guest.user_id == origin.reader;
    if (is_named && !guest.user_id.empty() && guest.answer != Answer::kNo) {
      people.push_back(guest.user_id);
    }
  }
  if (people.empty() && stamp.created_by) people.push_back(*stamp.created_by);
  return people;
}

agenda::Item item_of_placed(const AgendaOrigin& origin, const View& view, const Placed& placed,
                            const ical::TimeZone& zone) {
  const ViewItem& stored = view.item(placed);
  const Details& details = stored.details();
  const bool is_event = placed.kind == Placed::Kind::kEvent;
  agenda::Item item;
  item.kind = agenda::Kind::kEvent;
  item.app = origin.app;
  item.id = view.id(placed);
  item.title = details.title;
  item.times = times_of_placed(view, placed, zone);
  item.owner = origin.owner;
  item.self = origin.path + item.id;
  item.rights = origin.rights;
  item.etag = placed_etag(view, placed);
  item.color = details.color.value_or(origin.color);
  item.location = details.location.value_or("");
  item.uid = is_event ? stored.event().ical.uid : view.items[placed.master].master().ical.uid;
  if (!is_event) item.series_id = stored.master_id();
  if (details.status != Status::kConfirmed) item.status = to_text(details.status);
  item.is_free = is_transparent(details);
  const Guests& guests =
      is_event ? stored.event().guests : view.items[placed.master].master().guests;
  item.people = people_of(origin, guests, view.items[placed.master].stamp());
  if (const Guest* const guest = guests.find_user(origin.reader)) {
    item.answer = to_text(guest->answer);
  }
  return item;
}

}  // namespace

Result<void> add_agenda_items(Views& views, const AgendaOrigin& origin, const agenda::Query& query,
                              agenda::Part& part) {
  NORN_ASSIGN(
      const View view,
      views.range(origin.partition, {.from = query.from, .to = query.to, .tzid = query.tzid}));
  for (const Placed& placed : view.placed) {
    NORN_TRY(part.add(item_of_placed(origin, view, placed, query.zone)));
    if (view.item(placed).details().ttl) part.can_be_kept = false;
  }
  return {};
}

}  // namespace norn::events
