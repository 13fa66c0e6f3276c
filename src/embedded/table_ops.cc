#include "embedded/table_ops.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "embedded/meta_keys.h"
#include "store/errors.h"
#include "store/key.h"
#include "store/tables/table_settings.h"
#include "store/tables/table_validation.h"

namespace norn::embedded {
namespace {

std::string prepared_prefix() {
  return std::string(kPreparedTable);
}
std::string prepared_key(SpaceId table) {
  std::string key = prepared_prefix();
  append_u32(key, table);
  return key;
}

// The tables that were prepared and not published, with the ids of their indexes.
using PreparedTables = std::map<SpaceId, std::vector<SpaceId>>;
Result<PreparedTables> prepared_tables(Database& database) {
  const std::string prefix = prepared_prefix();
  const std::string end = after_prefix(prefix);
  const rocksdb::Slice upper(end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> records(
      database.rocks().NewIterator(read, database.meta()));
  PreparedTables prepared;
  for (records->Seek(prefix); records->Valid(); records->Next()) {
    const std::string_view key = records->key().ToStringView();
    const std::string_view spaces = records->value().ToStringView();
    if (key.size() != prefix.size() + sizeof(SpaceId) || spaces.size() % sizeof(SpaceId) != 0) {
      return fail(ErrorCode::kCorruption, "the record of a table to be dropped is damaged");
    }
    auto& indexes = prepared[read_u32(key.substr(prefix.size()))];
    for (size_t i = 0; i < spaces.size(); i += sizeof(SpaceId)) {
      indexes.push_back(read_u32(spaces.substr(i)));
    }
  }
  if (!records->status().ok()) return std::unexpected(error_of(records->status()));
  return prepared;
}

SpaceId take_id(WriteGroup& group, Catalog& catalog) {
  const SpaceId id = catalog.next_id++;
  std::string bytes;
  append_u32(bytes, catalog.next_id);
  group.put_meta(next_id_key(), std::move(bytes));
  return id;
}

void put_table(WriteGroup& group, Catalog& catalog, Table table) {
  table.schema =
      table.schema != nullptr && table.schema->indexes == table.description.schema.indexes
          ? table.schema
          : std::make_shared<const store::TableSchema>(table.description.schema);
  group.put_meta(table_record_key(table.id), encode(table));
  if (layout_of(*table.schema) > kFirstLayout) {
    group.put_meta(std::string(kFormatVersion), layout_record(layout_of(*table.schema)));
  }
  const std::string name = table.schema->name;
  catalog.tables[name] = std::make_shared<const Table>(std::move(table));
}

void put_stream(WriteGroup& group, Catalog& catalog, Stream stream) {
  group.put_meta(stream_record_key(stream.id), encode(stream));
  const std::string arn = stream.arn;
  catalog.streams[arn] = std::make_shared<const Stream>(std::move(stream));
}

void open_stream(WriteGroup& group, Catalog& catalog, Table& table) {
  Stream stream;
  stream.id = take_id(group, catalog);
  stream.table = table.description.schema.name;
  stream.created_ms = group.now_ms();
  stream.label = store::stream_label(stream.created_ms);
  stream.arn = store::stream_arn(stream.table, stream.label);
  // Two streams of one table in the same millisecond still need names of their own.
  for (int64_t later_ms = stream.created_ms + 1; catalog.streams.contains(stream.arn); ++later_ms) {
    stream.label = store::stream_label(later_ms);
    stream.arn = store::stream_arn(stream.table, stream.label);
  }
  stream.view = *table.description.stream;
  stream.key = table.description.schema.key;
  table.description.stream_arn = stream.arn;
  table.description.stream_label = stream.label;
  const std::string arn = stream.arn;
  put_stream(group, catalog, std::move(stream));
  table.stream = catalog.streams.at(arn);
}

void close_stream(WriteGroup& group, Catalog& catalog, Table& table) {
  Stream stream = *table.stream;
  stream.closed_ms = group.now_ms();
  put_stream(group, catalog, std::move(stream));
  table.stream = nullptr;
}

SpaceId make_space(WriteGroup& group, Catalog& catalog, rocksdb::ColumnFamilyHandle* family) {
  const SpaceId id = take_id(group, catalog);
  group.batch().Put(family, fence_key(id), "");
  return id;
}

// The entries are gone at once, whatever their number; compaction takes their space back.
void drop_range(WriteGroup& group, rocksdb::ColumnFamilyHandle* family, SpaceId space) {
  const KeyRange range = space_range(space);
  group.batch().DeleteRange(family, range.begin, range.end);
}

void drop_index(WriteGroup& group, Table& table, size_t position) {
  const SpaceId id = table.index_ids[position];
  table.settings.index_insights.erase(table.description.indexes[position].schema.name);
  drop_range(group, group.database().indexes(), id);
  group.remove_meta(counters_key(id));
  const auto offset = static_cast<std::ptrdiff_t>(position);
  table.index_ids.erase(table.index_ids.begin() + offset);
  table.backfill_cursors.erase(table.backfill_cursors.begin() + offset);
  table.description.indexes.erase(table.description.indexes.begin() + offset);
  auto& schemas = table.description.schema.indexes;
  schemas.erase(schemas.begin() + offset);
}

void drop_collection_sizes(WriteGroup& group, SpaceId table) {
  std::string prefix(kCollectionSize);
  append_u32(prefix, table);
  group.remove_meta_prefix(prefix);
}

// Definitions that no key uses any more go with the index that used them.
void drop_unused_definitions(store::TableDescription& description) {
  const auto used = [&](const std::string& name) {
    const auto in = [&](const store::KeySchema& key) { return store::is_key_attribute(key, name); };
    return in(description.schema.key) ||
           std::ranges::any_of(description.schema.indexes,
                               [&](const store::IndexSchema& index) { return in(index.key); });
  };
  std::erase_if(description.attributes,
                [&](const auto& attribute) { return !used(attribute.name); });
}

// Gives the created indexes their ids and drops the deleted ones.
void change_indexes(WriteGroup& group, Catalog& catalog, Table& table) {
  auto& schemas = table.description.schema.indexes;
  for (size_t i = 0; i < schemas.size();) {
    if (schemas[i].status == store::IndexStatus::kDeleting) {
      drop_index(group, table, i);
      continue;
    }
    if (i >= table.index_ids.size()) {
      table.index_ids.push_back(make_space(group, catalog, group.database().indexes()));
      table.backfill_cursors.emplace_back("");
      table.description.indexes[i].arn =
          store::index_arn(table.description.schema.name, schemas[i].name);
      table.description.indexes[i].schema = schemas[i];
    }
    ++i;
  }
  drop_unused_definitions(table.description);
}

}  // namespace

Result<Table> prepare_table(WriteGroup& group, const store::CreateTableRequest& request) {
  Table table;
  NORN_ASSIGN(table.description, store::describe_new_table(request));
  if (group.catalog().find(request.table) != nullptr) {
    return store::table_in_use("Table already exists: " + request.table);
  }
  Catalog catalog = group.catalog();
  table.id = make_space(group, catalog, group.database().items());
  store::TableDescription& description = table.description;
  description.status = store::TableStatus::kActive;
  description.id = random_uuid();
  description.arn = store::table_arn(request.table);
  description.created_ms = group.now_ms();
  table.tags = request.tags;
  std::string spaces;
  for (size_t i = 0; i < description.schema.indexes.size(); ++i) {
    table.index_ids.push_back(make_space(group, catalog, group.database().indexes()));
    append_u32(spaces, table.index_ids.back());
    table.backfill_cursors.emplace_back();
    store::IndexSchema& index = description.schema.indexes[i];
    index.status = store::IndexStatus::kActive;
    description.indexes[i].schema = index;
    description.indexes[i].arn = store::index_arn(request.table, index.name);
  }
  table.schema = std::make_shared<const store::TableSchema>(description.schema);
  group.put_meta(prepared_key(table.id), std::move(spaces));
  group.set_catalog(std::move(catalog));
  return table;
}

Result<store::TableDescription> publish_table(WriteGroup& group, Table table) {
  const std::string name = table.description.schema.name;
  if (group.catalog().find(name) != nullptr) {
    return store::table_in_use("Table already exists: " + name);
  }
  Catalog catalog = group.catalog();
  group.remove_meta(prepared_key(table.id));
  if (table.description.stream) {
    open_stream(group, catalog, table);
  }
  store::TableDescription result = table.description;
  put_table(group, catalog, std::move(table));
  group.set_catalog(std::move(catalog));
  return result;
}

Result<store::TableDescription> create_table(WriteGroup& group,
                                             const store::CreateTableRequest& request,
                                             const store::TableSettings& settings) {
  NORN_ASSIGN(Table table, prepare_table(group, request));
  table.settings = settings;
  return publish_table(group, std::move(table));
}

Result<void> drop_prepared_table(WriteGroup& group, SpaceId table,
                                 const std::vector<SpaceId>& indexes) {
  Database& database = group.database();
  drop_range(group, database.items(), table);
  drop_collection_sizes(group, table);
  group.remove_meta(counters_key(table));
  for (const SpaceId index : indexes) {
    drop_range(group, database.indexes(), index);
    group.remove_meta(counters_key(index));
  }
  group.remove_meta(prepared_key(table));
  return {};
}

Result<void> drop_prepared_tables(WriteGroup& group) {
  NORN_ASSIGN(const auto prepared, prepared_tables(group.database()));
  for (const auto& [table, indexes] : prepared) {
    NORN_TRY(drop_prepared_table(group, table, indexes));
  }
  return {};
}

Result<bool> has_prepared_tables(Database& database) {
  NORN_ASSIGN(const auto prepared, prepared_tables(database));
  return !prepared.empty();
}

Result<store::TableDescription> update_table(WriteGroup& group,
                                             const store::UpdateTableRequest& request) {
  const Table* current = group.catalog().find(request.table);
  if (current == nullptr) {
    return store::table_unknown(request.table);
  }
  Table table = *current;
  NORN_ASSIGN(table.description, store::describe_updated_table(current->description, request));
  store::note_throughput_times(current->description, table.description, group.now_ms());
  Catalog catalog = group.catalog();
  change_indexes(group, catalog, table);
  if (current->stream && !table.description.stream) {
    close_stream(group, catalog, table);
  } else if (!current->stream && table.description.stream) {
    open_stream(group, catalog, table);
  }
  put_table(group, catalog, std::move(table));
  const std::shared_ptr<const Table> updated = catalog.tables.at(request.table);
  group.set_catalog(std::move(catalog));
  return describe(group.database(), *updated);
}

Result<store::TableDescription> delete_table(WriteGroup& group, std::string_view name) {
  const Table* current = group.catalog().find(name);
  if (current == nullptr) {
    return store::table_unknown(name);
  }
  NORN_TRY(store::check_delete_table(current->description));
  NORN_ASSIGN(store::TableDescription description, describe(group.database(), *current));
  Table table = *current;
  Catalog catalog = group.catalog();
  if (table.stream) {
    close_stream(group, catalog, table);
  }
  while (!table.index_ids.empty()) {
    drop_index(group, table, 0);
  }
  drop_range(group, group.database().items(), table.id);
  drop_range(group, group.database().expiry(), table.id);
  drop_collection_sizes(group, table.id);
  group.remove_meta(counters_key(table.id));
  group.remove_meta(table_record_key(table.id));
  catalog.tables.erase(description.schema.name);
  group.set_catalog(std::move(catalog));
  description.status = store::TableStatus::kDeleting;
  return description;
}

Result<store::TtlDescription> update_ttl(WriteGroup& group,
                                         const store::UpdateTtlRequest& request) {
  const Table* current = group.catalog().find(request.table);
  if (current == nullptr) {
    return store::table_unknown(request.table);
  }
  Table table = *current;
  NORN_ASSIGN(table.ttl, store::describe_updated_ttl(current->ttl, request));
  table.ttl_backfilling = table.ttl.enabled;
  if (!table.ttl.enabled) {
    drop_range(group, group.database().expiry(), table.id);
  }
  store::TtlDescription result = table.ttl;
  stage_table(group, std::move(table));
  return result;
}

Result<void> change_tags(WriteGroup& group, const store::ChangeTagsRequest& request) {
  const Table* current = group.catalog().find(request.table);
  if (current == nullptr) {
    return store::table_unknown(request.table);
  }
  Table table = *current;
  NORN_ASSIGN(table.tags, store::changed_tags(current->tags, request));
  stage_table(group, std::move(table));
  return {};
}

Result<void> change_settings(WriteGroup& group, std::string_view name,
                             const store::ChangeTableSettings& change) {
  const Table* current = group.catalog().find(name);
  if (current == nullptr) {
    return store::table_unknown(name);
  }
  Table table = *current;
  NORN_TRY(change(table.description, table.settings));
  std::erase_if(table.settings.stream_policies, [&](const auto& policy) {
    return group.catalog().find_stream(policy.first) == nullptr;
  });
  if (table.settings != current->settings) {
    stage_table(group, std::move(table));
  }
  return {};
}

void stage_table(WriteGroup& group, Table table) {
  Catalog catalog = group.catalog();
  put_table(group, catalog, std::move(table));
  group.set_catalog(std::move(catalog));
}

Result<store::TableDescription> describe(Database& database, const Table& table) {
  store::TableDescription description = table.description;
  const auto counters = [&](SpaceId space) -> Result<Counters> {
    NORN_ASSIGN(const auto bytes, database.get(database.meta(), counters_key(space)));
    return decode_counters(bytes);
  };
  NORN_ASSIGN(const Counters items, counters(table.id));
  description.item_count = items.items;
  description.size_bytes = items.bytes;
  for (size_t i = 0; i < table.index_ids.size(); ++i) {
    NORN_ASSIGN(const Counters entries, counters(table.index_ids[i]));
    description.indexes[i].item_count = entries.items;
    description.indexes[i].size_bytes = entries.bytes;
    if (description.schema.indexes[i].status == store::IndexStatus::kCreating) {
      description.status = store::TableStatus::kUpdating;
    }
  }
  return description;
}

}  // namespace norn::embedded
