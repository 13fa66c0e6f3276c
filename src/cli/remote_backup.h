#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "cli/data_options.h"
#include "cli/open_data.h"
#include "dynamodb/remote/remote_backups.h"
#include "store/continuous_backups.h"

namespace norn::cli {

// What both kinds of stores print of a table that was restored as a new one.
void show_restored_table(Console& console, bool json, std::string_view table,
                         std::string_view new_name);

// Whether the endpoint can restore a table to past seconds, and to which.
struct TableRecovery {
  std::string table;
  store::ContinuousBackupStatus status;
};

// Backups of all tables of Norn behind a DynamoDB endpoint, made by the endpoint itself. Those of
// one name belong together; each is a moment of its own.
class RemoteBackups {
 public:
  // Opens the store, and says which one it is.
  static Result<std::unique_ptr<RemoteBackups>> open(const DataOptions& options, Console& console,
                                                     bool json);

  // Nothing is left of it if it fails.
  Result<int> create();
  Result<int> list();
  // The newest ones if `name` is empty, into new tables with that prefix. Refuses backups that are
  // not of all tables.
  Result<int> restore(const std::string& name, const std::string& new_prefix);
  // Asks before, unless it is forced. Nothing is deleted if there is none of one of the names.
  Result<int> remove(const std::vector<std::string>& names, bool is_forced);

  // Continuous backups (point-in-time recovery) of one table, or of all of Norn's if `table` is
  // empty.
  // Turning them off gives up the times that could be restored: it asks before, unless it is
  // forced.
  Result<int> turn_continuous(bool on, std::optional<int> days, const std::string& table,
                              bool is_forced);
  Result<int> show_continuous(const std::string& table);
  // All of Norn's tables as they were at one second, nullopt for the latest that they have in
  // common, into new tables with that prefix.
  Result<int> restore_at(std::optional<int64_t> time_s, const std::string& new_prefix);
  Result<int> restore_table_at(std::optional<int64_t> time_s, const std::string& table,
                               const std::string& new_name);

 private:
  RemoteBackups(Data data, std::string table_prefix, Console& console, bool json);

  // Those of the tables of Norn that are complete, oldest first.
  Result<std::vector<store::TableBackup>> complete_ones();
  // Backs up all tables under one name, and adds what is made to `made`.
  Result<void> create_all(const std::string& name, std::vector<store::TableBackup>& made);
  void delete_all(const std::vector<store::TableBackup>& made);
  Result<void> wait_until_complete(const store::TableBackup& backup);
  Result<void> wait_until_active(const std::string& table);
  Result<std::vector<TableRecovery>> recovery_of(const std::vector<std::string>& tables);
  void show(const std::vector<TableRecovery>& tables);
  // Waits until all are restored. Refuses targets that are there before it makes the first.
  Result<void> restore_into(const std::vector<store::RestoreTableToTimeRequest>& requests);

  const Data data_;
  const std::string prefix_;
  Console& console_;
  const bool json_;
  dynamodb::RemoteTableBackups backups_;
  dynamodb::RemoteContinuousBackups continuous_;
};

}  // namespace norn::cli
