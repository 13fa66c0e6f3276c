#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <utility>

#include "cli/exit_code.h"

namespace norn::cli {
namespace {

constexpr std::string_view kHelpBegin =
    R"(Norn: calendars, planners, projects, bookings and family trees for a family, a club or a
team, in one program with its database inside.
)";

constexpr std::string_view kHelpEnd = R"(
`norn COMMAND --help` has the options of a command, with examples. `norn --version` is the version.

Exit codes: 0 done, 1 failed, 2 invalid command line, 3 not found, 4 refused (a conflict, a
condition, or an answer other than yes), 5 the data, or an address to listen on, cannot be reached
or is in use.

Norn needs a folder for its data, and the time zones of the system (tzdata). `norn serve` says
which folder it uses.
)";

constexpr std::pair<CommandGroup, std::string_view> kGroups[] = {
    {CommandGroup::kServer, "The server"},
    {CommandGroup::kPeople, "People"},
    {CommandGroup::kTables, "Tables and items"},
    {CommandGroup::kCare, "Care of the data"},
    {CommandGroup::kOther, "Other"},
};

class CommandParser {
 public:
  CommandParser(const Commands& commands, std::string_view version) : commands_(commands) {
    app_.name("norn");
    app_.set_version_flag("--version", fmt::format("norn {}", version));
    app_.require_subcommand(1);
    declare_commands(app_, commands);
  }

  std::variant<Reply, Command*> parse(const std::vector<std::string>& arguments,
                                      const dynamodb::Environment& environment) {
    try {
      // CLI11 takes the arguments from the back.
      app_.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
      return reply_to(error);
    }
    Command* const command = chosen();
    if (const auto fine = command->check(environment); !fine) {
      return usage_error(fine.error().message);
    }
    return command;
  }

 private:
  // The command that was given; null when none was.
  Command* chosen() const {
    for (const auto& command : commands_) {
      if (app_.get_subcommand(std::string(command->about().name))->parsed()) return command.get();
    }
    return nullptr;
  }

  Reply usage_error(std::string_view what) const {
    const Command* const command = chosen();
    const std::string name = command == nullptr ? "" : fmt::format("{} ", command->about().name);
    return {fmt::format("norn: {}\nSee `norn {}--help`.\n", what, name), kExitUsage};
  }

  // The only place that sees CLI11's exceptions.
  Reply reply_to(const CLI::ParseError& error) const {
    const Command* const command = chosen();
    if (dynamic_cast<const CLI::CallForHelp*>(&error) != nullptr) {
      return {command == nullptr ? main_help(commands_) : std::string(command->about().help), 0};
    }
    if (dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr) {
      return {fmt::format("{}\n", error.what()), 0};
    }
    if (const auto unknown = app_.remaining(true); !unknown.empty()) {
      const auto* const word = command != nullptr ? "argument" : "command";
      const auto* const kind = unknown.front().starts_with('-') ? "option" : word;
      return usage_error(fmt::format("unknown {} '{}'", kind, unknown.front()));
    }
    if (command == nullptr && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
      return {
          fmt::format("norn: say what to do, for example `norn serve`\n\n{}", main_help(commands_)),
          kExitUsage};
    }
    return usage_error(error.what());
  }

  const Commands& commands_;
  CLI::App app_;
};

}  // namespace

std::string main_help(const Commands& commands) {
  std::string text(kHelpBegin);
  for (const auto& [group, title] : kGroups) {
    std::string lines;
    for (const auto& command : commands) {
      const CommandAbout& about = command->about();
      if (about.group == group)
        lines += fmt::format("  norn {:<12} {}\n", about.name, about.summary);
    }
    if (!lines.empty()) text += fmt::format("\n{}\n{}", title, lines);
  }
  return text + std::string(kHelpEnd);
}

void declare_commands(CLI::App& app, const Commands& commands) {
  for (const auto& command : commands) {
    command->declare(*app.add_subcommand(std::string(command->about().name)));
  }
}

std::variant<Reply, Command*> parse_command_line(const std::vector<std::string>& arguments,
                                                 const Commands& commands, std::string_view version,
                                                 const dynamodb::Environment& environment) {
  return CommandParser(commands, version).parse(arguments, environment);
}

}  // namespace norn::cli
