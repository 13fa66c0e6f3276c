#pragma once

#include <string>

#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

// `norn put`: writes one item.
class PutCommand : public Command {
 public:
  PutCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  std::string table_;
  std::string item_;  // "-": from the input.
  bool dynamodb_json_ = false;
  bool if_new_ = false;
  bool force_ = false;
};

}  // namespace norn::cli
