#include "apps/reminders/settings.h"

#include <algorithm>

#include "apps/accounts/keys.h"
#include "apps/accounts/sentences.h"
#include "apps/reminders/keys.h"
#include "apps/reminders/limits.h"
#include "apps/reminders/sentences.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::reminders {
namespace {

constexpr int64_t kDayMinutes = 24 * 60;
constexpr int kMaxAttempts = 5;
constexpr int64_t kForgottenPerPart = 25;

struct StoredSettings {
  Settings settings = {};
  int64_t version = 0;  // 0: there is no item yet.
};

store::Item settings_key(const std::string& user_id) {
  return apps::key_of(accounts::keys::user(user_id), keys::kSettings);
}

// Of a list of numbers; what another program may have written besides is left out.
Minutes minutes_from(const store::Value& value) {
  Minutes minutes;
  const auto* const list = value.get_if<store::List>();
  if (list == nullptr) return minutes;
  for (const store::Value& one : *list) {
    const auto* const number = one.get_if<store::Number>();
    int64_t read = 0;
    if (number == nullptr || !number->to_int64(read)) continue;
    if (read >= 0 && read <= kMaxMinutesBefore && minutes.size() < kMaxMinutes) {
      minutes.push_back(read);
    }
  }
  std::ranges::sort(minutes);
  const auto repeated = std::ranges::unique(minutes);
  minutes.erase(repeated.begin(), repeated.end());
  return minutes;
}

store::Value value_of(const Minutes& minutes) {
  store::List list;
  for (const int64_t one : minutes) list.push_back(store::Value::number(one));
  return store::Value(std::move(list));
}

StoredSettings settings_from(store::ItemView item) {
  StoredSettings stored;
  Settings& settings = stored.settings;
  stored.version = std::max<int64_t>(1, apps::integer_of(item, "version"));
  settings.of_events = !apps::boolean_of(item, "eventsOff");
  const auto kinds = item.value("kinds");
  if (const auto* const map = kinds ? kinds->get_if<store::Map>() : nullptr) {
    for (const auto& [name, value] : *map) {
      const auto kind = agenda::kind_from(name);
      if (kind && kKindsWithSetting.has(*kind)) settings.of_kinds[*kind] = minutes_from(value);
    }
  }
  const auto overrides = item.value("overrides");
  if (const auto* const map = overrides ? overrides->get_if<store::Map>() : nullptr) {
    for (const auto& [name, value] : *map) {
      if (settings.overrides.size() < kMaxOverrides) settings.overrides[name] = minutes_from(value);
    }
  }
  if (item.find("dayMinutes")) {
    settings.day_minutes =
        std::clamp<int64_t>(apps::integer_of(item, "dayMinutes"), 0, kDayMinutes - 1);
  }
  return stored;
}

store::Item item_of_settings(const std::string& user_id, const StoredSettings& stored,
                             int64_t now_ms) {
  const Settings& settings = stored.settings;
  store::Map kinds;
  for (const auto& [kind, minutes] : settings.of_kinds) {
    kinds.emplace(std::string(agenda::to_text(kind)), value_of(minutes));
  }
  store::Map overrides;
  for (const auto& [name, minutes] : settings.overrides) overrides.emplace(name, value_of(minutes));
  return store::Item::from_map({{"PK", accounts::keys::user(user_id)},
                                {"SK", keys::kSettings},
                                {"entityType", "REMINDERS"},
                                {"userId", user_id},
                                {"version", store::Value::number(stored.version)},
                                {"eventsOff", store::Value::boolean(!settings.of_events)},
                                {"kinds", store::Value(std::move(kinds))},
                                {"dayMinutes", store::Value::number(settings.day_minutes)},
                                {"overrides", store::Value(std::move(overrides))},
                                {"updatedAt", timestamp_s(now_ms)}});
}

// Sorts them. Returns kInvalid of `field` if one is there twice.
Result<void> put_in_order(std::string_view field, Minutes& minutes) {
  std::ranges::sort(minutes);
  const auto repeated = std::ranges::adjacent_find(minutes);
  if (repeated != minutes.end()) return invalid(field, kMinutesTwice(*repeated));
  return {};
}

}  // namespace

const Minutes* Settings::override_of(const std::string& owner, const std::string& thing_id) const {
  if (overrides.empty()) return nullptr;
  auto found = overrides.find(owner + "/" + thing_id);
  if (found == overrides.end()) found = overrides.find(owner);
  return found == overrides.end() ? nullptr : &found->second;
}

agenda::Kinds Settings::kinds() const {
  agenda::Kinds kinds;
  for (const auto& [kind, minutes] : of_kinds) {
    if (!minutes.empty()) kinds.add(kind);
  }
  return kinds;
}

Result<Settings> ReminderSettings::get(const std::string& user_id) {
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = settings_key(user_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  return found.item ? settings_from(*found.item).settings : Settings();
}

// Two devices may change them at once: each change is made on top of the other.
template <typename Change>
Result<Settings> ReminderSettings::write(const std::string& user_id, Change change) {
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    store::GetRequest request;
    request.table = tables_.norn();
    request.key = settings_key(user_id);
    request.consistent = true;
    NORN_ASSIGN(const auto found, store_.get(request));
    StoredSettings stored = found.item ? settings_from(*found.item) : StoredSettings();
    NORN_TRY(change(stored.settings));
    store::PutRequest put;
    put.table = tables_.norn();
    if (found.item) {
      // Another program may have written one without a version.
      put.condition = "attribute_not_exists(version) OR version = :version";
      put.placeholders.values = {{":version", store::Value::number(stored.version)}};
    } else {
      put.condition = "attribute_not_exists(PK)";
    }
    ++stored.version;
    put.item = item_of_settings(user_id, stored, clock_.now_ms());
    // Otherwise nothing would ever delete them.
    store::ConditionCheck account;
    account.table = tables_.norn();
    account.key = apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
    account.condition = "attribute_exists(PK)";
    NORN_ASSIGN(const bool written, apps::write_all(store_, {std::move(put), std::move(account)}));
    if (written) return std::move(stored.settings);
    store::GetRequest person;
    person.table = tables_.norn();
    person.key = apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
    person.consistent = true;
    NORN_ASSIGN(const auto there, store_.get(person));
    if (!there.item) return not_found(accounts::kAccountNotFound);
  }
  return conflict(kSettingsChanged);
}

Result<Settings> ReminderSettings::change(const std::string& user_id, SettingsChange change) {
  for (auto& [kind, minutes] : change.of_kinds) NORN_TRY(put_in_order("kinds", minutes));
  if (change.day_minutes && (*change.day_minutes < 0 || *change.day_minutes >= kDayMinutes)) {
    return invalid("dayTime", kDayTimeForm);
  }
  return write(user_id, [&](Settings& settings) -> Result<void> {
    if (change.of_events) settings.of_events = *change.of_events;
    for (const auto& [kind, minutes] : change.of_kinds) settings.of_kinds[kind] = minutes;
    if (change.day_minutes) settings.day_minutes = *change.day_minutes;
    return {};
  });
}

Result<Settings> ReminderSettings::set_override(const std::string& user_id, const std::string& name,
                                                std::optional<Minutes> minutes) {
  if (minutes) NORN_TRY(put_in_order("minutes", *minutes));
  return write(user_id, [&](Settings& settings) -> Result<void> {
    if (!minutes) {
      settings.overrides.erase(name);
      return {};
    }
    settings.overrides[name] = *minutes;
    if (settings.overrides.size() > kMaxOverrides) {
      return invalid("minutes", kTooManyOverrides(kMaxOverrides));
    }
    return {};
  });
}

Result<std::vector<accounts::Action>> ReminderSettings::on_delete(const accounts::User& user) {
  store::DeleteRequest removal;
  removal.table = tables_.norn();
  removal.key = settings_key(user.id);
  return std::vector<accounts::Action>{std::move(removal)};
}

Result<bool> ReminderSettings::forget(const std::string& user_id) {
  store::QueryRequest request;
  request.table = tables_.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", accounts::keys::user(user_id)},
                                 {":prefix", std::string(keys::kAnswers)}};
  request.projection = "PK, SK";
  request.limit = kForgottenPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, store_.query(request));
  std::vector<store::Item> keys;
  for (const store::ItemView item : page.items) keys.push_back(store::Item::copy_of(item));
  NORN_TRY(apps::remove_all(store_, tables_.norn(), keys));
  return !keys.empty();
}

}  // namespace norn::reminders
