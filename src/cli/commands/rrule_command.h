#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"

namespace norn::cli {

// All times are texts, as in a calendar file.
struct RruleOptions {
  std::string dtstart;
  std::string tzid;
  std::string rrule;
  std::vector<std::string> rdate;
  std::vector<std::string> exdate;
  std::string from;
  std::string to;
  int64_t limit = 1000;
  bool json = false;
  std::string vectors;  // A file of cases, instead of all of the above.
};

// `norn rrule`: prints when something recurs, or runs a file of cases.
class RruleCommand : public Command {
 public:
  RruleCommand();

  const RruleOptions& options() const { return options_; }
  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  JsonFlag json_;
  RruleOptions options_;
};

}  // namespace norn::cli
