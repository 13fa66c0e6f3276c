#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/requests/table_requests.h"

// Backups of single tables, as DynamoDB's API has them. A part of the contract that not every store
// has.
namespace norn::store {

// Attached to errors whose type on the wire has no ErrorCode of its own, because no other code asks
// for it: "BackupNotFoundException".
struct WireError final : ErrorDetail {
  explicit WireError(std::string_view name) : type(name) {}
  std::string_view type;
};
std::unexpected<Error> wire_error(ErrorCode code, std::string_view type, std::string message);

struct TableBackup {
  std::string arn;
  std::string name;
  int64_t created_ms = 0;
  bool is_complete = true;
  // As it was then, with the number of its items and their bytes.
  TableDescription table;
  TtlDescription ttl;
};

struct RestoreTableRequest {
  std::string backup_arn;
  std::string target;  // A table of this name must not exist.
  std::optional<BillingMode> billing;
  std::optional<Throughput> throughput;
  // Instead of those of the backup: only indexes that it has.
  std::optional<std::vector<IndexDefinition>> local_indexes;
  std::optional<std::vector<IndexDefinition>> global_indexes;
};

// Safe to call from any thread. The calls block, for as long as copying the data takes.
class TableBackups {
 public:
  virtual ~TableBackups() = default;

  virtual Result<TableBackup> create(std::string_view table, std::string_view name) = 0;
  // Oldest first.
  virtual Result<std::vector<TableBackup>> list() = 0;
  // Returns BackupNotFoundException if there is none.
  virtual Result<TableBackup> describe(std::string_view arn) = 0;
  // Returns what is gone.
  virtual Result<TableBackup> remove(std::string_view arn) = 0;
  // The table appears when it is whole. Streams, TTL and tags are not restored, as in DynamoDB.
  virtual Result<TableDescription> restore(const RestoreTableRequest& request) = 0;
};

}  // namespace norn::store
