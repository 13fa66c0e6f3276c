#include "apps/bookings/agenda.h"

#include <chrono>
#include <map>

#include "apps/bookings/keys.h"
#include "apps/shared/items.h"
#include "base/time_text.h"

namespace norn::bookings {
namespace {

agenda::Item agenda_item(const std::string& place_name, EventFor seen) {
  Event& event = seen.event;
  agenda::Item item;
  item.kind = event.kind == EventKind::kBlocked ? agenda::Kind::kBlocked : agenda::Kind::kStay;
  item.app = "bookings";
  item.times = agenda::Query::days(event.stay.start, event.stay.end);
  item.owner = {.kind = "place", .id = event.place_id, .name = place_name};
  item.self = "/api/v1/places/" + event.place_id + "/events/" + event.id;
  const bool may = seen.may_change;
  item.rights = {.change = may, .move = may, .resize = may, .remove = may};
  item.etag = etag_of(event);
  item.color = seen.color;
  if (event.user_id) item.people.push_back(*event.user_id);
  item.stay = agenda::StayState{.nights = event.stay.nights(),
                                .is_own = seen.is_own,
                                .arrival = date_text(event.stay.start),
                                .departure = date_text(event.stay.end),
                                .check_in = std::move(seen.check_in),
                                .check_out = std::move(seen.check_out)};
  if (seen.may_know && event.kind == EventKind::kBooking) item.stay->guest = event.title;
  item.uid = event.id + "@norn";
  item.id = std::move(event.id);
  item.title = std::move(event.title);
  return item;
}

// The places of a person are in their partition, their roles in those of the places. A place that
// is changed concerns all who are in it, whoever they are by then.
void agenda_owners_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  const std::string pk = apps::text_of(record.keys, "PK");
  const std::string sk = apps::text_of(record.keys, "SK");
  if (keys::is_of("EVENT", pk)) owners.push_back(keys::place(keys::place_in(pk)));
  if (pk.starts_with(keys::user(""))) owners.push_back(pk);
  if (sk == keys::kPlace) owners.emplace_back(agenda::kEverything);
  if (sk.starts_with(keys::kMemberPrefix)) {
    owners.push_back(keys::user(sk.substr(keys::kMemberPrefix.size())));
  }
}

}  // namespace

Result<agenda::Part> BookingsAgenda::items(const std::string& user_id, const agenda::Query& query) {
  agenda::Part part;
  part.owners.push_back(keys::user(user_id));
  NORN_ASSIGN(const auto places, places_.list(user_id));
  std::map<std::string, std::string> names;
  for (const Access& access : places) {
    part.owners.push_back(keys::place(access.place.id));
    names.emplace(access.place.id, access.place.settings.name);
  }
  // A stay whose last night is before the first day ends on that day.
  NORN_ASSIGN(auto events, events_.list_in(places, query.from - std::chrono::days(1),
                                           query.to + std::chrono::days(1)));
  part.items.reserve(events.size());
  for (EventFor& seen : events) {
    const std::string& name = names[seen.event.place_id];
    part.items.push_back(agenda_item(name, std::move(seen)));
  }
  return part;
}

std::vector<agenda::Watched> BookingsAgenda::watched() const {
  return {{context_.tables.bookings(), agenda_owners_of}};
}

}  // namespace norn::bookings
