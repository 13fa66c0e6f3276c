#include "apps/shared/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/faults.h"

namespace norn::apps {
namespace {

constexpr std::chrono::milliseconds kPause{500};
constexpr int kMaxPauses = 600;  // Amazon takes half a minute for a table; five is enough.

void define_text(store::CreateTableRequest& table, std::string_view name) {
  const auto same = [&](const store::AttributeDefinition& one) { return one.name == name; };
  if (std::ranges::none_of(table.attributes, same)) {
    table.attributes.push_back({std::string(name), "S"});
  }
}

bool has_key(const store::KeySchema& key, const std::vector<store::KeyElement>& wanted) {
  const bool same_sort =
      wanted.size() == 2 ? key.sort && key.sort->name == wanted[1].name : !key.sort.has_value();
  return key.partition.name == wanted.front().name && same_sort && !key.has_several();
}

bool has_index(const store::TableDescription& there, const store::IndexDefinition& wanted,
               bool global) {
  const store::IndexSchema* const index = there.schema.find_index(wanted.name);
  return index != nullptr && index->global == global && has_key(index->key, wanted.key) &&
         index->projection.kind == wanted.projection.kind;
}

bool is_like(const store::TableDescription& there, const store::CreateTableRequest& wanted) {
  const auto all = [&](const auto& indexes, bool global) {
    return std::ranges::all_of(indexes,
                               [&](const auto& index) { return has_index(there, index, global); });
  };
  return has_key(there.schema.key, wanted.key) && all(wanted.local_indexes, false) &&
         all(wanted.global_indexes, true);
}

bool is_ready(const store::TableDescription& there) {
  return there.status == store::TableStatus::kActive &&
         std::ranges::all_of(there.schema.indexes, [](const store::IndexSchema& index) {
           return index.status == store::IndexStatus::kActive;
         });
}

bool is_missing(const Error& error) {
  return error.code == ErrorCode::kTableNotFound || error.code == ErrorCode::kResourceNotFound;
}

Result<store::TableDescription> wait_for(store::Store& store, const std::string& table) {
  for (int pause = 0; pause < kMaxPauses; ++pause) {
    auto there = store.describe_table(table);
    if (there ? is_ready(*there) : !is_missing(there.error())) return there;
    std::this_thread::sleep_for(kPause);
  }
  return fail(ErrorCode::kUnavailable,
              fmt::format("The table {} did not become ready; look at it and start again.", table));
}

// The existing table, or nullopt.
Result<std::optional<store::TableDescription>> look_at(store::Store& store,
                                                       const std::string& table) {
  auto there = store.describe_table(table);
  if (there) return std::optional(std::move(*there));
  if (is_missing(there.error())) return std::nullopt;
  return std::unexpected(there.error());
}

}  // namespace

store::CreateTableRequest single_table(std::string name) {
  store::CreateTableRequest table;
  table.table = std::move(name);
  table.key = {{"PK", "HASH"}, {"SK", "RANGE"}};
  define_text(table, "PK");
  define_text(table, "SK");
  table.stream = store::StreamView::kNewAndOldImages;
  return table;
}

store::CreateTableRequest search_table(const TableNames& names) {
  store::CreateTableRequest table = single_table(names.search());
  table.stream.reset();
  return table;
}

store::CreateTableRequest files_table(const TableNames& names) {
  store::CreateTableRequest table = single_table(names.files());
  table.stream.reset();
  return table;
}

void add_index(store::CreateTableRequest& table, std::string name, std::string_view partition,
               std::string_view sort) {
  define_text(table, partition);
  define_text(table, sort);
  table.global_indexes.push_back(
      {.name = std::move(name),
       .key = {{std::string(partition), "HASH"}, {std::string(sort), "RANGE"}},
       .projection = {.kind = store::ProjectionKind::kAll, .non_key_attributes = {}},
       .throughput = std::nullopt});
}

Result<void> ensure_table(store::Store& store, const store::CreateTableRequest& table,
                          std::string_view ttl_attribute) {
  NORN_ASSIGN(const auto before, look_at(store, table.table));
  if (!before) {
    const auto created = store.create_table(table);
    // Another process may start at the same time.
    if (!created && created.error().code != ErrorCode::kResourceInUse) {
      return std::unexpected(created.error());
    }
  }
  NORN_ASSIGN(const auto there, wait_for(store, table.table));
  if (!is_like(there, table)) {
    return fail(
        ErrorCode::kConflict,
        fmt::format(
            "There is a table {} already, with other keys or indexes than Norn's. Choose another "
            "--table-prefix, or remove that table.",
            table.table));
  }
  if (table.stream && !there.stream) {
    store::UpdateTableRequest update;
    update.table = table.table;
    update.stream = store::UpdateTableRequest::StreamChange{table.stream};
    NORN_ASSIGN(const auto updated, store.update_table(update));
    NORN_ASSIGN(const auto ready, wait_for(store, table.table));
  }
  if (ttl_attribute.empty()) return {};
  NORN_ASSIGN(const auto ttl, store.describe_ttl(table.table));
  if (ttl.enabled) return {};
  NORN_ASSIGN(const auto enabled, store.update_ttl({.table = table.table,
                                                    .attribute = std::string(ttl_attribute),
                                                    .enabled = true}));
  return {};
}

Result<void> ensure_tables(store::Store& store, const std::vector<Table>& tables) {
  for (const Table& table : tables) {
    NORN_TRY(ensure_table(store, table.schema, table.ttl_attribute));
  }
  return {};
}

}  // namespace norn::apps
