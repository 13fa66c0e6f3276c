#include "apps/sharing/shared_things.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

}  // namespace norn::sharing
