#include "apps/accounts/requests.h"

#include <utility>

#include "apps/accounts/keys.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"

namespace norn::accounts {

Result<std::optional<store::Item>> read_item(store::Store& store, std::string table,
                                             std::string_view pk, std::string_view sk) {
  store::GetRequest get;
  get.table = std::move(table);
  get.key = apps::key_of(pk, sk);
  get.consistent = true;
  NORN_ASSIGN(store::GetResult result, store.get(get));
  return std::move(result.item);
}

Result<store::TransactGetResult> read_together(store::Store& store,
                                               const store::TransactGetRequest& request) {
  constexpr int kMaxReads = 10;
  for (int attempt = 1;; ++attempt) {
    Result<store::TransactGetResult> found = store.transact_get(request);
    if (found || attempt == kMaxReads || !apps::was_busy(found.error())) return found;
    apps::pause_before_retry(attempt);
  }
}

store::TransactGetRequest::Get item_to_get(std::string table, std::string_view pk,
                                           std::string_view sk) {
  return {
      .table = std::move(table), .key = apps::key_of(pk, sk), .projection = {}, .placeholders = {}};
}

store::PutRequest put_new(std::string table, const store::Map& attributes) {
  store::PutRequest put;
  put.table = std::move(table);
  put.item = store::Item::from_map(attributes);
  put.condition = "attribute_not_exists(PK)";
  return put;
}

store::UpdateRequest set_attributes(std::string table, store::Item key,
                                    const store::Map& attributes) {
  store::UpdateRequest update;
  update.table = std::move(table);
  update.key = std::move(key);
  update.condition = "attribute_exists(PK)";
  for (const auto& [name, value] : attributes) {
    update.update += update.update.empty() ? "SET " : ", ";
    // Every name has a placeholder, because some of ours (name, ttl) are reserved words.
    update.update.append("#").append(name).append(" = :").append(name);
    update.placeholders.names.emplace("#" + name, name);
    update.placeholders.values.emplace(":" + name, value);
  }
  return update;
}

store::DeleteRequest delete_of(std::string table, store::Item key) {
  store::DeleteRequest remove;
  remove.table = std::move(table);
  remove.key = std::move(key);
  return remove;
}

store::DeleteRequest remove_guard(std::string table, const std::string& guard,
                                  const std::string& user_id) {
  store::DeleteRequest remove = delete_of(std::move(table), apps::key_of(guard, guard));
  remove.condition = "attribute_not_exists(PK) OR userId = :user";
  remove.placeholders.values.emplace(":user", user_id);
  return remove;
}

store::ConditionCheck is_administrator(const apps::TableNames& tables, const std::string& user_id) {
  store::ConditionCheck check;
  check.table = tables.norn();
  check.key = apps::key_of(keys::user(user_id), keys::kAccount);
  check.condition = "administrator = :yes AND NOT (disabled = :yes)";
  check.placeholders.values.emplace(":yes", store::Value::boolean(true));
  return check;
}

Result<void> remove_item(store::Store& store, std::string table, store::Item key) {
  NORN_ASSIGN([[maybe_unused]] const store::WriteResult removed,
              store.remove(delete_of(std::move(table), std::move(key))));
  return {};
}

}  // namespace norn::accounts
