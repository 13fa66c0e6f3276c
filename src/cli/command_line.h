#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/command.h"
#include "dynamodb/remote/aws_config.h"

namespace norn::cli {

// Text to print, and nothing else to do: help, the version, or an error.
struct Reply {
  std::string text;
  int exit_code = 0;  // 0 goes to stdout, everything else to stderr.
};

// The text of `norn --help`, with all commands in their groups.
std::string main_help(const Commands& commands);

// Declares all commands on `app`, each as a subcommand.
void declare_commands(CLI::App& app, const Commands& commands);

// The command that the arguments (without the program's name) ask for: one of `commands`, with its
// options set and checked.
std::variant<Reply, Command*> parse_command_line(const std::vector<std::string>& arguments,
                                                 const Commands& commands, std::string_view version,
                                                 const dynamodb::Environment& environment);

}  // namespace norn::cli
