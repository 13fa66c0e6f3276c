#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace norn::dynamodb {

enum class TransferKind : uint8_t { kExport, kImport };
enum class TransferStatus : uint8_t { kInProgress, kCompleted, kFailed };
// "IN_PROGRESS", "COMPLETED" or "FAILED".
std::string_view to_name(TransferStatus status);

// An export or an import that was started by the API: what was asked for, and how far it is.
struct TransferRecord {
  TransferKind kind = TransferKind::kExport;
  TransferStatus status = TransferStatus::kInProgress;
  std::string id;  // "01693685827463-2d8752fd": the time, and something random.
  std::string arn;
  std::string table;
  std::string table_arn;
  std::string table_id;
  int64_t started_ms = 0;
  int64_t ended_ms = 0;  // 0 while it is in progress.
  std::string client_token;
  std::string fingerprint;  // Of the other parameters: equal for equal requests.
  std::string bucket;
  std::optional<std::string> bucket_owner;  // As given.
  std::optional<std::string> prefix;        // As given.
  std::string failure_code;
  std::string failure_message;

  uint64_t items = 0;  // Exported, or imported.
  uint64_t bytes = 0;  // Of the exported items by DynamoDB's accounting, or of the lines read.

  // Of an export: the moment that it shows.
  int64_t export_time_ms = 0;

  // Of an import, as given: the last two are JSON.
  std::string input_format;
  std::string compression;
  std::string format_options;  // Empty if there are none.
  std::string table_parameters;
  uint64_t processed = 0;  // Lines.
  uint64_t errors = 0;     // Lines that were no items that the table can have.
};

// The records on the disk: a file each, in a folder of their own.
class TransferRecordFiles {
 public:
  explicit TransferRecordFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // All that can be read, oldest first. Makes the folder if it is missing.
  Result<std::vector<TransferRecord>> load() const;
  Result<void> save(const TransferRecord& record) const;
  void remove(std::string_view id) const;

 private:
  std::filesystem::path file_of(std::string_view id) const;

  const std::filesystem::path folder_;
};

}  // namespace norn::dynamodb
