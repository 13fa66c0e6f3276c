#pragma once

#include <iosfwd>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "cli/command_line.h"
#include "store/store.h"

namespace norn::cli {

// `norn deploy` on a store that is open. Prints its `location`, asks on `out` and reads the answer
// from `in` unless it is forced. Destroying is refused without a terminal to ask.
Result<void> deploy(const DeployCommand& command, store::Store& store, const std::string& location,
                    std::istream& in, bool on_terminal, std::ostream& out);

// `norn seed`, which prints the `location`, too.
Result<void> seed(const SeedCommand& command, store::Store& store, const std::string& location,
                  const Clock& clock, std::ostream& out);

}  // namespace norn::cli
