#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "dynamodb/transfers/jobs.h"
#include "dynamodb/transfers/transfer_records.h"
#include "store/bulk_tables.h"
#include "store/continuous_backups.h"

namespace norn::dynamodb {

struct TransferOptions {
  std::filesystem::path folder;   // Whose folders are the buckets.
  std::filesystem::path records;  // A folder for the records.
};

struct ExportOrder {
  // With table, bucket, owner, prefix, token and fingerprint.
  TransferRecord record;
  std::optional<int64_t> time_ms;  // Nullopt: now.
};

struct ImportOrder {
  // With bucket, owner, prefix, token, fingerprint and what was given of the format and the table.
  TransferRecord record;
  ImportFormat format;
  store::CreateTableRequest table;
};

// The exports and imports that the API starts: two at a time, in the background. Their records are
// kept for 90 days. What is not finished when Norn stops has failed. Safe to call from any thread.
class Transfers {
 public:
  // The store and the clock must outlive it. Without continuous backups, only the present of a
  // table can be exported.
  static Result<std::unique_ptr<Transfers>> open(TransferOptions options, store::BulkTables& tables,
                                                 store::ContinuousBackups* continuous,
                                                 const Clock& clock);
  // Ends what is under way.
  ~Transfers();
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  // A second request with the token of another one within eight hours starts nothing, and returns
  // that one, or ExportConflictException or ImportConflictException if it asks for something else.
  Result<TransferRecord> start_export(ExportOrder order);
  Result<TransferRecord> start_import(ImportOrder order);

  // ExportNotFoundException or ImportNotFoundException if there is none.
  Result<TransferRecord> find(TransferKind kind, std::string_view arn);
  // Newest first; an empty table stands for all.
  std::vector<TransferRecord> list(TransferKind kind, std::string_view table);

 private:
  using Work = std::function<Result<TransferProgress>(const TransferRecord&, const NoteProgress&)>;

  Transfers(TransferOptions options, store::BulkTables& tables,
            store::ContinuousBackups* continuous, const Clock& clock);
  Result<void> load();

  // The transfer that the token of a new one belongs to.
  Result<std::optional<TransferRecord>> find_token(const TransferRecord& asked);
  Result<void> check_room();
  // Whether the time is the present, which needs no archive. Refuses times that cannot be had.
  Result<bool> is_now(const ExportOrder& order);
  // Gives the record its id and writes it to the disk.
  Result<void> begin(TransferRecord& record);
  void run_later(const TransferRecord& record, Work work);
  void run(const TransferRecord& record, const Work& work);
  Result<TransferProgress> guarded(const TransferRecord& record, const Work& work);
  Result<void> note(const std::string& id, const TransferProgress& progress);
  void finish(const std::string& id, const Result<TransferProgress>& done);
  // Forgets what is too old. The caller has mutex_.
  void drop_old();

  const TransferOptions options_;
  const TransferRecordFiles files_;
  store::BulkTables& tables_;
  store::ContinuousBackups* const continuous_;
  const Clock& clock_;
  std::atomic<bool> is_stopping_ = false;
  std::mutex starting_;  // One starts at a time.

  std::mutex mutex_;
  std::map<std::string, TransferRecord> records_;  // By id. Guarded by mutex_.
  size_t unfinished_ = 0;                          // Guarded by mutex_.
  ThreadPool pool_;                                // Last: its jobs use all of the above.
};

}  // namespace norn::dynamodb
