#include "embedded/backup/check_content.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "embedded/catalog.h"
#include "embedded/stream_codec.h"
#include "embedded/write_group.h"
#include "store/item.h"

namespace norn::embedded {
namespace {

using VisitEntry = std::function<Result<void>(std::string_view key, std::string_view value)>;

Result<void> visit_range(Database& database, rocksdb::ColumnFamilyHandle* family,
                         const KeyRange& range, const VisitEntry& visit) {
  const rocksdb::Slice upper(range.end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  read.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> entries(database.rocks().NewIterator(read, family));
  for (entries->Seek(range.begin); entries->Valid(); entries->Next()) {
    NORN_TRY(visit(entries->key().ToStringView(), entries->value().ToStringView()));
  }
  if (!entries->status().ok()) return std::unexpected(error_of(entries->status()));
  return {};
}

// Reads the items of a table or the entries of an index, and compares them with the counters.
Result<uint64_t> check_space(Database& database, rocksdb::ColumnFamilyHandle* family, SpaceId space,
                             std::string_view name) {
  Counters counted;
  const auto count = [&](std::string_view /*key*/, std::string_view value) -> Result<void> {
    if (const auto verified = store::Item::verify(value); !verified) {
      return fail(ErrorCode::kCorruption, fmt::format("{} has an item that cannot be read: {}",
                                                      name, verified.error().message));
    }
    NORN_ASSIGN(const auto item, store::Item::decode_view(value));
    ++counted.items;
    counted.bytes += item.size_bytes();
    return {};
  };
  NORN_TRY(visit_range(database, family, entries_range(space), count));
  NORN_ASSIGN(const auto stored, database.get(database.meta(), counters_key(space)));
  NORN_ASSIGN(const Counters expected, decode_counters(stored));
  if (counted.items != expected.items || counted.bytes != expected.bytes) {
    return fail(ErrorCode::kCorruption,
                fmt::format("{} has {} items of {} bytes, but should have {} of {} bytes", name,
                            counted.items, counted.bytes, expected.items, expected.bytes));
  }
  return counted.items;
}

Result<uint64_t> check_stream(Database& database, const Stream& stream) {
  NORN_ASSIGN(const auto stored, database.get(database.meta(), stream_ends_key(stream.id)));
  NORN_ASSIGN(const StreamEnds ends, decode_stream_ends(stored));
  const auto missing = [&stream](uint64_t sequence) {
    return fail(ErrorCode::kCorruption,
                fmt::format("the stream {} lacks its record {}", stream.arn, sequence));
  };
  uint64_t next = ends.first_kept;
  const auto follow = [&](std::string_view key, std::string_view value) -> Result<void> {
    NORN_TRY(decode_stream_record(key, value));
    if (sequence_of(key) != next) return missing(next);
    ++next;
    return {};
  };
  const KeyRange range{.begin = stream_key(stream.id, ends.first_kept),
                       .end = stream_key(stream.id, ends.next)};
  NORN_TRY(visit_range(database, database.streams(), range, follow));
  if (next != ends.next) return missing(next);
  return ends.next - ends.first_kept;
}

}  // namespace

Result<StoreContent> check_content(Database& database) {
  NORN_ASSIGN(const Catalog catalog, Catalog::load(database));
  StoreContent content;
  for (const auto& [name, table] : catalog.tables) {
    ++content.tables;
    NORN_ASSIGN(const uint64_t items, check_space(database, database.items(), table->id,
                                                  fmt::format("the table {}", name)));
    content.items += items;
    for (size_t i = 0; i < table->index_ids.size(); ++i) {
      NORN_ASSIGN(
          const uint64_t entries,
          check_space(database, database.indexes(), table->index_ids[i],
                      fmt::format("the index {} of {}", table->schema->indexes[i].name, name)));
      content.index_entries += entries;
    }
  }
  for (const auto& [arn, stream] : catalog.streams) {
    NORN_ASSIGN(const uint64_t records, check_stream(database, *stream));
    content.stream_records += records;
  }
  return content;
}

}  // namespace norn::embedded
