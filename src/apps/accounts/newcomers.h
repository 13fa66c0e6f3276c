#pragma once

#include <string>

#include "apps/accounts/users/users.h"
#include "apps/shared/sweeps.h"

namespace norn::accounts {

// Gives new users whose address is verified what apps have for the address (invitations), before
// they see their first page. The transaction of the sign-up writes one sweep, however many apps
// there are, and the hooks run right after it; if the process ends in between, the sweep runs them
// later.
class Newcomers final : public UserHook {
 public:
  // Adds itself to the hooks of `users`, which outlives it. To be called before the sweeps start.
  Newcomers(Users& users, apps::Sweeps& sweeps);

  Result<std::vector<Action>> on_create(const User& user, bool email_verified) override;
  void after_create(const User& user) override;

 private:
  Result<bool> welcome_by_all(const std::string& user_id);

  Users& users_;
  apps::Sweeps& sweeps_;
};

}  // namespace norn::accounts
