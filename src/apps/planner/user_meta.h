#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/shared/table_reader.h"
#include "apps/shared/tables.h"
#include "store/store.h"

namespace norn::planner {

// Creates and deletes the USER_META item of the design (preferences and statistics) with its
// person.
class UserMeta final : public accounts::UserHook {
 public:
  UserMeta(store::Store& store, apps::TableNames tables)
      : store_(store), tables_(std::move(tables)) {}

  Result<std::vector<accounts::Action>> on_create(const accounts::User& user,
                                                  bool email_verified) override;
  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;
  // The events of the planner, with series, and the tasks, as the statistics count them.
  Result<std::vector<accounts::Loss>> losses(const std::string& user_id) override;
  // Deletes a part of the person's items.
  Result<bool> forget(const std::string& user_id) override;

 private:
  store::Store& store_;
  const apps::TableNames tables_;
};

// Makes the USER_META of people anew if another program deletes it: their planner needs one.
class MissingUserMeta final : public apps::Follower {
 public:
  MissingUserMeta(UserMeta& user_meta, store::Store& store, std::string table,
                  accounts::Users& users)
      : user_meta_(user_meta), store_(store), table_(std::move(table)), users_(users) {}

  std::string table() const override { return table_; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;

 private:
  UserMeta& user_meta_;
  store::Store& store_;
  const std::string table_;
  accounts::Users& users_;
};

}  // namespace norn::planner
