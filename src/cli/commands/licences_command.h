#pragma once

#include "cli/command.h"

namespace norn::cli {

// `norn licences`: the licences of everything that is inside the program.
class LicencesCommand : public Command {
 public:
  LicencesCommand();

  void declare(CLI::App& /*app*/) override {}
  Result<int> run(Console& console) override;
};

}  // namespace norn::cli
