#pragma once

#include <string>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/shared/sweeps.h"

namespace norn::accounts {

// Ends what the creator of an account could still use after the owner of the address has taken the
// account over (Users::adopt): feed links, and the roles that they gave to others. The transaction
// of the takeover writes one sweep, however many apps there are, and the hooks run right after it;
// if the process ends in between, the sweep runs them later.
class Takeovers final : public UserHook {
 public:
  // Adds itself to the hooks of `users`, which outlives it. To be called before the sweeps start.
  Takeovers(Users& users, apps::Sweeps& sweeps);

  Result<std::vector<Action>> on_take_over(const User& user) override;
  void after_take_over(const User& user) override;

 private:
  Result<bool> end_access_by_all(const std::string& user_id);

  Users& users_;
  apps::Sweeps& sweeps_;
};

}  // namespace norn::accounts
