#include "apps/accounts/newcomers.h"

#include <string_view>
#include <vector>

#include "base/log.h"

namespace norn::accounts {
namespace {

constexpr std::string_view kNewcomerSweep = "newcomer";

}  // namespace

Newcomers::Newcomers(Users& users, apps::Sweeps& sweeps) : users_(users), sweeps_(sweeps) {
  users_.add_hook(*this);
  sweeps_.add(
      std::string(kNewcomerSweep),
      [this](const std::string& user_id) { return welcome_by_all(user_id); },
      apps::Sweeps::Settling::kNone);
}

Result<std::vector<Action>> Newcomers::on_create(const User& user, bool email_verified) {
  std::vector<Action> actions;
  if (email_verified) actions.push_back(sweeps_.begin(kNewcomerSweep, user.id));
  return actions;
}

void Newcomers::after_create(const User& user) {
  const auto welcomed = sweeps_.run_now(kNewcomerSweep, user.id);
  if (welcomed) return;
  // The account exists; the sweep does the rest later.
  log::warn("the welcome of the new user {} is postponed: {}", user.id, welcomed.error().message);
  sweeps_.wake();
}

Result<bool> Newcomers::welcome_by_all(const std::string& user_id) {
  for (UserHook* hook : users_.hooks()) {
    NORN_ASSIGN(const bool more, hook->welcome(user_id));
    if (more) return true;
  }
  return false;
}

}  // namespace norn::accounts
