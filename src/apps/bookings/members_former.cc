#include "apps/bookings/members_former.h"

#include <utility>

#include "apps/bookings/keys.h"
#include "apps/bookings/members_stays.h"
#include "apps/bookings/places/places_actions.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/items.h"

namespace norn::bookings {
namespace {

constexpr size_t kFormerPlacesPerPart = 25;

store::Item key_of_place(const std::string& place_id, const std::string& user_id) {
  return apps::key_of(keys::place(place_id), keys::former(user_id));
}

store::Item key_of_person(const std::string& place_id, const std::string& user_id) {
  return apps::key_of(keys::user(user_id), keys::former_place(place_id));
}

store::Item with_type(const store::Item& key) {
  store::Map item = key.to_map();
  item.emplace("entityType", "FORMER_MEMBER");
  return store::Item::from_map(item);
}

// True when there is more to do in this place.
Result<bool> forget_in(const Context& context, const std::string& place_id,
                       const std::string& user_id) {
  NORN_ASSIGN(const auto place, find_place(context, place_id));
  if (place) {
    NORN_ASSIGN(const bool more, release_stays(context, *place, user_id));
    if (more) return true;
    NORN_TRY(remove_wishes(context, place_id, user_id));
  }
  NORN_TRY(
      apps::transact(context.store, {remove_anyway(context, key_of_place(place_id, user_id)),
                                     remove_anyway(context, key_of_person(place_id, user_id))}));
  return false;
}

}  // namespace

void remember_former(const Context& context, const std::string& place_id,
                     const std::string& user_id, std::vector<Action>& actions) {
  actions.push_back(put_anyway(context, with_type(key_of_place(place_id, user_id))));
  actions.push_back(put_anyway(context, with_type(key_of_person(place_id, user_id))));
}

Result<bool> forget_former(const Context& context, const std::string& user_id) {
  const std::string prefix = keys::former_place("");
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :places)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":places", prefix}};
  request.limit = kFormerPlacesPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  for (const store::ItemView item : page.items) {
    const std::string place_id = apps::text_of(item, "SK").substr(prefix.size());
    NORN_ASSIGN(const bool more, forget_in(context, place_id, user_id));
    if (more) return true;
  }
  return page.count > 0;
}

}  // namespace norn::bookings
