#include "store/ceilings.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

namespace norn::bench {
namespace {

void must_be_ok(const rocksdb::Status& status) {
  if (!status.ok()) {
    give_up(status.ToString());
  }
}

}  // namespace

BareDatabase::BareDatabase(const embedded::Options& options)
    : database_(must(embedded::Database::open(options))),
      catalog_(must(embedded::Catalog::load(*database_))) {
  if (catalog_.find(kTable) == nullptr) {
    give_up(options.directory.string() + " holds no data of a benchmark");
  }
}

void BareDatabase::get(const std::string& key, std::string& buffer) {
  must_be_ok(database_->rocks().Get(rocksdb::ReadOptions(), database_->items(), key, &buffer));
}

size_t BareDatabase::walk(const embedded::KeyRange& range, std::string& buffer) {
  const rocksdb::Slice lower(range.begin);
  const rocksdb::Slice upper(range.end);
  rocksdb::ReadOptions read;
  read.iterate_lower_bound = &lower;
  read.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> entries(
      database_->rocks().NewIterator(read, database_->indexes()));
  size_t count = 0;
  buffer.clear();
  for (entries->SeekToFirst(); entries->Valid(); entries->Next()) {
    buffer.append(entries->value().data(), entries->value().size());
    ++count;
  }
  must_be_ok(entries->status());
  return count;
}

void BareDatabase::write(const std::vector<RawEntry>& entries, size_t begin, size_t end) {
  rocksdb::WriteBatch batch;
  for (size_t i = begin; i < end; ++i) {
    const RawEntry& entry = entries[i];
    must_be_ok(batch.Put(database_->items(), entry.item_key, entry.value));
    for (const std::string& key : entry.index_keys) {
      must_be_ok(batch.Put(database_->indexes(), key, entry.value));
    }
  }
  rocksdb::WriteOptions durable;
  durable.sync = true;
  must_be_ok(database_->rocks().Write(durable, &batch));
}

void BareDatabase::settle() {
  for (auto* family : {database_->meta(), database_->items(), database_->indexes(),
                       database_->streams(), database_->expiry()}) {
    must_be_ok(database_->rocks().Flush(rocksdb::FlushOptions(), family));
    rocksdb::CompactRangeOptions options;
    options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
    must_be_ok(database_->rocks().CompactRange(options, family, nullptr, nullptr));
  }
}

}  // namespace norn::bench
