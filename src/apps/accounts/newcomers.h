#pragma once

#include <string>

#include "apps/accounts/users/users.h"
#include "apps/shared/sweeps.h"

namespace norn::accounts {

// Welcomes new people whose address is proved: what was meant for the address in any app (an
// invitation) is theirs before they see their first page. The sign-up writes one sweep, however
// many apps there are, and the hooks are asked right after it; should the process end in between,
// the sweep asks them later.
class Newcomers final : public UserHook {
 public:
  // Adds itself to the hooks of `users`, which outlives it. Before the sweeps start.
  Newcomers(Users& users, apps::Sweeps& sweeps);

  Result<std::vector<Action>> on_create(const User& user, bool email_verified) override;
  void after_create(const User& user) override;

 private:
  Result<bool> welcome_by_all(const std::string& user_id);

  Users& users_;
  apps::Sweeps& sweeps_;
};

}  // namespace norn::accounts
