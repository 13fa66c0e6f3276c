#include "cli/commands/completion_command.h"

#include <CLI/CLI.hpp>
#include <ostream>
#include <utility>

#include "cli/command_tree.h"
#include "cli/exit_code.h"

namespace norn::cli {
namespace {

constexpr std::string_view kCompletionHelp =
    R"(Prints a script with which a shell completes the commands and options of norn.

Examples
  source <(norn completion bash)                        for this shell
  norn completion bash >/etc/bash_completion.d/norn     for everybody's
  norn completion zsh >"${fpath[1]}/_norn"
  norn completion fish >~/.config/fish/completions/norn.fish

Options
  --help              this text
)";

}  // namespace

CompletionCommand::CompletionCommand(std::function<Commands()> commands)
    : Command({.name = "completion",
               .group = CommandGroup::kOther,
               .summary = "print a script for the completion of bash, zsh or fish",
               .help = kCompletionHelp}),
      commands_(std::move(commands)) {}

void CompletionCommand::declare(CLI::App& app) {
  app.add_option("shell", shell_)->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

Result<int> CompletionCommand::run(Console& console) {
  console.out << completion_script(command_tree(commands_()), shell_);
  return kExitOk;
}

}  // namespace norn::cli
