#pragma once

#include "apps/accounts/users.h"
#include "apps/shared/tables.h"
#include "store/store.h"

namespace norn::planner {

// A person's preferences and statistics: the USER_META item of the design, which is there as soon
// as the person is.
class UserMeta final : public accounts::UserHook {
 public:
  UserMeta(store::Store& store, apps::TableNames tables)
      : store_(store), tables_(std::move(tables)) {}

  Result<std::vector<accounts::Action>> on_create(const accounts::User& user,
                                                  bool email_verified) override;
  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;
  // Their events and whatever else is theirs in the table, and what they did with reminders, a part
  // at a time.
  Result<bool> forget(const std::string& user_id) override;

 private:
  store::Store& store_;
  const apps::TableNames tables_;
};

}  // namespace norn::planner
