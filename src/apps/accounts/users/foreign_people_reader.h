#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/users/foreign_people.h"
#include "apps/shared/inspector.h"
#include "apps/shared/table_reader.h"
#include "apps/shared/tables.h"
#include "store/store.h"

// How accounts cope with user items that other programs write.
namespace norn::accounts {

// Keeps the register of foreign people, and the guard of an account whose address another program
// changed. One for each table with user items.
class ForeignPeopleReader final : public apps::Follower {
 public:
  ForeignPeopleReader(store::Store& store, apps::TableNames tables, const Clock& clock,
                      ForeignPeople& people, std::string table);

  std::string table() const override { return table_; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;

 private:
  Result<void> settle(const std::string& user_id, const Claims& before);
  // The address of an account is that of its item of the calendars.
  Result<void> move_guard(const std::string& user_id, store::ItemView calendar_user,
                          const Claims& before);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  ForeignPeople& people_;
  const std::string table_;
};

// Finds user items whose address belongs to an account with another id. One for each table.
class PeopleInspector final : public apps::Inspector {
 public:
  PeopleInspector(store::Store& store, apps::TableNames tables, ForeignPeople& people,
                  std::string table);

  std::string table() const override { return table_; }
  std::optional<apps::ItemFault> inspect(store::ItemView item) const override;
  Result<std::vector<apps::ItemKey>> affected_by(store::ItemView item) override;

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  ForeignPeople& people_;
  const std::string table_;
};

}  // namespace norn::accounts
