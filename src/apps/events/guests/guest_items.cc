#include "apps/events/guests/guest_items.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "apps/events/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"

namespace norn::events {
namespace {

// The condition that the item of a shared thing, or another one beside it, is there.
std::optional<store::ConditionCheck> is_in_shared(const Context& context,
                                                  const std::string& owner_id,
                                                  std::string_view sort_key = {}) {
  const auto thing = apps::item_of_shared(owner_id);
  if (!thing) return std::nullopt;
  store::ConditionCheck check;
  check.table = context.tables.calendars();
  check.key = apps::key_of(*thing, sort_key.empty() ? *thing : sort_key);
  check.condition = "attribute_exists(PK)";
  return check;
}

// True without a condition.
Result<bool> holds_now(const Context& context, const std::optional<store::ConditionCheck>& check) {
  if (!check) return true;
  store::GetRequest request;
  request.table = check->table;
  request.key = check->key;
  request.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(request));
  return found.item.has_value();
}

store::Item meta_key(const std::string& user_id) {
  return apps::key_of(keys::user(user_id), keys::user_meta(user_id));
}

}  // namespace

GuestItems guest_items(const std::string& owner_id, const std::string& event_id,
                       const Details& details, const Guests& guests) {
  GuestItems items;
  for (const Guest& guest : guests.list) {
    if (guest.user_id.empty() || items.contains(guest.user_id)) continue;
    store::Map item = {{"PK", keys::user(guest.user_id)},
                       {"SK", keys::guest(owner_id, event_id)},
                       {"entityType", kGuestType},
                       {"ownerId", owner_id},
                       {"eventId", event_id}};
    if (!guest.invited_by.empty()) item.emplace("invitedBy", guest.invited_by);
    if (!guest.invited_at.empty()) item.emplace("createdAt", guest.invited_at);
    // It expires with the event.
    if (details.ttl) item.emplace("ttl", store::Value::number(*details.ttl));
    items.emplace(guest.user_id, store::Item::from_map(item));
  }
  return items;
}

// GUEST items need no conditions: they are written together with the event, whose guests are
// checked.
std::vector<apps::Action> guest_changes(const Context& context, const GuestItems& old,
                                        const GuestItems& next) {
  std::vector<apps::Action> actions;
  const std::string table = context.tables.planner();
  for (const auto& [user_id, item] : old) {
    if (next.contains(user_id)) continue;
    store::DeleteRequest request;
    request.table = table;
    request.key = store::Item::subset(item, {"PK", "SK"});
    actions.emplace_back(std::move(request));
  }
  for (const auto& [user_id, item] : next) {
    const auto same = old.find(user_id);
    if (same != old.end() && same->second == item) continue;
    store::PutRequest request;
    request.table = table;
    request.item = item;
    actions.emplace_back(std::move(request));
    if (same == old.end()) actions.emplace_back(person_is_there(context, user_id));
  }
  return actions;
}

std::vector<store::Item> guest_keys_of(store::ItemView event) {
  std::vector<store::Item> keys;
  const std::string partition = apps::text_of(event, "PK");
  const std::string sort_key = apps::text_of(event, "SK");
  const std::string prefix = keys::user("");
  const bool has_guests =
      sort_key.starts_with(keys::kEvents) || sort_key.starts_with(keys::kMasters);
  if (!has_guests || !partition.starts_with(prefix)) return keys;
  const std::string event_id = sort_key.substr(sort_key.find('#') + 1);
  std::set<std::string> users;
  for (const Guest& guest : guests_in(event)) {
    if (guest.user_id.empty() || !users.insert(guest.user_id).second) continue;
    keys.push_back(apps::key_of(keys::user(guest.user_id),
                                keys::guest(partition.substr(prefix.size()), event_id)));
  }
  return keys;
}

std::optional<GuestKey> guest_key_from(const std::string& sort_key) {
  if (!sort_key.starts_with(keys::kGuests)) return std::nullopt;
  const std::string rest = sort_key.substr(keys::kGuests.size());
  const size_t separator = rest.find('#');
  if (separator == std::string::npos) return std::nullopt;
  GuestKey key{.owner_id = rest.substr(0, separator), .event_id = rest.substr(separator + 1)};
  if (!apps::is_id(key.owner_id) || !apps::is_id(key.event_id)) return std::nullopt;
  return key;
}

Result<bool> is_person(const Context& context, const std::string& user_id) {
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = meta_key(user_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(request));
  return found.item.has_value();
}

store::ConditionCheck person_is_there(const Context& context, const std::string& user_id) {
  store::ConditionCheck check;
  check.table = context.tables.planner();
  check.key = meta_key(user_id);
  check.condition = "attribute_exists(PK)";
  return check;
}

Guests without_user(Guests guests, const std::string& user_id) {
  for (Guest& guest : guests.list) {
    if (guest.user_id == user_id) guest.user_id.clear();
  }
  std::erase_if(guests.list,
                [](const Guest& guest) { return guest.user_id.empty() && guest.email.empty(); });
  return guests;
}

Result<Guests> without_deleted(const Context& context, Guests guests) {
  const std::vector<Guest> before = guests.list;
  for (const Guest& guest : before) {
    if (guest.user_id.empty()) continue;
    NORN_ASSIGN(const bool is_there, is_person(context, guest.user_id));
    if (!is_there) guests = without_user(std::move(guests), guest.user_id);
  }
  return guests;
}

Result<bool> owner_is_there(const Context& context, const std::string& owner_id) {
  return holds_now(context, owner_stays(context, owner_id));
}

std::optional<store::ConditionCheck> owner_stays(const Context& context,
                                                 const std::string& owner_id) {
  return is_in_shared(context, owner_id);
}

Result<bool> member_is_there(const Context& context, const std::string& owner_id,
                             const std::string& user_id) {
  return holds_now(context, member_stays(context, owner_id, user_id));
}

std::optional<store::ConditionCheck> member_stays(const Context& context,
                                                  const std::string& owner_id,
                                                  const std::string& user_id) {
  return is_in_shared(context, owner_id, apps::member_of_shared(user_id));
}

}  // namespace norn::events
