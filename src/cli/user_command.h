#pragma once

#include <iosfwd>
#include <string>

#include "apps/accounts/service.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "cli/command_line.h"
#include "cli/control.h"

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

// `norn user`: asks the server that uses the data folder, or works on the data itself if none does.
// A password is read from `in`: twice and unseen on a terminal, otherwise as one line.
Result<void> run_user(const UserCommand& command, const Clock& clock, std::istream& in,
                      bool on_terminal, std::ostream& out);

}  // namespace norn::cli
