#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time_text.h"
#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

struct SeedOptions {
  DataOptions data;
  std::optional<std::string> table_name;
  std::string calendar_id;
  std::optional<Date> highlighted_day;  // Today without it.
  int64_t count = 25;
  bool json = false;
};

// `norn seed`: made-up entries.
class SeedCommand : public Command {
 public:
  SeedCommand();

  const SeedOptions& options() const { return options_; }
  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  DataFlags data_;
  JsonFlag json_;
  SeedOptions options_;
  std::string highlighted_day_;
};

}  // namespace norn::cli
