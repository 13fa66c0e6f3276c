#include "apps/bookings/members/place_sharing.h"

#include <utility>

#include "apps/bookings/events/rules.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/members/former_members.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/places/sweep.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

using sharing::Action;
using sharing::Right;
using sharing::Rights;

Rights rights_of(Role role) {
  switch (role) {
    case Role::kViewer:
      return {Right::kRead};
    case Role::kMember:
      return {Right::kRead, Right::kWrite};
    case Role::kAdministrator:
      return {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn};
  }
  return {};
}

Role least_role_with(Right right) {
  switch (right) {
    case Right::kRead:
      return Role::kViewer;
    case Right::kWrite:
      return Role::kMember;
    case Right::kManage:
    case Right::kOwn:
      break;
  }
  return Role::kAdministrator;
}

}  // namespace

sharing::Description describe_places(const apps::TableNames& tables) {
  sharing::Description description;
  description.thing = "place";
  for (const Role role : {Role::kViewer, Role::kMember, Role::kAdministrator}) {
    description.ladder.push_back({std::string(to_text(role)), rights_of(role)});
  }
  description.limits.things_per_person = kMaxPlacesPerPerson;
  description.limits.members_per_thing = kMaxMembersPerPlace;
  description.limits.invitations_per_thing = kMaxMembersPerPlace;
  description.invitations = {.table = tables.bookings(),
                             .entity_type = "INVITATION",
                             .thing_attribute = "placeId",
                             .thing_prefix = keys::place(""),
                             .invitee_prefix = keys::invitee(""),
                             .invited_prefix = std::string(keys::kInvitedPrefix)};
  description.writers_inherit = true;
  return description;
}

sharing::Membership to_shared(const Membership& membership) {
  return {.thing_id = membership.place_id,
          .user_id = membership.user_id,
          .role = std::string(to_text(membership.role)),
          .rights = rights_of(membership.role),
          .created_at = membership.created_at,
          .updated_at = membership.updated_at};
}

Membership from_shared(const sharing::Membership& membership) {
  return {.place_id = membership.thing_id,
          .user_id = membership.user_id,
          .role = role_from(membership.role).value_or(Role::kViewer),
          .created_at = membership.created_at,
          .updated_at = membership.updated_at};
}

PlaceSharing::PlaceSharing(Context context)
    : StoredThings(context.store, context.tables.bookings(), describe_places(context.tables)),
      context_(std::move(context)) {}

store::Item PlaceSharing::thing_key(const std::string& place_id) const {
  return bookings::place_key(place_id);
}

store::Item PlaceSharing::member_key(const std::string& place_id,
                                     const std::string& user_id) const {
  return bookings::member_key(place_id, user_id);
}

Result<sharing::Membership> PlaceSharing::member_from(store::ItemView item) const {
  NORN_ASSIGN(const Membership membership, membership_from(item));
  return to_shared(membership);
}

Result<sharing::Access> PlaceSharing::authorize(const std::string& user_id,
                                                const std::string& place_id, Right needed) {
  NORN_ASSIGN(Access access,
              bookings::authorize(context_, user_id, place_id, least_role_with(needed)));
  return sharing::Access{std::move(access.place.settings.name), to_shared(access.membership)};
}

Result<bool> PlaceSharing::is_in_most(const std::string& user_id) {
  NORN_ASSIGN(const auto places, places_of(context_, user_id));
  return places.size() >= kMaxPlacesPerPerson;
}

// Reads the keys only, so that items that are broken otherwise are found, too.
Result<void> PlaceSharing::visit_things_of(const std::string& user_id, const Visit& visit) {
  const std::string prefix = keys::place("");
  store::QueryRequest request;
  request.table = context_.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :places)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":places", prefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context_.store, std::move(request)));
  for (const store::Item& item : items) {
    NORN_ASSIGN(const bool continues, visit(apps::text_of(item, "SK").substr(prefix.size())));
    if (!continues) return {};
  }
  return {};
}

std::string PlaceSharing::etag_of(const sharing::Membership& membership) const {
  return bookings::etag_of(from_shared(membership));
}

std::unexpected<Error> PlaceSharing::stale(std::string current, std::string etag) const {
  return version_conflict("member", std::move(current), std::move(etag));
}

Result<void> PlaceSharing::add(const sharing::Membership& membership,
                               std::vector<Action>& actions) const {
  add_membership(context_, from_shared(membership), actions);
  return {};
}

Result<void> PlaceSharing::replace(const sharing::Membership& old, const sharing::Membership& next,
                                   std::vector<Action>& actions) const {
  replace_membership(context_, from_shared(old), from_shared(next), actions);
  return {};
}

Result<void> PlaceSharing::remove(const sharing::Membership& old,
                                  std::vector<Action>& actions) const {
  remove_membership(context_, from_shared(old), actions);
  return {};
}

Result<void> PlaceSharing::remove_thing(const std::string& place_id,
                                        std::vector<Action>& actions) const {
  actions.push_back(remove_place(context_, place_id));
  actions.push_back(begin_place_sweep(context_, place_id));
  return {};
}

void PlaceSharing::add_to_removal(const sharing::Membership& old,
                                  std::vector<Action>& actions) const {
  remember_former(context_, old.thing_id, old.user_id, actions);
}

Result<void> PlaceSharing::after_removal(const std::string& place_id, const std::string& user_id) {
  // Only members have wishes.
  return remove_wishes(context_, place_id, user_id);
}

Result<void> PlaceSharing::step_out(const sharing::Membership& old,
                                    std::vector<Action>& actions) const {
  actions.push_back(remove_from_place(context_, from_shared(old)));
  return {};
}

Result<sharing::Cleared> PlaceSharing::clear(const std::string& place_id,
                                             const std::string& user_id) {
  NORN_ASSIGN(const auto place, place_to_leave(context_, place_id));
  if (place) {
    NORN_ASSIGN(const bool more, release_stays(context_, *place, user_id));
    if (more) return sharing::Cleared::kMore;
    NORN_TRY(remove_wishes(context_, place_id, user_id));
  }
  NORN_TRY(apps::transact(context_.store, {delete_item(context_, member_key(place_id, user_id)),
                                           delete_item(context_, person_key(place_id, user_id))}));
  return sharing::Cleared::kAll;
}

Result<bool> PlaceSharing::forget_former(const std::string& user_id) {
  return bookings::forget_former(context_, user_id);
}

}  // namespace norn::bookings
