#pragma once

#include <string>

#include "cli/command.h"
#include "cli/commands/serve_command.h"

namespace norn::cli {

// What commands need of the program as a whole.
struct Program {
  std::string version;
  Serve serve;
};

// All commands, in the order in which `norn --help` has them.
Commands all_commands(const Program& program);

}  // namespace norn::cli
