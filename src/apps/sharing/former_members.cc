#include "apps/sharing/former_members.h"

#include <utility>

#include "apps/accounts/keys.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"

namespace norn::sharing {
namespace {

constexpr int64_t kRecordsPerPart = 100;

}  // namespace

store::Item FormerMembers::key_by_person(const std::string& thing_id,
                                         const std::string& user_id) const {
  return apps::key_of(accounts::keys::user(user_id), prefix_ + thing_id);
}

store::Item FormerMembers::key_by_thing(const std::string& thing_id,
                                        const std::string& user_id) const {
  return apps::key_of(prefix_ + thing_id, accounts::keys::user(user_id));
}

void FormerMembers::remember(const std::string& thing_id, const std::string& user_id,
                             std::vector<Action>& actions) const {
  for (const store::Item& key :
       {key_by_person(thing_id, user_id), key_by_thing(thing_id, user_id)}) {
    store::Map item = key.to_map();
    item.emplace("entityType", "FORMER_MEMBER");
    store::PutRequest put;
    put.table = table_;
    put.item = store::Item::from_map(item);
    actions.emplace_back(std::move(put));
  }
}

void FormerMembers::forget(const std::string& thing_id, const std::string& user_id,
                           std::vector<Action>& actions) const {
  for (store::Item key : {key_by_person(thing_id, user_id), key_by_thing(thing_id, user_id)}) {
    store::DeleteRequest request;
    request.table = table_;
    request.key = std::move(key);
    actions.emplace_back(std::move(request));
  }
}

Result<std::vector<store::Item>> FormerMembers::some_keys(const std::string& pk,
                                                          std::string_view prefix) const {
  store::QueryRequest request;
  request.table = table_;
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", pk}, {":prefix", prefix}};
  request.limit = kRecordsPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, store_.query(request));
  std::vector<store::Item> keys;
  keys.reserve(page.items.size());
  for (const store::ItemView key : page.items) keys.push_back(store::Item::copy_of(key));
  return keys;
}

Result<std::vector<std::string>> FormerMembers::some_things_of(const std::string& user_id) const {
  NORN_ASSIGN(const auto keys, some_keys(accounts::keys::user(user_id), prefix_));
  std::vector<std::string> ids;
  ids.reserve(keys.size());
  for (const store::Item& key : keys) {
    ids.push_back(apps::text_of(key, "SK").substr(prefix_.size()));
  }
  return ids;
}

Result<bool> FormerMembers::sweep(const std::string& thing_id) const {
  const std::string user_prefix = accounts::keys::user("");
  NORN_ASSIGN(const auto by_thing, some_keys(prefix_ + thing_id, user_prefix));
  std::vector<store::Item> by_person;
  by_person.reserve(by_thing.size());
  for (const store::Item& key : by_thing) {
    const std::string user_id = apps::text_of(key, "SK").substr(user_prefix.size());
    by_person.push_back(key_by_person(thing_id, user_id));
  }
  // The others are found by these, which therefore go last.
  NORN_TRY(apps::remove_all(store_, table_, by_person));
  NORN_TRY(apps::remove_all(store_, table_, by_thing));
  return !by_thing.empty();
}

}  // namespace norn::sharing
