#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "store/errors.h"
#include "store/key.h"
#include "store/tables/table_settings.h"
#include "store/tables/table_validation.h"
#include "support/model_store.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr size_t kDefaultListTables = 100;

// Definitions are kept only as long as a key uses them.
void drop_unused_attributes(TableDescription& description) {
  std::set<std::string> used;
  const auto add = [&used](const KeySchema& key) {
    key.each([&used](const KeyAttribute& attribute) { used.insert(attribute.name); });
  };
  add(description.schema.key);
  for (const IndexSchema& index : description.schema.indexes) add(index.key);
  std::erase_if(description.attributes, [&used](const AttributeDefinition& attribute) {
    return !used.contains(attribute.name);
  });
}

// Index changes take no time here: created ones are active, deleted ones are gone.
void finish_index_changes(TableDescription& description) {
  const auto deleting = [](const IndexSchema& index) {
    return index.status == IndexStatus::kDeleting;
  };
  std::erase_if(description.indexes,
                [&](const IndexDescription& index) { return deleting(index.schema); });
  std::erase_if(description.schema.indexes, deleting);
  for (IndexSchema& index : description.schema.indexes) index.status = IndexStatus::kActive;
  for (IndexDescription& index : description.indexes) {
    index.schema.status = IndexStatus::kActive;
    index.arn = index_arn(description.schema.name, index.schema.name);
  }
  drop_unused_attributes(description);
}

}  // namespace

Result<ModelStore::Table*> ModelStore::find(std::string_view table) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return table_not_found(table);
  return &found->second;
}

Result<ModelStore::Table*> ModelStore::find_for_change(std::string_view table) {
  NORN_TRY(check_table_name(table));
  const auto found = tables_.find(table);
  if (found == tables_.end()) return table_unknown(table);
  return &found->second;
}

TableDescription ModelStore::describe(const Table& table) const {
  TableDescription description = table.description;
  description.item_count = table.items.size();
  for (const auto& [key, item] : table.items) description.size_bytes += item.size_bytes();
  for (IndexDescription& index : description.indexes) {
    for (const auto& [key, item] : table.items) {
      if (!key_in_index(index.schema, item)) continue;
      ++index.item_count;
      index.size_bytes += project_to_index(*table.schema, index.schema, item).size_bytes();
    }
  }
  return description;
}

Result<TableDescription> ModelStore::create_table(const CreateTableRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(TableDescription description, describe_new_table(request));
  if (tables_.contains(request.table)) {
    return table_in_use("Table already exists: " + request.table);
  }
  description.status = TableStatus::kActive;
  description.id = fmt::format("00000000-0000-4000-8000-{:012x}", ++last_table_number_);
  description.arn = table_arn(request.table);
  description.created_ms = clock_.now_ms();
  finish_index_changes(description);

  Table& table = tables_[request.table];
  table.description = std::move(description);
  table.schema = std::make_shared<TableSchema>(table.description.schema);
  table.tags = request.tags;
  if (request.stream) open_stream(table, *request.stream);
  return table.description;
}

Result<TableDescription> ModelStore::describe_table(std::string_view table) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(const Table* found, find_for_change(table));
  return describe(*found);
}

Result<ListTablesResult> ModelStore::list_tables(const ListTablesRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_TRY(check_list_tables(request));
  const size_t limit = request.limit ? static_cast<size_t>(*request.limit) : kDefaultListTables;
  ListTablesResult result;
  for (auto table = tables_.upper_bound(request.start_after); table != tables_.end(); ++table) {
    if (result.tables.size() == limit) {
      result.last_table = result.tables.back();
      break;
    }
    result.tables.push_back(table->first);
  }
  return result;
}

Result<TableDescription> ModelStore::update_table(const UpdateTableRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(Table * table, find_for_change(request.table));
  NORN_ASSIGN(TableDescription description, describe_updated_table(table->description, request));
  note_throughput_times(table->description, description, clock_.now_ms());
  description.status = TableStatus::kActive;
  finish_index_changes(description);
  table->description = std::move(description);
  table->schema = std::make_shared<TableSchema>(table->description.schema);
  if (request.stream) {
    if (request.stream->view) {
      open_stream(*table, *request.stream->view);
    } else {
      close_stream(*table);
    }
  }
  return describe(*table);
}

Result<TableDescription> ModelStore::delete_table(std::string_view table) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(Table * found, find_for_change(table));
  NORN_TRY(check_delete_table(found->description));
  TableDescription description = describe(*found);
  close_stream(*found);
  description.status = TableStatus::kDeleting;
  tables_.erase(tables_.find(table));
  return description;
}

Result<TtlDescription> ModelStore::update_ttl(const UpdateTtlRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(Table * table, find_for_change(request.table));
  NORN_ASSIGN(table->ttl, describe_updated_ttl(table->ttl, request));
  return table->ttl;
}

Result<TtlDescription> ModelStore::describe_ttl(std::string_view table) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(const Table* found, find_for_change(table));
  return found->ttl;
}

Result<void> ModelStore::change_tags(const ChangeTagsRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(Table * table, find_for_change(request.table));
  NORN_ASSIGN(table->tags, changed_tags(table->tags, request));
  return {};
}

Result<Tags> ModelStore::list_tags(std::string_view table) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(const Table* found, find_for_change(table));
  return found->tags;
}

}  // namespace norn::testing
