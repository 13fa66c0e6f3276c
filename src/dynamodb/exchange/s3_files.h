#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "dynamodb/exchange/journal.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/exchange/s3_manifest.h"

namespace norn::exchange {

// The files of an export to S3. A data file is written under another name until it is whole, and a
// checkpoint ends it. So the files in `data` are never half written, and each is one gzip stream.
class S3Files {
 public:
  // `folder` is that of the export, AWSDynamoDB/ID, and has the folder `data`.
  static Result<std::unique_ptr<S3Files>> open(std::filesystem::path folder, S3Summary summary,
                                               const TableProgress& progress);
  S3Files(std::filesystem::path folder, S3Summary summary, std::unique_ptr<LineWriter> manifest,
          uint64_t files);

  Result<void> add(std::string_view lines, uint64_t items);
  // Brings everything to the disk, and notes in `progress` where to continue.
  Result<void> checkpoint(TableProgress& progress);
  // Writes the summary, which makes the export a whole one. After the last checkpoint.
  Result<void> finish(const TableProgress& progress, int64_t now_ms);

 private:
  std::string data_name() const;
  std::filesystem::path data_file() const;
  Result<void> end_file();

  const std::filesystem::path folder_;
  S3Summary summary_;
  std::unique_ptr<LineWriter> manifest_;
  std::unique_ptr<LineWriter> writer_;  // Of the data file, if one has begun.
  uint64_t items_in_file_ = 0;
  uint64_t files_ = 0;
};

}  // namespace norn::exchange
