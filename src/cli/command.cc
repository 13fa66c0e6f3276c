#include "cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

namespace norn::cli {

void JsonFlag::add_to(CLI::App& command) {
  command.add_flag("--json", on);
}

void announce_store(Console& console, std::string_view location, StoreAccess access) {
  if (access == StoreAccess::kReads && !console.err_is_terminal) return;
  console.err << fmt::format("The data is in {}\n", location) << std::flush;
}

}  // namespace norn::cli
