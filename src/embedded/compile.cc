#include "embedded/compile.h"

#include <utility>
#include <variant>

#include "store/errors.h"
#include "store/tables/missing_table.h"

namespace norn::embedded {
namespace {

using store::ItemWrite;

Result<std::shared_ptr<const store::TableSchema>> schema_of(const Catalog& catalog,
                                                            std::string_view name) {
  const Table* table = catalog.find(name);
  if (table == nullptr) {
    return store::table_not_found(name);
  }
  return table->schema;
}

}  // namespace

Result<ItemWrite> compile(const Catalog& catalog, store::ItemWriteRequest request) {
  const Table* table = catalog.find(store::table_of(request));
  if (table == nullptr) {
    return store::missing_table(request);
  }
  return ItemWrite::make(table->schema, std::move(request));
}

Result<std::vector<ItemWrite>> compile(const Catalog& catalog,
                                       const store::BatchWriteRequest& request) {
  NORN_TRY(store::check_batch_write(request));
  std::vector<ItemWrite> writes;
  for (const auto& write : request.writes) {
    const std::string& table =
        std::visit([](const auto& one) -> const std::string& { return one.table; }, write);
    NORN_ASSIGN(auto schema, schema_of(catalog, table));
    NORN_ASSIGN(ItemWrite compiled, store::make_batch_item_write(std::move(schema), write));
    writes.push_back(std::move(compiled));
  }
  NORN_TRY(store::check_no_duplicates(writes));
  return writes;
}

Result<std::vector<ItemWrite>> compile(const Catalog& catalog,
                                       const store::TransactWriteRequest& request) {
  NORN_TRY(store::check_transact_write(request));
  std::vector<ItemWrite> writes;
  std::vector<store::CancellationReason> reasons(request.actions.size());
  for (size_t i = 0; i < request.actions.size(); ++i) {
    auto compiled = compile(catalog, request.actions[i]);
    if (compiled) {
      writes.push_back(std::move(*compiled));
    } else if (store::is_item_fault(compiled.error())) {
      // DynamoDB tells of the first such fault only.
      if (writes.size() == i) {
        reasons[i] = store::reason_of(compiled.error());
      }
    } else {
      return std::unexpected(std::move(compiled).error());
    }
  }
  if (writes.size() < request.actions.size()) {
    return store::transaction_canceled(std::move(reasons));
  }
  NORN_TRY(store::check_distinct(writes));
  return writes;
}

}  // namespace norn::embedded
