#include "apps/sharing/stored_things.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::sharing {

StoredThings::StoredThings(store::Store& store, std::string table, Description description)
    : store_(store), table_(std::move(table)), description_(std::move(description)) {}

Result<std::optional<store::Item>> StoredThings::read(const store::Item& key) const {
  store::GetRequest request;
  request.table = table_;
  request.key = key;
  request.consistent = true;
  NORN_ASSIGN(auto found, store_.get(request));
  return std::move(found.item);
}

Result<bool> StoredThings::exists(const std::string& thing_id) {
  NORN_ASSIGN(const auto thing, read(thing_key(thing_id)));
  return thing.has_value();
}

Result<std::optional<Membership>> StoredThings::find(const std::string& thing_id,
                                                     const std::string& user_id) {
  NORN_ASSIGN(const auto item, read(member_key(thing_id, user_id)));
  if (!item) return std::nullopt;
  NORN_ASSIGN(Membership membership, member_from(*item));
  return membership;
}

Result<std::vector<store::Item>> StoredThings::member_items(const std::string& thing_id) const {
  const store::Item all = member_key(thing_id, "");
  store::QueryRequest request;
  request.table = table_;
  request.key_condition = "PK = :pk AND begins_with(SK, :members)";
  request.placeholders.values = {{":pk", apps::text_of(all, "PK")},
                                 {":members", apps::text_of(all, "SK")}};
  request.consistent = true;
  return apps::query_all(store_, std::move(request));
}

Result<std::vector<Membership>> StoredThings::members_of(const std::string& thing_id) {
  NORN_ASSIGN(const auto items, member_items(thing_id));
  std::vector<Membership> members;
  members.reserve(items.size());
  for (const store::Item& item : items) {
    if (auto member = member_from(item)) members.push_back(*std::move(member));
  }
  return members;
}

Result<bool> StoredThings::has_members_besides(const std::string& user_id,
                                               const std::string& thing_id) {
  NORN_ASSIGN(const auto items, member_items(thing_id));
  const std::string own = apps::text_of(member_key(thing_id, user_id), "SK");
  return std::ranges::any_of(
      items, [&](const store::Item& item) { return apps::text_of(item, "SK") != own; });
}

Result<Audience> StoredThings::audience_of(const std::string& thing_id) {
  Audience audience;
  NORN_ASSIGN(audience.thing_exists, exists(thing_id));
  NORN_ASSIGN(auto members, members_of(thing_id));
  for (Membership& member : members) {
    if (!member.rights.has(Right::kRead)) continue;
    std::string user_id = member.user_id;
    audience.members.emplace(std::move(user_id), std::move(member));
  }
  return audience;
}

Result<void> StoredThings::remove_unowned(const apps::Bin& bin, const std::string& bin_owner,
                                          const std::string& thing_id, const std::string& user_id) {
  NORN_ASSIGN(const bool is_there, exists(thing_id));
  if (is_there) return {};
  NORN_ASSIGN(const auto members, members_of(thing_id));
  const auto is_other_owner = [&](const Membership& member) {
    return member.owns() && member.user_id != user_id;
  };
  if (std::ranges::any_of(members, is_other_owner)) return {};
  const auto removed = bin.remove(bin_owner, thing_id);
  if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  return {};
}

std::unexpected<Error> StoredThings::stale(std::string current, std::string etag) const {
  return norn::stale("member", std::move(current), std::move(etag));
}

Result<Action> StoredThings::is_there(const std::string& thing_id) const {
  store::ConditionCheck check;
  check.table = table_;
  check.key = thing_key(thing_id);
  check.condition = "attribute_exists(PK)";
  return check;
}

Result<Action> StoredThings::still_may(const std::string& user_id, const std::string& thing_id,
                                       Right right) const {
  store::ConditionCheck check;
  check.table = table_;
  check.key = member_key(thing_id, user_id);
  check.placeholders.names.emplace("#role", "role");
  std::string roles;
  for (const Role& role : description_.ladder) {
    if (!role.rights.has(right)) continue;
    const std::string value = fmt::format(":role{}", check.placeholders.values.size());
    roles += (roles.empty() ? "" : ", ") + value;
    check.placeholders.values.emplace(value, role.name);
  }
  check.condition = fmt::format("#role IN ({})", roles);
  return check;
}

}  // namespace norn::sharing
