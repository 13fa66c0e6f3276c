#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// The files that describe an export of DynamoDB to S3.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html
//
//   AWSDynamoDB/01693685827463-2d8752fd/_started               empty
//   AWSDynamoDB/01693685827463-2d8752fd/data/NAME.json.gz      {"Item":{...}} in each line
//   AWSDynamoDB/01693685827463-2d8752fd/manifest-files.json    a line for each of them
//   AWSDynamoDB/01693685827463-2d8752fd/manifest-summary.json  written last
//   ...                                 manifest-files.md5, manifest-summary.md5
namespace norn::exchange {

inline constexpr std::string_view kS3Folder = "AWSDynamoDB";
inline constexpr std::string_view kS3DataFolder = "data";
inline constexpr std::string_view kS3Started = "_started";
inline constexpr std::string_view kS3ManifestFiles = "manifest-files";
inline constexpr std::string_view kS3ManifestSummary = "manifest-summary";

// "01693685827463-2d8752fd": the time in milliseconds, and something random.
std::string new_export_id(int64_t now_ms);

struct S3Summary {
  std::string export_id;
  std::string table_arn;
  std::string table_id;
  std::string bucket;  // The folder that takes the place of a bucket.
  std::string prefix;
  int64_t started_ms = 0;
  int64_t ended_ms = 0;
  std::optional<int64_t> export_time_ms;  // Of which moment the items are, if not of the start.
  uint64_t billed_bytes = 0;
  uint64_t items = 0;
};

// "AWSDynamoDB/ID/data/NAME", below the prefix.
std::string data_file_key(std::string_view prefix, std::string_view export_id,
                          std::string_view name);
// "AWSDynamoDB/ID/manifest-summary.json", below the prefix.
std::string summary_key(std::string_view prefix, std::string_view export_id);
// A line of manifest-files.json, with its line break; `digest` is the MD5 of the file.
std::string manifest_line(std::string_view key, uint64_t items, std::string_view digest);
// Writes the checksum of manifest-files.json, the summary and its checksum into the folder of the
// export.
Result<void> write_summary(const std::filesystem::path& folder, const S3Summary& summary);

// A data file, as the manifest has it.
struct S3DataFile {
  std::filesystem::path path;
  std::string digest;  // The MD5: 16 bytes.
  uint64_t items = 0;
};

struct S3Export {
  std::string table;  // The name in the ARN of the table; empty if there is none.
  uint64_t items = 0;
  std::vector<S3DataFile> files;
};

// Reads and checks the manifests in the folder of an export. Returns kInvalid, with the file, if
// one is missing or damaged, and for exports that have no items: incremental ones, and those in
// ION.
Result<S3Export> read_s3_export(const std::filesystem::path& folder);

}  // namespace norn::exchange
