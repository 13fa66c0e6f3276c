#include "embedded/database.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/transaction_log.h>
#include <rocksdb/write_buffer_manager.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "base/log.h"
#include "embedded/wal_check.h"

namespace norn::embedded {
namespace {

constexpr size_t kMaxLineBytes = 1000;  // Longer lines are cut off.

// Writes RocksDB's warnings and errors to Norn's own log. RocksDB's default is a file in the data
// folder, which is worse than useless on a full disk: a RocksDB that was built with assertions, as
// Debian's is, aborts the process at the second line that does not fit.
class RocksLog final : public rocksdb::Logger {
 public:
  RocksLog() : Logger(rocksdb::InfoLogLevel::WARN_LEVEL) {}

  using Logger::Logv;
  void Logv(const char* format, std::va_list arguments) override;
  void Logv(rocksdb::InfoLogLevel level, const char* format, std::va_list arguments) override;
};

void RocksLog::Logv(const char* format, std::va_list arguments) {
  Logv(rocksdb::InfoLogLevel::INFO_LEVEL, format, arguments);
}

void RocksLog::Logv(rocksdb::InfoLogLevel level, const char* format, std::va_list arguments) {
  if (level < GetInfoLogLevel() || level >= rocksdb::InfoLogLevel::HEADER_LEVEL) {
    return;
  }
  std::array<char, kMaxLineBytes> line{};
  std::vsnprintf(line.data(), line.size(), format, arguments);
  const std::string_view text(line.data());
  if (level == rocksdb::InfoLogLevel::WARN_LEVEL) {
    // The important ones come back to Norn as a status, and are reported in its own words.
    log::debug("RocksDB: {}", text);
  } else {
    log::error("RocksDB: {}", text);
  }
}

constexpr std::array<const char*, 5> kFamilies = {"default", "items", "indexes", "streams",
                                                  "expiry"};
constexpr size_t kBlockBytes = size_t{16} << 10;
constexpr int kBloomBitsPerKey = 10;
constexpr size_t kAllMemtablesBytes = size_t{64} << 20;  // Of all families together.
constexpr uint64_t kMaxWalBytes = uint64_t{64} << 20;    // Bounds the time to open.
constexpr uint64_t kBytesPerSync = uint64_t{1} << 20;    // Spreads the writing of tables.
constexpr int kMaxOpenFiles = 1000;
constexpr size_t kMaxReadMeta = 1000;  // Values of get_meta_again.
constexpr uint64_t kMinReserveBytes = uint64_t{8} << 20;
constexpr uint64_t kMaxReserveBytes = uint64_t{64} << 20;

rocksdb::DBOptions database_options(const Options& options,
                                    const std::shared_ptr<rocksdb::Cache>& cache,
                                    const std::shared_ptr<LogWatch>& watch) {
  rocksdb::DBOptions db;
  db.create_if_missing = true;
  db.create_missing_column_families = true;
  db.paranoid_checks = true;
  db.track_and_verify_wals_in_manifest = true;
  // A torn last record is what a crash leaves behind; anything else is damage, and refused.
  db.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  // What the memtables take is taken from the cache, so that one figure bounds both.
  db.write_buffer_manager =
      std::make_shared<rocksdb::WriteBufferManager>(kAllMemtablesBytes, cache);
  db.max_total_wal_size = kMaxWalBytes;
  db.bytes_per_sync = kBytesPerSync;
  db.max_open_files = kMaxOpenFiles;
  db.max_background_jobs = 2;
  db.avoid_flush_during_shutdown = !options.log;  // It ends with the process.
  db.info_log = std::make_shared<RocksLog>();
  db.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  db.listeners = {watch};
  if (options.env != nullptr) {
    db.env = options.env;
  }
  return db;
}

rocksdb::ColumnFamilyOptions family_options(const Options& options,
                                            const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache;
  table.block_size = kBlockBytes;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBloomBitsPerKey));
  table.format_version = 5;
  rocksdb::ColumnFamilyOptions family;
  family.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  family.compression = rocksdb::kLZ4Compression;
  family.write_buffer_size = options.memtable_bytes;
  family.level_compaction_dynamic_level_bytes = true;
  return family;
}

Error damaged(const std::filesystem::path& directory, std::string_view what) {
  return {
      ErrorCode::kCorruption,
      fmt::format("The data in {} is damaged: {}. Norn does not start on it, so that nothing is "
                  "lost silently. Restore a backup, or move the folder away.",
                  directory.string(), what),
      nullptr};
}

}  // namespace

Error error_of(const rocksdb::Status& status) {
  if (status.IsNoSpace()) {
    return {
        ErrorCode::kStorageFull,
        fmt::format("The disk is full; nothing was written. Free some space and try again. ({})",
                    status.ToString()),
        nullptr};
  }
  if (status.IsCorruption()) {
    return {ErrorCode::kCorruption, fmt::format("Stored data is damaged: {}", status.ToString()),
            nullptr};
  }
  return {ErrorCode::kInternal, fmt::format("The store failed: {}", status.ToString()), nullptr};
}

Result<std::unique_ptr<Database>> Database::open(const Options& options) {
  std::unique_ptr<Database> database(new Database(options));
  NORN_TRY(database->open_rocks(Access::kReadWrite));
  return database;
}

Result<std::unique_ptr<Database>> Database::open_read_only(const Options& options,
                                                           std::shared_ptr<rocksdb::Env> env) {
  std::unique_ptr<Database> database(new Database(options));
  database->env_ = std::move(env);
  NORN_TRY(database->open_rocks(Access::kReadOnly));
  return database;
}

Database::~Database() {
  close_rocks();
}

Result<void> Database::open_rocks(Access access) {
  const std::filesystem::path& directory = options_.directory;
  watch_ = std::make_shared<LogWatch>();
  const auto cache = rocksdb::NewLRUCache(options_.block_cache_bytes);
  rocksdb::DBOptions db_options = database_options(options_, cache, watch_);
  // The longest time: RocksDB moves logs into a folder of their own, and never deletes them.
  if (keeps_logs()) db_options.WAL_ttl_seconds = UINT64_MAX;
  if (auto checked = check_logs(*db_options.env, directory); !checked) {
    return std::unexpected(damaged(directory, checked.error().message));
  }
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const char* name : kFamilies) {
    descriptors.emplace_back(name, family_options(options_, cache));
  }
  rocksdb::DB* raw = nullptr;
  const auto status =
      access == Access::kReadWrite
          ? rocksdb::DB::Open(db_options, directory.string(), descriptors, &families_, &raw)
          : rocksdb::DB::OpenForReadOnly(db_options, directory.string(), descriptors, &families_,
                                         &raw);
  if (status.IsCorruption()) {
    return std::unexpected(damaged(directory, status.ToString()));
  }
  if (!status.ok()) {
    return fail(ErrorCode::kUnavailable, fmt::format("Cannot open the data in {}: {}",
                                                     directory.string(), status.ToString()));
  }
  db_.reset(raw);
  ++opened_;
  return {};
}

void Database::close_rocks() {
  {
    const std::lock_guard lock(pins_mutex_);
    for (const auto& [pin, snapshot] : pins_) db_->ReleaseSnapshot(snapshot);
    pins_.clear();
  }
  for (rocksdb::ColumnFamilyHandle* family : families_) {
    db_->DestroyColumnFamilyHandle(family);
  }
  families_.clear();
  db_.reset();
}

Result<Database::Hold> Database::hold() {
  if (reopening_.load()) {
    const std::lock_guard wait(reopen_gate_);
  }
  Hold held(use_);
  if (!db_) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("The data in {} could not be opened again after the disk was full. "
                            "Start Norn again.",
                            options_.directory.string()));
  }
  return held;
}

Result<void> Database::reopen() {
  const std::lock_guard gate(reopen_gate_);
  reopening_.store(true);
  const std::unique_lock alone(use_);
  reopening_.store(false);
  close_rocks();
  {
    // Sequence numbers of what was written but not kept are used again.
    const std::lock_guard lock(read_meta_mutex_);
    read_meta_.clear();
  }
  auto opened = open_rocks(Access::kReadWrite);
  if (!opened) {
    // If this fails too, hold() returns the error to every reader.
    static_cast<void>(open_rocks(Access::kReadOnly));
  }
  return opened;
}

std::optional<uint64_t> Database::free_bytes() const {
  rocksdb::Env* env = options_.env != nullptr ? options_.env : rocksdb::Env::Default();
  uint64_t bytes = 0;
  if (!env->GetFreeSpace(options_.directory.string(), &bytes).ok()) {
    return std::nullopt;
  }
  return bytes;
}

uint64_t Database::reserve_bytes() const {
  if (options_.reserve_bytes) {
    return *options_.reserve_bytes;
  }
  std::error_code error;
  const auto space = std::filesystem::space(options_.directory, error);
  constexpr uint64_t kPart = 100;
  return error ? kMinReserveBytes
               : std::clamp<uint64_t>(space.capacity / kPart, kMinReserveBytes, kMaxReserveBytes);
}

Result<bool> Database::read(rocksdb::ColumnFamilyHandle* family, std::string_view key,
                            const rocksdb::Snapshot* snapshot, rocksdb::PinnableSlice& value) {
  rocksdb::ReadOptions options;
  options.snapshot = snapshot;
  const auto status = db_->Get(options, family, rocksdb::Slice(key.data(), key.size()), &value);
  if (!status.ok() && !status.IsNotFound()) {
    return std::unexpected(error_of(status));
  }
  return status.ok();
}

Result<std::optional<std::string>> Database::get(rocksdb::ColumnFamilyHandle* family,
                                                 std::string_view key,
                                                 const rocksdb::Snapshot* snapshot) {
  rocksdb::PinnableSlice value;
  NORN_ASSIGN(const bool found, read(family, key, snapshot, value));
  return found ? std::optional(value.ToString()) : std::nullopt;
}

Result<std::optional<std::string>> Database::get_meta_again(const std::string& key) {
  // Taken before reading: what is written meanwhile is read the next time.
  const uint64_t written = db_->GetLatestSequenceNumber();
  {
    const std::lock_guard lock(read_meta_mutex_);
    const auto known = read_meta_.find(key);
    if (known != read_meta_.end() && known->second.written == written) return known->second.value;
  }
  NORN_ASSIGN(auto value, get(meta(), key));
  const std::lock_guard lock(read_meta_mutex_);
  if (read_meta_.size() >= kMaxReadMeta) read_meta_.clear();
  read_meta_[key] = {written, value};
  return value;
}

uint64_t Database::pin() {
  const std::lock_guard lock(pins_mutex_);
  pins_.emplace(++last_pin_, db_->GetSnapshot());
  return last_pin_;
}

const rocksdb::Snapshot* Database::pinned(uint64_t pin) {
  const std::lock_guard lock(pins_mutex_);
  const auto found = pins_.find(pin);
  return found == pins_.end() ? nullptr : found->second;
}

void Database::unpin(uint64_t pin) {
  const std::lock_guard lock(pins_mutex_);
  const auto found = pins_.find(pin);
  if (found == pins_.end()) return;
  db_->ReleaseSnapshot(found->second);
  pins_.erase(found);
}

rocksdb::WriteOptions Database::write_options(bool sync) const {
  rocksdb::WriteOptions write;
  write.disableWAL = !options_.log;
  write.sync = sync && options_.log;
  return write;
}

void Database::reclaim(rocksdb::ColumnFamilyHandle* family, const KeyRange& range) {
  const rocksdb::Slice begin(range.begin);
  const rocksdb::Slice end(range.end);
  const rocksdb::RangePtr files(&begin, &end);
  // Only space is at stake: what cannot be taken back now is taken back by compaction.
  rocksdb::DeleteFilesInRanges(db_.get(), family, &files, 1, /*include_end=*/false)
      .PermitUncheckedError();
}

Statistics Database::statistics() {
  const auto number = [this](rocksdb::ColumnFamilyHandle* family, const std::string& property) {
    uint64_t value = 0;
    return db_->GetIntProperty(family, property, &value) ? value : 0;
  };
  using Properties = rocksdb::DB::Properties;
  Statistics statistics{.cache_bytes = number(meta(), Properties::kBlockCacheUsage),
                        .background_errors = number(meta(), Properties::kBackgroundErrors),
                        .free_disk_bytes = free_bytes()};
  constexpr std::string_view kNames[] = {"meta", "items", "indexes", "streams", "expiry"};
  for (size_t i = 0; i < families_.size(); ++i) {
    rocksdb::ColumnFamilyHandle* const family = families_[i];
    statistics.families.push_back(
        {.name = kNames[i],
         .keys = number(family, Properties::kEstimateNumKeys),
         .file_bytes = number(family, Properties::kTotalSstFilesSize),
         .memory_bytes = number(family, Properties::kCurSizeAllMemTables),
         .pending_compaction_bytes = number(family, Properties::kEstimatePendingCompactionBytes)});
  }
  rocksdb::VectorLogPtr logs;
  if (db_->GetSortedWalFiles(logs).ok()) {
    for (const auto& log : logs) {
      const bool is_kept = log->Type() == rocksdb::kArchivedLogFile;
      (is_kept ? statistics.kept_log_bytes : statistics.log_bytes) += log->SizeFileBytes();
    }
  }
  return statistics;
}

Result<void> Database::flush() {
  const auto status = db_->Flush(rocksdb::FlushOptions(), families_);
  if (!status.ok()) {
    return std::unexpected(error_of(status));
  }
  return {};
}

}  // namespace norn::embedded
