#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/data_options.h"
#include "dynamodb/exchange/export.h"

namespace norn::cli {

// `norn copy`: tables from one store into another.
class CopyCommand : public Command {
 public:
  CopyCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  std::vector<std::string> tables_;
  std::string to_folder_;
  std::string to_store_;
  DataOptions to_;
  std::string journal_ = "norn-copy.journal";
  size_t segments_ = exchange::kDefaultSegments;
  bool merge_ = false;
  bool quiet_ = false;
  JsonFlag json_;
};

}  // namespace norn::cli
