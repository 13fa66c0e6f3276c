#include "dynamodb/remote/remote_backups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/json_writer.h"
#include "dynamodb/remote/replies.h"

namespace norn::dynamodb {
namespace {

constexpr double kMsPerSecondOfTime = 1000;

std::string request_with(std::string_view name, std::string_view value) {
  std::string body;
  ObjectWriter object(body);
  if (!value.empty()) object.text(name, value);
  object.close();
  return body;
}

// The reply of an engine that does not know the operation says what to do instead.
Result<RemoteReply> call_optional(RemoteClient& client, std::string_view operation,
                                  const std::string& body, Repeat repeat, std::string_view what,
                                  std::string_view instead) {
  auto reply = client.call(operation, body, repeat);
  if (reply || reply.error().code != ErrorCode::kUnknownOperation) return reply;
  return fail(ErrorCode::kUnknownOperation,
              fmt::format("The engine at {} has no {}: it does not know {}. {}",
                          client.address().endpoint, what, operation, instead));
}

// Of BackupDetails or BackupSummary.
store::TableBackup read_details(const RemoteObject& details) {
  store::TableBackup backup;
  backup.arn = details.text("BackupArn");
  backup.name = details.text("BackupName");
  backup.created_ms =
      std::llround(details.number("BackupCreationDateTime").value_or(0) * kMsPerSecondOfTime);
  backup.is_complete = details.text("BackupStatus") == "AVAILABLE";
  backup.table.schema.name = details.text("TableName");
  backup.table.size_bytes = static_cast<uint64_t>(details.integer("BackupSizeBytes").value_or(0));
  return backup;
}

store::TableBackup read_description(const RemoteReply& reply) {
  const RemoteObject description = reply.root().object("BackupDescription");
  store::TableBackup backup = read_details(description.object("BackupDetails"));
  backup.table.schema.name = description.object("SourceTableDetails").text("TableName");
  return backup;
}

// Seconds since 1970 from a reply, which may have a fraction. Absurd ones count as absent.
std::optional<double> read_time(const RemoteObject& object, std::string_view name) {
  constexpr double kMaxSeconds = 1e11;
  const auto seconds = object.number(name);
  if (!seconds || *seconds < 0 || *seconds > kMaxSeconds) return std::nullopt;
  return seconds;
}

store::ContinuousBackupStatus read_recovery(const RemoteReply& reply) {
  const RemoteObject recovery =
      reply.root().object("ContinuousBackupsDescription").object("PointInTimeRecoveryDescription");
  store::ContinuousBackupStatus status;
  status.enabled = recovery.text("PointInTimeRecoveryStatus") == "ENABLED";
  if (!status.enabled) return status;
  const int64_t days =
      recovery.integer("RecoveryPeriodInDays").value_or(store::kDefaultRecoveryDays);
  status.recovery_days = static_cast<int>(std::clamp<int64_t>(days, 1, store::kMaxRecoveryDays));
  const auto earliest = read_time(recovery, "EarliestRestorableDateTime");
  const auto latest = read_time(recovery, "LatestRestorableDateTime");
  if (earliest && latest) {  // The whole seconds between the two.
    status.earliest_s = std::llround(std::ceil(*earliest));
    status.latest_s = std::llround(std::floor(*latest));
  }
  return status;
}

}  // namespace

Result<RemoteReply> RemoteTableBackups::call(std::string_view operation, const std::string& body,
                                             Repeat repeat) {
  return call_optional(client_, operation, body, repeat, "backups",
                       "Back it up with its own tools.");
}

Result<store::TableBackup> RemoteTableBackups::create(std::string_view table,
                                                      std::string_view name) {
  std::string body;
  ObjectWriter object(body);
  object.text("TableName", table);
  object.text("BackupName", name);
  object.close();
  NORN_ASSIGN(const RemoteReply reply, call("CreateBackup", body, Repeat::kUnlessSent));
  store::TableBackup backup = read_details(reply.root().object("BackupDetails"));
  backup.table.schema.name = table;
  return backup;
}

Result<std::vector<store::TableBackup>> RemoteTableBackups::list() {
  std::vector<store::TableBackup> backups;
  std::string start;
  do {
    NORN_ASSIGN(
        const RemoteReply reply,
        call("ListBackups", request_with("ExclusiveStartBackupArn", start), Repeat::kAlways));
    NORN_TRY(reply.root().each("BackupSummaries", [&](simdjson::dom::element json) -> Result<void> {
      backups.push_back(read_details(RemoteObject(json)));
      return {};
    }));
    start = reply.root().text("LastEvaluatedBackupArn");
  } while (!start.empty());
  return backups;
}

Result<store::TableBackup> RemoteTableBackups::describe(std::string_view arn) {
  NORN_ASSIGN(const RemoteReply reply,
              call("DescribeBackup", request_with("BackupArn", arn), Repeat::kAlways));
  const RemoteObject details = reply.root().object("BackupDescription").object("BackupDetails");
  if (details.text("BackupStatus") == "DELETED") {
    return store::wire_error(ErrorCode::kResourceNotFound, "BackupNotFoundException",
                             fmt::format("The backup {} was deleted.", arn));
  }
  return read_description(reply);
}

Result<store::TableBackup> RemoteTableBackups::remove(std::string_view arn) {
  NORN_ASSIGN(const RemoteReply reply,
              call("DeleteBackup", request_with("BackupArn", arn), Repeat::kUnlessSent));
  return read_description(reply);
}

Result<store::TableDescription> RemoteTableBackups::restore(
    const store::RestoreTableRequest& request) {
  std::string body;
  ObjectWriter object(body);
  object.text("TargetTableName", request.target);
  object.text("BackupArn", request.backup_arn);
  object.close();
  NORN_ASSIGN(const RemoteReply reply, call("RestoreTableFromBackup", body, Repeat::kUnlessSent));
  return read_table(reply.root().object("TableDescription"));
}

Result<RemoteReply> RemoteContinuousBackups::call(std::string_view operation,
                                                  const std::string& body, Repeat repeat) {
  return call_optional(client_, operation, body, repeat, "continuous backups",
                       "Make backups with norn backup create, or with the engine's own tools.");
}

Result<store::ContinuousBackupStatus> RemoteContinuousBackups::describe(std::string_view table) {
  NORN_ASSIGN(const RemoteReply reply,
              call("DescribeContinuousBackups", request_with("TableName", table), Repeat::kAlways));
  return read_recovery(reply);
}

Result<store::ContinuousBackupStatus> RemoteContinuousBackups::update(
    const store::UpdateContinuousBackupsRequest& request) {
  std::string body;
  ObjectWriter object(body);
  object.text("TableName", request.table);
  ObjectWriter recovery(object.key("PointInTimeRecoverySpecification"));
  recovery.boolean("PointInTimeRecoveryEnabled", request.enabled);
  if (request.recovery_days) recovery.integer("RecoveryPeriodInDays", *request.recovery_days);
  recovery.close();
  object.close();
  NORN_ASSIGN(const RemoteReply reply, call("UpdateContinuousBackups", body, Repeat::kAlways));
  return read_recovery(reply);
}

Result<store::TableDescription> RemoteContinuousBackups::restore(
    const store::RestoreTableToTimeRequest& request) {
  std::string body;
  ObjectWriter object(body);
  object.text("SourceTableName", request.source);
  object.text("TargetTableName", request.as.target);
  if (request.time_s) {
    object.integer("RestoreDateTime", *request.time_s);
  } else {
    object.boolean("UseLatestRestorableTime", true);
  }
  object.close();
  NORN_ASSIGN(const RemoteReply reply,
              call("RestoreTableToPointInTime", body, Repeat::kUnlessSent));
  return read_table(reply.root().object("TableDescription"));
}

}  // namespace norn::dynamodb
