#pragma once

#include <iosfwd>

#include "base/clock.h"
#include "base/error.h"
#include "cli/command_line.h"

namespace norn::cli {

// `norn demo`: puts the demo into a store that is empty, and prints where it is and who is in it.
Result<void> run_demo(const DemoCommand& command, const Clock& clock, std::ostream& out);

}  // namespace norn::cli
