#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/data_options.h"
#include "dynamodb/exchange/export.h"

namespace norn::cli {

// `norn export`: tables as files.
class ExportCommand : public Command {
 public:
  ExportCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  Result<void> check_target() const;
  Result<void> check_person() const;
  Result<int> run_person(Console& console);
  exchange::ExportRequest request() const;

  DataFlags data_;
  std::string person_;
  std::vector<std::string> tables_;
  std::string to_;
  std::string format_ = "dynamodb-json";
  std::string compress_;
  size_t segments_ = exchange::kDefaultSegments;
  bool quiet_ = false;
  JsonFlag json_;
};

}  // namespace norn::cli
