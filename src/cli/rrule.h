#pragma once

#include <iosfwd>

#include "cli/command_line.h"

namespace norn::cli {

// `norn rrule`: prints occurrences, or runs a file of cases. The exit code.
int run_rrule(const RruleCommand& command, std::ostream& out, std::ostream& err);

}  // namespace norn::cli
