#include "apps/accounts/takeovers.h"

#include <optional>
#include <string_view>

#include "base/log.h"

namespace norn::accounts {
namespace {

constexpr std::string_view kTakeoverSweep = "takeover";

}  // namespace

Takeovers::Takeovers(Users& users, apps::Sweeps& sweeps) : users_(users), sweeps_(sweeps) {
  users_.add_hook(*this);
  sweeps_.add(std::string(kTakeoverSweep),
              [this](const std::string& user_id) { return end_access_by_all(user_id); });
}

Result<std::vector<Action>> Takeovers::on_take_over(const User& user) {
  return std::vector<Action>{sweeps_.begin(kTakeoverSweep, user.id)};
}

void Takeovers::after_take_over(const User& user) {
  const auto ended = sweeps_.run_now(kTakeoverSweep, user.id);
  if (ended) return;
  // The account has its new owner; the sweep does the rest later.
  log::warn("ending what the creator of the account {} gave to others is postponed: {}", user.id,
            ended.error().message);
  sweeps_.wake();
}

Result<bool> Takeovers::end_access_by_all(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<Account> account, users_.find_account(user_id));
  if (!account || !account->taken_over_ms) return false;
  for (UserHook* hook : users_.hooks()) {
    NORN_ASSIGN(const bool more, hook->end_access(user_id, *account->taken_over_ms));
    if (more) return true;
  }
  return false;
}

}  // namespace norn::accounts
