#pragma once

#include <string>

#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

// `norn doctor`: checks the data, the folder and the machine, and repairs what is beyond doubt.
// Asks the server that uses the data folder, or looks at the data itself.
class DoctorCommand final : public Command {
 public:
  explicit DoctorCommand(std::string version);

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  const std::string version_;
  bool repair_ = false;
  bool force_ = false;
  bool all_ = false;
  JsonFlag json_;
  DataFlags data_;
};

}  // namespace norn::cli
