#include "apps/family/trees.h"

#include <algorithm>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/family/handover.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/sentences.h"
#include "apps/family/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::family {
namespace {

constexpr std::string_view kBinnedTree = "tree";
constexpr int64_t kTreesPerPage = 100;

Tree patched(const Tree& tree, const TreePatch& patch) {
  Tree next = tree;
  if (patch.name) next.name = *patch.name;
  if (patch.description) next.description = *patch.description;
  if (patch.root_person_id) next.root_person_id = *patch.root_person_id;
  if (patch.is_public) next.is_public = *patch.is_public;
  if (patch.shows_living_names) next.shows_living_names = *patch.shows_living_names;
  return next;
}

Result<TreeAccess> read_back(const Context& context, const std::string& user_id,
                             const std::string& tree_id) {
  return authorize(context, user_id, tree_id, Right::kRead);
}

Result<void> check_room_for_tree(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const bool is_full, has_most_trees(context, user_id));
  if (is_full) return conflict(kTooManyTrees(kMaxTreesPerPerson));
  return context.quotas.check_new(user_id, apps::kTreesQuota);
}

Result<std::optional<TreeAccess>> try_create_tree(const Context& context,
                                                  const std::string& user_id,
                                                  const TreeInput& input,
                                                  const apps::Creation& creation) {
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return read_back(context, user_id, *made);
  NORN_TRY(check_room_for_tree(context, user_id));
  Tree tree;
  tree.id = context.ids.uuid();
  tree.owner_id = user_id;
  tree.name = input.name;
  tree.description = input.description;
  tree.is_public = input.is_public;
  tree.shows_living_names = input.shows_living_names;
  tree.created_at = tree.updated_at = now_text(context);
  std::vector<Action> actions = {put_new(context, to_item(tree)),
                                 put_owner(context, tree.id, user_id),
                                 user_is_there(context, user_id)};
  if (auto remembered = context.idempotency.remember(creation, tree.id)) {
    actions.push_back(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (written) return read_back(context, user_id, tree.id);
  NORN_ASSIGN(const auto user, context.users.find(user_id));
  if (!user) return not_signed_in(accounts::kAccountDeleted);
  return std::nullopt;
}

std::unexpected<Error> stale_tree(const TreeAccess& access) {
  std::string current;
  append_json(current, access);
  return stale("tree", std::move(current), access.tree.etag);
}

Result<std::optional<TreeAccess>> try_change_tree(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& tree_id,
                                                  const TreePatch& patch, const std::string& etag) {
  NORN_ASSIGN(auto access, authorize_change(context, user_id, tree_id));
  if (access.tree.etag != etag) return stale_tree(access);
  Tree next = patched(access.tree, patch);
  if (next == access.tree) return access;
  const bool is_about_strangers = next.is_public != access.tree.is_public ||
                                  next.shows_living_names != access.tree.shows_living_names;
  if (is_about_strangers && access.role != TreeRole::kOwner) return forbidden(kTreeForOwner);
  TreeChange change(context, access, user_id);
  if (next.root_person_id && next.root_person_id != access.tree.root_person_id) {
    NORN_ASSIGN(const auto root, find_person_item(context, access.tree, *next.root_person_id));
    if (!root) return conflict("rootPersonId", kRootIsNoPerson);
    store::ConditionCheck check;
    check.table = context.tables.family();
    check.key = person_key(access.tree.owner_id, *next.root_person_id);
    check.condition = "attribute_exists(PK)";
    change.add(std::move(check));
  }
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  next.updated_at = now_text(context);
  change.add(edit(context, access.item, to_item(next), tree_attributes()).action);
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return read_back(context, user_id, tree_id);
}

Result<std::optional<Done>> try_remove_tree(const Context& context, const std::string& user_id,
                                            const std::string& tree_id) {
  NORN_ASSIGN(const auto access, authorize(context, user_id, tree_id, Right::kOwn));
  NORN_TRY(check_changeable(access.tree));
  std::vector<Action> actions = {remove_unchanged(context, access.item)};
  apps::Deletion deletion = {.owner = tree_bin(user_id),
                             .id = tree_id,
                             .kind = std::string(kBinnedTree),
                             .title = access.tree.name,
                             .deleted_by = user_id,
                             .items = {{context.tables.family(), access.item}}};
  deletion.sweep = {std::string(kTreeSweep), sweep_subject(user_id, tree_id)};
  NORN_TRY(bin_of(context).add(deletion, actions));
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

// The item of a tree without members whose accounts were deleted meanwhile.
Result<store::Item> with_members_who_are_there(const Context& context, const store::Item& item) {
  const auto tree = tree_from(item);
  if (!tree || tree->shared_with.empty()) return item;
  NORN_ASSIGN(const auto users, context.users.find_all(tree->shared_with));
  store::List members;
  for (const std::string& id : tree->shared_with) {
    if (std::ranges::find(users, id, &accounts::User::id) != users.end()) members.emplace_back(id);
  }
  store::Map map = item.to_map();
  map.erase("SharedWith");
  if (!members.empty()) map.emplace("SharedWith", std::move(members));
  return store::Item::from_map(map);
}

Result<std::optional<Done>> try_restore_tree(const Context& context, const std::string& user_id,
                                             const std::string& tree_id) {
  const apps::Bin bin = bin_of(context);
  NORN_ASSIGN(const apps::Binned binned, bin.find(tree_bin(user_id), tree_id));
  NORN_TRY(check_room_for_tree(context, user_id));
  NORN_ASSIGN(const auto taken, find_tree_item(context, user_id, tree_id));
  if (taken) return conflict(apps::kBinIdTaken);
  std::vector<Action> actions;
  bin.take(binned, actions);
  for (const apps::BinnedItem& one : binned.items) {
    NORN_ASSIGN(store::Item item, with_members_who_are_there(context, one.item));
    actions.push_back(put_new(context, std::move(item)));
  }
  actions.push_back(user_is_there(context, user_id));
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

// The keys of a person's partition that begin with `prefix`, page by page.
Result<bool> visit_keys(const Context& context, const std::string& user_id, std::string_view prefix,
                        const VisitTree& visit) {
  store::QueryRequest request;
  request.table = context.tables.family();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":prefix", prefix}};
  request.consistent = true;
  request.limit = kTreesPerPage;
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    for (const store::ItemView item : page.items) {
      const std::string id = keys::after(prefix, apps::text_of(item, "SK"));
      if (!apps::is_id(id)) continue;
      NORN_ASSIGN(const bool wants_more, visit(id));
      if (!wants_more) return false;
    }
    if (!page.last_key) return true;
    request.start_after = std::move(page.last_key);
  }
}

}  // namespace

apps::Bin bin_of(const Context& context) {
  return {context.store, context.tables, context.clock, context.sweeps};
}

Result<std::string> person_bin(const Context& context, const Tree& tree) {
  NORN_ASSIGN(const auto first, find_tree(context, tree.id));
  if (!first || first->owner_id == tree.owner_id) return keys::tree(tree.id);
  return keys::tree(tree.owner_id + "/" + tree.id);
}

std::string tree_bin(const std::string& user_id) {
  return "TREES#" + user_id;
}

Result<void> visit_trees_of(const Context& context, const std::string& user_id,
                            const VisitTree& visit) {
  for (const std::string_view prefix : {keys::kTreePrefix, keys::kSharedPrefix}) {
    NORN_ASSIGN(const bool wants_more, visit_keys(context, user_id, prefix, visit));
    if (!wants_more) return {};
  }
  return {};
}

Result<bool> has_most_trees(const Context& context, const std::string& user_id) {
  int64_t count = 0;
  NORN_TRY(visit_trees_of(context, user_id, [&](const std::string&) -> Result<bool> {
    return ++count < kMaxTreesPerPerson;
  }));
  return count >= kMaxTreesPerPerson;
}

Trees::Trees(Context context) : context_(std::move(context)) {
  add_sweeps(context_);
}

Result<TreeAccess> Trees::create(const std::string& user_id, const TreeInput& input,
                                 const apps::Creation& creation) {
  return decide_and_write([&] { return try_create_tree(context_, user_id, input, creation); });
}

Result<std::vector<TreeAccess>> Trees::list(const std::string& user_id) {
  return trees_of(context_, user_id);
}

Result<std::vector<TreeAccess>> trees_of(const Context& context, const std::string& user_id) {
  std::vector<TreeAccess> trees;
  const auto look_at = [&](const std::string& tree_id) -> Result<bool> {
    auto access = authorize(context, user_id, tree_id, Right::kRead);
    const bool is_out = !access && (access.error().code == ErrorCode::kNotFound ||
                                    access.error().code == ErrorCode::kUnreadable);
    if (!access && !is_out) return std::unexpected(std::move(access).error());
    // Who was in a public tree and is not any more has no share in it.
    if (access && !access->is_stranger()) trees.push_back(*std::move(access));
    return trees.size() < 2 * static_cast<size_t>(kMaxTreesPerPerson);
  };
  NORN_TRY(visit_trees_of(context, user_id, look_at));
  std::ranges::sort(trees, [](const TreeAccess& left, const TreeAccess& right) {
    const auto names = apps::compare_names(left.tree.name, right.tree.name);
    return names != 0 ? names < 0 : left.tree.id < right.tree.id;
  });
  return trees;
}

Result<TreeAccess> Trees::get(const std::string& user_id, const std::string& tree_id) {
  return authorize(context_, user_id, tree_id, Right::kRead);
}

Result<TreeAccess> Trees::change(const std::string& user_id, const std::string& tree_id,
                                 const TreePatch& patch, const std::string& etag) {
  return decide_and_write([&] { return try_change_tree(context_, user_id, tree_id, patch, etag); });
}

Result<void> Trees::remove(const std::string& user_id, const std::string& tree_id) {
  NORN_TRY(decide_and_write([&] { return try_remove_tree(context_, user_id, tree_id); }));
  return {};
}

Result<TreeAccess> Trees::hand_over(const std::string& user_id, const std::string& tree_id,
                                    const std::string& heir_id) {
  const auto attempt = [&] { return begin_handover(context_, user_id, tree_id, heir_id); };
  NORN_TRY(decide_and_write(attempt));
  // A large one goes on in the background.
  NORN_ASSIGN(TreeAccess begun, authorize(context_, user_id, tree_id, Right::kRead));
  constexpr int64_t kMaxPeopleNow = 2'000;
  if (begun.tree.person_count > kMaxPeopleNow) return begun;
  NORN_TRY(finish_handover(context_, user_id, tree_id, heir_id));
  return authorize(context_, user_id, tree_id, Right::kRead);
}

Result<apps::BinPage> Trees::bin(const std::string& user_id, int64_t limit,
                                 const std::string& after) {
  return bin_of(context_).list(tree_bin(user_id), limit, after);
}

Result<TreeAccess> Trees::restore(const std::string& user_id, const std::string& tree_id) {
  NORN_TRY(decide_and_write([&] { return try_restore_tree(context_, user_id, tree_id); }));
  return authorize(context_, user_id, tree_id, Right::kRead);
}

Result<void> Trees::remove_for_good(const std::string& user_id, const std::string& tree_id) {
  return bin_of(context_).remove(tree_bin(user_id), tree_id);
}

Result<void> Trees::empty_bin(const std::string& user_id) {
  return bin_of(context_).empty(tree_bin(user_id));
}

}  // namespace norn::family
