#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/backups.h"
#include "store/item.h"
#include "store/requests/table_requests.h"

// Continuous backups, as DynamoDB's API has them: a table can be brought back as it was at any
// second of the last days (point-in-time recovery). A part of the contract that not every store
// has.
namespace norn::store {

inline constexpr int kMaxRecoveryDays = 35;
inline constexpr int kDefaultRecoveryDays = kMaxRecoveryDays;

// Of one table.
struct ContinuousBackupStatus {
  bool enabled = false;
  int recovery_days = kDefaultRecoveryDays;
  // The seconds between which any can be restored, both included: both or none. There is none while
  // it is off, and until the first backup after it was turned on is made.
  std::optional<int64_t> earliest_s;
  std::optional<int64_t> latest_s;
};

struct UpdateContinuousBackupsRequest {
  std::string table;
  bool enabled = false;
  std::optional<int> recovery_days;  // 1 to kMaxRecoveryDays.
};

struct RestoreTableToTimeRequest {
  std::string source;
  std::optional<int64_t> time_s;  // The table at the end of this second; nullopt means the latest.
  RestoreTableRequest as;         // `as.backup_arn` is not used.
};

// The items of a table as they were at a time, read once.
class TableAtTime {
 public:
  virtual ~TableAtTime() = default;
  // As it was then.
  virtual const TableDescription& table() const = 0;
  // In no particular order; nullopt after the last.
  virtual Result<std::optional<Item>> next() = 0;
};

// Safe to call from any thread. The calls that restore block, for as long as copying the data
// takes.
//
// Errors: TableNotFoundException if there is no such table; PointInTimeRecoveryUnavailableException
// if it is not turned on for the table; InvalidRestoreTimeException if the time cannot be restored.
class ContinuousBackups {
 public:
  virtual ~ContinuousBackups() = default;

  virtual Result<ContinuousBackupStatus> describe(std::string_view table) = 0;
  virtual Result<ContinuousBackupStatus> update(const UpdateContinuousBackupsRequest& request) = 0;
  // The table appears when it is whole. Streams, TTL and tags are not restored, as in DynamoDB.
  virtual Result<TableDescription> restore(const RestoreTableToTimeRequest& request) = 0;
  // The table at the end of a second. What it reads from is temporary and goes with it.
  virtual Result<std::unique_ptr<TableAtTime>> read_at(std::string_view table, int64_t time_s) = 0;
};

}  // namespace norn::store
