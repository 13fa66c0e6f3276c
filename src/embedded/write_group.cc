#include "embedded/write_group.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "embedded/meta_keys.h"
#include "embedded/stream_codec.h"
#include "store/stream_view.h"
#include "store/ttl.h"

namespace norn::embedded {
namespace {

std::string pair_of_u64(uint64_t first, uint64_t second) {
  std::string bytes;
  append_u64(bytes, first);
  append_u64(bytes, second);
  return bytes;
}

Result<std::pair<uint64_t, uint64_t>> read_pair_of_u64(const std::string& bytes) {
  if (bytes.size() != 2 * sizeof(uint64_t)) {
    return fail(ErrorCode::kCorruption, "a counter has the wrong length");
  }
  return std::pair(read_u64(bytes), read_u64(std::string_view(bytes).substr(sizeof(uint64_t))));
}

std::string collection_key(const ItemChange& change) {
  return std::string(kCollectionSize) + partition_prefix(change.table->id, change.key.partition);
}

// What a stamp begins with; the time follows.
constexpr std::string_view kStampMark = "ms";

// Finds the stamp of a batch.
class StampReader final : public rocksdb::WriteBatch::Handler {
 public:
  const std::optional<int64_t>& stamp_ms() const { return stamp_ms_; }

  rocksdb::Status PutCF(uint32_t, const rocksdb::Slice&, const rocksdb::Slice&) override {
    return rocksdb::Status::OK();
  }
  rocksdb::Status DeleteCF(uint32_t, const rocksdb::Slice&) override {
    return rocksdb::Status::OK();
  }
  rocksdb::Status DeleteRangeCF(uint32_t, const rocksdb::Slice&, const rocksdb::Slice&) override {
    return rocksdb::Status::OK();
  }
  void LogData(const rocksdb::Slice& blob) override {
    const std::string_view bytes = blob.ToStringView();
    if (!bytes.starts_with(kStampMark) || bytes.size() != kStampMark.size() + sizeof(uint64_t)) {
      return;
    }
    stamp_ms_ = static_cast<int64_t>(read_u64(bytes.substr(kStampMark.size())));
  }

 private:
  std::optional<int64_t> stamp_ms_;
};

}  // namespace

WriteGroup::WriteGroup(Database& database, const Clock& clock,
                       std::shared_ptr<const Catalog> catalog)
    : database_(database), clock_(clock), catalog_(std::move(catalog)) {}

void WriteGroup::set_catalog(Catalog catalog) {
  catalog_ = std::make_shared<const Catalog>(std::move(catalog));
}

Result<std::optional<store::ItemView>> WriteGroup::item(const std::string& item_key) {
  auto found = items_.find(item_key);
  if (found == items_.end()) {
    NORN_ASSIGN(auto bytes, database_.get(database_.items(), item_key));
    std::optional<store::Item> item;
    if (bytes) {
      NORN_ASSIGN(item, store::Item::decode(std::move(*bytes)));
    }
    found = items_.emplace(item_key, std::move(item)).first;
  }
  if (!found->second) {
    return std::nullopt;
  }
  return found->second->view();
}

Result<std::optional<std::string>> WriteGroup::meta(const std::string& key) {
  const auto found = meta_.find(key);
  if (found != meta_.end()) {
    return found->second;
  }
  NORN_ASSIGN(auto value, database_.get(database_.meta(), key));
  meta_.emplace(key, value);
  return value;
}

void WriteGroup::put_meta(const std::string& key, std::string value) {
  meta_[key] = std::move(value);
  staged_meta_.push_back(key);
}

void WriteGroup::remove_meta(const std::string& key) {
  meta_[key] = std::nullopt;
  staged_meta_.push_back(key);
}

void WriteGroup::remove_meta_prefix(const std::string& prefix) {
  for (auto& [key, value] : meta_) {
    if (key.starts_with(prefix)) {
      value = std::nullopt;
    }
  }
  batch_.DeleteRange(database_.meta(), prefix, after_prefix(prefix));
}

Result<Counters> WriteGroup::counters(SpaceId space) {
  NORN_ASSIGN(const auto bytes, meta(counters_key(space)));
  return decode_counters(bytes);
}

Result<StreamEnds> WriteGroup::stream_ends(SpaceId stream) {
  NORN_ASSIGN(const auto bytes, meta(stream_ends_key(stream)));
  return decode_stream_ends(bytes);
}

Result<uint64_t> WriteGroup::collection_bytes(const ItemChange& change) {
  NORN_ASSIGN(const auto bytes, meta(collection_key(change)));
  if (bytes && bytes->size() != sizeof(uint64_t)) {
    return fail(ErrorCode::kCorruption, "the size of an item collection has the wrong length");
  }
  return bytes ? read_u64(*bytes) : 0;
}

void WriteGroup::stage(ItemChange change) {
  if (auto staged = stage_all(change); !staged) {
    spoil(std::move(staged).error());
  }
  items_[change.item_key] = std::move(change.after);
}

Result<void> WriteGroup::stage_all(const ItemChange& change) {
  if (!change.before && !change.after) {
    return {};
  }
  if (change.before && change.after && *change.before == change.after->view()) {
    return {};  // Nothing changes, so there is no write and no stream record.
  }
  stage_item(change);
  stage_expiry(change);
  const int64_t items_delta = (change.after ? 1 : 0) - (change.before ? 1 : 0);
  NORN_TRY(stage_counters(change.table->id, items_delta, change.size_delta()));
  NORN_TRY(stage_indexes(change));
  if (change.table->schema->has_local_indexes()) {
    NORN_TRY(stage_collection(change));
  }
  if (change.table->stream) {
    NORN_TRY(stage_stream(change));
  }
  return {};
}

void WriteGroup::stage_item(const ItemChange& change) {
  if (change.after) {
    batch_.Put(database_.items(), change.item_key, change.after->bytes());
  } else {
    batch_.Delete(database_.items(), change.item_key);
  }
}

Result<void> WriteGroup::stage_indexes(const ItemChange& change) {
  for (size_t i = 0; i < change.indexes.size(); ++i) {
    const store::IndexChange& index = change.indexes[i];
    const SpaceId id = change.table->index_ids[i];
    if (index.remove) {
      batch_.Delete(database_.indexes(), index_key(id, *index.remove, change.key));
    }
    if (index.put) {
      batch_.Put(database_.indexes(), index_key(id, *index.put, change.key), index.entry.bytes());
    }
    NORN_TRY(stage_counters(id, index.entries_delta, index.bytes_delta));
  }
  return {};
}

Result<void> WriteGroup::stage_counters(SpaceId space, int64_t items_delta, int64_t bytes_delta) {
  if (items_delta == 0 && bytes_delta == 0) {
    return {};
  }
  NORN_ASSIGN(Counters counters, this->counters(space));
  counters.items += static_cast<uint64_t>(items_delta);
  counters.bytes += static_cast<uint64_t>(bytes_delta);
  put_meta(counters_key(space), encode(counters));
  return {};
}

Result<void> WriteGroup::stage_collection(const ItemChange& change) {
  NORN_ASSIGN(uint64_t bytes, collection_bytes(change));
  bytes += static_cast<uint64_t>(change.collection_delta());
  if (bytes == 0) {
    remove_meta(collection_key(change));
    return {};
  }
  std::string value;
  append_u64(value, bytes);
  put_meta(collection_key(change), std::move(value));
  return {};
}

Result<void> WriteGroup::stage_stream(const ItemChange& change) {
  const Stream& stream = *change.table->stream;
  const auto after =
      change.after ? std::optional<store::ItemView>(change.after->view()) : std::nullopt;
  auto record =
      store::stream_record(*change.table->schema, stream.view, change.before, after, change.by_ttl);
  if (!record) {
    return {};
  }
  record->created_ms = clock_.now_ms();
  NORN_ASSIGN(StreamEnds ends, stream_ends(stream.id));
  batch_.Put(database_.streams(), stream_key(stream.id, ends.next), encode(*record));
  ++ends.next;
  put_meta(stream_ends_key(stream.id), encode(ends));
  return {};
}

void WriteGroup::stage_expiry(const ItemChange& change) {
  const store::TtlDescription& ttl = change.table->ttl;
  if (!ttl.enabled) {
    return;
  }
  const auto expiry = [&](const std::optional<store::ItemView>& item) {
    return item ? store::expiry_s(*item, ttl.attribute) : std::nullopt;
  };
  const auto before = expiry(change.before);
  const auto after = expiry(change.after_view());
  if (before == after) {
    return;
  }
  if (before) {
    batch_.Delete(database_.expiry(), expiry_key(change.table->id, *before, change.item_key));
  }
  if (after) {
    batch_.Put(database_.expiry(), expiry_key(change.table->id, *after, change.item_key), "");
  }
}

void WriteGroup::stamp() {
  std::string blob(kStampMark);
  append_u64(blob, static_cast<uint64_t>(clock_.now_ms()));
  batch_.PutLogData(blob);
}

Result<std::optional<int64_t>> stamp_of(const rocksdb::WriteBatch& batch) {
  StampReader reader;
  if (const auto status = batch.Iterate(&reader); !status.ok()) {
    return std::unexpected(error_of(status));
  }
  return reader.stamp_ms();
}

rocksdb::Status WriteGroup::write(bool sync) {
  NORN_CHECK(!failure_, "a spoiled group is never written");
  // Every write of a group changes the same few counters; only what they end as is written.
  std::sort(staged_meta_.begin(), staged_meta_.end());
  staged_meta_.erase(std::unique(staged_meta_.begin(), staged_meta_.end()), staged_meta_.end());
  for (const std::string& key : staged_meta_) {
    auto& value = meta_.at(key);
    if (value) {
      batch_.Put(database_.meta(), key, *value);
    } else {
      batch_.Delete(database_.meta(), key);
    }
  }
  return database_.rocks().Write(database_.write_options(sync), &batch_);
}

std::string encode(const Counters& counters) {
  return pair_of_u64(counters.items, counters.bytes);
}

Result<Counters> decode_counters(const std::optional<std::string>& bytes) {
  if (!bytes) {
    return Counters{};
  }
  NORN_ASSIGN(const auto pair, read_pair_of_u64(*bytes));
  return Counters{pair.first, pair.second};
}

std::string encode(const StreamEnds& ends) {
  return pair_of_u64(ends.first_kept, ends.next);
}

Result<StreamEnds> decode_stream_ends(const std::optional<std::string>& bytes) {
  if (!bytes) {
    return StreamEnds{};
  }
  NORN_ASSIGN(const auto pair, read_pair_of_u64(*bytes));
  return StreamEnds{pair.first, pair.second};
}

std::string counters_key(SpaceId space) {
  std::string key(kCounters);
  append_u32(key, space);
  return key;
}

std::string stream_ends_key(SpaceId stream) {
  std::string key(kStreamEnds);
  append_u32(key, stream);
  return key;
}

std::string expiry_key(SpaceId table, int64_t expiry_s, std::string_view item_key) {
  std::string key;
  append_u32(key, table);
  append_u64(key, static_cast<uint64_t>(expiry_s));
  key.append(item_key);
  return key;
}

ItemChange make_change(const Table& table, std::string item_key, store::Key key,
                       std::optional<store::ItemView> before, std::optional<store::Item> after) {
  ItemChange change;
  change.table = &table;
  change.item_key = std::move(item_key);
  change.key = std::move(key);
  change.before = before;
  change.after = std::move(after);
  change.indexes.reserve(table.schema->indexes.size());
  const auto after_view = change.after_view();
  for (size_t i = 0; i < table.schema->indexes.size(); ++i) {
    const auto& cursor = table.backfill_cursors[i];
    const bool not_yet_indexed = cursor && change.item_key > *cursor;
    change.indexes.push_back(
        not_yet_indexed
            ? store::IndexChange{}
            : store::index_change(*table.schema, table.schema->indexes[i], before, after_view));
  }
  return change;
}

std::optional<store::ItemView> ItemChange::after_view() const {
  return after ? std::optional(after->view()) : std::nullopt;
}

int64_t ItemChange::size_delta() const {
  const auto size = [](const auto& item) {
    return item ? static_cast<int64_t>(item->size_bytes()) : 0;
  };
  return size(after) - size(before);
}

int64_t ItemChange::collection_delta() const {
  int64_t delta = size_delta();
  for (size_t i = 0; i < indexes.size(); ++i) {
    if (!table->schema->indexes[i].global) {
      delta += indexes[i].bytes_delta;
    }
  }
  return delta;
}

}  // namespace norn::embedded
