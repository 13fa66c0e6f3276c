#include "embedded/expiry.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "store/limits.h"
#include "store/ttl.h"

namespace norn::embedded {
namespace {

constexpr size_t kEntriesAtOnce = 256;
constexpr size_t kItemKeyOffset = sizeof(SpaceId) + sizeof(uint64_t);

}  // namespace

Result<std::vector<std::string>> due_entries(Database& database, const Table& table,
                                             int64_t now_s) {
  const int64_t oldest_s = std::max<int64_t>(0, now_s - store::kTtlIgnoredAfterS);
  const std::string begin = expiry_key(table.id, oldest_s, "");
  const std::string end = expiry_key(table.id, now_s + 1, "");
  const rocksdb::Slice upper(end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> entries(
      database.rocks().NewIterator(read, database.expiry()));
  std::vector<std::string> due;
  for (entries->Seek(begin); entries->Valid() && due.size() < kEntriesAtOnce; entries->Next()) {
    const auto at_s =
        static_cast<int64_t>(read_u64(entries->key().ToStringView().substr(sizeof(SpaceId))));
    if (store::is_expired(at_s, now_s)) {
      due.push_back(entries->key().ToString());
    }
  }
  if (!entries->status().ok()) {
    return std::unexpected(error_of(entries->status()));
  }
  return due;
}

Result<size_t> expire(WriteGroup& group, const std::string& name,
                      const std::vector<std::string>& entries) {
  const Table* table = group.catalog().find(name);
  if (table == nullptr || !table->ttl.enabled) {
    return 0;
  }
  size_t deleted = 0;
  for (const std::string& entry : entries) {
    const auto at_s =
        static_cast<int64_t>(read_u64(std::string_view(entry).substr(sizeof(SpaceId))));
    std::string key = entry.substr(kItemKeyOffset);
    NORN_ASSIGN(const auto item, group.item(key));
    if (!item || store::expiry_s(*item, table->ttl.attribute) != at_s) {
      // The item is gone or lives longer now, and this entry is left over.
      group.batch().Delete(group.database().expiry(), entry);
      continue;
    }
    NORN_ASSIGN(store::Key item_key, store::key_of_item(table->schema->key, *item));
    ItemChange change =
        make_change(*table, std::move(key), std::move(item_key), item, std::nullopt);
    change.by_ttl = true;
    group.stage(std::move(change));
    ++deleted;
  }
  return deleted;
}

}  // namespace norn::embedded
