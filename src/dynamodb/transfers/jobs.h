#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/exchange/compression.h"
#include "dynamodb/transfers/transfer_records.h"
#include "store/bulk_tables.h"

// The work of an export and of an import, on the thread of the caller. Errors have the code of the
// failure as their type, if it has one.
namespace norn::dynamodb {

struct TransferProgress {
  uint64_t items = 0;
  uint64_t bytes = 0;
  uint64_t processed = 0;
  uint64_t errors = 0;
};

// Is told every now and then; an error ends the work.
using NoteProgress = std::function<Result<void>(const TransferProgress& progress)>;

// Writes the items of a table into its bucket, as DynamoDB exports to S3: AWSDynamoDB/ID below the
// prefix. An export that is not finished has no manifest-summary.json.
Result<TransferProgress> export_to_bucket(const std::filesystem::path& folder,
                                          const TransferRecord& record, store::TableAtTime& table,
                                          const Clock& clock, const NoteProgress& note);

struct ImportFormat {
  bool is_csv = false;
  exchange::Compression compression = exchange::Compression::kNone;
  char delimiter = ',';
  std::vector<std::string> header;  // Empty: the first line of each file.
};

// Puts the items of all files with the prefix into the table. It is not published.
Result<TransferProgress> import_from_bucket(const std::filesystem::path& folder,
                                            const TransferRecord& record,
                                            const ImportFormat& format, store::NewTable& table,
                                            const NoteProgress& note);

}  // namespace norn::dynamodb
