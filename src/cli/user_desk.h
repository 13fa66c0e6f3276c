#pragma once

#include <cstdint>
#include <functional>
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
#include "store/store.h"

// What is carried out for `norn user` and `norn token`: by a running server, or in the process of
// the command. What was changed is in the audit log.
namespace norn::cli {

// Of accounts, with the apps and without. `origin` is where people reach the app; empty: not known.
OperatorCommands user_commands(accounts::Accounts& accounts, const Clock& clock,
                               const std::string& origin);
// Those that the apps take part in.
OperatorCommands newcomer_commands(accounts::Accounts& accounts);

// Has a request carried out, by the server that uses the data, or here; and says where the data is.
// `request` is called when the data is found to be there, so that nobody types a password for
// nothing.
enum class AccountsWith : uint8_t { kNothing, kApps };
Result<std::string> ask_accounts(const DataOptions& options, Console& console, AccountsWith with,
                                 const std::function<Result<std::string>()>& request);

// The accounts of a store where no app is served.
class LoneAccounts {
 public:
  LoneAccounts(store::Store& store, const std::string& table_prefix, const Clock& clock);

  accounts::Accounts& accounts() { return accounts_; }

 private:
  const apps::TableNames tables_;
  RandomIds ids_;
  apps::Sweeps sweeps_;
  accounts::Accounts accounts_;
};

}  // namespace norn::cli
