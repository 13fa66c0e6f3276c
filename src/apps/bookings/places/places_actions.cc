#include "apps/bookings/places/places_actions.h"

#include <fmt/format.h>

#include <utility>

#include "apps/accounts/keys.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/places.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

Action is_there(const std::string& table, store::Item key) {
  store::ConditionCheck check;
  check.table = table;
  check.key = std::move(key);
  check.condition = "attribute_exists(PK)";
  return check;
}

// What makes two states of a membership different.
apps::Unchanged unchanged(const Membership& old) {
  return apps::unchanged(to_member_item(old), {"role", "updatedAt"});
}

}  // namespace

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

Result<std::optional<Membership>> find_membership(const Context& context,
                                                  const std::string& place_id,
                                                  const std::string& user_id) {
  NORN_ASSIGN(const auto item, find_item(context, member_key(place_id, user_id)));
  if (!item) return std::nullopt;
  NORN_ASSIGN(Membership membership, membership_from(*item));
  return membership;
}

Action place_is_there(const Context& context, const std::string& place_id) {
  return is_there(context.tables.bookings(), place_key(place_id));
}

Action is_administrator(const Context& context, const std::string& user_id,
                        const std::string& place_id) {
  store::ConditionCheck check;
  check.table = context.tables.bookings();
  check.key = member_key(place_id, user_id);
  check.condition = "#role = :administrator";
  check.placeholders.names.emplace("#role", "role");
  check.placeholders.values.emplace(":administrator", to_text(Role::kAdministrator));
  return check;
}

Action user_is_there(const Context& context, const std::string& user_id) {
  const std::string key = accounts::keys::user(user_id);
  return is_there(context.tables.calendars(), apps::key_of(key, key));
}

Action put_new(const Context& context, store::Item item) {
  store::PutRequest put;
  put.table = context.tables.bookings();
  put.item = std::move(item);
  put.condition = "attribute_not_exists(PK)";
  return put;
}

Action put_anyway(const Context& context, store::Item item) {
  store::PutRequest put;
  put.table = context.tables.bookings();
  put.item = std::move(item);
  return put;
}

Action remove_anyway(const Context& context, store::Item key) {
  store::DeleteRequest request;
  request.table = context.tables.bookings();
  request.key = std::move(key);
  return request;
}

void add_membership(const Context& context, const Membership& membership,
                    std::vector<Action>& actions) {
  actions.push_back(put_new(context, to_member_item(membership)));
  actions.push_back(put_anyway(context, to_person_item(membership)));
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
  actions.push_back(put_anyway(context, to_person_item(next)));
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
  actions.push_back(remove_anyway(context, person_key(old.place_id, old.user_id)));
}

Action remove_place(const Context& context, const std::string& place_id) {
  store::DeleteRequest request;
  request.table = context.tables.bookings();
  request.key = place_key(place_id);
  request.condition = "attribute_exists(PK)";
  return request;
}

Result<void> check_room_for_place(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const auto places, places_of(context, user_id));
  if (places.size() < kMaxPlacesPerPerson) return {};
  return conflict(
      fmt::format("You are in {} places, and nobody can be in more. Leave or delete one of them "
                  "first.",
                  places.size()));
}

Membership new_membership(const Context& context, const std::string& place_id,
                          const std::string& user_id, Role role) {
  const std::string now = now_text(context);
  return {
      .place_id = place_id, .user_id = user_id, .role = role, .created_at = now, .updated_at = now};
}

}  // namespace norn::bookings
