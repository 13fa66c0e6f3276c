#pragma once

#include <iosfwd>

#include "base/clock.h"
#include "base/error.h"
#include "cli/command_line.h"

namespace norn::cli {

// `norn family`: asks the server that uses the data folder, or runs the apps on the data itself if
// none does. What it was asked for goes to `out`; how far it is goes to `progress`, if that is a
// terminal.
Result<void> run_family(const FamilyCommand& command, const Clock& clock, bool on_terminal,
                        std::ostream& out, std::ostream& progress);

}  // namespace norn::cli
