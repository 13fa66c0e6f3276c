#pragma once

#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

// `norn demo`: puts the demo into a store that is empty, and prints where it is and who is in it.
class DemoCommand : public Command {
 public:
  DemoCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  JsonFlag json_;
};

}  // namespace norn::cli
