#include "apps/bookings/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/bookings/places/places_actions.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "ical/civil.h"
#include "ical/time_zone.h"

namespace norn::bookings {
namespace {

// The item of each membership's place; one that was deleted a moment ago has none.
Result<std::vector<Access>> with_places(const Context& context,
                                        const std::vector<Membership>& memberships) {
  std::vector<store::Item> place_keys;
  place_keys.reserve(memberships.size());
  for (const Membership& one : memberships) place_keys.push_back(place_key(one.place_id));
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.bookings(), place_keys));
  std::vector<Access> all;
  for (const store::Item& item : items) {
    NORN_ASSIGN(Place place, place_from(item));
    const auto membership = std::ranges::find(memberships, place.id, &Membership::place_id);
    // What another program wrote may call itself something else than its key does.
    if (membership != memberships.end()) all.push_back({std::move(place), *membership});
  }
  return all;
}

}  // namespace

Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& place_id, Role needed) {
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.bookings(),
                            {place_key(place_id), member_key(place_id, user_id)}));
  // Both or one of them is missing; and which it is, nobody outside may know.
  if (items.size() != 2) return not_found("place");
  const bool place_first = apps::text_of(items[0], "entityType") == "PLACE";
  NORN_ASSIGN(Place place, place_from(items[place_first ? 0 : 1]));
  NORN_ASSIGN(Membership membership, membership_from(items[place_first ? 1 : 0]));
  if (membership.role < needed) {
    return forbidden(fmt::format(
        "You are a {} of this place, and only {} may do this. Ask one of its "
        "administrators.",
        to_text(membership.role), needed == Role::kAdministrator ? "administrators" : "members"));
  }
  return Access{std::move(place), std::move(membership)};
}

Result<std::vector<Access>> places_of(const Context& context, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :places)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":places", keys::place("")}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  std::vector<Membership> memberships;
  for (const store::Item& item : items) {
    NORN_ASSIGN(Membership membership, membership_from(item));
    memberships.push_back(std::move(membership));
  }
  NORN_ASSIGN(auto all, with_places(context, memberships));
  std::ranges::sort(all, {}, [](const Access& access) {
    return std::pair<std::string_view, std::string_view>(access.place.settings.name,
                                                         access.place.id);
  });
  return all;
}

Result<std::vector<Membership>> members_of(const Context& context, const std::string& place_id) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :members)";
  request.placeholders.values = {{":pk", keys::place(place_id)}, {":members", keys::kMemberPrefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  std::vector<Membership> members;
  for (const store::Item& item : items) {
    NORN_ASSIGN(Membership membership, membership_from(item));
    members.push_back(std::move(membership));
  }
  return members;
}

Result<std::vector<Event>> events_between(const Context& context, const std::string& place_id,
                                          Date from, Date to) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.index = "startDateIndex";
  request.key_condition = "PK = :pk AND startDate BETWEEN :from AND :to";
  // The first night of what begins before `from` and still has a night in it, and the last night
  // that is asked for.
  const Date earliest = from - std::chrono::days(kMaxNights - 1);
  request.placeholders.values = {{":pk", keys::events(place_id)},
                                 {":from", date_text(earliest)},
                                 {":to", date_text(to - std::chrono::days(1))}};
  request.consistent = true;
  std::vector<Event> events;
  if (to <= from) return events;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  for (const store::Item& item : items) {
    NORN_ASSIGN(Event event, event_from(item));
    if (event.stay.overlaps({from, to})) events.push_back(std::move(event));
  }
  return events;
}

Result<std::optional<Event>> find_event(const Context& context, const std::string& place_id,
                                        const std::string& event_id) {
  store::GetRequest request;
  request.table = context.tables.bookings();
  request.key = apps::key_of(keys::events(place_id), event_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(request));
  if (!found.item) return std::nullopt;
  NORN_ASSIGN(Event event, event_from(*found.item));
  return event;
}

Date today_at(const Place& place, const Clock& clock) {
  const auto zone = ical::TimeZone::find(place.settings.tzid);
  const int64_t utc_s = clock.now_ms() / 1000;
  const int64_t local_s = zone ? zone->local_of(utc_s) : utc_s;
  return Date(std::chrono::days(local_s / ical::kDaySeconds));
}

bool may_know(const Access& access, const Event& event) {
  return access.place.settings.shows_names || access.is_administrator() ||
         event.kind == EventKind::kBlocked || event.user_id == access.membership.user_id;
}

std::string now_text(const Context& context) {
  return timestamp_s(context.clock.now_ms());
}

}  // namespace norn::bookings
