#include "dynamodb/remote/remote_backups.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

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

}  // namespace

Result<RemoteReply> RemoteTableBackups::call(std::string_view operation, const std::string& body,
                                             Repeat repeat) {
  auto reply = client_.call(operation, body, repeat);
  if (!reply && reply.error().code == ErrorCode::kUnknownOperation) {
    return fail(ErrorCode::kUnknownOperation,
                fmt::format("The engine at {} has no backups: it does not know {}. Back it up with "
                            "its own tools.",
                            client_.address().endpoint, operation));
  }
  return reply;
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

}  // namespace norn::dynamodb
