#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/shared/tables.h"
#include "store/store.h"

// Requests to the store that several files use.
namespace norn::accounts {

// A consistent read.
Result<std::optional<store::Item>> read_item(store::Store& store, std::string table,
                                             std::string_view pk, std::string_view sk);

store::TransactGetRequest::Get item_to_get(std::string table, std::string_view pk,
                                           std::string_view sk);
// Reads items in one transaction. Retries if a concurrent transaction interferes, because some
// stores do not wait for it.
Result<store::TransactGetResult> read_together(store::Store& store,
                                               const store::TransactGetRequest& request);

// A put that fails if there is an item with this key.
store::PutRequest put_new(std::string table, const store::Map& attributes);

// Sets `attributes` of an item; fails if it does not exist. The condition can be extended.
store::UpdateRequest set_attributes(std::string table, store::Item key,
                                    const store::Map& attributes);

// Removes an item if it exists.
store::DeleteRequest delete_of(std::string table, store::Item key);
Result<void> remove_item(store::Store& store, std::string table, store::Item key);
// Removes a guard if it belongs to the user: an address may belong to another one by now.
store::DeleteRequest remove_guard(std::string table, const std::string& guard,
                                  const std::string& user_id);
// The condition that a user is an administrator, and not disabled.
store::ConditionCheck is_administrator(const apps::TableNames& tables, const std::string& user_id);

}  // namespace norn::accounts
