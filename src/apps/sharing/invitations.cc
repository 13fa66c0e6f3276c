#include "apps/sharing/invitations.h"

#include <utility>

#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::sharing {
namespace {

constexpr int64_t kInvitationsPerPart = 200;

store::QueryRequest below(const std::string& table, const std::string& pk,
                          const std::string& prefix) {
  store::QueryRequest request;
  request.table = table;
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", pk}, {":prefix", prefix}};
  request.consistent = true;
  return request;
}

}  // namespace

store::Item Invitations::key_by_address(const std::string& email,
                                        const std::string& thing_id) const {
  return apps::key_of(items_.invitee_prefix + email, thing_key(thing_id));
}

store::Item Invitations::key_by_thing(const std::string& email, const std::string& thing_id) const {
  return apps::key_of(thing_key(thing_id), items_.invited_prefix + email);
}

store::Item Invitations::to_item(const store::Item& key, const Invitation& invitation) const {
  store::Map item = key.to_map();
  item.merge(store::Map({{"entityType", items_.entity_type},
                         {items_.thing_attribute, invitation.thing_id},
                         {"email", invitation.email},
                         {"role", invitation.role},
                         {"invitedBy", invitation.invited_by},
                         {"createdAt", invitation.created_at}}));
  return store::Item::from_map(item);
}

Result<Invitation> Invitations::from_item(store::ItemView item) const {
  apps::ItemReader reader(item);
  Invitation invitation = {.thing_id = reader.text(items_.thing_attribute),
                           .email = reader.text("email"),
                           .role = reader.text("role"),
                           .invited_by = reader.optional_text("invitedBy").value_or(""),
                           .created_at = reader.optional_text("createdAt").value_or("")};
  reader.require(apps::is_id(invitation.thing_id), items_.thing_attribute);
  reader.require(!invitation.email.empty(), "email");
  reader.require(description_.role(invitation.role) != nullptr, "role");
  if (!reader.is_sound()) return reader.error("invitation");
  return invitation;
}

Result<std::vector<Invitation>> Invitations::query(const std::string& pk,
                                                   const std::string& prefix) const {
  NORN_ASSIGN(const auto items, apps::query_all(store_, below(items_.table, pk, prefix)));
  std::vector<Invitation> invitations;
  invitations.reserve(items.size());
  for (const store::Item& item : items) {
    if (auto invitation = from_item(item)) invitations.push_back(*std::move(invitation));
  }
  return invitations;
}

Result<std::vector<Invitation>> Invitations::of_thing(const std::string& thing_id) const {
  return query(thing_key(thing_id), items_.invited_prefix);
}

Result<std::vector<Invitation>> Invitations::of_address(const std::string& email) const {
  return query(items_.invitee_prefix + email, items_.thing_prefix);
}

Result<std::vector<std::string>> Invitations::things_of_address(const std::string& email) const {
  store::QueryRequest request =
      below(items_.table, items_.invitee_prefix + email, items_.thing_prefix);
  request.projection = "PK, SK";
  NORN_ASSIGN(const auto items, apps::query_all(store_, std::move(request)));
  std::vector<std::string> ids;
  ids.reserve(items.size());
  for (const store::Item& item : items) {
    ids.push_back(apps::text_of(item, "SK").substr(items_.thing_prefix.size()));
  }
  return ids;
}

Result<std::optional<Invitation>> Invitations::find(const std::string& email,
                                                    const std::string& thing_id) const {
  store::GetRequest request;
  request.table = items_.table;
  request.key = key_by_address(email, thing_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  if (!found.item) return std::nullopt;
  NORN_ASSIGN(Invitation invitation, from_item(*found.item));
  return invitation;
}

void Invitations::put(const Invitation& invitation, std::vector<Action>& actions) const {
  for (const store::Item& key : {key_by_address(invitation.email, invitation.thing_id),
                                 key_by_thing(invitation.email, invitation.thing_id)}) {
    store::PutRequest put;
    put.table = items_.table;
    put.item = to_item(key, invitation);
    actions.emplace_back(std::move(put));
  }
}

Action Invitations::remove_key(store::Item key) const {
  store::DeleteRequest request;
  request.table = items_.table;
  request.key = std::move(key);
  return request;
}

void Invitations::remove_any(const Invitation& invitation, std::vector<Action>& actions) const {
  actions.push_back(remove_key(key_by_address(invitation.email, invitation.thing_id)));
  actions.push_back(remove_key(key_by_thing(invitation.email, invitation.thing_id)));
}

void Invitations::remove(const Invitation& invitation, std::vector<Action>& actions) const {
  const store::Item key = key_by_address(invitation.email, invitation.thing_id);
  apps::Unchanged same =
      apps::unchanged(to_item(key, invitation), {"role", "invitedBy", "createdAt"});
  store::DeleteRequest request;
  request.table = items_.table;
  request.key = key;
  request.condition = std::move(same.condition);
  request.placeholders = std::move(same.placeholders);
  actions.emplace_back(std::move(request));
  actions.push_back(remove_key(key_by_thing(invitation.email, invitation.thing_id)));
}

Result<bool> sweep_invitations(store::Store& store, const InvitationItems& items,
                               const std::string& thing_id) {
  const std::string thing = items.thing_prefix + thing_id;
  store::QueryRequest request = below(items.table, thing, items.invited_prefix);
  request.projection = "PK, SK";
  request.limit = kInvitationsPerPart;
  NORN_ASSIGN(const auto page, store.query(request));
  std::vector<store::Item> by_address;
  std::vector<store::Item> by_thing;
  for (const store::ItemView key : page.items) {
    // The address is in the key.
    const std::string email = apps::text_of(key, "SK").substr(items.invited_prefix.size());
    by_address.push_back(apps::key_of(items.invitee_prefix + email, thing));
    by_thing.push_back(store::Item::copy_of(key));
  }
  // The others are found by these, which therefore go last.
  NORN_TRY(apps::remove_all(store, items.table, by_address));
  NORN_TRY(apps::remove_all(store, items.table, by_thing));
  return !by_thing.empty();
}

}  // namespace norn::sharing
