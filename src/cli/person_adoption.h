#pragma once

#include <string>

#include "apps/app.h"
#include "apps/shared/tables.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/control.h"
#include "cli/operator_desk.h"
#include "store/store.h"

// `norn user adopt`: moves what another program stored for a person under another id to the account
// with the same address.
namespace norn::cli {

// The commands by which the apps say what there is, and move a part of it.
OperatorCommands adoption_commands(const apps::Apps& apps, const apps::TableNames& names,
                                   store::Store& store, accounts::Users& users);

struct AdoptionOptions {
  std::string email;       // Of the account.
  std::string from;        // The id; empty: all with that address.
  bool is_forced = false;  // Does not ask.
  bool is_json = false;
};
// Says what there is, asks, and moves it. Returns the exit code.
Result<int> adopt_people(OperatorDesk& desk, Console& console, const AdoptionOptions& options);

}  // namespace norn::cli
