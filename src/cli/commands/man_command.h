#pragma once

#include <functional>
#include <string>

#include "cli/command.h"

namespace norn::cli {

// `norn man` prints the man page.
class ManCommand : public Command {
 public:
  ManCommand(std::function<Commands()> commands, std::string version);

  void declare(CLI::App& app) override;
  Result<int> run(Console& console) override;

 private:
  const std::function<Commands()> commands_;
  const std::string version_;
};

}  // namespace norn::cli
