#include "apps/bookings/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/sentences.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "ical/civil.h"
#include "ical/time_zone.h"

namespace norn::bookings {
namespace {

// The places of a person, from the keys of the person's items: what a person may do is in the items
// of the places.
Result<std::vector<std::string>> place_ids_of(const Context& context, const std::string& user_id) {
  const std::string prefix = keys::place("");
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :places)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":places", prefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  std::vector<std::string> ids;
  ids.reserve(items.size());
  for (const store::Item& item : items) {
    ids.push_back(apps::text_of(item, "SK").substr(prefix.size()));
  }
  return ids;
}

Action exists_check(const std::string& table, store::Item key) {
  store::ConditionCheck check;
  check.table = table;
  check.key = std::move(key);
  check.condition = "attribute_exists(PK)";
  return check;
}

// The condition that a membership is still as it was read. Other programs may leave `updatedAt`
// out.
apps::Unchanged unchanged(const Membership& old) {
  std::vector<std::string> names = {"role"};
  if (old.updated_at != kUnknownTime) names.emplace_back("updatedAt");
  return apps::unchanged(to_member_item(old), names);
}

}  // namespace

Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& place_id, Role needed) {
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.bookings(),
                            {place_key(place_id), member_key(place_id, user_id)}));
  // The reply is the same for a missing place and a missing membership, so that others cannot find
  // out which places exist.
  if (items.size() != 2) return not_found(kPlaceNotFound);
  // A membership that cannot be read, as one with an unknown role, gives no rights either.
  const bool place_first = apps::text_of(items[0], "SK") == keys::kPlace;
  auto membership = membership_from(items[place_first ? 1 : 0]);
  if (!membership) return not_found(kPlaceNotFound);
  NORN_ASSIGN(Place place, place_from(items[place_first ? 0 : 1]));
  if (membership->role < needed) {
    const auto& refusal =
        needed == Role::kAdministrator ? kPlaceForAdministrators : kPlaceForMembers;
    return forbidden(refusal(to_text(membership->role)));
  }
  return Access{std::move(place), *std::move(membership)};
}

Result<std::vector<Membership>> memberships_of(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const auto place_ids, place_ids_of(context, user_id));
  std::vector<store::Item> item_keys;
  item_keys.reserve(place_ids.size());
  for (const std::string& id : place_ids) item_keys.push_back(member_key(id, user_id));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.bookings(), item_keys));
  return apps::readable(items, membership_from);
}

Result<std::vector<Access>> places_of(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const auto memberships, memberships_of(context, user_id));
  std::vector<store::Item> place_keys;
  place_keys.reserve(memberships.size());
  for (const Membership& one : memberships) place_keys.push_back(place_key(one.place_id));
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.bookings(), place_keys));
  std::vector<Access> all;
  // Places that were deleted a moment ago are missing.
  for (Place& place : apps::readable(items, place_from)) {
    const auto membership = std::ranges::find(memberships, place.id, &Membership::place_id);
    if (membership != memberships.end()) all.push_back({std::move(place), *membership});
  }
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
  return apps::readable(items, membership_from);
}

store::QueryRequest query_events(const Context& context, const std::string& place_id, Date from,
                                 Date to) {
  // Other programs write times, too: "2026-07-01T00:00:00Z".
  constexpr std::string_view kAfterAnyTime = "~";
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.index = "startDateIndex";
  request.key_condition = "PK = :pk AND startDate BETWEEN :from AND :to";
  // From the first night of the longest stay that still overlaps, to the last night of the range.
  const Date earliest = from - std::chrono::days(kMaxNights - 1);
  request.placeholders.values = {
      {":pk", keys::events(place_id)},
      {":from", date_text(earliest)},
      {":to", date_text(to - std::chrono::days(1)).append(kAfterAnyTime)}};
  request.consistent = true;
  return request;
}

Result<std::vector<Event>> events_between(const Context& context, const std::string& place_id,
                                          Date from, Date to) {
  if (to <= from) return std::vector<Event>();
  NORN_ASSIGN(const auto items,
              apps::query_all(context.store, query_events(context, place_id, from, to)));
  std::vector<Event> events = apps::readable(items, event_from);
  std::erase_if(events, [&](const Event& event) { return !event.stay.overlaps({from, to}); });
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

store::Item place_key(const std::string& place_id) {
  return apps::key_of(keys::place(place_id), keys::kPlace);
}

store::Item member_key(const std::string& place_id, const std::string& user_id) {
  return apps::key_of(keys::place(place_id), keys::member(user_id));
}

store::Item person_key(const std::string& place_id, const std::string& user_id) {
  return apps::key_of(keys::user(user_id), keys::place(place_id));
}

Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key) {
  store::GetRequest request;
  request.table = context.tables.bookings();
  request.key = key;
  request.consistent = true;
  NORN_ASSIGN(auto result, context.store.get(request));
  return std::move(result.item);
}

Result<std::optional<Place>> find_place(const Context& context, const std::string& place_id) {
  NORN_ASSIGN(const auto item, find_item(context, place_key(place_id)));
  if (!item) return std::nullopt;
  NORN_ASSIGN(Place place, place_from(*item));
  return place;
}

Action still_administrator(const Context& context, const std::string& user_id,
                           const std::string& place_id) {
  store::ConditionCheck check;
  check.table = context.tables.bookings();
  check.key = member_key(place_id, user_id);
  check.condition = "#role = :administrator";
  check.placeholders.names.emplace("#role", "role");
  check.placeholders.values.emplace(":administrator", to_text(Role::kAdministrator));
  return check;
}

Action user_exists(const Context& context, const std::string& user_id) {
  const std::string key = accounts::keys::user(user_id);
  return exists_check(context.tables.calendars(), apps::key_of(key, key));
}

Action put_new(const Context& context, store::Item item) {
  return apps::put_new(context.tables.bookings(), std::move(item));
}

Action put_item(const Context& context, store::Item item) {
  return apps::put_any(context.tables.bookings(), std::move(item));
}

Action delete_item(const Context& context, const store::Item& key) {
  return apps::remove_any(context.tables.bookings(), key);
}

void add_membership(const Context& context, const Membership& membership,
                    std::vector<Action>& actions) {
  actions.push_back(put_new(context, to_member_item(membership)));
  actions.push_back(put_item(context, to_person_item(membership)));
}

void replace_membership(const Context& context, const Membership& old, const Membership& next,
                        std::vector<Action>& actions) {
  apps::Unchanged same = unchanged(old);
  store::PutRequest put;
  put.table = context.tables.bookings();
  put.item = to_member_item(next);
  put.condition = std::move(same.condition);
  put.placeholders = std::move(same.placeholders);
  actions.emplace_back(std::move(put));
  actions.push_back(put_item(context, to_person_item(next)));
}

Action remove_from_place(const Context& context, const Membership& old) {
  apps::Unchanged same = unchanged(old);
  store::DeleteRequest request;
  request.table = context.tables.bookings();
  request.key = member_key(old.place_id, old.user_id);
  request.condition = std::move(same.condition);
  request.placeholders = std::move(same.placeholders);
  return request;
}

void remove_membership(const Context& context, const Membership& old,
                       std::vector<Action>& actions) {
  actions.push_back(remove_from_place(context, old));
  actions.push_back(delete_item(context, person_key(old.place_id, old.user_id)));
}

Membership new_membership(const Context& context, const std::string& place_id,
                          const std::string& user_id, Role role) {
  const std::string now = now_text(context);
  return {
      .place_id = place_id, .user_id = user_id, .role = role, .created_at = now, .updated_at = now};
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
