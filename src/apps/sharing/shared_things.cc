#include "apps/sharing/shared_things.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/shared/items.h"
#include "base/log.h"

namespace norn::sharing {

std::vector<std::string> Audience::with(Right right) const {
  std::vector<std::string> users;
  for (const auto& [user_id, membership] : members) {
    if (membership.rights.has(right)) users.push_back(user_id);
  }
  return users;
}

bool Audience::has(const std::string& user_id, Right right) const {
  const auto found = members.find(user_id);
  return found != members.end() && found->second.rights.has(right);
}

InvitationItems default_invitation_items(std::string norn_table, std::string_view thing) {
  return {.table = std::move(norn_table),
          .entity_type = "THING_INVITATION",
          .thing_attribute = std::string(thing) + "Id",
          .thing_prefix = fmt::format("INVITED_TO#{}#", thing),
          .invitee_prefix = fmt::format("INVITEE#{}#", thing),
          .invited_prefix = fmt::format("INVITEE#{}#", thing)};
}

const Role* Description::role(std::string_view name) const {
  const auto found = std::ranges::find(ladder, name, &Role::name);
  return found != ladder.end() ? &*found : nullptr;
}

Action has_role_with(std::string table, store::Item member_key, const Description& description,
                     Right right) {
  store::ConditionCheck check;
  check.table = std::move(table);
  check.key = std::move(member_key);
  check.placeholders.names.emplace("#role", "role");
  std::string roles;
  for (const Role& role : description.ladder) {
    if (!role.rights.has(right)) continue;
    const std::string value = fmt::format(":role{}", check.placeholders.values.size());
    roles += (roles.empty() ? "" : ", ") + value;
    check.placeholders.values.emplace(value, role.name);
  }
  check.condition = fmt::format("#role IN ({})", roles);
  return check;
}

Result<Audience> audience_in(store::Store& store, store::QueryRequest request,
                             const std::function<PartKind(store::ItemView)>& kind_of,
                             const std::function<Result<Membership>(store::ItemView)>& member_of) {
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(store, std::move(request)));
  Audience audience;
  for (const store::Item& item : items) {
    const PartKind kind = kind_of(item);
    audience.thing_exists |= kind == PartKind::kThing;
    if (kind != PartKind::kMember) continue;
    if (auto membership = member_of(item)) {
      audience.members.emplace(membership->user_id, std::move(*membership));
    } else {
      log::warn("a member hears nothing: {}", membership.error().message);
    }
  }
  return audience;
}

std::string with_article(std::string_view noun) {
  const bool begins_with_vowel = !noun.empty() && std::string_view("aeiou").contains(noun.front());
  return fmt::format("{} {}", begins_with_vowel ? "an" : "a", noun);
}

}  // namespace norn::sharing
