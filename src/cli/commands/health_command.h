#pragma once

#include <string>

#include "cli/command.h"

namespace norn::cli {

// `norn health`: asks a running server how it is, for health checks where there is no curl.
class HealthCommand : public Command {
 public:
  HealthCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  std::string url_ = "http://127.0.0.1:8080";
  int64_t timeout_s_ = 10;
  JsonFlag json_;  // Changes nothing.
};

}  // namespace norn::cli
