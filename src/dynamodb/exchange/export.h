#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/exchange/compression.h"
#include "dynamodb/exchange/item_line.h"
#include "dynamodb/exchange/progress.h"
#include "store/store.h"

namespace norn::exchange {

inline constexpr size_t kDefaultSegments = 4;
// How much is written, before compression, between two positions from which an export can be
// continued. It is also the size of the data files of the format of S3.
inline constexpr uint64_t kCheckpointBytes = uint64_t{8} << 20;
inline constexpr uint64_t kS3FileBytes = uint64_t{64} << 20;

// The journal in the folder of an export that is not finished.
inline constexpr std::string_view kExportJournal = "norn-export.journal";
// What its name has after that of the file, if the export is one file.
inline constexpr std::string_view kFileJournalEnding = ".journal";

struct ExportRequest {
  std::string source;               // The store, for a person; a part of the journal.
  std::vector<std::string> tables;  // With their whole names.
  // A folder, which gets a folder for each table; a file for one table; or "-", standard output.
  std::filesystem::path to;
  bool to_folder = true;
  LineForm form = LineForm::kDynamodbJson;
  bool as_s3 = false;  // In the format of DynamoDB's exports to S3.
  Compression compression = Compression::kNone;
  size_t segments = kDefaultSegments;
  uint64_t checkpoint_bytes = kCheckpointBytes;
};

// Whether a name is that of a file of items: .json, .jsonl or .ndjson, and perhaps .gz or .zst.
bool is_item_file(const std::filesystem::path& path);

// Exports tables, and returns how many items there are. It continues a run that was interrupted,
// from the journal beside the files. Returns kConflict if there is an export or another file
// already.
Result<uint64_t> export_tables(store::Store& store, const ExportRequest& request,
                               const Clock& clock, Progress& progress);

}  // namespace norn::exchange
