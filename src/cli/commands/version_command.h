#pragma once

#include <string>

#include "cli/command.h"

namespace norn::cli {

// `norn version`
class VersionCommand : public Command {
 public:
  explicit VersionCommand(std::string version);

  void declare(CLI::App& app) override;
  Result<int> run(Console& console) override;

 private:
  const std::string version_;
  JsonFlag json_;
};

}  // namespace norn::cli
