#include "apps/family/members/tree_sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/family/handover.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/own_person.h"
#include "apps/family/sentences.h"
#include "apps/family/sweep.h"
#include "apps/family/trees.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::family {
namespace {

sharing::Membership member_of(const Tree& tree, const std::string& user_id, TreeRole role,
                              const std::optional<Share>& share) {
  return {.thing_id = tree.id,
          .user_id = user_id,
          .role = std::string(to_text(role)),
          .rights = rights_of(role),
          .created_at = share ? share->created_at : tree.created_at,
          .updated_at = share ? share->updated_at : tree.created_at};
}

Access access_in(const sharing::Membership& membership) {
  return membership.role == to_text(TreeRole::kWriter) ? Access::kWrite : Access::kRead;
}

// Sharing has times in whole seconds, and the items of this design in milliseconds.
std::string item_time(const std::string& text) {
  const auto ms = parse_timestamp_ms(text);
  return ms ? timestamp_ms(*ms) : text;
}

Share share_of(const sharing::Membership& membership, const std::string& owner_id) {
  return {.tree_id = membership.thing_id,
          .user_id = membership.user_id,
          .owner_id = owner_id,
          .access = access_in(membership),
          .created_at = item_time(membership.created_at),
          .updated_at = item_time(membership.updated_at)};
}

// The condition of a write of a share: it is as it was read. Another program shares without one, or
// with one that says nothing that Norn understands.
Result<void> expect_share(const Context& context, const sharing::Membership& old, auto& request) {
  NORN_ASSIGN(const auto item, find_item(context, share_key(old.user_id, old.thing_id)));
  if (!item) {
    request.condition = "attribute_not_exists(PK)";
    return {};
  }
  const auto share = share_from(*item);
  const bool writes = share && share->access == Access::kWrite;
  // It was changed since the membership was read.
  if (writes != (access_in(old) == Access::kWrite) && share) {
    request.condition = "attribute_not_exists(PK)";
    return {};
  }
  apps::Unchanged unchanged = apps::unchanged(*item, {"Access", "OwnerId"});
  request.condition = std::move(unchanged.condition);
  request.placeholders = std::move(unchanged.placeholders);
  return {};
}

}  // namespace

sharing::Description describe_trees(const apps::TableNames& tables) {
  sharing::Description description;
  description.thing = "tree";
  for (const TreeRole role : {TreeRole::kReader, TreeRole::kWriter, TreeRole::kOwner}) {
    description.ladder.push_back({std::string(to_text(role)), rights_of(role)});
  }
  description.owners = sharing::Owners::kExactlyOne;
  description.limits = {.things_per_person = kMaxTreesPerPerson,
                        .members_per_thing = kMaxMembersPerTree,
                        .invitations_per_address = kMaxInvitationsPerAddress,
                        .invitations_per_thing = kMaxInvitationsPerTree,
                        .invitations_per_hour = kMaxInvitationsPerHour};
  description.invitations = sharing::default_invitation_items(tables.norn(), "tree");
  description.lists_by_role = true;
  description.shows_addresses = false;
  description.shows_proof = true;
  description.writers_inherit = true;
  return description;
}

TreeSharing::TreeSharing(Context context)
    : context_(std::move(context)), description_(describe_trees(context_.tables)) {}

Result<sharing::Access> TreeSharing::authorize(const std::string& user_id,
                                               const std::string& tree_id, Right needed) {
  NORN_ASSIGN(const TreeAccess access, family::authorize(context_, user_id, tree_id, needed));
  // Who only reads a public tree does not see who is in it. Of two trees with one id, which other
  // programs give, only one can be shared.
  NORN_ASSIGN(const auto shared, find_tree(context_, tree_id));
  const bool is_this = shared && shared->owner_id == access.tree.owner_id;
  if (access.is_stranger() || !is_this) return not_found(kTreeNotFound);
  NORN_ASSIGN(const auto share, find_share(context_, user_id, tree_id));
  return sharing::Access{access.tree.name, member_of(access.tree, user_id, access.role, share)};
}

Result<TreeSharing::Found> TreeSharing::find_existing(const std::string& tree_id) const {
  if (!apps::is_id(tree_id)) return not_found(kTreeNotFound);
  NORN_ASSIGN(const auto found, find_tree(context_, tree_id));
  if (!found) return not_found(kTreeNotFound);
  NORN_ASSIGN(auto item, find_tree_item(context_, found->owner_id, tree_id));
  if (!item) return not_found(kTreeNotFound);
  NORN_ASSIGN(Tree tree, tree_from(*item));
  return Found{std::move(tree), *std::move(item)};
}

Result<bool> TreeSharing::exists(const std::string& tree_id) {
  NORN_ASSIGN(const auto found, find_tree(context_, tree_id));
  return found.has_value();
}

Result<std::optional<sharing::Membership>> TreeSharing::find(const std::string& tree_id,
                                                             const std::string& user_id) {
  NORN_ASSIGN(const auto tree, find_tree(context_, tree_id));
  if (!tree) return std::nullopt;
  NORN_ASSIGN(const auto share, find_share(context_, user_id, tree_id));
  const auto role = role_in(*tree, user_id, share);
  if (!role || *role == TreeRole::kStranger) return std::nullopt;
  return member_of(*tree, user_id, *role, share);
}

Result<std::vector<sharing::Membership>> TreeSharing::members_in(const Tree& tree) const {
  std::vector<store::Item> wanted;
  for (const std::string& id : tree.shared_with) wanted.push_back(share_key(id, tree.id));
  NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.family(), wanted));
  std::map<std::string, Share> shares;
  for (Share& share : apps::readable<Share>(items, share_from)) {
    std::string user_id = share.user_id;
    shares.emplace(std::move(user_id), std::move(share));
  }
  std::vector<sharing::Membership> members = {
      member_of(tree, tree.owner_id, TreeRole::kOwner, std::nullopt)};
  for (const std::string& id : tree.shared_with) {
    const auto found = shares.find(id);
    const auto share = found != shares.end() ? std::optional(found->second) : std::nullopt;
    members.push_back(member_of(tree, id, *role_in(tree, id, share), share));
  }
  return members;
}

Result<std::vector<sharing::Membership>> TreeSharing::members_of(const std::string& tree_id) {
  NORN_ASSIGN(const auto tree, find_tree(context_, tree_id));
  if (!tree) return std::vector<sharing::Membership>();
  return members_in(*tree);
}

Result<bool> TreeSharing::has_members_besides(const std::string& user_id,
                                              const std::string& tree_id) {
  NORN_ASSIGN(const auto members, members_of(tree_id));
  return std::ranges::any_of(
      members, [&](const sharing::Membership& member) { return member.user_id != user_id; });
}

Result<bool> TreeSharing::is_in_most(const std::string& user_id) {
  return has_most_trees(context_, user_id);
}

Result<void> TreeSharing::visit_things_of(const std::string& user_id, const Visit& visit) {
  return visit_trees_of(context_, user_id, visit);
}

Result<sharing::Audience> TreeSharing::audience_of(const std::string& tree_id) {
  sharing::Audience audience;
  NORN_ASSIGN(const auto members, members_of(tree_id));
  audience.thing_exists = !members.empty();
  for (const sharing::Membership& member : members) {
    audience.members.emplace(member.user_id, member);
  }
  return audience;
}

std::string TreeSharing::etag_of(const sharing::Membership& membership) const {
  return apps::etag_of(fmt::format("{}/{}/{}/{}", membership.thing_id, membership.user_id,
                                   membership.role, item_time(membership.updated_at)));
}

std::unexpected<Error> TreeSharing::stale(std::string current, std::string etag) const {
  return norn::stale("member", std::move(current), std::move(etag));
}

Result<Action> TreeSharing::is_there(const std::string& tree_id) const {
  NORN_ASSIGN(const Found found, find_existing(tree_id));
  if (found.tree.handed_to) return conflict(kTreeHandedOver);
  store::ConditionCheck check;
  check.table = context_.tables.family();
  check.key = tree_key(found.tree.owner_id, tree_id);
  check.condition = "attribute_exists(PK) AND NOT attribute_type(HandedTo, :text)";
  check.placeholders.values.emplace(":text", "S");
  return check;
}

// Only the owner has more rights than to read and write, which sharing never asks for.
Result<Action> TreeSharing::still_may(const std::string& user_id, const std::string& tree_id,
                                      Right /*right*/) const {
  store::ConditionCheck check;
  check.table = context_.tables.family();
  check.key = tree_key(user_id, tree_id);
  check.condition = "attribute_exists(PK)";
  return check;
}

Action TreeSharing::change_members(const Found& found, std::vector<std::string> members) const {
  Tree next = found.tree;
  next.shared_with = std::move(members);
  return edit(context_, found.item, to_item(next), {"SharedWith", "HandedTo"}).action;
}

Result<void> TreeSharing::add(const sharing::Membership& membership,
                              std::vector<Action>& actions) const {
  NORN_ASSIGN(const Found found, find_existing(membership.thing_id));
  std::vector<std::string> members = found.tree.shared_with;
  if (std::ranges::find(members, membership.user_id) == members.end()) {
    members.push_back(membership.user_id);
  }
  store::PutRequest put;
  put.table = context_.tables.family();
  put.item = to_item(share_of(membership, found.tree.owner_id));
  actions.emplace_back(std::move(put));
  actions.push_back(change_members(found, std::move(members)));
  return {};
}

Result<void> TreeSharing::replace(const sharing::Membership& old, const sharing::Membership& next,
                                  std::vector<Action>& actions) const {
  NORN_ASSIGN(const Found found, find_existing(old.thing_id));
  store::PutRequest put;
  put.table = context_.tables.family();
  put.item = to_item(share_of(next, found.tree.owner_id));
  NORN_TRY(expect_share(context_, old, put));
  actions.emplace_back(std::move(put));
  return {};
}

Result<void> TreeSharing::remove(const sharing::Membership& old,
                                 std::vector<Action>& actions) const {
  NORN_ASSIGN(const Found found, find_existing(old.thing_id));
  std::vector<std::string> members = found.tree.shared_with;
  std::erase(members, old.user_id);
  store::DeleteRequest request;
  request.table = context_.tables.family();
  request.key = share_key(old.user_id, old.thing_id);
  NORN_TRY(expect_share(context_, old, request));
  actions.emplace_back(std::move(request));
  actions.push_back(change_members(found, std::move(members)));
  actions.push_back(forget_own_person(context_, old.user_id, old.thing_id));
  return {};
}

Result<Action> TreeSharing::is_unshared(const std::string& tree_id) const {
  NORN_ASSIGN(const Found found, find_existing(tree_id));
  store::ConditionCheck check;
  check.table = context_.tables.family();
  check.key = tree_key(found.tree.owner_id, tree_id);
  apps::Unchanged unchanged = apps::unchanged(found.item, {"SharedWith"});
  check.condition = std::move(unchanged.condition);
  check.placeholders = std::move(unchanged.placeholders);
  return check;
}

Result<void> TreeSharing::hand_over(const std::string& tree_id, const std::string& heir_id,
                                    std::vector<Action>& actions) const {
  NORN_ASSIGN(const Found found, find_existing(tree_id));
  // It is under way already, or was interrupted: `clear` finishes it.
  if (found.tree.handed_to) return {};
  add_handover(context_, {found.tree, TreeRole::kOwner, found.item}, heir_id, false, actions);
  return {};
}

Result<bool> TreeSharing::can_inherit(const std::string& tree_id,
                                      const std::string& user_id) const {
  NORN_ASSIGN(const Found found, find_existing(tree_id));
  return can_take_over(context_, found.tree, user_id);
}

Result<void> TreeSharing::remove_thing(const std::string& tree_id,
                                       std::vector<Action>& actions) const {
  NORN_ASSIGN(const Found found, find_existing(tree_id));
  store::DeleteRequest request;
  request.table = context_.tables.family();
  request.key = tree_key(found.tree.owner_id, tree_id);
  request.condition = "attribute_exists(PK)";
  actions.emplace_back(std::move(request));
  actions.push_back(context_.sweeps.begin(kTreeSweep, sweep_subject(found.tree.owner_id, tree_id)));
  return {};
}

Result<sharing::Cleared> TreeSharing::clear(const std::string& tree_id,
                                            const std::string& user_id) {
  NORN_ASSIGN(const auto item, find_tree_item(context_, user_id, tree_id));
  const std::string heir_id = item ? apps::text_of(*item, "HandedTo") : "";
  if (apps::is_id(heir_id)) {
    NORN_ASSIGN(const bool is_called_off,
                call_off_without_heir(context_, user_id, tree_id, heir_id));
    if (is_called_off) return sharing::Cleared::kMore;
    // Whichever of them began it.
    for (const bool stays : {false, true}) {
      NORN_TRY(finish_handover(context_, user_id, tree_id, heir_id, stays));
    }
    return sharing::Cleared::kMore;
  }
  if (item) {
    // It cannot be read, or another user has a tree of the same id.
    std::vector<Action> actions = {
        remove_any(context_, tree_key(user_id, tree_id)),
        context_.sweeps.begin(kTreeSweep, sweep_subject(user_id, tree_id))};
    NORN_TRY(apps::transact(context_.store, std::move(actions)));
    context_.sweeps.wake();
    return sharing::Cleared::kAll;
  }
  // A share in a tree that is gone, or that another program ended.
  NORN_ASSIGN(const auto share, find_item(context_, share_key(user_id, tree_id)));
  if (!share) return sharing::Cleared::kNothing;
  NORN_TRY(apps::transact(context_.store, {remove_any(context_, share_key(user_id, tree_id))}));
  return sharing::Cleared::kAll;
}

Result<bool> TreeSharing::forget_former(const std::string& user_id) {
  const apps::Bin bin = bin_of(context_);
  NORN_TRY(bin.empty(tree_bin(user_id)));
  return bin.sweep(tree_bin(user_id));
}

}  // namespace norn::family
