#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/error.h"
#include "base/json_writer.h"
#include "base/sha256.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/api/table_input.h"
#include "dynamodb/exchange/s3_manifest.h"
#include "dynamodb/render.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "dynamodb/transfers/bucket.h"
#include "dynamodb/transfers/transfers.h"
#include "store/errors.h"

// Exports of tables to files, and imports of new tables from files. The buckets of S3 are folders
// of this machine.
namespace norn::dynamodb {
namespace {

constexpr size_t kMaxListedTransfers = 25;
constexpr size_t kAccountDigits = 12;
constexpr size_t kMaxParameterBytes = size_t{256}
                                      << 10;  // Of an import's parameters in its record.
// A token of a page of imports has at least 112 hexadecimal digits, in groups of 16.
constexpr size_t kTokenBytes = 56;

Result<Transfers*> transfers_of(const Context& context) {
  if (context.transfers != nullptr) return context.transfers;
  return store::validation(
      "Exports and imports are turned off. Start the server with norn serve --export-folder DIR: "
      "the folders in DIR are the buckets.");
}

// Equal for requests that ask for the same.
std::string fingerprint_of(const Input& input, std::initializer_list<std::string_view> members) {
  std::string text;
  for (const std::string_view member : members) {
    const auto found = input.find(member);
    text.append(found ? simdjson::minify(*found) : "-").push_back('\n');
  }
  return sha256_hex(text);
}

std::optional<std::string> given_text(const Input& input, std::string_view name) {
  if (!input.has(name)) return std::nullopt;
  return std::string(input.text(name));
}

Result<void> read_bucket(const Input& input, std::string_view prefix_name, TransferRecord& record) {
  record.bucket = input.text("S3Bucket");
  NORN_TRY(check_bucket_name(record.bucket));
  record.prefix = given_text(input, prefix_name);
  NORN_TRY(check_key_prefix(prefix_name, record.prefix.value_or("")));
  record.bucket_owner = given_text(input, "S3BucketOwner");
  const std::string_view owner = input.text("S3BucketOwner");
  if (record.bucket_owner &&
      (owner.size() != kAccountDigits || !std::ranges::all_of(owner, is_digit))) {
    return store::validation(
        fmt::format("Invalid S3BucketOwner: '{}'. An account has 12 digits.", owner));
  }
  return {};
}

// What is not done here is refused, so that no description says that it was done.
Result<void> check_export_abilities(const Input& input) {
  if (input.text("ExportFormat") == "ION") {
    return store::validation(
        "ExportFormat ION is not supported: use DYNAMODB_JSON, which keeps every type.");
  }
  if (input.text("ExportType") == "INCREMENTAL_EXPORT" ||
      input.has("IncrementalExportSpecification")) {
    return store::validation(
        "ExportType INCREMENTAL_EXPORT is not supported: use FULL_EXPORT, or read the changes from "
        "the table's stream.");
  }
  for (const std::string_view member : {"S3SseAlgorithm", "S3SseKmsKeyId"}) {
    if (!input.has(member)) continue;
    return store::validation(
        fmt::format("{} is not supported: the files of an export are not encrypted. Leave it out, "
                    "and encrypt the disk.",
                    member));
  }
  return {};
}

void append_failure(ObjectWriter& object, const TransferRecord& record) {
  if (record.status != TransferStatus::kFailed) return;
  object.text("FailureCode", record.failure_code);
  object.text("FailureMessage", record.failure_message);
}

void append_export(std::string& out, const TransferRecord& record) {
  const bool is_complete = record.status == TransferStatus::kCompleted;
  ObjectWriter reply(out);
  ObjectWriter object(reply.key("ExportDescription"));
  object.text("ExportArn", record.arn);
  object.text("ExportStatus", to_name(record.status));
  append_seconds(object.key("StartTime"), record.started_ms);
  if (record.ended_ms != 0) append_seconds(object.key("EndTime"), record.ended_ms);
  if (is_complete) {
    std::string_view prefix = record.prefix ? std::string_view(*record.prefix) : "";
    if (prefix.ends_with('/')) prefix.remove_suffix(1);
    object.text("ExportManifest", exchange::summary_key(prefix, record.id));
  }
  object.text("TableArn", record.table_arn);
  object.text("TableId", record.table_id);
  append_seconds(object.key("ExportTime"), record.export_time_ms);
  object.text("ClientToken", record.client_token);
  object.text("S3Bucket", record.bucket);
  if (record.bucket_owner) object.text("S3BucketOwner", *record.bucket_owner);
  if (record.prefix) object.text("S3Prefix", *record.prefix);
  append_failure(object, record);
  object.text("ExportFormat", "DYNAMODB_JSON");
  if (is_complete) {
    object.integer("BilledSizeBytes", static_cast<int64_t>(record.bytes));
    object.integer("ItemCount", static_cast<int64_t>(record.items));
  }
  object.text("ExportType", "FULL_EXPORT");
  object.close();
  reply.close();
}

Result<void> export_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(Transfers* const transfers, transfers_of(context));
  NORN_TRY(check_export_abilities(input));
  ExportOrder order;
  NORN_ASSIGN(order.record.table, table_name(input.text("TableArn")));
  NORN_TRY(read_bucket(input, "S3Prefix", order.record));
  order.time_ms = input.time_ms("ExportTime");
  order.record.client_token = input.text("ClientToken");
  order.record.fingerprint =
      fingerprint_of(input, {"TableArn", "ExportTime", "S3Bucket", "S3BucketOwner", "S3Prefix"});
  NORN_ASSIGN(const TransferRecord record, transfers->start_export(std::move(order)));
  append_export(out, record);
  return {};
}

Result<void> describe_export(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(Transfers* const transfers, transfers_of(context));
  NORN_ASSIGN(const TransferRecord record,
              transfers->find(TransferKind::kExport, input.text("ExportArn")));
  append_export(out, record);
  return {};
}

// The id of the last transfer of a page, in the form that clients expect of a token.
std::string page_token(std::string_view id) {
  std::string token;
  for (size_t i = 0; i < std::max(kTokenBytes, id.size()); ++i) {
    token += fmt::format("{:02x}", i < id.size() ? static_cast<unsigned char>(id[i]) : 0);
  }
  return token;
}

// A page of what is newer first.
struct TransferPage {
  std::vector<TransferRecord> records;
  std::optional<std::string> next_token;
};

Result<TransferPage> page_of(const Context& context, const Input& input, TransferKind kind,
                             std::string_view limit_name) {
  NORN_ASSIGN(Transfers* const transfers, transfers_of(context));
  NORN_ASSIGN(const std::string table, table_name(input.text("TableArn")));
  std::vector<TransferRecord> all = transfers->list(kind, table);
  if (input.has("NextToken")) {
    const std::string_view token = input.text("NextToken");
    const bool is_hex = token.size() == 2 * kTokenBytes && std::ranges::all_of(token, [](char c) {
                          return is_digit(c) || ('a' <= c && c <= 'f');
                        });
    if (!is_hex) return store::validation("Invalid NextToken");
    // Tokens are ordered as the ids are. The last one may have been forgotten meanwhile.
    std::erase_if(all, [&](const TransferRecord& one) { return page_token(one.id) >= token; });
  }
  const auto limit =
      static_cast<size_t>(input.integer(limit_name).value_or(int64_t{kMaxListedTransfers}));
  TransferPage page;
  if (all.size() > limit) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(limit), all.end());
    page.next_token = page_token(all.back().id);
  }
  page.records = std::move(all);
  return page;
}

Result<void> list_exports(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const TransferPage page,
              page_of(context, input, TransferKind::kExport, "MaxResults"));
  ObjectWriter object(out);
  ListWriter list(object.key("ExportSummaries"));
  for (const TransferRecord& record : page.records) {
    ObjectWriter summary(list.next());
    summary.text("ExportArn", record.arn);
    summary.text("ExportStatus", to_name(record.status));
    summary.text("ExportType", "FULL_EXPORT");
    summary.close();
  }
  list.close();
  if (page.next_token) object.text("NextToken", *page.next_token);
  object.close();
  return {};
}

void append_source(std::string& out, const TransferRecord& record) {
  ObjectWriter source(out);
  if (record.bucket_owner) source.text("S3BucketOwner", *record.bucket_owner);
  source.text("S3Bucket", record.bucket);
  if (record.prefix) source.text("S3KeyPrefix", *record.prefix);
  source.close();
}

void append_import(std::string& out, const TransferRecord& record) {
  ObjectWriter reply(out);
  ObjectWriter object(reply.key("ImportTableDescription"));
  object.text("ImportArn", record.arn);
  object.text("ImportStatus", to_name(record.status));
  object.text("TableArn", record.table_arn);
  object.text("TableId", record.table_id);
  object.text("ClientToken", record.client_token);
  append_source(object.key("S3BucketSource"), record);
  object.integer("ErrorCount", static_cast<int64_t>(record.errors));
  object.text("InputFormat", record.input_format);
  if (!record.format_options.empty()) {
    object.key("InputFormatOptions").append(record.format_options);
  }
  object.text("InputCompressionType", record.compression);
  object.key("TableCreationParameters").append(record.table_parameters);
  append_seconds(object.key("StartTime"), record.started_ms);
  if (record.ended_ms != 0) append_seconds(object.key("EndTime"), record.ended_ms);
  object.integer("ProcessedSizeBytes", static_cast<int64_t>(record.bytes));
  object.integer("ProcessedItemCount", static_cast<int64_t>(record.processed));
  object.integer("ImportedItemCount", static_cast<int64_t>(record.items));
  append_failure(object, record);
  object.close();
  reply.close();
}

Result<void> read_csv_options(const Input& input, ImportFormat& format) {
  const Input csv = input.structure("InputFormatOptions").structure("Csv");
  if (input.structure("InputFormatOptions").has("Csv") && !format.is_csv) {
    return store::validation("InputFormatOptions.Csv goes with InputFormat CSV only.");
  }
  const std::string_view delimiter = csv.text("Delimiter");
  constexpr std::string_view kDelimiters = ",;:|\t ";
  if (!delimiter.empty()) {
    if (kDelimiters.find(delimiter) == std::string_view::npos) {
      return store::validation(
          "Invalid Delimiter: one of comma, semicolon, colon, pipe, tab and space is expected.");
    }
    format.delimiter = delimiter.front();
  }
  return csv.each("HeaderList", [&](simdjson::dom::element name) -> Result<void> {
    const std::string_view text = name.get_string().value_unsafe();
    const auto is_allowed = [](char c) { return ' ' <= c && c <= '~' && c != '"' && c != ','; };
    if (!std::ranges::all_of(text, is_allowed)) {
      return store::validation(
          fmt::format("Invalid name in HeaderList: '{}'. It has ASCII characters but control "
                      "characters, '\"' and ','.",
                      text));
    }
    if (std::ranges::find(format.header, text) != format.header.end()) {
      return store::validation(fmt::format("HeaderList has the name '{}' twice.", text));
    }
    format.header.emplace_back(text);
    return {};
  });
}

Result<void> read_format(const Input& input, ImportOrder& order) {
  order.record.input_format = input.text("InputFormat");
  if (order.record.input_format == "ION") {
    return store::validation("InputFormat ION is not supported: use DYNAMODB_JSON or CSV.");
  }
  order.format.is_csv = order.record.input_format == "CSV";
  order.record.compression =
      input.has("InputCompressionType") ? input.text("InputCompressionType") : "NONE";
  order.format.compression = order.record.compression == "GZIP"   ? exchange::Compression::kGzip
                             : order.record.compression == "ZSTD" ? exchange::Compression::kZstd
                                                                  : exchange::Compression::kNone;
  return read_csv_options(input, order.format);
}

// What the description of the import repeats.
Result<void> keep_parameters(const Input& input, TransferRecord& record) {
  if (const auto options = input.find("InputFormatOptions")) {
    record.format_options = simdjson::minify(*options);
  }
  if (const auto table = input.find("TableCreationParameters")) {
    record.table_parameters = simdjson::minify(*table);
  }
  if (record.format_options.size() + record.table_parameters.size() <= kMaxParameterBytes)
    return {};
  return store::validation(
      fmt::format("InputFormatOptions and TableCreationParameters have more than {} bytes.",
                  kMaxParameterBytes));
}

Result<void> import_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(Transfers* const transfers, transfers_of(context));
  ImportOrder order;
  NORN_TRY(read_bucket(input.structure("S3BucketSource"), "S3KeyPrefix", order.record));
  NORN_TRY(read_format(input, order));
  NORN_ASSIGN(order.table, read_create_table(input.structure("TableCreationParameters")));
  NORN_TRY(keep_parameters(input, order.record));
  order.record.client_token = input.text("ClientToken");
  order.record.fingerprint =
      fingerprint_of(input, {"S3BucketSource", "InputFormat", "InputFormatOptions",
                             "InputCompressionType", "TableCreationParameters"});
  NORN_ASSIGN(const TransferRecord record, transfers->start_import(std::move(order)));
  append_import(out, record);
  return {};
}

Result<void> describe_import(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(Transfers* const transfers, transfers_of(context));
  NORN_ASSIGN(const TransferRecord record,
              transfers->find(TransferKind::kImport, input.text("ImportArn")));
  append_import(out, record);
  return {};
}

Result<void> list_imports(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const TransferPage page, page_of(context, input, TransferKind::kImport, "PageSize"));
  ObjectWriter object(out);
  ListWriter list(object.key("ImportSummaryList"));
  for (const TransferRecord& record : page.records) {
    ObjectWriter summary(list.next());
    summary.text("ImportArn", record.arn);
    summary.text("ImportStatus", to_name(record.status));
    summary.text("TableArn", record.table_arn);
    append_source(summary.key("S3BucketSource"), record);
    summary.text("InputFormat", record.input_format);
    append_seconds(summary.key("StartTime"), record.started_ms);
    if (record.ended_ms != 0) append_seconds(summary.key("EndTime"), record.ended_ms);
    summary.close();
  }
  list.close();
  if (page.next_token) object.text("NextToken", *page.next_token);
  object.close();
  return {};
}

constexpr Operation kTransferOperations[] = {
    {"ExportTableToPointInTime", &kExportTableInput, export_table, Operation::kPool},
    {"DescribeExport", &kDescribeExportInput, describe_export, Operation::kPool},
    {"ListExports", &kListExportsInput, list_exports, Operation::kPool},
    {"ImportTable", &kImportTableInput, import_table, Operation::kPool},
    {"DescribeImport", &kDescribeImportInput, describe_import, Operation::kPool},
    {"ListImports", &kListImportsInput, list_imports, Operation::kPool},
};

}  // namespace

std::span<const Operation> transfer_operations() {
  return kTransferOperations;
}

}  // namespace norn::dynamodb
