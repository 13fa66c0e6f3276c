#include "apps/bookings/inspection.h"

#include "apps/bookings/access.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/model.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

constexpr const char* kPlaceOwner = "place";

template <typename T>
std::optional<Error> error_of(const Result<T>& read) {
  return read ? std::nullopt : std::optional(read.error());
}

// Only the keys of the items in the partition of a person are read.
std::optional<Error> error_in(std::string_view partition, store::ItemView item) {
  if (keys::is_of("EVENT", partition)) return error_of(event_from(item));
  if (keys::is_of("WISH", partition)) return error_of(wish_from(item));
  if (!keys::is_of("PLACE", partition)) return std::nullopt;
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key == keys::kPlace) return error_of(place_from(item));
  if (sort_key.starts_with(keys::kMemberPrefix)) return error_of(membership_from(item));
  return std::nullopt;
}

}  // namespace

std::optional<apps::ItemFault> PlaceInspector::inspect(store::ItemView item) const {
  const std::string partition = apps::text_of(item, "PK");
  const auto error = error_in(partition, item);
  if (!error) return std::nullopt;
  apps::ItemFault fault{.reason = said_by(*error), .owner = {}};
  std::string place_id = keys::place_in(partition);
  if (is_place_id(place_id)) fault.owner = {kPlaceOwner, std::move(place_id)};
  return fault;
}

Result<std::vector<apps::ItemOwner>> PlaceInspector::owned_by(const std::string& user_id) {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<apps::ItemOwner> owned;
  for (const Membership& membership : memberships) {
    if (membership.role == Role::kAdministrator)
      owned.push_back({kPlaceOwner, membership.place_id});
  }
  return owned;
}

Result<std::vector<apps::Action>> PlaceInspector::remove_with(store::ItemView item) {
  std::vector<apps::Action> actions;
  const std::string partition = apps::text_of(item, "PK");
  if (!keys::is_of("EVENT", partition)) return actions;
  store::QueryRequest request;
  request.table = table();
  request.key_condition = "PK = :pk";
  request.filter = "eventId = :event";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::slots(keys::place_in(partition))},
                                 {":event", apps::text_of(item, "SK")}};
  request.consistent = true;
  const auto free = [&](store::ItemView slot) -> Result<void> {
    store::DeleteRequest remove;
    remove.table = table();
    remove.key = apps::key_of(apps::text_of(slot, "PK"), apps::text_of(slot, "SK"));
    remove.condition = "eventId = :event";
    remove.placeholders.values = {{":event", apps::text_of(item, "SK")}};
    actions.emplace_back(std::move(remove));
    return {};
  };
  NORN_TRY(apps::query_each(context_.store, std::move(request), free));
  return actions;
}

}  // namespace norn::bookings
