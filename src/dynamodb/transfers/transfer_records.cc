#include "dynamodb/transfers/transfer_records.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/json_writer.h"
#include "base/log.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/remote/reply.h"

namespace norn::dynamodb {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxRecordBytes = size_t{1} << 20;  // Four times what an import may ask for.
constexpr std::string_view kRecordEnding = ".json";

std::string to_json(const TransferRecord& record) {
  std::string out;
  ObjectWriter object(out);
  const auto number = [&object](std::string_view name, auto value) {
    object.integer(name, static_cast<int64_t>(value));
  };
  object.text("kind", record.kind == TransferKind::kExport ? "export" : "import");
  object.text("status", to_name(record.status));
  object.text("id", record.id);
  object.text("arn", record.arn);
  object.text("table", record.table);
  object.text("tableArn", record.table_arn);
  object.text("tableId", record.table_id);
  number("startedMs", record.started_ms);
  number("endedMs", record.ended_ms);
  object.text("clientToken", record.client_token);
  object.text("fingerprint", record.fingerprint);
  object.text("bucket", record.bucket);
  if (record.bucket_owner) object.text("bucketOwner", *record.bucket_owner);
  if (record.prefix) object.text("prefix", *record.prefix);
  object.text("failureCode", record.failure_code);
  object.text("failureMessage", record.failure_message);
  number("items", record.items);
  number("bytes", record.bytes);
  number("exportTimeMs", record.export_time_ms);
  object.text("inputFormat", record.input_format);
  object.text("compression", record.compression);
  if (!record.format_options.empty()) object.key("formatOptions").append(record.format_options);
  if (!record.table_parameters.empty()) object.key("parameters").append(record.table_parameters);
  number("processed", record.processed);
  number("errors", record.errors);
  object.close();
  return out;
}

std::optional<TransferRecord> from_json(std::string_view text) {
  const auto reply = RemoteReply::parse(text);
  if (!reply) return std::nullopt;
  const RemoteObject object = reply->root();
  const auto word = [&](std::string_view name) { return std::string(object.text(name)); };
  const auto number = [&](std::string_view name) {
    return static_cast<uint64_t>(object.integer(name).value_or(0));
  };
  const auto json = [&](std::string_view name) {
    const auto found = object.find(name);
    return found ? std::string(simdjson::minify(*found)) : std::string();
  };
  TransferRecord record;
  record.kind = word("kind") == "import" ? TransferKind::kImport : TransferKind::kExport;
  const std::string status = word("status");
  record.status = status == to_name(TransferStatus::kCompleted)    ? TransferStatus::kCompleted
                  : status == to_name(TransferStatus::kInProgress) ? TransferStatus::kInProgress
                                                                   : TransferStatus::kFailed;
  record.id = word("id");
  record.arn = word("arn");
  record.table = word("table");
  record.table_arn = word("tableArn");
  record.table_id = word("tableId");
  record.started_ms = object.integer("startedMs").value_or(0);
  record.ended_ms = object.integer("endedMs").value_or(0);
  record.client_token = word("clientToken");
  record.fingerprint = word("fingerprint");
  record.bucket = word("bucket");
  if (object.find("bucketOwner")) record.bucket_owner = word("bucketOwner");
  if (object.find("prefix")) record.prefix = word("prefix");
  record.failure_code = word("failureCode");
  record.failure_message = word("failureMessage");
  record.items = number("items");
  record.bytes = number("bytes");
  record.export_time_ms = object.integer("exportTimeMs").value_or(0);
  record.input_format = word("inputFormat");
  record.compression = word("compression");
  record.format_options = json("formatOptions");
  record.table_parameters = json("parameters");
  record.processed = number("processed");
  record.errors = number("errors");
  if (record.id.empty() || record.arn.empty()) return std::nullopt;
  return record;
}

}  // namespace

std::string_view to_name(TransferStatus status) {
  switch (status) {
    case TransferStatus::kInProgress:
      return "IN_PROGRESS";
    case TransferStatus::kCompleted:
      return "COMPLETED";
    case TransferStatus::kFailed:
      return "FAILED";
  }
  return "";
}

fs::path TransferRecordFiles::file_of(std::string_view id) const {
  return folder_ / fmt::format("{}{}", id, kRecordEnding);
}

Result<std::vector<TransferRecord>> TransferRecordFiles::load() const {
  std::error_code error;
  fs::create_directories(folder_, error);
  std::vector<TransferRecord> records;
  fs::directory_iterator entries(folder_, error);
  for (const fs::directory_iterator end; !error && entries != end; entries.increment(error)) {
    const fs::path& file = entries->path();
    if (file.extension() != kRecordEnding) continue;
    const auto text = exchange::read_small_file(file, kMaxRecordBytes);
    auto record = text ? from_json(*text) : std::nullopt;
    if (record && file.stem() == record->id) {
      records.push_back(*std::move(record));
    } else {
      log::warn("{} is left out: it is no record of an export or import", file.string());
    }
  }
  if (error) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("Cannot read the records of exports and imports in {}: {}.",
                            folder_.string(), error.message()));
  }
  std::ranges::sort(records, {}, &TransferRecord::id);
  return records;
}

Result<void> TransferRecordFiles::save(const TransferRecord& record) const {
  return exchange::replace_file(file_of(record.id), to_json(record));
}

void TransferRecordFiles::remove(std::string_view id) const {
  std::error_code error;  // What stays is removed the next time.
  fs::remove(file_of(id), error);
}

}  // namespace norn::dynamodb
