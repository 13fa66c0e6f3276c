#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/agenda/item.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::agenda {

constexpr size_t kMaxHiddenOwners = 500;

// What a person does not want to see in their agenda. The page and the calendar feed leave it out;
// the API has everything.
struct Preferences {
  Kinds hidden_kinds = {};
  std::vector<std::string> hidden_owners = {};  // "calendar:<id>", sorted, without duplicates.
  bool declined_hidden = false;                 // What they have declined.

  bool hides(const Item& item) const;
  bool hides(const Owner& owner) const;
  friend bool operator==(const Preferences&, const Preferences&) = default;
};

// Whether it is like "calendar:5f9c1a3e".
bool is_owner_name(std::string_view text);

// The preferences of people, in the table `norn`. They are deleted with the person.
class AgendaPreferences final : public accounts::UserHook {
 public:
  AgendaPreferences(store::Store& store, apps::TableNames tables, const Clock& clock)
      : store_(store), tables_(std::move(tables)), clock_(clock) {}

  Result<Preferences> get(const std::string& user_id);
  // Replaces all of them; the latest ones count. Returns kNotFound if the account does not exist,
  // and kInvalid of "hiddenOwners".
  Result<Preferences> set(const std::string& user_id, Preferences preferences);

  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::agenda
