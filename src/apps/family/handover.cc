#include "apps/family/handover.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "apps/family/keys.h"
#include "apps/family/sentences.h"
#include "apps/family/trees.h"
#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::family {
namespace {

constexpr int64_t kItemsPerPart = 200;
// The stages, as the sweep keeps its place in them: with the last sort key that it has seen.
constexpr std::string_view kCopyStage = "copy:";
constexpr std::string_view kRemoveStage = "remove:";
constexpr std::string_view kUndoStage = "undo:";
// One transaction moves the tree. Members beyond these, whom only another program can have added,
// read from then on.
constexpr size_t kMaxMovedShares = 90;

// "<tree>/<from>/<to>/<stays or leaves>"; ids have no slash.
struct Handover {
  std::string tree_id;
  std::string owner_id;
  std::string heir_id;
  bool stays = true;
};

std::string subject_of(const Handover& handover) {
  return fmt::format("{}/{}/{}/{}", handover.tree_id, handover.owner_id, handover.heir_id,
                     handover.stays ? "stays" : "leaves");
}

std::optional<Handover> handover_from(std::string_view subject) {
  std::vector<std::string> parts(1);
  for (const char c : subject) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  constexpr size_t kParts = 4;
  if (parts.size() != kParts) return std::nullopt;
  return Handover{parts[0], parts[1], parts[2], parts[3] == "stays"};
}

// A part of what is in a tree, in the partition of an owner, after a sort key.
struct TreePart {
  std::vector<store::Item> items;
  std::string last;  // Sort key; empty at the end.
};

// From the table: an index may lag, and then something would be left behind.
Result<TreePart> read_part(const Context& context, const std::string& owner_id,
                           const std::string& tree_id, const std::string& after) {
  store::QueryRequest request;
  request.table = context.tables.family();
  request.key_condition = "PK = :pk AND SK > :after";
  request.placeholders.values = {{":pk", keys::user(owner_id)},
                                 {":after", after.empty() ? " " : after}};
  request.limit = kItemsPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  TreePart part;
  for (const store::ItemView item : page.items) {
    part.last = apps::text_of(item, "SK");
    const bool is_tree_or_share =
        part.last.starts_with(keys::kTreePrefix) || part.last.starts_with(keys::kSharedPrefix);
    if (!is_tree_or_share && apps::text_of(item, "TreeId") == tree_id) {
      part.items.push_back(store::Item::copy_of(item));
    }
  }
  if (!page.last_key) part.last.clear();
  return part;
}

// Where a handover is.
enum class Stage : uint8_t {
  kCopying,   // The tree is the owner's, who has given it to the heir.
  kRemoving,  // It is the heir's, and the rest is to be removed.
  kUndoing,   // Neither: it was called off, or the tree is gone. What was copied is to be removed.
  kOver,      // The heir has it all, or something else has happened to it since.
};

Result<Stage> stage_of(const Context& context, const Handover& handover) {
  NORN_ASSIGN(const auto old, find_tree_item(context, handover.owner_id, handover.tree_id));
  if (old && apps::text_of(*old, "HandedTo") == handover.heir_id) return Stage::kCopying;
  NORN_ASSIGN(const auto moved, find_tree_item(context, handover.heir_id, handover.tree_id));
  if (!moved) return Stage::kUndoing;
  const bool is_from_owner = apps::text_of(*moved, "HandedFrom") == handover.owner_id;
  return is_from_owner ? Stage::kRemoving : Stage::kOver;
}

// That the tree is still being copied, for every transaction that copies something.
Action is_copying(const Context& context, const Handover& handover) {
  store::ConditionCheck check;
  check.table = context.tables.family();
  check.key = tree_key(handover.owner_id, handover.tree_id);
  check.condition = "HandedTo = :heir";
  check.placeholders.values.emplace(":heir", handover.heir_id);
  return check;
}

Result<void> remove_items(const Context& context, const std::vector<store::Item>& items) {
  std::vector<store::Item> gone;
  gone.reserve(items.size());
  for (const store::Item& item : items) gone.push_back(store::Item::subset(item, {"PK", "SK"}));
  return apps::remove_all(context.store, context.tables.family(), gone);
}

// Whether the id leads to this tree, and not to one of another owner, which only other programs
// make.
Result<bool> is_first_of_its_id(const Context& context, const Handover& handover) {
  NORN_ASSIGN(const auto first, find_tree(context, handover.tree_id));
  return !first || first->owner_id == handover.owner_id;
}

// The tree and the shares of its members under the new owner; nullopt if something has changed.
Result<std::optional<Done>> try_move_tree(const Context& context, const Handover& handover) {
  NORN_ASSIGN(const auto item, find_tree_item(context, handover.owner_id, handover.tree_id));
  if (!item || apps::text_of(*item, "HandedTo") != handover.heir_id) return Done{};
  NORN_ASSIGN(const Tree tree, tree_from(*item));
  const std::string now = now_text(context);
  std::vector<std::string> members = tree.shared_with;
  std::erase(members, handover.heir_id);
  std::erase(members, handover.owner_id);
  if (handover.stays) members.insert(members.begin(), handover.owner_id);
  store::Map moved = under_owner(*item, handover.heir_id).to_map();
  moved.erase("HandedTo");
  moved.erase("SharedWith");
  moved.insert_or_assign("HandedFrom", handover.owner_id);
  moved.insert_or_assign("UpdatedAt", now);
  if (!members.empty()) {
    moved.insert_or_assign("SharedWith", store::List(members.begin(), members.end()));
  }
  std::vector<Action> actions = {
      remove_unchanged(context, *item), remove_any(context, share_key(handover.heir_id, tree.id)),
      user_is_there(context, handover.heir_id), put_new(context, store::Item::from_map(moved))};
  NORN_ASSIGN(const bool is_first, is_first_of_its_id(context, handover));
  if (is_first) actions.push_back(put_owner(context, tree.id, handover.heir_id));
  if (members.size() > kMaxMovedShares) members.resize(kMaxMovedShares);
  for (const std::string& member : members) {
    NORN_ASSIGN(auto share, find_share(context, member, tree.id));
    if (!share && member != handover.owner_id) continue;  // Another program shared it.
    Share next = share.value_or(Share{.tree_id = tree.id,
                                      .user_id = member,
                                      .owner_id = "",
                                      .access = Access::kWrite,
                                      .created_at = now,
                                      .updated_at = now});
    next.owner_id = handover.heir_id;
    store::PutRequest put;
    put.table = context.tables.family();
    put.item = to_item(next);
    actions.emplace_back(std::move(put));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) {
    // The heir's account may be gone, which calls it off.
    NORN_ASSIGN(
        const bool is_called_off,
        call_off_without_heir(context, handover.owner_id, handover.tree_id, handover.heir_id));
    if (is_called_off) return Done{};
    return std::nullopt;
  }
  return Done{};
}

// A UUID is unique, but other programs call people "person-001".
bool is_uuid(std::string_view id) {
  constexpr size_t kUuidCharacters = 36;
  return id.size() == kUuidCharacters && std::ranges::count(id, '-') == 4;
}

// The person whom an item of a tree is about; empty if it is about none.
std::string person_about(std::string_view key) {
  for (const auto& pair : {keys::child_in(key), keys::spouse_in(key), keys::fact_in(key),
                           keys::note_in(key), keys::media_in(key)}) {
    if (pair) return pair->first;
  }
  return keys::person_in(key);
}

// The id of something in the tree that the heir has as well; empty if there is none.
Result<std::string> common_id(const Context& context, const Tree& tree,
                              const std::string& heir_id) {
  NORN_ASSIGN(const auto other, find_tree_item(context, heir_id, tree.id));
  if (other) return tree.id;
  std::vector<store::Item> wanted;
  std::string after;
  do {
    NORN_ASSIGN(const TreePart part, read_part(context, tree.owner_id, tree.id, after));
    for (const store::Item& item : part.items) {
      const std::string key = apps::text_of(item, "SK");
      const std::string id = person_about(key);
      if (!id.empty() && !is_uuid(id)) wanted.push_back(apps::key_of(keys::user(heir_id), key));
    }
    after = part.last;
  } while (!after.empty());
  NORN_ASSIGN(const auto there, apps::get_all(context.store, context.tables.family(), wanted));
  return there.empty() ? std::string() : person_about(apps::text_of(there.front(), "SK"));
}

// The mark goes when nothing is left under the former owner.
Result<void> end_handover(const Context& context, const Handover& handover) {
  store::UpdateRequest request;
  request.table = context.tables.family();
  request.key = tree_key(handover.heir_id, handover.tree_id);
  request.update = "REMOVE HandedFrom";
  request.condition = "HandedFrom = :owner";
  request.placeholders.values.emplace(":owner", handover.owner_id);
  NORN_TRY(apps::write_all(context.store, {std::move(request)}));
  return {};
}

}  // namespace

store::Item under_owner(store::ItemView item, const std::string& owner_id) {
  store::Map map = item.to_map();
  map.insert_or_assign("PK", keys::user(owner_id));
  if (map.contains("UserId")) map.insert_or_assign("UserId", owner_id);
  if (map.contains("GSI3PK")) map.insert_or_assign("GSI3PK", keys::user(owner_id));
  const auto index_key = map.find("GSI1SK");
  const auto* const text =
      index_key != map.end() ? index_key->second.get_if<std::string>() : nullptr;
  if (text != nullptr && text->starts_with(keys::kUserPrefix)) {
    map.insert_or_assign("GSI1SK", keys::user(owner_id));
  }
  return store::Item::from_map(map);
}

Result<bool> call_off_without_heir(const Context& context, const std::string& owner_id,
                                   const std::string& tree_id, const std::string& heir_id) {
  NORN_ASSIGN(const auto heir, context.users.find(heir_id));
  if (heir) return false;
  store::UpdateRequest request;
  request.table = context.tables.family();
  request.key = tree_key(owner_id, tree_id);
  request.update = "REMOVE HandedTo";
  request.condition = "HandedTo = :heir";
  request.placeholders.values.emplace(":heir", heir_id);
  NORN_TRY(apps::write_all(context.store, {std::move(request)}));
  return true;
}

void add_handover(const Context& context, const TreeAccess& access, const std::string& heir_id,
                  bool stays, std::vector<Action>& actions) {
  Tree next = access.tree;
  next.handed_to = heir_id;
  actions.push_back(edit(context, access.item, to_item(next), tree_attributes()).action);
  actions.push_back(user_is_there(context, heir_id));
  actions.push_back(context.sweeps.begin(
      kHandoverSweep, subject_of({access.tree.id, access.tree.owner_id, heir_id, stays})));
}

Result<bool> can_take_over(const Context& context, const Tree& tree, const std::string& heir_id) {
  NORN_ASSIGN(const auto heir, context.users.find(heir_id));
  if (!heir) return false;
  NORN_ASSIGN(const std::string common, common_id(context, tree, heir_id));
  return common.empty();
}

Result<std::optional<Done>> begin_handover(const Context& context, const std::string& user_id,
                                           const std::string& tree_id, const std::string& heir_id) {
  NORN_ASSIGN(const TreeAccess access, authorize(context, user_id, tree_id, Right::kOwn));
  if (access.tree.handed_from) return conflict(kTreeHandedOver);
  NORN_TRY(check_changeable(access.tree));
  if (heir_id == user_id) return conflict("userId", kTreeHeirIsOwner);
  const auto& members = access.tree.shared_with;
  if (std::ranges::find(members, heir_id) == members.end()) {
    return conflict("userId", kTreeHeirIsNoMember);
  }
  NORN_ASSIGN(const std::string common, common_id(context, access.tree, heir_id));
  if (!common.empty()) return conflict("userId", kTreeHeirHasId(common));
  NORN_ASSIGN(const bool is_full, has_most_trees(context, heir_id));
  if (is_full) return conflict("userId", kTreeHeirHasTooMany);
  std::vector<Action> actions;
  add_handover(context, access, heir_id, true, actions);
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  context.sweeps.wake();
  return Done{};
}

Result<void> finish_handover(const Context& context, const std::string& owner_id,
                             const std::string& tree_id, const std::string& heir_id, bool stays) {
  return context.sweeps.run_now(kHandoverSweep, subject_of({tree_id, owner_id, heir_id, stays}));
}

Result<std::optional<apps::Sweeps::Walked>> hand_over_part(const Context& context,
                                                           const std::string& subject,
                                                           const std::string& from) {
  const auto handover = handover_from(subject);
  if (!handover) return std::nullopt;
  NORN_ASSIGN(const Stage stage, stage_of(context, *handover));
  if (stage == Stage::kOver) return std::nullopt;
  const std::string_view name = stage == Stage::kCopying    ? kCopyStage
                                : stage == Stage::kRemoving ? kRemoveStage
                                                            : kUndoStage;
  const std::string& partition = stage == Stage::kUndoing ? handover->heir_id : handover->owner_id;
  NORN_ASSIGN(const TreePart part,
              read_part(context, partition, handover->tree_id, keys::after(name, from)));
  if (stage == Stage::kCopying) {
    std::vector<Action> copies;
    for (const store::Item& item : part.items) {
      store::PutRequest put;
      put.table = context.tables.family();
      put.item = under_owner(item, handover->heir_id);
      copies.emplace_back(std::move(put));
    }
    // A condition that fails is looked at in the next part.
    NORN_TRY(apps::write_while(context.store, is_copying(context, *handover), std::move(copies)));
    if (part.last.empty()) {
      NORN_TRY(decide_and_write([&] { return try_move_tree(context, *handover); }));
      return apps::Sweeps::Walked{.to = std::string(kRemoveStage), .found_any = true};
    }
  } else {
    NORN_TRY(remove_items(context, part.items));
    if (part.last.empty()) {
      NORN_TRY(end_handover(context, *handover));
      return std::nullopt;
    }
  }
  return apps::Sweeps::Walked{.to = std::string(name) + part.last,
                              .found_any = !part.items.empty()};
}

}  // namespace norn::family
