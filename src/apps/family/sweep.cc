#include "apps/family/sweep.h"

#include <utility>
#include <vector>

#include "apps/family/handover.h"
#include "apps/family/keys.h"
#include "apps/family/members/tree_sharing.h"
#include "apps/family/merges.h"
#include "apps/family/own_person.h"
#include "apps/family/photos/photo_files.h"
#include "apps/family/reimport/reimport_sweep.h"
#include "apps/family/trees.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitations.h"

namespace norn::family {
namespace {

constexpr int64_t kItemsPerSweepPart = 200;

std::pair<std::string, std::string> ids_of(const std::string& subject) {
  const size_t slash = subject.find('/');
  if (slash == std::string::npos) return {subject, ""};
  return {subject.substr(0, slash), subject.substr(slash + 1)};
}

store::QueryRequest query_keys(const Context& context, const std::string& index,
                               const std::string& pk, std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.family();
  if (!index.empty()) request.index = index;
  request.key_condition = index + "PK = :pk";
  request.placeholders.values = {{":pk", pk}};
  if (!prefix.empty()) {
    request.key_condition += " AND begins_with(" + index + "SK, :prefix)";
    request.placeholders.values.emplace(":prefix", prefix);
  }
  request.limit = kItemsPerSweepPart;
  return request;
}

// The keys of the items of a query that belong to this owner and tree, to be removed. The files of
// photos are deleted before the photos, which lead to them.
Result<std::vector<store::Item>> keys_of(const Context& context, store::QueryRequest request,
                                         const std::string& owner_id, const std::string& tree_id) {
  std::vector<store::Item> keys;
  while (keys.size() < kItemsPerSweepPart) {
    NORN_ASSIGN(auto page, context.store.query(request));
    for (const store::ItemView item : page.items) {
      const bool is_shared = apps::text_of(item, "SK") == keys::shared(tree_id);
      const bool is_of_owner = is_shared ? apps::text_of(item, "OwnerId") == owner_id
                                         : apps::text_of(item, "PK") == keys::user(owner_id);
      if (is_of_owner && apps::text_of(item, "TreeId") == tree_id) {
        NORN_TRY(remove_photo_files(context, item));
        keys.push_back(store::Item::subset(item, {"PK", "SK"}));
      }
    }
    if (!page.last_key) break;
    request.start_after = std::move(page.last_key);
  }
  return keys;
}

// Which person of the tree its owner and members are. `shares` are the keys of theirs.
Result<void> forget_who_is_who(const Context& context, const std::string& owner_id,
                               const std::string& tree_id, const std::vector<store::Item>& shares) {
  std::vector<store::Item> gone = {own_person_key(owner_id, tree_id)};
  for (const store::Item& share : shares) {
    const std::string user_id = keys::after(keys::kUserPrefix, apps::text_of(share, "PK"));
    gone.push_back(own_person_key(user_id, tree_id));
  }
  return apps::remove_all(context.store, context.tables.norn(), gone);
}

}  // namespace

std::string sweep_subject(const std::string& first, const std::string& second) {
  return first + "/" + second;
}

Result<bool> sweep_tree(const Context& context, const std::string& subject) {
  const auto [owner_id, tree_id] = ids_of(subject);
  NORN_ASSIGN(const auto tree, find_tree_item(context, owner_id, tree_id));
  if (tree) return false;  // Another program has put it back.
  // Another user may have a tree of the same id, with invitations and a bin.
  NORN_ASSIGN(const auto other, find_tree(context, tree_id));
  bool invitations = false;
  if (!other) {
    const sharing::InvitationItems items = describe_trees(context.tables).invitations;
    NORN_ASSIGN(invitations, sharing::sweep_invitations(context.store, items, tree_id));
  }
  NORN_ASSIGN(auto gone, keys_of(context, query_keys(context, "GSI2", keys::tree(tree_id), ""),
                                 owner_id, tree_id));
  NORN_ASSIGN(
      const auto shares,
      keys_of(context, query_keys(context, "GSI1", keys::tree(tree_id), keys::kSharedPrefix),
              owner_id, tree_id));
  if (!other) NORN_TRY(forget_who_is_who(context, owner_id, tree_id, shares));
  gone.insert(gone.end(), shares.begin(), shares.end());
  NORN_TRY(apps::remove_all(context.store, context.tables.family(), gone));
  const std::string bin_owner = keys::tree(other ? owner_id + "/" + tree_id : tree_id);
  NORN_TRY(bin_of(context).empty(bin_owner));
  NORN_ASSIGN(const bool bin, bin_of(context).sweep(bin_owner));
  if (invitations || bin || !gone.empty()) return true;
  // A condition that fails means that another user has a tree of that id.
  NORN_TRY(apps::write_all(context.store, {remove_owner(context, tree_id, owner_id)}));
  return false;
}

Result<bool> sweep_person(const Context& context, const std::string& subject) {
  const auto [tree_id, person_id] = ids_of(subject);
  NORN_ASSIGN(const auto tree, find_tree(context, tree_id));
  if (!tree) return false;  // Its own sweep removes everything.
  NORN_ASSIGN(const auto person, find_person_item(context, *tree, person_id));
  if (person) return false;  // Another program has put it back.
  NORN_ASSIGN(const Relations relatives, relatives_of(context, *tree, person_id));
  std::vector<store::Item> gone;
  for (const store::Item& item : relatives.items) {
    gone.push_back(store::Item::subset(item, {"PK", "SK"}));
  }
  for (const std::string& prefix :
       {keys::fact(person_id, ""), keys::note(person_id, ""), keys::media(person_id, "")}) {
    NORN_ASSIGN(const auto facts,
                keys_of(context, query_keys(context, "", keys::user(tree->owner_id), prefix),
                        tree->owner_id, tree_id));
    gone.insert(gone.end(), facts.begin(), facts.end());
  }
  NORN_TRY(apps::remove_all(context.store, context.tables.family(), gone));
  return !gone.empty();
}

void add_sweeps(const Context& context) {
  context.sweeps.add(std::string(kTreeSweep), [context](const std::string& subject) {
    return sweep_tree(context, subject);
  });
  context.sweeps.add(std::string(kPersonSweep), [context](const std::string& subject) {
    return sweep_person(context, subject);
  });
  context.sweeps.add(
      std::string(kMergeSweep),
      [context](const std::string& subject) { return sweep_merge(context, subject); },
      apps::Sweeps::Settling::kNone);
  context.sweeps.add_walk(
      std::string(kHandoverSweep),
      [context](const std::string& subject, const std::string& from) {
        return hand_over_part(context, subject, from);
      },
      apps::Sweeps::Settling::kNone);
  context.sweeps.add_walk(
      std::string(kReimportSweep),
      [context](const std::string& subject, const std::string& from) {
        return reimport_part(context, subject, from);
      },
      apps::Sweeps::Settling::kNone);
  context.sweeps.add(
      std::string(kReimportRemovalSweep),
      [context](const std::string& subject) { return sweep_reimport(context, subject); },
      apps::Sweeps::Settling::kNone);
}

}  // namespace norn::family
