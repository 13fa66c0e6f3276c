#include "cli/command_tree.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/command_line.h"

namespace norn::cli {
namespace {

constexpr std::string_view kWordLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_0123456789";

// What the help calls the value: DIR of "  --data DIR". Several letters in capitals.
std::string value_in_help(std::string_view help, const std::string& option) {
  const std::string pattern = fmt::format("  {} ", option);
  const size_t at = help.find(pattern);
  if (at == std::string_view::npos) return "VALUE";
  const std::string_view rest = help.substr(at + pattern.size());
  const std::string_view word = rest.substr(0, rest.find_first_not_of(kWordLetters));
  return word.size() < 2 ? "VALUE" : std::string(word);
}

// CLI11 tells the values that are allowed as a part of the type: "TEXT:{embedded,dynamodb}".
std::vector<std::string> choices_of(const CLI::Option& option) {
  std::vector<std::string> choices;
  const std::string type = option.get_type_name();
  const size_t begin = type.find('{');
  const size_t end = type.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return choices;
  for (const std::string& choice :
       CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',')) {
    choices.push_back(choice);
  }
  return choices;
}

void add_options(const CLI::App& app, std::string_view help, CommandInfo& info) {
  for (const CLI::Option* const option : app.get_options()) {
    // Arguments have no name with dashes, and hidden options no group.
    if (option->get_lnames().empty() || option->get_group().empty()) continue;
    OptionInfo one{.name = "--" + option->get_lnames().front(), .value = {}, .choices = {}};
    if (option->get_items_expected_max() > 0) {
      one.value = value_in_help(help, one.name);
      one.choices = choices_of(*option);
    }
    info.options.push_back(std::move(one));
  }
}

void add_tree(const CLI::App& app, const std::string& path, const CommandAbout& about,
              std::vector<CommandInfo>& tree) {
  const size_t index = tree.size();
  tree.push_back({.path = path, .summary = {}, .options = {}, .subcommands = {}});
  CommandInfo info{
      .path = path, .summary = std::string(about.summary), .options = {}, .subcommands = {}};
  add_options(app, about.help, info);
  for (const CLI::App* const below : app.get_subcommands({})) {
    if (below->get_name().empty()) {  // A group of options.
      add_options(*below, about.help, info);
      continue;
    }
    info.subcommands.push_back(below->get_name());
    add_tree(*below, path + " " + below->get_name(), about, tree);
  }
  tree[index] = std::move(info);
}

}  // namespace

std::vector<CommandInfo> command_tree(const Commands& commands) {
  CLI::App app;
  declare_commands(app, commands);
  std::vector<CommandInfo> tree;
  for (const auto& command : commands) {
    const std::string name(command->about().name);
    add_tree(*app.get_subcommand(name), name, command->about(), tree);
  }
  return tree;
}

}  // namespace norn::cli
