#pragma once

#include <string>

#include "cli/command.h"
#include "cli/data_options.h"
#include "cli/item_output.h"

namespace norn::cli {

// `norn put`: writes one item.
class PutCommand : public Command {
 public:
  PutCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  // --json, of DynamoDB's reply.
  Result<int> print_put(Console& console, const std::string& reply) const;

  DataFlags data_;
  std::string table_;
  std::string item_;  // "-": from the input.
  ItemFlags flags_;   // --dynamodb-json is about what comes in, too.
  bool if_new_ = false;
  bool force_ = false;
};

}  // namespace norn::cli
