#include "apps/bookings/meter.h"

#include "apps/bookings/access.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/limits.h"
#include "apps/bookings/model.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::bookings {

static_assert(apps::quota_kind(apps::kPlacesQuota).highest == int64_t{kMaxPlacesPerPerson});

std::optional<apps::Use> BookingsMeter::use_of(store::ItemView item) const {
  const std::string partition = apps::text_of(item, "PK");
  if (keys::is_of(keys::kPlace, partition)) {
    if (!apps::text_of(item, "SK").starts_with(keys::kMemberPrefix)) return std::nullopt;
    const auto membership = membership_from(item);
    if (!membership || membership->role != Role::kAdministrator) return std::nullopt;
    return apps::Use{.owner = apps::of_person(membership->user_id), .kind = apps::kPlacesQuota};
  }
  const bool is_event = keys::is_of("EVENT", partition);
  if (!is_event && !keys::is_of("WISH", partition)) return std::nullopt;
  const std::string person = apps::text_of(item, "userId");
  if (apps::is_id(person)) {
    return apps::Use{.owner = apps::of_person(person),
                     .kind = is_event ? apps::kStaysQuota : apps::kBytesQuota};
  }
  const std::string place_id = keys::place_in(partition);
  if (!is_place_id(place_id)) return std::nullopt;
  return apps::Use{.owner = keys::place(place_id)};
}

Result<std::vector<std::string>> BookingsMeter::owned_by(const std::string& user_id) const {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<std::string> places;
  for (const Membership& membership : memberships) {
    if (membership.role != Role::kAdministrator) continue;
    places.push_back(keys::place(membership.place_id));
  }
  return places;
}

Result<std::vector<std::string>> BookingsMeter::owners_of(const std::string& thing) const {
  std::vector<std::string> owners;
  const std::string place_id = keys::place_in(thing);
  if (!keys::is_of(keys::kPlace, thing) || !is_place_id(place_id)) return owners;
  NORN_ASSIGN(const auto members, members_of(context_, place_id));
  for (const Membership& member : members) {
    if (member.role == Role::kAdministrator) owners.push_back(member.user_id);
  }
  return owners;
}

}  // namespace norn::bookings
