#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

// `norn import`: files into tables.
class ImportCommand : public Command {
 public:
  ImportCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  std::string from_;
  std::vector<std::string> tables_;
  std::string definition_;
  std::string journal_;
  std::string format_ = "auto";
  std::string on_error_ = "stop";
  bool create_ = false;
  bool merge_ = false;
  bool quiet_ = false;
  JsonFlag json_;
};

}  // namespace norn::cli
