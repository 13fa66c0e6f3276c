#include "apps/family/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>

#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/model/attributes.h"
#include "apps/family/sentences.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "base/work_budget.h"

namespace norn::family {
namespace {

constexpr std::array<std::string_view, 4> kTreeRoles = {"public", "read", "write", "owner"};
constexpr size_t kMaxRelationshipsRead = 1'000;
// Other programs may have given the same id to trees of several people.
constexpr int64_t kMaxTreesOfOneId = 20;
constexpr size_t kMaxItemsOfTree = 2'000'000;

store::QueryRequest query_of_index(const Context& context, std::string_view index,
                                   const std::string& pk, std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.family();
  request.index = std::string(index);
  request.key_condition = fmt::format("{}PK = :pk", index);
  request.placeholders.values = {{":pk", pk}};
  if (!prefix.empty()) {
    request.key_condition += fmt::format(" AND begins_with({}SK, :prefix)", index);
    request.placeholders.values.emplace(":prefix", prefix);
  }
  return request;
}

// The ids of the people who have a tree of that id.
Result<std::vector<std::string>> owners_of(const Context& context, const std::string& tree_id) {
  store::GetRequest get;
  get.table = context.tables.norn();
  get.key = apps::key_of(keys::tree(tree_id), keys::tree(tree_id));
  get.consistent = true;
  NORN_ASSIGN(const auto known, context.store.get(get));
  std::vector<std::string> owners;
  if (known.item) owners.push_back(apps::text_of(*known.item, "ownerId"));
  store::QueryRequest request =
      query_of_index(context, "GSI1", keys::tree(tree_id), keys::kUserPrefix);
  request.limit = kMaxTreesOfOneId;
  NORN_ASSIGN(const auto found, context.store.query(request));
  for (const store::ItemView item : found.items) {
    std::string owner = keys::after(keys::kUserPrefix, apps::text_of(item, "PK"));
    const bool is_new = std::ranges::find(owners, owner) == owners.end();
    if (apps::is_id(owner) && is_new) owners.push_back(std::move(owner));
  }
  return owners;
}

std::optional<TreeAccess> access_of(store::Item item, const std::string& user_id,
                                    const std::optional<Share>& share, Result<Tree> tree) {
  const auto role = tree ? role_in(*tree, user_id, share) : std::nullopt;
  if (!role) return std::nullopt;
  return TreeAccess{*std::move(tree), *role, std::move(item)};
}

// What the user may see of the tree under one owner. An error is that the owner's own tree cannot
// be read.
Result<std::optional<TreeAccess>> access_under(const Context& context, const std::string& owner_id,
                                               const std::string& user_id,
                                               const std::string& tree_id,
                                               const std::optional<Share>& share) {
  NORN_ASSIGN(auto item, find_tree_item(context, owner_id, tree_id));
  if (!item) return std::nullopt;
  auto tree = tree_from(*item);
  if (!tree && owner_id == user_id) return std::unexpected(std::move(tree).error());
  return access_of(*std::move(item), user_id, share, std::move(tree));
}

Result<std::optional<TreeAccess>> access_for(const Context& context, const std::string& user_id,
                                             const std::string& tree_id) {
  NORN_ASSIGN(auto own, access_under(context, user_id, user_id, tree_id, std::nullopt));
  if (own) return own;
  NORN_ASSIGN(const auto share, find_share(context, user_id, tree_id));
  if (share) {
    NORN_ASSIGN(auto shared, access_under(context, share->owner_id, user_id, tree_id, share));
    if (shared && !shared->is_stranger()) return shared;
  }
  NORN_ASSIGN(const auto owners, owners_of(context, tree_id));
  std::optional<TreeAccess> best;
  for (const std::string& owner : owners) {
    NORN_ASSIGN(auto found, access_under(context, owner, user_id, tree_id, share));
    if (found && (!best || best->role < found->role)) best = std::move(found);
  }
  return best;
}

std::unexpected<Error> lacks_right(Right needed) {
  return forbidden(needed == Right::kWrite ? kTreeForWriters : kTreeForOwner);
}

bool is_of(const Tree& tree, store::ItemView item) {
  return apps::text_of(item, "PK") == keys::user(tree.owner_id) &&
         apps::text_of(item, "TreeId") == tree.id;
}

Result<void> visit_found(const Context& context, const Tree& tree,
                         const store::QueryRequest& request, const VisitItem& visit) {
  size_t read = 0;
  return apps::query_each(context.store, request, [&](store::ItemView item) -> Result<void> {
    constexpr size_t kItemsPerCheck = 1'000;
    if (++read % kItemsPerCheck == 0) NORN_TRY(WorkBudget::check());
    if (read > kMaxItemsOfTree || !is_of(tree, item)) return {};
    return visit(item);
  });
}

void add_relationship(const std::string& person_id, store::ItemView item, Relations& relatives) {
  const std::string key = apps::text_of(item, "SK");
  // Another program may have related a person to themself, whom the index finds once more.
  const auto is_same = [&](const store::Item& one) { return apps::text_of(one, "SK") == key; };
  if (std::ranges::any_of(relatives.items, is_same)) return;
  if (keys::child_in(key)) {
    if (auto found = parent_child_from(item)) {
      auto& list = found->child_id == person_id ? relatives.parents : relatives.children;
      list.push_back(*std::move(found));
    }
  } else if (keys::spouse_in(key)) {
    if (auto found = couple_from(item)) relatives.couples.push_back(*std::move(found));
  } else {
    return;
  }
  relatives.items.push_back(store::Item::copy_of(item));
}

// That the tree is neither being handed over nor imported into, and that the user still has the
// role.
store::ConditionCheck tree_stays(const Context& context, const TreeAccess& access,
                                 const std::string& user_id) {
  store::ConditionCheck check;
  check.table = context.tables.family();
  check.key = tree_key(access.tree.owner_id, access.tree.id);
  check.condition =
      "attribute_exists(PK) AND NOT attribute_type(HandedTo, :text) AND NOT "
      "attribute_type(Importing, :text)";
  check.placeholders.values.emplace(":text", "S");
  if (access.role != TreeRole::kOwner) {
    check.condition += " AND contains(SharedWith, :user)";
    check.placeholders.values.emplace(":user", user_id);
  }
  return check;
}

}  // namespace

std::string_view to_text(TreeRole role) {
  return name_in(kTreeRoles, role);
}

sharing::Rights rights_of(TreeRole role) {
  switch (role) {
    case TreeRole::kStranger:
    case TreeRole::kReader:
      break;
    case TreeRole::kWriter:
      return {Right::kRead, Right::kWrite};
    case TreeRole::kOwner:
      return {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn};
  }
  return {Right::kRead};
}

std::optional<TreeRole> role_in(const Tree& tree, const std::string& user_id,
                                const std::optional<Share>& share) {
  if (tree.owner_id == user_id) return TreeRole::kOwner;
  const bool is_shared = std::ranges::find(tree.shared_with, user_id) != tree.shared_with.end();
  if (is_shared) {
    const bool writes =
        share && share->owner_id == tree.owner_id && share->access == Access::kWrite;
    return writes ? TreeRole::kWriter : TreeRole::kReader;
  }
  return tree.is_public ? std::optional(TreeRole::kStranger) : std::nullopt;
}

Result<TreeAccess> authorize(const Context& context, const std::string& user_id,
                             const std::string& tree_id, Right needed) {
  if (!apps::is_id(tree_id)) return not_found(kTreeNotFound);
  NORN_ASSIGN(auto access, access_for(context, user_id, tree_id));
  if (!access) return not_found(kTreeNotFound);
  if (!rights_of(access->role).has(needed)) return lacks_right(needed);
  return *std::move(access);
}

Result<TreeAccess> authorize_change(const Context& context, const std::string& user_id,
                                    const std::string& tree_id) {
  NORN_ASSIGN(auto access, authorize(context, user_id, tree_id, Right::kWrite));
  NORN_TRY(check_changeable(access.tree));
  return access;
}

Result<void> check_changeable(const Tree& tree) {
  if (tree.handed_to) return conflict(kTreeHandedOver);
  if (tree.importing) return conflict(kTreeBeingImported);
  return {};
}

Result<TreeAccess> authorize_visitor(const Context& context, const std::string& tree_id) {
  if (!apps::is_id(tree_id)) return not_found(kTreeNotFound);
  NORN_ASSIGN(const auto owners, owners_of(context, tree_id));
  for (const std::string& owner : owners) {
    NORN_ASSIGN(auto item, find_tree_item(context, owner, tree_id));
    auto tree = item ? tree_from(*item) : not_found(kTreeNotFound);
    if (!tree || !tree->is_public) continue;
    return TreeAccess{*std::move(tree), TreeRole::kStranger, *std::move(item)};
  }
  return not_found(kTreeNotFound);
}

Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key) {
  store::GetRequest request;
  request.table = context.tables.family();
  request.key = key;
  request.consistent = true;
  NORN_ASSIGN(auto result, context.store.get(request));
  return std::move(result.item);
}

store::Item tree_key(const std::string& owner_id, const std::string& tree_id) {
  return apps::key_of(keys::user(owner_id), keys::tree(tree_id));
}

store::Item share_key(const std::string& user_id, const std::string& tree_id) {
  return apps::key_of(keys::user(user_id), keys::shared(tree_id));
}

store::Item person_key(const std::string& owner_id, const std::string& person_id) {
  return apps::key_of(keys::user(owner_id), keys::person(person_id));
}

Result<std::optional<store::Item>> find_tree_item(const Context& context,
                                                  const std::string& owner_id,
                                                  const std::string& tree_id) {
  return find_item(context, tree_key(owner_id, tree_id));
}

Result<std::optional<Share>> find_share(const Context& context, const std::string& user_id,
                                        const std::string& tree_id) {
  NORN_ASSIGN(const auto item, find_item(context, share_key(user_id, tree_id)));
  if (!item) return std::nullopt;
  auto share = share_from(*item);
  return share ? std::optional(*std::move(share)) : std::nullopt;
}

Result<std::optional<Tree>> find_tree(const Context& context, const std::string& tree_id) {
  NORN_ASSIGN(const auto owners, owners_of(context, tree_id));
  for (const std::string& owner : owners) {
    NORN_ASSIGN(const auto item, find_tree_item(context, owner, tree_id));
    if (!item) continue;
    if (auto tree = tree_from(*item)) return *std::move(tree);
  }
  return std::nullopt;
}

Action put_owner(const Context& context, const std::string& tree_id, const std::string& owner_id) {
  store::PutRequest put;
  put.table = context.tables.norn();
  put.item = store::Item::from_map({{"PK", keys::tree(tree_id)},
                                    {"SK", keys::tree(tree_id)},
                                    {"entityType", "TREE_OWNER"},
                                    {"ownerId", owner_id}});
  return put;
}

Action remove_owner(const Context& context, const std::string& tree_id,
                    const std::string& owner_id) {
  store::DeleteRequest request;
  request.table = context.tables.norn();
  request.key = apps::key_of(keys::tree(tree_id), keys::tree(tree_id));
  request.condition = "attribute_not_exists(PK) OR ownerId = :owner";
  request.placeholders.values.emplace(":owner", owner_id);
  return request;
}

Result<std::optional<store::Item>> find_person_item(const Context& context, const Tree& tree,
                                                    const std::string& person_id) {
  if (!apps::is_id(person_id)) return std::nullopt;
  NORN_ASSIGN(auto item, find_item(context, person_key(tree.owner_id, person_id)));
  if (item && apps::text_of(*item, "TreeId") != tree.id) item.reset();
  return item;
}

Result<Person> find_person(const Context& context, const Tree& tree, const std::string& person_id) {
  NORN_ASSIGN(const auto item, find_person_item(context, tree, person_id));
  if (!item) return not_found(kPersonNotFound);
  return person_from(*item);
}

Result<std::vector<Person>> find_people(const Context& context, const Tree& tree,
                                        const std::vector<std::string>& person_ids) {
  std::vector<std::string> ids;
  std::ranges::copy_if(person_ids, std::back_inserter(ids), apps::is_id);
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  std::vector<store::Item> wanted;
  wanted.reserve(ids.size());
  for (const std::string& id : ids) wanted.push_back(person_key(tree.owner_id, id));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.family(), wanted));
  std::vector<Person> people;
  for (const store::Item& item : items) {
    auto person = person_from(item);
    if (person && person->tree_id == tree.id) people.push_back(*std::move(person));
  }
  return people;
}

Result<Relations> relatives_of(const Context& context, const Tree& tree,
                               const std::string& person_id) {
  store::QueryRequest own;
  own.table = context.tables.family();
  own.key_condition = "PK = :pk AND begins_with(SK, :person)";
  own.placeholders.values = {{":pk", keys::user(tree.owner_id)},
                             {":person", keys::person(person_id) + "#"}};
  own.consistent = true;
  Relations relatives;
  for (const store::QueryRequest& request :
       {own, query_of_index(context, "GSI1", keys::person(person_id), keys::kParentPrefix),
        query_of_index(context, "GSI1", keys::person(person_id), keys::kSpousePrefix)}) {
    NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView item) -> Result<void> {
      const bool has_room = relatives.items.size() < kMaxRelationshipsRead;
      if (has_room && is_of(tree, item)) add_relationship(person_id, item, relatives);
      return {};
    }));
  }
  return relatives;
}

Result<void> visit_tree(const Context& context, const Tree& tree, std::string_view prefix,
                        const VisitItem& visit) {
  return visit_found(context, tree, query_of_index(context, "GSI2", keys::tree(tree.id), prefix),
                     visit);
}

Result<void> visit_family(const Context& context, const Tree& tree, const VisitItem& visit) {
  store::QueryRequest request;
  request.table = context.tables.family();
  request.key_condition = "PK = :pk AND begins_with(SK, :person)";
  request.placeholders.values = {{":pk", keys::user(tree.owner_id)},
                                 {":person", keys::kPersonPrefix}};
  request.consistent = true;
  return visit_found(context, tree, request, visit);
}

Edit edit(const Context& context, store::ItemView old, const store::Item& next,
          const std::vector<std::string>& names) {
  return apps::edit(context.tables.family(), old, next, names);
}

Action put_new(const Context& context, store::Item item) {
  return apps::put_new(context.tables.family(), std::move(item));
}

Action remove_unchanged(const Context& context, store::ItemView old) {
  return apps::remove_unchanged(context.tables.family(), old);
}

Action remove_any(const Context& context, const store::Item& key) {
  return apps::remove_any(context.tables.family(), key);
}

Action is_missing(const Context& context, store::Item key) {
  return apps::is_missing(context.tables.family(), std::move(key));
}

Action user_is_there(const Context& context, const std::string& user_id) {
  return apps::is_there(context.tables.family(), apps::key_of(keys::user(user_id), keys::kProfile));
}

size_t TreeChange::room() const {
  // The tree, and what says that the user may write.
  constexpr size_t kOwnActions = 2;
  const size_t used = actions_.size() + kOwnActions;
  return used < kMaxActions ? kMaxActions - used : 0;
}

Action TreeChange::change_tree() const {
  const Tree& tree = access_.tree;
  apps::Unchanged unchanged =
      apps::unchanged(access_.item, {"Revision", "PersonCount", "RootPersonId"});
  store::UpdateRequest request;
  request.table = context_.tables.family();
  request.key = tree_key(tree.owner_id, tree.id);
  request.condition = std::move(unchanged.condition);
  request.placeholders = std::move(unchanged.placeholders);
  request.update = "SET Revision = :revision";
  request.placeholders.values.emplace(":revision", store::Value::number(tree.revision + 1));
  if (people_ != 0) {
    request.update += ", PersonCount = :people";
    request.placeholders.values.emplace(
        ":people", store::Value::number(std::max<int64_t>(0, tree.person_count + people_)));
  }
  if (root_ && *root_) {
    request.update += ", RootPersonId = :root";
    request.placeholders.values.emplace(":root", **root_);
  } else if (root_) {
    request.update += " REMOVE RootPersonId";
  }
  return request;
}

Result<bool> TreeChange::write() {
  if (revises_ || root_) actions_.push_back(change_tree());
  for (Action& condition : still_may(context_, access_, user_id_)) {
    actions_.push_back(std::move(condition));
  }
  return apps::write_all(context_.store, std::move(actions_));
}

std::vector<Action> still_may(const Context& context, const TreeAccess& access,
                              const std::string& user_id) {
  std::vector<Action> conditions = {tree_stays(context, access, user_id)};
  if (access.role == TreeRole::kWriter) {
    store::ConditionCheck check;
    check.table = context.tables.family();
    check.key = share_key(user_id, access.tree.id);
    check.condition = "#access = :write";
    check.placeholders.names.emplace("#access", "Access");
    check.placeholders.values.emplace(":write", to_text(Access::kWrite));
    conditions.emplace_back(std::move(check));
  }
  return conditions;
}

std::string now_text(const Context& context) {
  return timestamp_ms(context.clock.now_ms());
}

Date today(const Context& context) {
  return std::chrono::floor<std::chrono::days>(std::chrono::sys_time<std::chrono::milliseconds>(
      std::chrono::milliseconds(context.clock.now_ms())));
}

}  // namespace norn::family
