#pragma once

#include <cstdint>
#include <string>

#include "apps/accounts/service.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "cli/command.h"
#include "cli/control.h"
#include "cli/data_options.h"

namespace norn::cli {

// What a running server does for `norn user`.
OperatorCommands user_commands(accounts::Accounts& accounts);

// The accounts of a store where no app is served.
class LoneAccounts {
 public:
  LoneAccounts(store::Store& store, const std::string& table_prefix, const Clock& clock)
      : tables_{.prefix = table_prefix},
        sweeps_(store, tables_, clock, ids_, {}),
        accounts_(store, tables_, clock, ids_, sweeps_) {}

  accounts::Accounts& accounts() { return accounts_; }

 private:
  const apps::TableNames tables_;
  RandomIds ids_;
  apps::Sweeps sweeps_;
  accounts::Accounts accounts_;
};

struct UserOptions {
  enum class Action : uint8_t { kPasswd, kList };
  Action action = Action::kList;
  DataOptions data = {};
  std::string email = {};
  bool end_access = false;
  bool remove_second_factor = false;
};

// `norn user`: people, by the operator of the server. Asks the server that uses the data folder, or
// works on the data itself if none does. A password is read from the input: twice and unseen on a
// terminal, otherwise as one line.
class UserCommand : public Command {
 public:
  UserCommand();

  const UserOptions& options() const { return options_; }
  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  UserOptions options_;
};

}  // namespace norn::cli
