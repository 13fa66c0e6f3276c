#pragma once

#include <string>

#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

// `norn tables`: the tables of a store, or one of them.
class TablesCommand : public Command {
 public:
  TablesCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  JsonFlag json_;
  std::string table_;  // Empty: all.
};

}  // namespace norn::cli
