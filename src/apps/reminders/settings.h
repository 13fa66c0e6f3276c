#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/agenda/item.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::reminders {

// Sorted, without duplicates; empty: no reminders.
using Minutes = std::vector<int64_t>;

// The kinds whose things have no reminders of their own, so that a setting is for all of a kind. Of
// events it is for those that do not say themselves when they remind: of an app without a
// ReminderSource, and those that a person is invited to.
constexpr agenda::Kinds kKindsWithSetting =
    agenda::Kinds::of({agenda::Kind::kAnniversary, agenda::Kind::kBirthday, agenda::Kind::kEntry,
                       agenda::Kind::kEvent, agenda::Kind::kStay, agenda::Kind::kTask});

// When a person wants to be reminded.
struct Settings {
  // Of events that say when they remind: as each of them says, or never.
  bool of_events = true;
  // Of the other kinds; those that are not here are off.
  std::map<agenda::Kind, Minutes> of_kinds = {};
  // The time of day from which minutes are counted for whole days.
  int64_t day_minutes = 9 * 60;
  // In place of what something shared suggests, by ReminderSource::override_name.
  std::map<std::string, Minutes, std::less<>> overrides = {};

  // Nullptr: as it is suggested. What is said of the one thing counts more than what is said of all
  // things of its owner.
  const Minutes* override_of(const std::string& owner, const std::string& thing_id) const;
  agenda::Kinds kinds() const;  // Of `of_kinds`, those that are not off.
  friend bool operator==(const Settings&, const Settings&) = default;
};

struct SettingsChange {
  std::optional<bool> of_events = {};
  std::map<agenda::Kind, Minutes> of_kinds = {};  // The others stay.
  std::optional<int64_t> day_minutes = {};
};

// The settings of people, in the table `norn`, with what they did with reminders. Both are deleted
// with the person.
class ReminderSettings final : public accounts::UserHook {
 public:
  ReminderSettings(store::Store& store, apps::TableNames tables, const Clock& clock)
      : store_(store), tables_(std::move(tables)), clock_(clock) {}

  Result<Settings> get(const std::string& user_id);
  // Returns kNotFound if the account does not exist, and kInvalid of "kinds" and "dayTime".
  Result<Settings> change(const std::string& user_id, SettingsChange change);
  // Nullopt: as it is suggested again. Returns kInvalid of "minutes".
  Result<Settings> set_override(const std::string& user_id, const std::string& name,
                                std::optional<Minutes> minutes);

  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;
  Result<bool> forget(const std::string& user_id) override;

 private:
  template <typename Change>
  Result<Settings> write(const std::string& user_id, Change change);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::reminders
