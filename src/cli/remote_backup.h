#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "cli/data_options.h"
#include "cli/open_data.h"
#include "dynamodb/remote/remote_backups.h"

namespace norn::cli {

// Backups of all tables of Norn behind a DynamoDB endpoint, made by the endpoint itself. Those of
// one name belong together; each is a moment of its own.
class RemoteBackups {
 public:
  // Opens the store.
  static Result<std::unique_ptr<RemoteBackups>> open(const DataOptions& options, Console& console,
                                                     bool json);

  // Nothing is left of it if it fails.
  Result<int> create();
  Result<int> list();
  // The newest ones if `name` is empty, into new tables with that prefix. Refuses backups that are
  // not of all tables.
  Result<int> restore(const std::string& name, const std::string& new_prefix);
  Result<int> remove(const std::vector<std::string>& names);

 private:
  RemoteBackups(Data data, std::string table_prefix, Console& console, bool json);

  // Those of the tables of Norn that are complete, oldest first.
  Result<std::vector<store::TableBackup>> complete_ones();
  // Backs up all tables under one name, and adds what is made to `made`.
  Result<void> create_all(const std::string& name, std::vector<store::TableBackup>& made);
  void delete_all(const std::vector<store::TableBackup>& made);
  Result<void> wait_until_complete(const store::TableBackup& backup);
  Result<void> wait_until_active(const std::string& table);

  const Data data_;
  const std::string prefix_;
  Console& console_;
  const bool json_;
  dynamodb::RemoteTableBackups backups_;
};

}  // namespace norn::cli
