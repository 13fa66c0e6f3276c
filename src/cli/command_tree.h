#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

// What the program can be asked for, as data: completions and the man page are written from it.
namespace norn::cli {

struct OptionInfo {
  std::string name;                  // "--store"
  std::string value;                 // "DIR", as the help has it; "VALUE" without; empty: a flag.
  std::vector<std::string> choices;  // If only some values are allowed.
};

struct CommandInfo {
  std::string path;  // "user passwd"
  std::string summary;
  std::vector<OptionInfo> options;
  std::vector<std::string> subcommands;
};

// All commands and their subcommands, each behind the one that it belongs to.
std::vector<CommandInfo> command_tree(const Commands& commands);

// The script that completes commands and options, for "bash", "zsh" or "fish".
std::string completion_script(const std::vector<CommandInfo>& tree, std::string_view shell);

// The man page norn(1), in the language of groff's man macros.
std::string man_page(const Commands& commands, std::string_view version);

}  // namespace norn::cli
