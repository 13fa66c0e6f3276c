#pragma once

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "embedded/key_codec.h"
#include "embedded/log_watch.h"
#include "embedded/options.h"
#include "embedded/statistics.h"

namespace norn::embedded {

// RocksDB with Norn's settings and column families. Reads may come from any thread; only the
// committer writes.
class Database {
 public:
  // Refuses a folder whose log or tables are damaged; never opens it with fewer rows.
  static Result<std::unique_ptr<Database>> open(const Options& options);
  // The same without ever writing, for one that is at rest. `env` is that of the options, and kept
  // alive with the database.
  static Result<std::unique_ptr<Database>> open_read_only(const Options& options,
                                                          std::shared_ptr<rocksdb::Env> env);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Keeps the database open while the caller uses it. The committer's thread, the only one that
  // reopens it, needs none. Returns an error if the database could not be reopened.
  using Hold = std::shared_lock<std::shared_mutex>;
  Result<Hold> hold();

  // Closes the database as a crash would and opens it again, once no other thread holds it: it then
  // has exactly the writes that are in the log, and RocksDB's errors are cleared. If it cannot be
  // opened for writing (the disk is still full), opens it for reading and returns the error.
  Result<void> reopen();
  // Options::keep_logs, as of the next `reopen`. The committer's thread only.
  void set_keeps_logs(bool keep) { keeps_logs_.store(keep); }
  bool keeps_logs() const { return keeps_logs_.load(std::memory_order_relaxed); }
  // How many times it was opened. The caller holds the database.
  uint64_t opened() const { return opened_; }
  // Whether `reopen` waits for the threads that hold the database.
  bool wants_to_reopen() const { return reopening_.load(); }
  const std::filesystem::path& directory() const { return options_.directory; }
  // Of the disk that the database is on, if known.
  std::optional<uint64_t> free_bytes() const;
  // How much of it ordinary writes leave free: Options::reserve_bytes.
  uint64_t reserve_bytes() const;
  // The failures of the log since the database was last opened.
  const LogWatch& log() const { return *watch_; }

  rocksdb::DB& rocks() { return *db_; }
  rocksdb::ColumnFamilyHandle* meta() { return families_[0]; }     // Catalog, counters, tokens.
  rocksdb::ColumnFamilyHandle* items() { return families_[1]; }    // The tables' items.
  rocksdb::ColumnFamilyHandle* indexes() { return families_[2]; }  // Index entries.
  rocksdb::ColumnFamilyHandle* streams() { return families_[3]; }  // Stream records.
  rocksdb::ColumnFamilyHandle* expiry() { return families_[4]; }   // Items by time of expiry.

  // Whether there is a value at `key`. It is not copied: `value` keeps the bytes where they are.
  Result<bool> read(rocksdb::ColumnFamilyHandle* family, std::string_view key,
                    const rocksdb::Snapshot* snapshot, rocksdb::PinnableSlice& value);
  // The value at `key`, or nullopt. Corruption is an error.
  Result<std::optional<std::string>> get(rocksdb::ColumnFamilyHandle* family, std::string_view key,
                                         const rocksdb::Snapshot* snapshot = nullptr);

  // The same of the meta family, for values that are asked for many times between two writes:
  // nothing is read while nothing was written to the database.
  Result<std::optional<std::string>> get_meta_again(const std::string& key);

  // Keeps what the database has now for a reader that takes its time: it holds the database for
  // each step only. Reopening the database ends all pins. The caller holds it to pin and to use a
  // pin; any thread may unpin.
  uint64_t pin();
  const rocksdb::Snapshot* pinned(uint64_t pin);  // nullptr when it has ended.
  void unpin(uint64_t pin);

  // How a group is written: to the log, and synced there. Without a log (Options::log) there is
  // nothing to sync.
  rocksdb::WriteOptions write_options(bool sync) const;

  // Frees the disk space of a range that was deleted for good.
  void reclaim(rocksdb::ColumnFamilyHandle* family, const KeyRange& range);

  // All of Statistics but the commits. The caller holds the database.
  Statistics statistics();

  // Writes what is in memory to table files.
  Result<void> flush();

 private:
  enum class Access { kReadOnly, kReadWrite };

  explicit Database(Options options)
      : options_(std::move(options)), keeps_logs_(options_.keep_logs) {}
  Result<void> open_rocks(Access access);
  void close_rocks();

  const Options options_;
  std::atomic<bool> keeps_logs_;
  uint64_t opened_ = 0;
  std::shared_ptr<rocksdb::Env> env_;  // Of a backup: shared with the engine that made it.
  // Threads that hold the database share `use_`. glibc's lock prefers them to the thread that waits
  // to reopen, so while that one waits (`reopening_`) they queue up behind it at `reopen_gate_`.
  std::shared_mutex use_;
  std::mutex reopen_gate_;
  std::atomic<bool> reopening_ = false;

  // What get_meta_again has read, and how much was written to the database before that.
  struct ReadMeta {
    uint64_t written = 0;
    std::optional<std::string> value;
  };
  std::mutex read_meta_mutex_;
  std::map<std::string, ReadMeta> read_meta_;  // Guarded by read_meta_mutex_.

  std::mutex pins_mutex_;
  uint64_t last_pin_ = 0;                              // Guarded by pins_mutex_.
  std::map<uint64_t, const rocksdb::Snapshot*> pins_;  // Guarded by pins_mutex_.

  std::shared_ptr<LogWatch> watch_;  // Shared with RocksDB, as one of its listeners.
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;  // Owned; released before db_.
};

// RocksDB's refusal as an error of ours.
Error error_of(const rocksdb::Status& status);

}  // namespace norn::embedded
