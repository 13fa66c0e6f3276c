#include "cli/commands/man_command.h"

#include <ostream>
#include <utility>

#include "cli/command_tree.h"
#include "cli/exit_code.h"

namespace norn::cli {
namespace {

constexpr std::string_view kManHelp =
    R"(Prints the man page of norn, with the help of all commands, as groff reads it.

Examples
  norn man | man -l -                                   shows it
  norn man >/usr/local/share/man/man1/norn.1            installs it

Options
  --help              this text
)";

}  // namespace

ManCommand::ManCommand(std::function<Commands()> commands, std::string version)
    : Command({.name = "man",
               .group = CommandGroup::kOther,
               .summary = "print the man page",
               .help = kManHelp}),
      commands_(std::move(commands)),
      version_(std::move(version)) {}

void ManCommand::declare(CLI::App& /*app*/) {}

Result<int> ManCommand::run(Console& console) {
  console.out << man_page(commands_(), version_);
  return kExitOk;
}

}  // namespace norn::cli
