#pragma once

#include "apps/accounts/users.h"
#include "apps/shared/tables.h"

namespace norn::planner {

// A person's preferences and statistics: the USER_META item of the design, which is there as soon
// as the person is.
class UserMeta final : public accounts::UserHook {
 public:
  explicit UserMeta(apps::TableNames tables) : tables_(std::move(tables)) {}

  Result<std::vector<accounts::Action>> on_create(const accounts::User& user,
                                                  bool email_verified) override;
  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;

 private:
  const apps::TableNames tables_;
};

}  // namespace norn::planner
