// Scripts for shells. Each finds the command among the words that are there already (`at`), and
// then offers the subcommands and options of that one, or the values of the option before.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_tree.h"

namespace norn::cli {
namespace {

bool is_top(const CommandInfo& command) {
  return command.path.find(' ') == std::string::npos;
}

// A text in single quotes, which all three shells read in the same way but for a quote in it.
std::string shell_quoted(std::string_view text, bool is_fish = false) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += is_fish ? "\\'" : "'\\''";
    } else if (c == '\\' && is_fish) {
      quoted += "\\\\";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

// " serve" or "user list": where one is, and the word that leads on.
std::vector<std::string> steps_of(const std::vector<CommandInfo>& tree) {
  std::vector<std::string> steps;
  for (const CommandInfo& command : tree) {
    const size_t space = command.path.rfind(' ');
    steps.push_back(space == std::string::npos ? " " + command.path : command.path);
  }
  return steps;
}

std::string names_of_options(const CommandInfo& command) {
  std::string names;
  for (const OptionInfo& option : command.options) names += option.name + " ";
  return names;
}

// The commands and options whose value is of some kind, as patterns of `case`: "serve:--store".
template <typename Fits>
std::string patterns_of(const std::vector<CommandInfo>& tree, const Fits& fits) {
  std::vector<std::string> patterns;
  for (const CommandInfo& command : tree) {
    for (const OptionInfo& option : command.options) {
      if (fits(option)) patterns.push_back(fmt::format("'{}:{}'", command.path, option.name));
    }
  }
  return fmt::format("{}", fmt::join(patterns, "|"));
}

struct ShellWords {
  std::string_view directories;
  std::string_view files;
  std::string_view nothing;
};

// The cases of bash and zsh for the value of the option before the cursor.
template <typename Choose>
std::string value_cases(const std::vector<CommandInfo>& tree, const ShellWords& words,
                        const Choose& choose) {
  std::string cases;
  for (const CommandInfo& command : tree) {
    for (const OptionInfo& option : command.options) {
      if (option.choices.empty()) continue;
      cases += fmt::format("    '{}:{}') {}; return ;;\n", command.path, option.name,
                           choose(fmt::format("{}", fmt::join(option.choices, " "))));
    }
  }
  const auto add = [&](const std::string& patterns, std::string_view action) {
    if (!patterns.empty()) cases += fmt::format("    {}) {}; return ;;\n", patterns, action);
  };
  add(patterns_of(tree, [](const OptionInfo& option) { return option.value == "DIR"; }),
      words.directories);
  add(patterns_of(tree, [](const OptionInfo& option) { return option.value == "FILE"; }),
      words.files);
  add(patterns_of(tree,
                  [](const OptionInfo& option) {
                    return !option.value.empty() && option.choices.empty() &&
                           option.value != "DIR" && option.value != "FILE";
                  }),
      words.nothing);
  return cases;
}

std::string step_patterns(const std::vector<CommandInfo>& tree, std::string_view separator) {
  std::vector<std::string> patterns;
  for (const std::string& step : steps_of(tree)) patterns.push_back(shell_quoted(step));
  return fmt::format("{}", fmt::join(patterns, separator));
}

std::string bash_script(const std::vector<CommandInfo>& tree) {
  std::string top;
  std::string cases;
  for (const CommandInfo& command : tree) {
    if (is_top(command)) top += command.path + " ";
    cases += fmt::format("    '{}') words='{}{}--help' ;;\n", command.path,
                         fmt::join(command.subcommands, " "),
                         (command.subcommands.empty() ? "" : " ") + names_of_options(command));
  }
  return fmt::format(R"(# bash completion for norn, written by `norn completion bash`.
_norn() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} at= words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at ${{COMP_WORDS[i]}}" in
      {}) at="${{at:+$at }}${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$at:$before" in
{}  esac
  case "$at" in
    '') words='{}--help --version' ;;
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # Arguments are files often enough.
  if [[ -n $at && ${{#COMPREPLY[@]}} -eq 0 ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}}
complete -o filenames -F _norn norn
)",
                     step_patterns(tree, "|"),
                     value_cases(tree,
                                 {.directories = R"(COMPREPLY=($(compgen -d -- "$current")))",
                                  .files = R"(COMPREPLY=($(compgen -f -- "$current")))",
                                  .nothing = ":"},
                                 [](const std::string& choices) {
                                   return fmt::format(
                                       R"(COMPREPLY=($(compgen -W '{}' -- "$current")))", choices);
                                 }),
                     top, cases);
}

std::string zsh_script(const std::vector<CommandInfo>& tree) {
  std::string top;
  std::string cases;
  for (const CommandInfo& command : tree) {
    if (is_top(command)) top += " " + shell_quoted(command.path + ":" + command.summary);
    cases += fmt::format("    '{}') names=({} {}--help) ;;\n", command.path,
                         fmt::join(command.subcommands, " "), names_of_options(command));
  }
  return fmt::format(
      R"(#compdef norn
# zsh completion for norn, written by `norn completion zsh`.
_norn() {{
  local at= i
  local -a names
  for ((i = 2; i < CURRENT; i++)); do
    case "$at ${{words[i]}}" in
      {}) at="${{at:+$at }}${{words[i]}}" ;;
    esac
  done
  case "$at:${{words[CURRENT-1]}}" in
{}  esac
  case "$at" in
    '') names=({} '--help' '--version'); _describe command names; return ;;
{}  esac
  compadd -- $names
  [[ $PREFIX == -* ]] || _files
}}
# Loaded by name from $fpath, or sourced.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _norn "$@"; else compdef _norn norn; fi
)",
      step_patterns(tree, "|"),
      value_cases(tree, {.directories = "_files -/", .files = "_files", .nothing = ":"},
                  [](const std::string& choices) { return fmt::format("compadd -- {}", choices); }),
      top, cases);
}

std::string fish_script(const std::vector<CommandInfo>& tree) {
  std::string text = fmt::format(R"(# fish completion for norn, written by `norn completion fish`.
function __norn_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case {}
                set at (string trim -- "$at $word")
        end
    end
    test "$at" = "$argv[1]"
end
complete -c norn -n '__norn_at ""' -f -l version
complete -c norn -f -l help
)",
                                 step_patterns(tree, " "));
  for (const CommandInfo& command : tree) {
    if (is_top(command)) {
      text += fmt::format("complete -c norn -n '__norn_at \"\"' -f -a {} -d {}\n", command.path,
                          shell_quoted(command.summary, true));
    }
    const std::string here = fmt::format("complete -c norn -n '__norn_at \"{}\"'", command.path);
    for (const std::string& below : command.subcommands) {
      text += fmt::format("{} -f -a {}\n", here, below);
    }
    for (const OptionInfo& option : command.options) {
      std::string value;
      if (!option.choices.empty()) {
        value = fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
      } else if (option.value == "DIR") {
        value = " -x -a '(__fish_complete_directories)'";
      } else if (option.value == "FILE") {
        value = " -r -F";
      } else if (!option.value.empty()) {
        value = " -x";
      }
      text += fmt::format("{} -l {}{}\n", here, option.name.substr(2), value);
    }
  }
  return text;
}

}  // namespace

std::string completion_script(const std::vector<CommandInfo>& tree, std::string_view shell) {
  if (shell == "zsh") return zsh_script(tree);
  if (shell == "fish") return fish_script(tree);
  return bash_script(tree);
}

}  // namespace norn::cli
