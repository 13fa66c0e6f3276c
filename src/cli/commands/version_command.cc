#include "cli/commands/version_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>
#include <utility>

#include "base/json_writer.h"
#include "cli/exit_code.h"

namespace norn::cli {
namespace {

constexpr std::string_view kVersionHelp =
    R"(Prints the version of the program. Needs no data and no server.

Examples
  norn version
  norn version --json

Options
  --json              {"name":"norn","version":"..."}
  --help              this text
)";

}  // namespace

VersionCommand::VersionCommand(std::string version)
    : Command({.name = "version",
               .group = CommandGroup::kOther,
               .summary = "print the version",
               .help = kVersionHelp}),
      version_(std::move(version)) {}

void VersionCommand::declare(CLI::App& app) {
  json_.add_to(app);
}

Result<int> VersionCommand::run(Console& console) {
  if (!json_.on) {
    console.out << fmt::format("norn {}\n", version_);
    return kExitOk;
  }
  std::string json;
  ObjectWriter writer(json);
  writer.text("name", "norn");
  writer.text("version", version_);
  writer.close();
  console.out << json << "\n";
  return kExitOk;
}

}  // namespace norn::cli
