#include "embedded/table_snapshot.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "embedded/key_codec.h"
#include "embedded/table_ops.h"

namespace norn::embedded {
namespace {

constexpr size_t kSnapshotStepBytes = size_t{1} << 20;

}  // namespace

Result<std::unique_ptr<store::TableAtTime>> TableSnapshot::take(Database& database,
                                                                const Committer& committer,
                                                                const Table& table) {
  NORN_ASSIGN(const auto held, database.hold());
  NORN_ASSIGN(auto description, describe(database, table));
  return std::make_unique<TableSnapshot>(database, committer, table.id, database.pin(),
                                         std::move(description));
}

TableSnapshot::TableSnapshot(Database& database, const Committer& committer, SpaceId space,
                             uint64_t pin, store::TableDescription table)
    : database_(database),
      committer_(committer),
      space_(space),
      pin_(pin),
      table_(std::move(table)),
      left_(entries_range(space)) {}

TableSnapshot::~TableSnapshot() {
  database_.unpin(pin_);
}

Result<std::optional<store::Item>> TableSnapshot::next() {
  if (position_ == items_.size()) NORN_TRY(read_step());
  if (items_.empty()) return std::nullopt;
  return std::optional(std::move(items_[position_++]));
}

Result<void> TableSnapshot::read_step() {
  items_.clear();
  position_ = 0;
  NORN_ASSIGN(const auto held, database_.hold());
  const rocksdb::Snapshot* const snapshot = database_.pinned(pin_);
  if (snapshot == nullptr) {
    return fail(ErrorCode::kUnavailable,
                "The state of the table was lost, because the data had to be opened again after "
                "the disk was full. Try again.");
  }
  rocksdb::ReadOptions read;
  const rocksdb::Slice upper(left_.end);
  read.snapshot = snapshot;
  read.iterate_upper_bound = &upper;
  read.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> entries(
      database_.rocks().NewIterator(read, database_.items()));
  size_t bytes = 0;
  std::string last;
  for (entries->Seek(left_.begin); entries->Valid() && bytes < kSnapshotStepBytes;
       entries->Next()) {
    NORN_ASSIGN(const auto item, store::Item::decode_view(entries->value().ToStringView()));
    bytes += entries->value().size();
    last = entries->key().ToString();
    items_.push_back(store::Item::copy_of(item));
  }
  if (!entries->status().ok()) return std::unexpected(error_of(entries->status()));
  if (!last.empty()) left_.begin = last + '\0';  // The next possible key.
  // The files of a deleted table go at once, and snapshots do not keep them. The catalog is changed
  // before that, so what was read until here is whole if the table is still in it.
  const std::string& name = table_.schema.name;
  const auto catalog = committer_.catalog();
  const Table* const now = catalog->find(name);
  if (now != nullptr && now->id == space_) return {};
  return fail(ErrorCode::kResourceNotFound,
              fmt::format("The table {} was deleted while it was read.", name));
}

}  // namespace norn::embedded
