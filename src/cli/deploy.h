#pragma once

#include <iosfwd>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "cli/command_line.h"
#include "store/store.h"

namespace norn::cli {

// `norn deploy` on a store that is open; `location` is for the question. Asks on `out` and reads
// the answer from `in` unless it is forced.
Result<void> deploy(const DeployCommand& command, store::Store& store, const std::string& location,
                    std::istream& in, std::ostream& out);

// `norn seed`
Result<void> seed(const SeedCommand& command, store::Store& store, const Clock& clock,
                  std::ostream& out);

}  // namespace norn::cli
