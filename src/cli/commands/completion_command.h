#pragma once

#include <functional>
#include <string>

#include "cli/command.h"

namespace norn::cli {

// `norn completion` prints the script with which a shell completes commands and options.
class CompletionCommand : public Command {
 public:
  // `commands` makes all commands anew, because those that were parsed cannot be declared again.
  explicit CompletionCommand(std::function<Commands()> commands);

  void declare(CLI::App& app) override;
  Result<int> run(Console& console) override;

 private:
  const std::function<Commands()> commands_;
  std::string shell_;
};

}  // namespace norn::cli
