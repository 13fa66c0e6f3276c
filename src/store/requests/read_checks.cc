#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_set>

#include "store/errors.h"
#include "store/limits.h"
#include "store/requests/constraints.h"
#include "store/requests/read_plan.h"

namespace norn::store {
namespace {

// Items are canonical, so two requests for one item bring equal bytes.
std::string identity(std::string_view table, const Item& key) {
  return fmt::format("{}/{}", table, key.json());
}

}  // namespace

Result<void> check_batch_get(const BatchGetRequest& request) {
  if (request.tables.empty()) {
    return Constraints().length(0, 1, kMaxBatchGetKeys, "{}", "requestItems").check();
  }
  Constraints constraints;
  size_t count = 0;
  for (const BatchGetRequest::Table& table : request.tables) {
    constraints.length(table.keys.size(), 1, kMaxBatchGetKeys, table.keys.empty() ? "[]" : "[...]",
                       fmt::format("requestItems.{}.member.keys", table.table));
    count += table.keys.size();
  }
  NORN_TRY(constraints.check());
  if (count > kMaxBatchGetKeys) {
    return validation("Too many items requested for the BatchGetItem call");
  }
  std::unordered_set<std::string> seen;
  seen.reserve(count);
  for (const BatchGetRequest::Table& table : request.tables) {
    for (const Item& key : table.keys) {
      if (!seen.insert(identity(table.table, key)).second) {
        return validation("Provided list of item keys contains duplicates");
      }
    }
  }
  return {};
}

Result<void> check_transact_get(const TransactGetRequest& request) {
  const size_t count = request.gets.size();
  NORN_TRY(Constraints()
               .length(count, 1, kMaxTransactActions, count == 0 ? "[]" : "[...]", "transactItems")
               .check());
  std::unordered_set<std::string> seen;
  seen.reserve(count);
  for (const TransactGetRequest::Get& get : request.gets) {
    if (!seen.insert(identity(get.table, get.key)).second) {
      return validation("Transaction request cannot include multiple operations on one item");
    }
  }
  return {};
}

}  // namespace norn::store
