#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json_writer.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/api/table_input.h"
#include "dynamodb/api/table_render.h"
#include "dynamodb/render.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "store/backups.h"
#include "store/errors.h"

// Backups of tables. As with tables themselves, everything is done before the reply is sent, which
// shows the transitional state all the same.
namespace norn::dynamodb {
namespace {

using store::TableBackup;

constexpr size_t kMaxListedBackups = 100;

Result<store::TableBackups*> backups_of(const Context& context) {
  if (context.backups == nullptr) return fail(ErrorCode::kUnknownOperation, "");
  return context.backups;
}

void append_backup_members(ObjectWriter& object, const TableBackup& backup,
                           std::string_view status) {
  object.text("BackupArn", backup.arn);
  object.text("BackupName", backup.name);
  object.integer("BackupSizeBytes", static_cast<int64_t>(backup.table.size_bytes));
  object.text("BackupStatus", status);
  object.text("BackupType", "USER");
  append_seconds(object.key("BackupCreationDateTime"), backup.created_ms);
}

void append_source_table(ObjectWriter& description, const TableBackup& backup) {
  const store::TableDescription& table = backup.table;
  ObjectWriter source(description.key("SourceTableDetails"));
  source.text("TableName", table.schema.name);
  source.text("TableId", table.id);
  source.text("TableArn", table.arn);
  source.integer("TableSizeBytes", static_cast<int64_t>(table.size_bytes));
  append_key_schema(source.key("KeySchema"), table.schema.key);
  append_seconds(source.key("TableCreationDateTime"), table.created_ms);
  ObjectWriter throughput(source.key("ProvisionedThroughput"));
  throughput.integer("ReadCapacityUnits", table.throughput.read_units);
  throughput.integer("WriteCapacityUnits", table.throughput.write_units);
  throughput.close();
  source.integer("ItemCount", static_cast<int64_t>(table.item_count));
  source.text("BillingMode", store::to_name(table.billing));
  source.close();
}

void append_source_features(ObjectWriter& description, const TableBackup& backup) {
  ObjectWriter features(description.key("SourceTableFeatureDetails"));
  append_index_infos(features, backup.table);
  if (backup.table.stream) {
    ObjectWriter stream(features.key("StreamDescription"));
    stream.boolean("StreamEnabled", true);
    stream.text("StreamViewType", store::to_name(*backup.table.stream));
    stream.close();
  }
  ObjectWriter ttl(features.key("TimeToLiveDescription"));
  ttl.text("TimeToLiveStatus", backup.ttl.enabled ? "ENABLED" : "DISABLED");
  if (backup.ttl.enabled) ttl.text("AttributeName", backup.ttl.attribute);
  ttl.close();
  features.close();
}

void append_backup_description(std::string& out, const TableBackup& backup,
                               std::string_view status) {
  ObjectWriter object(out);
  ObjectWriter description(object.key("BackupDescription"));
  ObjectWriter details(description.key("BackupDetails"));
  append_backup_members(details, backup, status);
  details.close();
  append_source_table(description, backup);
  append_source_features(description, backup);
  description.close();
  object.close();
}

Result<void> create_backup(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::TableBackups* const backups, backups_of(context));
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  NORN_ASSIGN(const TableBackup backup, backups->create(table, input.text("BackupName")));
  ObjectWriter object(out);
  ObjectWriter details(object.key("BackupDetails"));
  append_backup_members(details, backup, "CREATING");
  details.close();
  object.close();
  return {};
}

Result<void> describe_backup(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::TableBackups* const backups, backups_of(context));
  NORN_ASSIGN(const TableBackup backup, backups->describe(input.text("BackupArn")));
  append_backup_description(out, backup, "AVAILABLE");
  return {};
}

Result<void> delete_backup(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::TableBackups* const backups, backups_of(context));
  NORN_ASSIGN(const TableBackup backup, backups->remove(input.text("BackupArn")));
  append_backup_description(out, backup, "DELETED");
  return {};
}

// Keeps the backups that a request of ListBackups asks for. The lower bound is inclusive, the upper
// one exclusive.
Result<void> select_backups(const Input& input, std::vector<TableBackup>& all) {
  const std::string_view type = input.text("BackupType");
  if (type == "SYSTEM" || type == "AWS_BACKUP") all.clear();
  if (input.has("TableName")) {
    NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
    std::erase_if(all, [&](const TableBackup& one) { return one.table.schema.name != table; });
  }
  const auto from = input.time_ms("TimeRangeLowerBound");
  const auto to = input.time_ms("TimeRangeUpperBound");
  std::erase_if(all, [&](const TableBackup& one) {
    return (from && one.created_ms < *from) || (to && one.created_ms >= *to);
  });
  return {};
}

// The time in the ARN of a backup: .../backup/01700000000123-0a1b2c3d.
std::optional<int64_t> time_in_arn(std::string_view arn) {
  constexpr size_t kTimeDigits = 14;
  const std::string_view name = arn.substr(arn.rfind('/') + 1);
  int64_t time_ms = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), time_ms);
  const auto digits = static_cast<size_t>(end - name.data());
  if (error != std::errc() || digits != kTimeDigits || digits == name.size() || *end != '-') {
    return std::nullopt;
  }
  return time_ms;
}

// Drops what earlier pages had. If the last backup of the page before was deleted meanwhile, its
// time says where to go on.
Result<void> start_after(std::string_view arn, std::vector<TableBackup>& all) {
  const auto last = std::ranges::find(all, arn, &TableBackup::arn);
  if (last != all.end()) {
    all.erase(all.begin(), last + 1);
    return {};
  }
  const auto time_ms = time_in_arn(arn);
  if (!time_ms) return store::validation("Invalid ExclusiveStartBackupArn");
  std::erase_if(all, [&](const TableBackup& one) { return one.created_ms <= *time_ms; });
  return {};
}

Result<void> list_backups(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::TableBackups* const backups, backups_of(context));
  NORN_ASSIGN(std::vector<TableBackup> all, backups->list());
  if (input.has("ExclusiveStartBackupArn")) {
    NORN_TRY(start_after(input.text("ExclusiveStartBackupArn"), all));
  }
  NORN_TRY(select_backups(input, all));
  const auto limit = static_cast<size_t>(input.integer("Limit").value_or(kMaxListedBackups));
  const bool has_more = all.size() > limit;
  if (has_more) all.erase(all.begin() + static_cast<std::ptrdiff_t>(limit), all.end());
  ObjectWriter object(out);
  ListWriter summaries(object.key("BackupSummaries"));
  for (const TableBackup& backup : all) {
    ObjectWriter summary(summaries.next());
    summary.text("TableName", backup.table.schema.name);
    summary.text("TableId", backup.table.id);
    summary.text("TableArn", backup.table.arn);
    append_backup_members(summary, backup, "AVAILABLE");
    summary.close();
  }
  summaries.close();
  if (has_more) object.text("LastEvaluatedBackupArn", all.back().arn);
  object.close();
  return {};
}

Result<void> restore_table_from_backup(const Context& context, const Input& input,
                                       std::string& out) {
  NORN_ASSIGN(store::TableBackups* const backups, backups_of(context));
  NORN_ASSIGN(const store::RestoreTableRequest request, read_restore_table(input));
  NORN_ASSIGN(const TableBackup backup, backups->describe(request.backup_arn));
  NORN_ASSIGN(store::TableDescription table, backups->restore(request));
  table.status = store::TableStatus::kCreating;
  for (store::IndexDescription& index : table.indexes) {
    index.schema.status = store::IndexStatus::kCreating;
  }
  ObjectWriter object(out);
  ObjectWriter description(object.key("TableDescription"));
  append_table_members(description, table);
  ObjectWriter summary(description.key("RestoreSummary"));
  summary.text("SourceBackupArn", backup.arn);
  summary.text("SourceTableArn", backup.table.arn);
  append_seconds(summary.key("RestoreDateTime"), context.clock.now_ms());
  summary.boolean("RestoreInProgress", true);
  summary.close();
  description.close();
  object.close();
  return {};
}

constexpr Operation kBackupOperations[] = {
    {"CreateBackup", &kCreateBackupInput, create_backup, Operation::kPool},
    {"DescribeBackup", &kBackupArnInput, describe_backup, Operation::kPool},
    {"DeleteBackup", &kBackupArnInput, delete_backup, Operation::kPool},
    {"ListBackups", &kListBackupsInput, list_backups, Operation::kPool},
    {"RestoreTableFromBackup", &kRestoreTableFromBackupInput, restore_table_from_backup,
     Operation::kPool},
};

}  // namespace

std::span<const Operation> backup_operations() {
  return kBackupOperations;
}

}  // namespace norn::dynamodb
