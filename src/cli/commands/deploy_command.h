#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

struct DeployOptions {
  DataOptions data;
  std::optional<std::string> table_name;  // One table like `calendsync`, under this name.
  bool force = false;                     // Do not ask.
  bool destroy = false;
  bool json = false;
};

// `norn deploy`: the tables, without a server. Asks unless it is forced; destroying is refused
// without a terminal to ask on.
class DeployCommand : public Command {
 public:
  DeployCommand();

  const DeployOptions& options() const { return options_; }
  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  JsonFlag json_;
  DeployOptions options_;
};

}  // namespace norn::cli
