#include "embedded/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "embedded/catalog_codec.h"
#include "embedded/meta_keys.h"

namespace norn::embedded {
namespace {

// Calls `take` with the value of every record whose key starts with `prefix`.
Result<void> for_each_record(Database& database, std::string_view prefix,
                             const std::function<Result<void>(std::string_view)>& take) {
  const std::string end = after_prefix(std::string(prefix));
  const rocksdb::Slice upper(end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> records(
      database.rocks().NewIterator(read, database.meta()));
  for (records->Seek(rocksdb::Slice(prefix.data(), prefix.size())); records->Valid();
       records->Next()) {
    NORN_TRY(take(records->value().ToStringView()));
  }
  if (!records->status().ok()) {
    return std::unexpected(error_of(records->status()));
  }
  return {};
}

Result<uint32_t> layout_in(std::string_view record) {
  if (record.size() != sizeof(uint32_t) || read_u32(record) == 0) {
    return fail(ErrorCode::kCorruption, "the record of the layout's version is damaged");
  }
  return read_u32(record);
}

}  // namespace

const Table* Catalog::find(std::string_view name) const {
  const auto found = tables.find(name);
  return found == tables.end() ? nullptr : found->second.get();
}

const Stream* Catalog::find_stream(std::string_view arn) const {
  const auto found = streams.find(arn);
  return found == streams.end() ? nullptr : found->second.get();
}

Result<Catalog> Catalog::load(Database& database) {
  Catalog catalog;
  NORN_TRY(for_each_record(database, kStreamRecord, [&](std::string_view bytes) -> Result<void> {
    NORN_ASSIGN(Stream stream, decode_stream(bytes));
    std::string arn = stream.arn;
    catalog.streams.emplace(std::move(arn), std::make_shared<const Stream>(std::move(stream)));
    return {};
  }));
  NORN_TRY(for_each_record(database, kTableRecord, [&](std::string_view bytes) -> Result<void> {
    NORN_ASSIGN(Table table, decode_table(bytes));
    if (table.description.stream) {
      const auto stream = catalog.streams.find(table.description.stream_arn);
      if (stream == catalog.streams.end()) {
        return fail(ErrorCode::kCorruption, "a table's stream has no record");
      }
      table.stream = stream->second;
    }
    std::string name = table.schema->name;
    catalog.tables.emplace(std::move(name), std::make_shared<const Table>(std::move(table)));
    return {};
  }));
  NORN_ASSIGN(const auto next_id, database.get(database.meta(), next_id_key()));
  if (next_id) {
    if (next_id->size() != sizeof(SpaceId)) {
      return fail(ErrorCode::kCorruption, "the record of the next id has the wrong length");
    }
    catalog.next_id = read_u32(*next_id);
  }
  return catalog;
}

Result<void> Catalog::check_format(Database& database) {
  NORN_ASSIGN(const auto stored, database.get(database.meta(), kFormatVersion));
  if (!stored) {
    const std::string version = layout_record(kFirstLayout);
    const auto status =
        database.rocks().Put(database.write_options(/*sync=*/true), database.meta(),
                             rocksdb::Slice(kFormatVersion.data(), kFormatVersion.size()), version);
    if (!status.ok()) {
      return std::unexpected(error_of(status));
    }
    return {};
  }
  NORN_ASSIGN(const uint32_t version, layout_in(*stored));
  if (version > kLayoutVersion) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("The data was written by a newer Norn, in layout {}; this one knows "
                            "layout {}. Nothing was changed. Start the newer Norn, or restore a "
                            "backup from before the upgrade.",
                            version, kLayoutVersion));
  }
  return {};
}

uint32_t layout_of(const store::TableSchema& schema) {
  const bool has_several = std::ranges::any_of(
      schema.indexes, [](const store::IndexSchema& index) { return index.key.has_several(); });
  return has_several ? 2 : kFirstLayout;
}

std::string layout_record(uint32_t layout) {
  std::string record;
  append_u32(record, layout);
  return record;
}

Result<uint32_t> stored_layout(Database& database) {
  NORN_ASSIGN(const auto stored, database.get(database.meta(), kFormatVersion));
  if (!stored) {
    return kFirstLayout;
  }
  return layout_in(*stored);
}

std::string table_record_key(SpaceId table) {
  std::string key(kTableRecord);
  append_u32(key, table);
  return key;
}

std::string stream_record_key(SpaceId stream) {
  std::string key(kStreamRecord);
  append_u32(key, stream);
  return key;
}

std::string next_id_key() {
  return std::string(kNextId);
}

}  // namespace norn::embedded
