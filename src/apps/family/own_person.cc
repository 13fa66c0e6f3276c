#include "apps/family/own_person.h"

#include <utility>

#include "apps/family/keys.h"
#include "apps/family/sentences.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::family {
namespace {

store::QueryRequest query_own_people(const Context& context, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":prefix", keys::kOwnPersonPrefix}};
  request.consistent = true;
  return request;
}

// Strangers who read a public tree are not in it.
Result<TreeAccess> authorize_member(const Context& context, const std::string& user_id,
                                    const std::string& tree_id) {
  NORN_ASSIGN(auto access, authorize(context, user_id, tree_id, Right::kRead));
  if (access.is_stranger()) return forbidden(kTreeForMembers);
  return access;
}

Action put_own_person(const Context& context, const std::string& user_id,
                      const std::string& tree_id, const std::string& person_id) {
  store::PutRequest put;
  put.table = context.tables.norn();
  put.item = store::Item::from_map({{"PK", keys::user(user_id)},
                                    {"SK", keys::own_person(tree_id)},
                                    {"entityType", "TREE_SELF"},
                                    {"userId", user_id},
                                    {"treeId", tree_id},
                                    {"personId", person_id},
                                    {"updatedAt", timestamp_s(context.clock.now_ms())}});
  return put;
}

Result<std::optional<Done>> try_set_own_person(const Context& context, const std::string& user_id,
                                               const std::string& tree_id,
                                               const std::string& person_id) {
  NORN_ASSIGN(const auto access, authorize_member(context, user_id, tree_id));
  NORN_TRY(check_changeable(access.tree));
  NORN_ASSIGN(const auto person, find_person_item(context, access.tree, person_id));
  if (!person) return conflict("personId", kPersonElsewhere(person_id));
  std::vector<Action> actions = still_may(context, access, user_id);
  store::ConditionCheck is_there;
  is_there.table = context.tables.family();
  is_there.key = person_key(access.tree.owner_id, person_id);
  is_there.condition = "attribute_exists(PK)";
  actions.emplace_back(std::move(is_there));
  actions.push_back(user_is_there(context, user_id));
  actions.push_back(put_own_person(context, user_id, tree_id, person_id));
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

store::Item own_person_key(const std::string& user_id, const std::string& tree_id) {
  return apps::key_of(keys::user(user_id), keys::own_person(tree_id));
}

Action forget_own_person(const Context& context, const std::string& user_id,
                         const std::string& tree_id) {
  store::DeleteRequest request;
  request.table = context.tables.norn();
  request.key = own_person_key(user_id, tree_id);
  return request;
}

Result<std::optional<std::string>> own_person(const Context& context, const std::string& user_id,
                                              const std::string& tree_id) {
  NORN_ASSIGN(const auto access, authorize_member(context, user_id, tree_id));
  store::GetRequest get;
  get.table = context.tables.norn();
  get.key = own_person_key(user_id, tree_id);
  get.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(get));
  if (!found.item) return std::nullopt;
  std::string person_id = apps::text_of(*found.item, "personId");
  NORN_ASSIGN(const auto person, find_person_item(context, access.tree, person_id));
  if (!person) return std::nullopt;
  return person_id;
}

Result<void> set_own_person(const Context& context, const std::string& user_id,
                            const std::string& tree_id,
                            const std::optional<std::string>& person_id) {
  if (!person_id) {
    NORN_TRY(authorize_member(context, user_id, tree_id));
    return apps::transact(context.store, {forget_own_person(context, user_id, tree_id)});
  }
  NORN_TRY(
      decide_and_write([&] { return try_set_own_person(context, user_id, tree_id, *person_id); }));
  return {};
}

Result<std::map<std::string, std::string>> own_people(const Context& context,
                                                      const std::string& user_id) {
  std::map<std::string, std::string> people;
  NORN_TRY(apps::query_each(
      context.store, query_own_people(context, user_id), [&](store::ItemView item) -> Result<void> {
        people.emplace(keys::after(keys::kOwnPersonPrefix, apps::text_of(item, "SK")),
                       apps::text_of(item, "personId"));
        return {};
      }));
  return people;
}

Result<bool> OwnPeople::forget(const std::string& user_id) {
  std::vector<store::Item> gone;
  NORN_TRY(apps::query_each(context_.store, query_own_people(context_, user_id),
                            [&](store::ItemView item) -> Result<void> {
                              gone.push_back(store::Item::subset(item, {"PK", "SK"}));
                              return {};
                            }));
  NORN_TRY(apps::remove_all(context_.store, context_.tables.norn(), gone));
  return false;
}

}  // namespace norn::family
