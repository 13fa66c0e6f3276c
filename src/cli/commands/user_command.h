#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

struct UserOptions {
  enum class Action : uint8_t { kList, kAdd, kInvite, kPasswd, kDisable, kEnable, kAdopt };
  Action action = Action::kList;
  DataOptions data = {};
  std::string email = {};
  std::string name = {};        // Of add.
  bool administrator = false;   // Of add.
  int64_t days = 14;            // Of invite.
  std::string public_url = {};  // Of invite.
  std::string from = {};        // Of adopt.
  bool force = false;           // Of adopt.
  bool json = false;
  bool end_access = false;
  bool remove_second_factor = false;
};

// `norn user`: people, by the operator of the server. Asks the server that uses the data folder, or
// works on the data itself if none does. A password is read from the input: twice and unseen on a
// terminal, otherwise as one line.
class UserCommand : public Command {
 public:
  UserCommand();

  const UserOptions& options() const { return options_; }
  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  CLI::App& declare_action(CLI::App& app, const std::string& name, UserOptions::Action action);

  DataFlags data_;
  JsonFlag json_;
  UserOptions options_;
};

}  // namespace norn::cli
