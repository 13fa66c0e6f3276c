#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/data_options.h"
#include "cli/item_output.h"

namespace norn::cli {

// `norn get`: one item by its key.
class GetCommand : public Command {
 public:
  GetCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  ItemFlags output_;
  std::string table_;
  std::vector<std::string> key_;
  bool consistent_ = false;
};

}  // namespace norn::cli
