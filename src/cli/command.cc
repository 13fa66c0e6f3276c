#include "cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>
#include <string>

namespace norn::cli {

void JsonFlag::add_to(CLI::App& command) {
  command.add_flag("--json", on);
}

void announce_store(Console& console, std::string_view location) {
  console.err << fmt::format("The data is in {}\n", location) << std::flush;
}

Result<void> ask_to_destroy(Console& console, bool is_forced, std::string_view question) {
  if (is_forced) return {};
  if (!console.in_is_terminal) {
    return fail(
        ErrorCode::kForbidden,
        fmt::format("{} Nothing was done: there is no terminal to ask on. Say --force.", question));
  }
  console.err << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(console.in, answer);
  if (answer == "y" || answer == "Y" || answer == "yes") return {};
  return fail(ErrorCode::kForbidden, "Nothing was done. Answer y, or say --force.");
}

}  // namespace norn::cli
