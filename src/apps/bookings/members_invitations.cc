#include "apps/bookings/members_invitations.h"

#include <utility>

#include "apps/accounts/keys.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places_actions.h"
#include "apps/shared/corrupt.h"
#include "apps/shared/items.h"

namespace norn::bookings {
namespace {

store::Item key_of_place(const Invitation& invitation) {
  return apps::key_of(keys::place(invitation.place_id), keys::invited(invitation.email));
}

store::Item key_of_address(const Invitation& invitation) {
  return apps::key_of(keys::invitee(invitation.email), keys::place(invitation.place_id));
}

store::Item to_item(const store::Item& key, const Invitation& invitation) {
  store::Map item = key.to_map();
  item.merge(store::Map({{"entityType", "INVITATION"},
                         {"placeId", invitation.place_id},
                         {"email", invitation.email},
                         {"role", to_text(invitation.role)},
                         {"invitedBy", invitation.invited_by},
                         {"createdAt", invitation.created_at}}));
  return store::Item::from_map(item);
}

Result<Invitation> invitation_from(store::ItemView item) {
  Invitation invitation;
  invitation.place_id = apps::text_of(item, "placeId");
  invitation.email = apps::text_of(item, "email");
  invitation.invited_by = apps::text_of(item, "invitedBy");
  invitation.created_at = apps::text_of(item, "createdAt");
  const auto role = role_from(apps::text_of(item, "role"));
  if (!role || !is_place_id(invitation.place_id) || invitation.email.empty()) {
    return apps::corrupt("an invitation", item);
  }
  invitation.role = *role;
  return invitation;
}

Result<std::vector<Invitation>> query(const Context& context, const std::string& pk,
                                      std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", pk}, {":prefix", prefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  std::vector<Invitation> invitations;
  invitations.reserve(items.size());
  for (const store::Item& item : items) {
    NORN_ASSIGN(Invitation invitation, invitation_from(item));
    invitations.push_back(std::move(invitation));
  }
  return invitations;
}

}  // namespace

Result<std::vector<Invitation>> invitations_of_place(const Context& context,
                                                     const std::string& place_id) {
  return query(context, keys::place(place_id), keys::kInvitedPrefix);
}

Result<std::vector<Invitation>> invitations_of_address(const Context& context,
                                                       const std::string& email) {
  return query(context, keys::invitee(email), keys::place(""));
}

Result<std::optional<Invitation>> find_invitation(const Context& context, const std::string& email,
                                                  const std::string& place_id) {
  NORN_ASSIGN(const auto item,
              find_item(context, apps::key_of(keys::invitee(email), keys::place(place_id))));
  if (!item) return std::nullopt;
  NORN_ASSIGN(Invitation invitation, invitation_from(*item));
  return invitation;
}

void put_invitation(const Context& context, const Invitation& invitation,
                    std::vector<Action>& actions) {
  actions.push_back(put_anyway(context, to_item(key_of_address(invitation), invitation)));
  actions.push_back(put_anyway(context, to_item(key_of_place(invitation), invitation)));
}

void remove_any_invitation(const Context& context, const Invitation& invitation,
                           std::vector<Action>& actions) {
  actions.push_back(remove_anyway(context, key_of_address(invitation)));
  actions.push_back(remove_anyway(context, key_of_place(invitation)));
}

void remove_invitation(const Context& context, const Invitation& invitation,
                       std::vector<Action>& actions) {
  const store::Item key = key_of_address(invitation);
  apps::Unchanged same =
      apps::unchanged(to_item(key, invitation), {"role", "invitedBy", "createdAt"});
  store::DeleteRequest request;
  request.table = context.tables.bookings();
  request.key = key;
  request.condition = std::move(same.condition);
  request.placeholders = std::move(same.placeholders);
  actions.emplace_back(std::move(request));
  actions.push_back(remove_anyway(context, key_of_place(invitation)));
}

Action address_is_free(const Context& context, const std::string& email) {
  const std::string key = accounts::keys::email(email);
  store::ConditionCheck check;
  check.table = context.tables.norn();
  check.key = apps::key_of(key, key);
  check.condition = "attribute_not_exists(PK)";
  return check;
}

Action has_address(const Context& context, const accounts::User& user) {
  const std::string key = accounts::keys::user(user.id);
  store::ConditionCheck check;
  check.table = context.tables.calendars();
  check.key = apps::key_of(key, key);
  check.condition = "email = :email";
  check.placeholders.values.emplace(":email", user.email);
  return check;
}

Action has_proved_address(const Context& context, const accounts::User& user) {
  store::ConditionCheck check;
  check.table = context.tables.norn();
  check.key = apps::key_of(accounts::keys::user(user.id), accounts::keys::kAccount);
  check.condition = "emailVerified = :yes";
  check.placeholders.values.emplace(":yes", store::Value::boolean(true));
  return check;
}

}  // namespace norn::bookings
