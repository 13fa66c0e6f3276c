#pragma once

#include <string>

#include "cli/command.h"
#include "cli/data_options.h"
#include "cli/item_output.h"
#include "cli/page_reader.h"

namespace norn::cli {

// `norn scan`: all items of a table.
class ScanCommand : public Command {
 public:
  ScanCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  ItemFlags output_;
  ReadFlags read_;
  std::string table_;
};

}  // namespace norn::cli
