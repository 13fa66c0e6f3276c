#include "embedded/store_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "embedded/write_group.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

// Below this, beside the store's reserve, no logs are kept.
constexpr uint64_t kFreeBesideLogs = uint64_t{64} << 20;

// Where RocksDB moves logs that are kept.
fs::path kept_folder(const Database& database) {
  return database.directory() / "archive";
}

struct KeptLog {
  uint64_t number = 0;
  fs::path path;
};

// Oldest first.
std::vector<KeptLog> kept_logs(const Database& database) {
  std::vector<KeptLog> logs;
  std::error_code error;
  for (fs::directory_iterator entry(kept_folder(database), error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() != ".log") continue;
    const std::string name = entry->path().stem().string();
    KeptLog log{.number = 0, .path = entry->path()};
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), log.number);
    if (problem == std::errc() && end == name.data() + name.size()) logs.push_back(std::move(log));
  }
  std::ranges::sort(logs, {}, &KeptLog::number);
  return logs;
}

std::unexpected<Error> lost(uint64_t sequence) {
  return fail(ErrorCode::kResourceNotFound,
              fmt::format("the change {} is no longer in the store's log", sequence));
}

}  // namespace

Result<void> StoreLog::keep(bool keep) {
  NORN_TRY(committer_.keep_logs(keep));
  return keep ? Result<void>() : forget_all();
}

Result<std::string> StoreLog::identity() {
  NORN_ASSIGN(const auto held, database_.hold());
  std::string identity;
  const auto status = database_.rocks().GetDbIdentity(identity);
  if (!status.ok()) return std::unexpected(error_of(status));
  return identity;
}

Result<uint64_t> StoreLog::last_sequence() {
  NORN_ASSIGN(const auto held, database_.hold());
  return database_.rocks().GetLatestSequenceNumber();
}

Result<int64_t> StoreLog::barrier_ms() {
  // Groups before it are written by now. Later ones, and its own, take their stamps after it.
  return committer_.run<int64_t>(
      [](WriteGroup& group) -> Result<int64_t> { return group.now_ms(); });
}

Result<void> StoreLog::seek(uint64_t sequence) {
  reader_.reset();
  const auto status = database_.rocks().GetUpdatesSince(sequence, &reader_);
  if (status.IsNotFound()) return lost(sequence);
  if (!status.ok()) return std::unexpected(error_of(status));
  reader_opened_ = database_.opened();
  reader_next_ = sequence;
  return {};
}

Result<std::vector<LoggedBatch>> StoreLog::read(uint64_t sequence, size_t max_bytes) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(const auto held, database_.hold());
  std::vector<LoggedBatch> batches;
  if (sequence > database_.rocks().GetLatestSequenceNumber()) return batches;
  const bool goes_on = reader_ && reader_opened_ == database_.opened() && reader_next_ == sequence;
  if (goes_on) {
    reader_->Next();
  }
  if (!goes_on || !reader_->Valid()) NORN_TRY(seek(sequence));
  size_t bytes = 0;
  while (reader_->Valid()) {
    rocksdb::BatchResult result = reader_->GetBatch();
    LoggedBatch batch{.sequence = result.sequence,
                      .writes = static_cast<uint32_t>(result.writeBatchPtr->Count()),
                      .stamp_ms = std::nullopt,
                      .bytes = ""};
    if (batch.sequence != reader_next_) {
      reader_.reset();
      if (batches.empty()) return lost(sequence);
      return batches;  // The next call says so.
    }
    NORN_ASSIGN(batch.stamp_ms, stamp_of(*result.writeBatchPtr));
    batch.bytes = result.writeBatchPtr->Data();
    bytes += batch.bytes.size();
    reader_next_ = batch.next();
    batches.push_back(std::move(batch));
    if (bytes >= max_bytes) return batches;
    reader_->Next();
  }
  const auto status = reader_->status();
  if (!status.ok()) reader_.reset();
  if (!batches.empty() || status.ok() || status.IsTryAgain()) return batches;
  if (status.IsNotFound()) return lost(sequence);
  return std::unexpected(error_of(status));
}

Result<void> StoreLog::forget(uint64_t sequence) {
  NORN_ASSIGN(const auto held, database_.hold());
  // Listed before the number of the last write is read: whatever they have is not after that.
  const std::vector<KeptLog> kept = kept_logs(database_);
  const bool is_last = sequence > database_.rocks().GetLatestSequenceNumber();
  rocksdb::VectorLogPtr logs;
  const auto status = database_.rocks().GetSortedWalFiles(logs);
  if (!status.ok()) return std::unexpected(error_of(status));
  // The last log that begins at `sequence` or before has it, or ends before it.
  uint64_t first_needed = 0;
  for (const auto& log : logs) {
    if (log->StartSequence() <= sequence) first_needed = log->LogNumber();
  }
  for (const KeptLog& log : kept) {
    if (!is_last && log.number >= first_needed) break;
    const auto deleted = database_.rocks().DeleteFile("archive/" + log.path.filename().string());
    if (!deleted.ok()) return std::unexpected(error_of(deleted));
  }
  return {};
}

Result<void> StoreLog::forget_all() {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(const auto held, database_.hold());
  reader_.reset();
  for (const KeptLog& log : kept_logs(database_)) {
    const auto deleted = database_.rocks().DeleteFile("archive/" + log.path.filename().string());
    if (!deleted.ok()) return std::unexpected(error_of(deleted));
  }
  return {};
}

uint64_t StoreLog::kept_bytes() const {
  uint64_t bytes = 0;
  for (const KeptLog& log : kept_logs(database_)) {
    std::error_code error;
    const auto size = fs::file_size(log.path, error);
    if (!error) bytes += size;
  }
  return bytes;
}

bool StoreLog::is_too_large(uint64_t max_bytes) const {
  const uint64_t bytes = kept_bytes();
  if (bytes == 0) return false;
  const auto free = database_.free_bytes();
  return bytes > std::max(max_bytes, kMaxKeptBytes) ||
         (free && *free < database_.reserve_bytes() + kFreeBesideLogs);
}

}  // namespace norn::embedded
