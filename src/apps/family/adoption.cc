#include "apps/family/adoption.h"

#include <algorithm>
#include <vector>

#include "apps/family/handover.h"
#include "apps/family/keys.h"
#include "apps/family/trees.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

constexpr std::string_view kOwnTree = "Tree";
constexpr std::string_view kTreeOfOthers = "SharedTree";

// Why something stays.
constexpr std::string_view kHasIt = "the account has the tree already";
constexpr std::string_view kHasTheId =
    "the account has a tree, or somebody in a tree, with the same id";
constexpr std::string_view kHasMost = "the account has as many trees as a person may have";
constexpr std::string_view kCannotBeRead = "the tree cannot be read";
constexpr std::string_view kTreeIsBusy =
    "the tree is being imported into, changed or handed over; begin again when that is done";
constexpr std::string_view kCannotBeWritten = "something in the tree is too large to be moved";
constexpr std::string_view kNoTree = "there is no tree to which it belongs";

bool has_member(const std::vector<std::string>& members, const std::string& user_id) {
  return std::ranges::find(members, user_id) != members.end();
}

bool shares_with(store::ItemView tree, const std::string& user_id) {
  return has_member(apps::ItemReader(tree).texts("SharedWith"), user_id);
}

// What no other attempt changes: an item that has no room for a longer key.
bool is_about_an_item(const Error& error) {
  return error.code == ErrorCode::kValidation || error.code == ErrorCode::kTransactionCanceled;
}

}  // namespace

Result<apps::PersonMove::Part> TreeAdoption::part(const std::optional<store::Item>& after,
                                                  bool writes) {
  store::ScanRequest scan;
  scan.table = context_.tables.family();
  scan.limit = apps::PersonMove::kMaxLooked;
  scan.start_after = after;
  scan.consistent = true;
  NORN_ASSIGN(store::PageResult page, context_.store.scan(scan));
  apps::PersonMove::Part part;
  for (const store::ItemView item : page.items) {
    NORN_ASSIGN(const auto outcome, look_at(item, writes));
    if (!outcome) continue;
    if (outcome->moves_as.empty()) {
      std::string name = apps::text_of(item, "PK") + " " + apps::text_of(item, "SK");
      if (!outcome->reason.empty()) name.append(": ").append(outcome->reason);
      part.kept.push_back(std::move(name));
      continue;
    }
    ++part.moved[std::string(outcome->moves_as)];
    if (!writes) continue;
    // The rest of the page may have moved as well.
    part.next = store::Item::subset(item, {"PK", "SK"});
    return part;
  }
  part.next = std::move(page.last_key);
  return part;
}

Result<std::optional<TreeAdoption::Outcome>> TreeAdoption::look_at(store::ItemView item,
                                                                   bool writes) {
  const std::string owner_id = keys::after(keys::kUserPrefix, apps::text_of(item, "PK"));
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key.starts_with(keys::kTreePrefix)) {
    const std::string tree_id = keys::after(keys::kTreePrefix, sort_key);
    if (owner_id == from_) return adopt_tree(tree_id, writes);
    if (owner_id == to_ && apps::text_of(item, "HandedFrom") == from_) {
      if (!writes) return Outcome{.moves_as = kOwnTree};
      return finish(tree_id);
    }
    if (!shares_with(item, from_)) return std::nullopt;
    return decide_and_write([&] { return try_join(owner_id, tree_id, writes); });
  }
  if (owner_id != from_) return std::nullopt;
  if (sort_key == keys::kProfile) return Outcome{};
  return sort_key.starts_with(keys::kSharedPrefix) ? look_at_share(item) : look_at_content(item);
}

Result<TreeAdoption::Outcome> TreeAdoption::adopt_tree(const std::string& tree_id, bool writes) {
  NORN_ASSIGN(const Outcome begun, decide_and_write([&] { return try_begin(tree_id, writes); }));
  if (!writes || begun.moves_as.empty()) return begun;
  return finish(tree_id);
}

Result<std::optional<TreeAdoption::Outcome>> TreeAdoption::try_begin(const std::string& tree_id,
                                                                     bool writes) {
  NORN_ASSIGN(const auto item, find_tree_item(context_, from_, tree_id));
  if (!item) return Outcome{.reason = kTreeIsBusy};
  const auto tree = tree_from(*item);
  if (!tree) return Outcome{.reason = kCannotBeRead};
  if (tree->handed_to == to_) return Outcome{.moves_as = kOwnTree};  // It was interrupted.
  if (tree->handed_from || !check_changeable(*tree)) return Outcome{.reason = kTreeIsBusy};
  NORN_ASSIGN(const bool is_free, can_take_over(context_, *tree, to_));
  if (!is_free) return Outcome{.reason = kHasTheId};
  NORN_ASSIGN(const bool is_full, has_most_trees(context_, to_));
  if (is_full) return Outcome{.reason = kHasMost};
  if (!writes) return Outcome{.moves_as = kOwnTree};
  std::vector<Action> actions;
  add_handover(context_, {*tree, TreeRole::kOwner, *item}, to_, false, actions);
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Outcome{.moves_as = kOwnTree};
}

Result<TreeAdoption::Outcome> TreeAdoption::finish(const std::string& tree_id) {
  // Whichever of them began it.
  for (const bool stays : {false, true}) {
    const auto done = finish_handover(context_, from_, tree_id, to_, stays);
    if (done) continue;
    if (is_about_an_item(done.error())) return Outcome{.reason = kCannotBeWritten};
    return std::unexpected(done.error());
  }
  NORN_ASSIGN(const auto moved, find_tree_item(context_, to_, tree_id));
  // Another process, which may be gone, has its lease.
  const bool is_done = moved && apps::text_of(*moved, "HandedFrom") != from_;
  return is_done ? Outcome{.moves_as = kOwnTree} : Outcome{.reason = kTreeIsBusy};
}

Result<std::string_view> TreeAdoption::why_not_joined(const Tree& tree) {
  if (!has_member(tree.shared_with, from_)) return kCannotBeRead;
  if (tree.owner_id == to_ || has_member(tree.shared_with, to_)) return kHasIt;
  if (tree.handed_to) return kTreeIsBusy;
  for (const store::Item& key : {tree_key(to_, tree.id), share_key(to_, tree.id)}) {
    NORN_ASSIGN(const auto other, find_item(context_, key));
    if (other) return kHasTheId;
  }
  NORN_ASSIGN(const bool is_full, has_most_trees(context_, to_));
  return is_full ? kHasMost : std::string_view();
}

Result<std::optional<TreeAdoption::Outcome>> TreeAdoption::try_join(const std::string& owner_id,
                                                                    const std::string& tree_id,
                                                                    bool writes) {
  NORN_ASSIGN(const auto item, find_tree_item(context_, owner_id, tree_id));
  if (!item) return Outcome{.reason = kTreeIsBusy};
  auto tree = tree_from(*item);
  if (!tree) return Outcome{.reason = kCannotBeRead};
  NORN_ASSIGN(const std::string_view reason, why_not_joined(*tree));
  if (!reason.empty()) return Outcome{.reason = reason};
  if (!writes) return Outcome{.moves_as = kTreeOfOthers};
  const std::string now = now_text(context_);
  Share share = {.tree_id = tree_id,
                 .user_id = to_,
                 .owner_id = owner_id,
                 .access = Access::kRead,
                 .created_at = now,
                 .updated_at = now};
  std::ranges::replace(tree->shared_with, from_, to_);
  std::vector<Action> actions = {
      edit(context_, *item, to_item(*tree), {"SharedWith", "HandedTo"}).action,
      user_is_there(context_, to_)};
  NORN_ASSIGN(const auto old, find_item(context_, share_key(from_, tree_id)));
  // It may be about a tree of another owner with the same id.
  if (old && apps::text_of(*old, "OwnerId") == owner_id) {
    if (const auto readable = share_from(*old)) {
      share.access = readable->access;
      share.created_at = readable->created_at;
    }
    actions.push_back(remove_unchanged(context_, *old));
  }
  actions.push_back(put_new(context_, to_item(share)));
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Outcome{.moves_as = kTreeOfOthers};
}

// It moves with the tree, which names the person.
Result<std::optional<TreeAdoption::Outcome>> TreeAdoption::look_at_share(store::ItemView item) {
  const std::string tree_id = keys::after(keys::kSharedPrefix, apps::text_of(item, "SK"));
  const std::string owner_id = apps::text_of(item, "OwnerId");
  if (!apps::is_id(owner_id)) return Outcome{.reason = kNoTree};
  NORN_ASSIGN(const auto tree, find_tree_item(context_, owner_id, tree_id));
  if (tree && shares_with(*tree, from_)) return std::nullopt;
  return Outcome{.reason = kNoTree};
}

Result<std::optional<TreeAdoption::Outcome>> TreeAdoption::look_at_content(store::ItemView item) {
  const std::string tree_id = apps::text_of(item, "TreeId");
  if (!apps::is_id(tree_id)) return Outcome{.reason = kNoTree};
  const auto [entry, is_new] = own_trees_.try_emplace(tree_id, false);
  if (is_new) {
    NORN_ASSIGN(const auto own, find_tree_item(context_, from_, tree_id));
    NORN_ASSIGN(const auto moved, find_tree_item(context_, to_, tree_id));
    // What is left of one that has moved is about to be removed.
    entry->second = own || (moved && apps::text_of(*moved, "HandedFrom") == from_);
  }
  if (entry->second) return std::nullopt;
  return Outcome{.reason = kNoTree};
}

}  // namespace norn::family
