#pragma once

#include <rocksdb/transaction_log.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "embedded/committer.h"
#include "embedded/database.h"

namespace norn::embedded {

// A batch of the log: what the committer wrote at once.
struct LoggedBatch {
  uint64_t sequence = 0;            // Of its first write.
  uint32_t writes = 0;              // Each has a sequence number of its own.
  std::optional<int64_t> stamp_ms;  // When, if logs were kept then.
  std::string bytes;                // As RocksDB has it.

  uint64_t next() const { return sequence + writes; }
};

// The store's log, for the archiver of continuous backups. Safe to call from any thread.
class StoreLog {
 public:
  // If logs are kept that are more than this, they are given up: the disk is the store's.
  static constexpr uint64_t kMaxKeptBytes = uint64_t{1} << 30;

  StoreLog(Database& database, Committer& committer) : database_(database), committer_(committer) {}

  // Keeps all logs from now on, until `forget`; or keeps them no more, and deletes those kept.
  Result<void> keep(bool keep);
  // Which database it is: one that is restored from a backup is another.
  Result<std::string> identity();
  // The last one that was acknowledged.
  Result<uint64_t> last_sequence();
  // A time by the store's clock: whatever was stamped before is in the log when this returns.
  Result<int64_t> barrier_ms();
  // The batches from `sequence` on, about so many bytes of them; none after the last one. Returns
  // kResourceNotFound if some that were written are no longer in the log.
  Result<std::vector<LoggedBatch>> read(uint64_t sequence, size_t max_bytes);
  // Deletes the logs that are kept and have nothing from `sequence` on.
  Result<void> forget(uint64_t sequence);
  // Deletes all that are kept.
  Result<void> forget_all();
  // Of all logs that are kept.
  uint64_t kept_bytes() const;
  // Whether the logs take space that the store needs, or more than so much and
  // kMaxKeptBytes.
  bool is_too_large(uint64_t max_bytes = kMaxKeptBytes) const;

 private:
  Result<void> seek(uint64_t sequence);

  Database& database_;
  Committer& committer_;
  std::mutex mutex_;  // Guards the rest.
  // Reading on, as long as it is the same database and the next batch is asked for.
  std::unique_ptr<rocksdb::TransactionLogIterator> reader_;
  uint64_t reader_opened_ = 0;
  uint64_t reader_next_ = 0;
};

}  // namespace norn::embedded
