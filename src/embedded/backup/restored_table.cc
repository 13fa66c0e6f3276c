#include "embedded/backup/restored_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "store/errors.h"

namespace norn::embedded {
namespace {

// The indexes of a table that a request keeps: all, or those that it names.
Result<std::vector<store::IndexDefinition>> kept_indexes(
    const store::TableDescription& table, bool global,
    const std::optional<std::vector<store::IndexDefinition>>& chosen) {
  std::vector<store::IndexDefinition> indexes;
  size_t named = 0;
  for (const store::IndexDescription& index : table.indexes) {
    if (index.schema.global != global) continue;
    store::IndexDefinition definition{.name = index.schema.name,
                                      .key = store::key_elements(index.schema.key),
                                      .projection = index.schema.projection,
                                      .throughput = index.throughput};
    if (chosen) {
      const auto found =
          std::ranges::find(*chosen, index.schema.name, &store::IndexDefinition::name);
      if (found == chosen->end()) continue;
      ++named;
      if (found->throughput) definition.throughput = found->throughput;
    }
    indexes.push_back(std::move(definition));
  }
  if (chosen && named != chosen->size()) {
    return store::invalid_parameter(
        "The secondary indexes of a restored table must be secondary indexes of the backup");
  }
  return indexes;
}

// Only attributes that a key uses may be defined.
void drop_unused_attributes(store::CreateTableRequest& request) {
  const auto is_used = [&](const store::AttributeDefinition& attribute) {
    const auto names = [&](const std::vector<store::KeyElement>& key) {
      return std::ranges::find(key, attribute.name, &store::KeyElement::name) != key.end();
    };
    const auto in_index = [&](const store::IndexDefinition& index) { return names(index.key); };
    return names(request.key) || std::ranges::any_of(request.local_indexes, in_index) ||
           std::ranges::any_of(request.global_indexes, in_index);
  };
  std::erase_if(request.attributes, [&](const auto& attribute) { return !is_used(attribute); });
}

void choose_billing(store::CreateTableRequest& request, const store::TableDescription& table,
                    const store::RestoreTableRequest& asked) {
  request.billing = asked.billing.value_or(table.billing);
  if (request.billing == store::BillingMode::kPayPerRequest) {
    for (store::IndexDefinition& index : request.global_indexes) index.throughput.reset();
    return;
  }
  request.throughput = asked.throughput ? *asked.throughput : table.throughput;
  for (store::IndexDefinition& index : request.global_indexes) {
    if (!index.throughput) index.throughput = request.throughput;
  }
}

}  // namespace

std::unexpected<Error> target_exists(std::string_view name) {
  return store::wire_error(ErrorCode::kResourceInUse, "TableAlreadyExistsException",
                           fmt::format("Table already exists: {}", name));
}

Result<store::CreateTableRequest> create_restored(const store::TableDescription& table,
                                                  const store::RestoreTableRequest& asked) {
  store::CreateTableRequest request;
  request.table = asked.target;
  request.attributes = table.attributes;
  request.key = store::key_elements(table.schema.key);
  NORN_ASSIGN(request.local_indexes, kept_indexes(table, false, asked.local_indexes));
  NORN_ASSIGN(request.global_indexes, kept_indexes(table, true, asked.global_indexes));
  request.table_class = table.table_class;
  choose_billing(request, table, asked);
  drop_unused_attributes(request);
  return request;
}

}  // namespace norn::embedded
