#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/data_options.h"
#include "cli/item_output.h"
#include "cli/page_reader.h"

namespace norn::cli {

// `norn query`: the items of one partition.
class QueryCommand : public Command {
 public:
  QueryCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  ItemFlags output_;
  ReadFlags read_;
  std::string table_;
  std::vector<std::string> words_;
  std::string key_;
  bool reverse_ = false;
};

}  // namespace norn::cli
