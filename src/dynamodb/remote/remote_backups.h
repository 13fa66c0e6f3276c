#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/remote/client.h"
#include "store/backups.h"
#include "store/continuous_backups.h"

namespace norn::dynamodb {

// Backups that the endpoint makes of its tables. Engines without them return kUnknownOperation,
// with a message that says so. An endpoint may take minutes: what `create` returns may not be
// complete yet (TableBackup::is_complete), and a restored table not active.
class RemoteTableBackups final : public store::TableBackups {
 public:
  // The client must outlive it.
  explicit RemoteTableBackups(RemoteClient& client) : client_(client) {}

  Result<store::TableBackup> create(std::string_view table, std::string_view name) override;
  Result<std::vector<store::TableBackup>> list() override;
  Result<store::TableBackup> describe(std::string_view arn) override;
  Result<store::TableBackup> remove(std::string_view arn) override;
  // Only the name of the target counts.
  Result<store::TableDescription> restore(const store::RestoreTableRequest& request) override;

 private:
  Result<RemoteReply> call(std::string_view operation, const std::string& body, Repeat repeat);

  RemoteClient& client_;
};

// The endpoint's continuous backups (point-in-time recovery). Engines without them return
// kUnknownOperation, with a message that says so; some can only describe them.
class RemoteContinuousBackups {
 public:
  // The client must outlive it.
  explicit RemoteContinuousBackups(RemoteClient& client) : client_(client) {}

  Result<store::ContinuousBackupStatus> describe(std::string_view table);
  Result<store::ContinuousBackupStatus> update(
      const store::UpdateContinuousBackupsRequest& request);
  // Only the name of the target counts. The new table may not be active yet.
  Result<store::TableDescription> restore(const store::RestoreTableToTimeRequest& request);

 private:
  Result<RemoteReply> call(std::string_view operation, const std::string& body, Repeat repeat);

  RemoteClient& client_;
};

}  // namespace norn::dynamodb
