#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

// `norn token`: API tokens of people, by the operator of the server.
class TokenCommand : public Command {
 public:
  TokenCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  enum class Action : uint8_t { kList, kCreate, kRevoke };
  CLI::App& declare_action(CLI::App& app, const std::string& name, Action action);
  std::string request() const;

  Action action_ = Action::kList;
  DataFlags data_;
  JsonFlag json_;
  std::string email_;
  std::string name_;
  std::vector<std::string> scopes_;
  int64_t days_ = 0;  // 0: the token does not end by itself.
  std::string id_;
};

}  // namespace norn::cli
