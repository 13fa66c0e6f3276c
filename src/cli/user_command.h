#pragma once

#include <iosfwd>

#include "apps/accounts/service.h"
#include "base/clock.h"
#include "base/error.h"
#include "cli/command_line.h"
#include "cli/control.h"

namespace norn::cli {

// What a running server does for `norn user`.
ControlCommands user_commands(accounts::Accounts& accounts);

// `norn user`: asks the server that uses the data folder, or works on the data itself if none does.
// A password is read from `in`: twice and unseen on a terminal, otherwise as one line.
Result<void> run_user(const UserCommand& command, const Clock& clock, std::istream& in,
                      bool on_terminal, std::ostream& out);

}  // namespace norn::cli
