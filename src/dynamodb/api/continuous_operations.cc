#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/json_writer.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/api/table_input.h"
#include "dynamodb/api/table_render.h"
#include "dynamodb/render.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "store/continuous_backups.h"
#include "store/errors.h"

// Continuous backups of tables (point-in-time recovery). As with backups, everything is done before
// the reply is sent.
namespace norn::dynamodb {
namespace {

using store::ContinuousBackupStatus;

constexpr int64_t kSecondMs = 1000;

Result<store::ContinuousBackups*> continuous_of(const Context& context) {
  if (context.continuous == nullptr) return fail(ErrorCode::kUnknownOperation, "");
  return context.continuous;
}

void append_continuous_status(std::string& out, const ContinuousBackupStatus& status) {
  ObjectWriter object(out);
  ObjectWriter backups(object.key("ContinuousBackupsDescription"));
  backups.text("ContinuousBackupsStatus", "ENABLED");  // As AWS, whatever comes next.
  ObjectWriter recovery(backups.key("PointInTimeRecoveryDescription"));
  recovery.text("PointInTimeRecoveryStatus", status.enabled ? "ENABLED" : "DISABLED");
  if (status.enabled) recovery.integer("RecoveryPeriodInDays", status.recovery_days);
  if (status.earliest_s && status.latest_s) {
    append_seconds(recovery.key("EarliestRestorableDateTime"), *status.earliest_s * kSecondMs);
    append_seconds(recovery.key("LatestRestorableDateTime"), *status.latest_s * kSecondMs);
  }
  recovery.close();
  backups.close();
  object.close();
}

Result<void> describe_continuous_backups(const Context& context, const Input& input,
                                         std::string& out) {
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  if (context.continuous != nullptr) {
    NORN_ASSIGN(const ContinuousBackupStatus status, context.continuous->describe(table));
    append_continuous_status(out, status);
    return {};
  }
  const auto found = context.store.describe_table(table);
  if (!found && found.error().code == ErrorCode::kResourceNotFound) {
    return fail(ErrorCode::kTableNotFound, fmt::format("Table not found: {}", table));
  }
  if (!found) return std::unexpected(found.error());
  append_continuous_status(out, {});
  return {};
}

Result<void> update_continuous_backups(const Context& context, const Input& input,
                                       std::string& out) {
  NORN_ASSIGN(store::ContinuousBackups* const backups, continuous_of(context));
  const Input recovery = input.structure("PointInTimeRecoverySpecification");
  store::UpdateContinuousBackupsRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  request.enabled = recovery.flag("PointInTimeRecoveryEnabled");
  if (const auto days = recovery.integer("RecoveryPeriodInDays")) {
    if (!request.enabled) {
      return store::validation(
          "RecoveryPeriodInDays can only be set while point in time recovery is enabled");
    }
    request.recovery_days = static_cast<int>(*days);
  }
  NORN_ASSIGN(const ContinuousBackupStatus status, backups->update(request));
  append_continuous_status(out, status);
  return {};
}

Result<std::string> source_table(const Input& input) {
  if (input.has("SourceTableArn") == input.has("SourceTableName")) {
    return store::validation("Exactly one of SourceTableArn and SourceTableName must be given");
  }
  return table_name(input.text(input.has("SourceTableArn") ? "SourceTableArn" : "SourceTableName"));
}

// Nothing for the latest.
Result<std::optional<int64_t>> restore_second(const Input& input) {
  const bool is_latest = input.flag("UseLatestRestorableTime");
  const auto time = input.find("RestoreDateTime");
  double seconds = 0;
  const bool has_time = time && time->get_double().get(seconds) == simdjson::SUCCESS;
  if (is_latest == has_time) {
    return store::validation(
        "Exactly one of UseLatestRestorableTime and RestoreDateTime must be given");
  }
  if (is_latest) return std::nullopt;
  constexpr double kMaxSeconds = 1e11;  // Far in the future, and no overflow.
  if (std::abs(seconds) > kMaxSeconds) {
    return store::wire_error(ErrorCode::kValidation, "InvalidRestoreTimeException",
                             "The time to restore is not one at which there was a table");
  }
  return static_cast<int64_t>(std::floor(seconds));
}

Result<void> restore_table_to_point_in_time(const Context& context, const Input& input,
                                            std::string& out) {
  NORN_ASSIGN(store::ContinuousBackups* const backups, continuous_of(context));
  store::RestoreTableToTimeRequest request;
  NORN_ASSIGN(request.source, source_table(input));
  NORN_ASSIGN(request.time_s, restore_second(input));
  NORN_ASSIGN(request.as, read_restore_table(input));
  NORN_ASSIGN(store::TableDescription table, backups->restore(request));
  NORN_ASSIGN(const store::TableDescription source, context.store.describe_table(request.source));
  table.status = store::TableStatus::kCreating;
  for (store::IndexDescription& index : table.indexes) {
    index.schema.status = store::IndexStatus::kCreating;
  }
  ObjectWriter object(out);
  ObjectWriter description(object.key("TableDescription"));
  append_table_members(description, table);
  ObjectWriter summary(description.key("RestoreSummary"));
  summary.text("SourceTableArn", source.arn);
  append_seconds(summary.key("RestoreDateTime"),
                 request.time_s ? *request.time_s * kSecondMs : context.clock.now_ms());
  summary.boolean("RestoreInProgress", true);
  summary.close();
  description.close();
  object.close();
  return {};
}

constexpr Operation kContinuousOperations[] = {
    {"DescribeContinuousBackups", &kTableNameInput, describe_continuous_backups, Operation::kPool},
    {"UpdateContinuousBackups", &kUpdateContinuousBackupsInput, update_continuous_backups,
     Operation::kPool},
    {"RestoreTableToPointInTime", &kRestoreTableToPointInTimeInput, restore_table_to_point_in_time,
     Operation::kPool},
};

}  // namespace

std::span<const Operation> continuous_operations() {
  return kContinuousOperations;
}

}  // namespace norn::dynamodb
