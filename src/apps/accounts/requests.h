#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/shared/tables.h"
#include "store/store.h"

// The requests that most items need.
namespace norn::accounts {

// The item as it is now.
Result<std::optional<store::Item>> read_item(store::Store& store, std::string table,
                                             std::string_view pk, std::string_view sk);

// Items as they were at one moment. It is read again when transactions that are being written are
// in the way, which some stores do not wait for.
Result<store::TransactGetResult> read_together(store::Store& store,
                                               const store::TransactGetRequest& request);

// A put that is refused when there is such an item already.
store::PutRequest put_new(std::string table, const store::Map& attributes);

// Sets `attributes` of an item, which has to be there. More may be added to its condition.
store::UpdateRequest set_attributes(std::string table, store::Item key,
                                    const store::Map& attributes);

// Removes an item, whether it is there or not.
store::DeleteRequest delete_of(std::string table, store::Item key);
Result<void> remove_item(store::Store& store, std::string table, store::Item key);
// A guard goes only when it is theirs: an address may have become somebody else's.
store::DeleteRequest remove_guard(std::string table, const std::string& guard,
                                  const std::string& user_id);
// That somebody is an administrator.
store::ConditionCheck is_administrator(const apps::TableNames& tables, const std::string& user_id);

}  // namespace norn::accounts
