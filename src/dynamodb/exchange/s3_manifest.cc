#include "dynamodb/exchange/s3_manifest.h"

#include <fmt/format.h>

#include <system_error>

#include "base/ids.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/exchange/md5.h"
#include "dynamodb/remote/reply.h"
#include "dynamodb/table_name.h"
#include "store/wire/wire.h"

namespace norn::exchange {
namespace {

using dynamodb::RemoteObject;
using dynamodb::RemoteReply;

constexpr size_t kMaxSummaryBytes = size_t{1} << 20;
constexpr size_t kRandomIdBytes = 4;
constexpr size_t kMd5Bytes = 16;

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return out;
}

// What S3 calls the tag of an upload in one part: the MD5 of the MD5s of its parts.
std::string entity_tag(std::string_view digest) {
  return hex(md5(digest)) + "-1";
}

std::unexpected<Error> wrong_file(const std::filesystem::path& path, std::string_view what) {
  return fail(ErrorCode::kInvalid, fmt::format("{}: {}", path.string(), what));
}

std::filesystem::path file_in(const std::filesystem::path& folder, std::string_view name,
                              std::string_view ending) {
  return folder / fmt::format("{}{}", name, ending);
}

// The name without folders, if it cannot lead elsewhere.
std::optional<std::string> plain_name(std::string_view key) {
  const std::string_view name = key.substr(key.rfind('/') + 1);
  if (name.empty() || name == "." || name == ".." || name.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(name);
}

// AWS writes the checksum as base64 into a file that ends in .md5; its documentation calls the file
// .checksum.
Result<void> check_manifest(const std::filesystem::path& folder, std::string_view name) {
  const std::filesystem::path path = file_in(folder, name, ".json");
  if (!std::filesystem::exists(path)) return wrong_file(path, "the file is missing");
  for (const std::string_view ending : {".md5", ".checksum"}) {
    const std::filesystem::path checksum = file_in(folder, name, ending);
    if (!std::filesystem::exists(checksum)) continue;
    NORN_ASSIGN(std::string expected, read_small_file(checksum, kMaxSummaryBytes));
    while (!expected.empty() && static_cast<unsigned char>(expected.back()) <= ' ') {
      expected.pop_back();
    }
    NORN_ASSIGN(const std::string digest, md5_of_file(path));
    if (expected != store::base64_encode(digest) && expected != hex(digest)) {
      return wrong_file(
          path, fmt::format("its MD5 is {}, and {} says {}: the file is damaged",
                            store::base64_encode(digest), checksum.filename().string(), expected));
    }
  }
  return {};
}

Result<S3DataFile> read_data_file(const std::filesystem::path& manifest, uint64_t line,
                                  std::string_view text) {
  const auto wrong = [&](std::string_view what) {
    return wrong_file(manifest, fmt::format("line {}: {}", line, what));
  };
  const auto entry = RemoteReply::parse(text);
  if (!entry) return wrong("this is no JSON object");
  const RemoteObject object = entry->root();
  const auto name = plain_name(object.text("dataFileS3Key"));
  if (!name) return wrong("dataFileS3Key names no file");
  auto digest = store::base64_decode(object.text("md5Checksum"));
  if (!digest || digest->size() != kMd5Bytes) return wrong("md5Checksum is no MD5 in base64");
  const auto items = object.integer("itemCount");
  if (!items || *items < 0) return wrong("itemCount is no number");
  S3DataFile file{.path = manifest.parent_path() / kS3DataFolder / *name,
                  .digest = *std::move(digest),
                  .items = static_cast<uint64_t>(*items)};
  if (!std::filesystem::is_regular_file(file.path)) {
    return wrong_file(file.path, fmt::format("the file is missing, which line {} of {} names", line,
                                             manifest.filename().string()));
  }
  return file;
}

Result<void> write_with_checksum(const std::filesystem::path& folder, std::string_view name,
                                 std::string_view content) {
  NORN_TRY(replace_file(file_in(folder, name, ".json"), content));
  return replace_file(file_in(folder, name, ".md5"), store::base64_encode(md5(content)));
}

}  // namespace

std::string new_export_id(int64_t now_ms) {
  return fmt::format("{:014}-{}", now_ms, hex(random_bytes(kRandomIdBytes)));
}

std::string data_file_key(std::string_view prefix, std::string_view export_id,
                          std::string_view name) {
  return fmt::format("{}{}{}/{}/{}/{}", prefix, prefix.empty() ? "" : "/", kS3Folder, export_id,
                     kS3DataFolder, name);
}

std::string summary_key(std::string_view prefix, std::string_view export_id) {
  return fmt::format("{}{}{}/{}/{}.json", prefix, prefix.empty() ? "" : "/", kS3Folder, export_id,
                     kS3ManifestSummary);
}

std::string manifest_line(std::string_view key, uint64_t items, std::string_view digest) {
  std::string line;
  ObjectWriter object(line);
  object.integer("itemCount", static_cast<int64_t>(items));
  object.text("md5Checksum", store::base64_encode(digest));
  object.text("etag", entity_tag(digest));
  object.text("dataFileS3Key", key);
  object.close();
  line.push_back('\n');
  return line;
}

Result<void> write_summary(const std::filesystem::path& folder, const S3Summary& summary) {
  NORN_ASSIGN(const std::string files_digest,
              md5_of_file(file_in(folder, kS3ManifestFiles, ".json")));
  NORN_TRY(
      replace_file(file_in(folder, kS3ManifestFiles, ".md5"), store::base64_encode(files_digest)));
  std::string json;
  ObjectWriter object(json);
  object.text("version", "2020-06-30");
  object.text("exportArn", fmt::format("{}/export/{}", summary.table_arn, summary.export_id));
  object.text("startTime", timestamp_ms(summary.started_ms));
  object.text("endTime", timestamp_ms(summary.ended_ms));
  object.text("tableArn", summary.table_arn);
  object.text("tableId", summary.table_id);
  object.text("exportTime", timestamp_ms(summary.export_time_ms.value_or(summary.started_ms)));
  object.text("s3Bucket", summary.bucket);
  summary.prefix.empty() ? object.null("s3Prefix") : object.text("s3Prefix", summary.prefix);
  object.null("s3SseAlgorithm");  // The files are not encrypted.
  object.null("s3SseKmsKeyId");
  object.text("manifestFilesS3Key",
              fmt::format("{}{}{}/{}/{}.json", summary.prefix, summary.prefix.empty() ? "" : "/",
                          kS3Folder, summary.export_id, kS3ManifestFiles));
  object.integer("billedSizeBytes", static_cast<int64_t>(summary.billed_bytes));
  object.integer("itemCount", static_cast<int64_t>(summary.items));
  object.text("outputFormat", "DYNAMODB_JSON");
  object.text("exportType", "FULL_EXPORT");
  object.close();
  return write_with_checksum(folder, kS3ManifestSummary, json);
}

Result<S3Export> read_s3_export(const std::filesystem::path& folder) {
  NORN_TRY(check_manifest(folder, kS3ManifestSummary));
  NORN_TRY(check_manifest(folder, kS3ManifestFiles));
  const std::filesystem::path path = file_in(folder, kS3ManifestSummary, ".json");
  NORN_ASSIGN(const std::string text, read_small_file(path, kMaxSummaryBytes));
  const auto summary = RemoteReply::parse(text);
  if (!summary) return wrong_file(path, "this is no JSON object");
  const RemoteObject root = summary->root();
  if (root.text("outputFormat") != "DYNAMODB_JSON") {
    return wrong_file(path, fmt::format("the export is in the format '{}'; only DYNAMODB_JSON can "
                                        "be imported. Export it again.",
                                        root.text("outputFormat")));
  }
  const std::string_view type = root.text("exportType");  // Absent in older exports.
  if (!type.empty() && type != "FULL_EXPORT") {
    return wrong_file(path, fmt::format("this is an export of the type '{}', which has changes and "
                                        "not items; only a FULL_EXPORT can be imported.",
                                        type));
  }
  S3Export found;
  if (const auto table = dynamodb::table_name(root.text("tableArn"))) found.table = *table;
  found.items = static_cast<uint64_t>(root.integer("itemCount").value_or(0));
  const std::filesystem::path manifest = file_in(folder, kS3ManifestFiles, ".json");
  NORN_ASSIGN(const auto lines, LineReader::open(manifest));
  while (true) {
    NORN_ASSIGN(const auto line, lines->next());
    if (!line) return found;
    NORN_ASSIGN(S3DataFile file, read_data_file(manifest, lines->line(), *line));
    found.files.push_back(std::move(file));
  }
}

}  // namespace norn::exchange
