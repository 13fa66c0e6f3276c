#pragma once

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "embedded/catalog.h"
#include "embedded/database.h"
#include "store/key.h"
#include "store/requests/item_write.h"

namespace norn::embedded {

// How many items a table or index holds, and their bytes by DynamoDB's accounting.
struct Counters {
  uint64_t items = 0;
  uint64_t bytes = 0;
};

// The sequence numbers of a stream: those in [first_kept, next) exist.
struct StreamEnds {
  uint64_t first_kept = 1;
  uint64_t next = 1;
};

// The change of one item and of everything that depends on it.
struct ItemChange {
  const Table* table = nullptr;
  std::string item_key;
  store::Key key;
  std::optional<store::ItemView> before;  // Into the group's memory, until the change is staged.
  std::optional<store::Item> after;
  std::vector<store::IndexChange> indexes;  // Parallel to the table's indexes.
  bool by_ttl = false;

  std::optional<store::ItemView> after_view() const;
  int64_t size_delta() const;
  // The change of the item collection's size: the item and its LSI entries.
  int64_t collection_delta() const;
};
// Fills in the index changes.
ItemChange make_change(const Table& table, std::string item_key, store::Key key,
                       std::optional<store::ItemView> before, std::optional<store::Item> after);

// The writes that the committer makes durable together. Each request of the group sees the writes
// of earlier ones, as if they had been committed one by one. Used by the committer's thread only.
class WriteGroup {
 public:
  WriteGroup(Database& database, const Clock& clock, std::shared_ptr<const Catalog> catalog);

  int64_t now_ms() const { return clock_.now_ms(); }
  Database& database() { return database_; }

  const Catalog& catalog() const { return *catalog_; }
  const std::shared_ptr<const Catalog>& shared_catalog() const { return catalog_; }
  // Stages a changed catalog; the caller stages the changed records with it.
  void set_catalog(Catalog catalog);

  // The item with all staged changes. The view is valid until a change of it is staged.
  Result<std::optional<store::ItemView>> item(const std::string& item_key);
  void stage(ItemChange change);

  // Records of the meta family, with all staged changes.
  Result<std::optional<std::string>> meta(const std::string& key);
  void put_meta(const std::string& key, std::string value);
  void remove_meta(const std::string& key);
  void remove_meta_prefix(const std::string& prefix);

  Result<Counters> counters(SpaceId space);
  Result<StreamEnds> stream_ends(SpaceId stream);
  Result<uint64_t> collection_bytes(const ItemChange& change);

  rocksdb::WriteBatch& batch() { return batch_; }
  // Puts the time into the log beside the writes, and nowhere else.
  void stamp();
  // A failure while staging spoils the whole group: nothing of it may be written.
  void spoil(Error error) { failure_ = std::move(error); }

  size_t size_bytes() const { return batch_.GetDataSize(); }
  size_t staged() const { return batch_.Count() + staged_meta_.size(); }
  bool empty() const { return staged() == 0; }
  // Writes everything or nothing.
  rocksdb::Status write(bool sync);
  const std::optional<Error>& failure() const { return failure_; }

 private:
  void stage_item(const ItemChange& change);
  Result<void> stage_indexes(const ItemChange& change);
  Result<void> stage_counters(SpaceId space, int64_t items_delta, int64_t bytes_delta);
  Result<void> stage_collection(const ItemChange& change);
  Result<void> stage_stream(const ItemChange& change);
  void stage_expiry(const ItemChange& change);
  Result<void> stage_all(const ItemChange& change);

  Database& database_;
  const Clock& clock_;
  // Shared with readers and with the catalogs that came before it.
  std::shared_ptr<const Catalog> catalog_;
  rocksdb::WriteBatch batch_;
  std::unordered_map<std::string, std::optional<store::Item>> items_;
  std::unordered_map<std::string, std::optional<std::string>> meta_;  // Read or staged.
  std::vector<std::string> staged_meta_;                              // Keys, possibly repeated.
  std::optional<Error> failure_;
};

// The time that WriteGroup::stamp has put into a batch of the log, if it has.
Result<std::optional<int64_t>> stamp_of(const rocksdb::WriteBatch& batch);

std::string encode(const Counters& counters);
Result<Counters> decode_counters(const std::optional<std::string>& bytes);
std::string encode(const StreamEnds& ends);
Result<StreamEnds> decode_stream_ends(const std::optional<std::string>& bytes);
std::string counters_key(SpaceId space);
std::string stream_ends_key(SpaceId stream);
std::string expiry_key(SpaceId table, int64_t expiry_s, std::string_view item_key);

}  // namespace norn::embedded
