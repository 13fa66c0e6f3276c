#include "apps/agenda/preferences.h"

#include <algorithm>
#include <array>

#include "apps/accounts/keys.h"
#include "apps/accounts/sentences.h"
#include "apps/agenda/keys.h"
#include "apps/agenda/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::agenda {
namespace {

constexpr std::array<std::string_view, 5> kOwnerKinds = {"calendar", "person", "place", "project",
                                                         "tree"};

store::Item preferences_key(const std::string& user_id) {
  return apps::key_of(accounts::keys::user(user_id), keys::kPreferences);
}

store::List list_of(const std::vector<std::string>& texts) {
  store::List list;
  for (const std::string& text : texts) list.emplace_back(text);
  return list;
}

// Names that are unknown, as another program may have written them, are left out.
Preferences preferences_from(store::ItemView item) {
  const apps::ItemReader reader(item);
  Preferences preferences;
  for (const std::string& name : reader.texts("hiddenKinds")) {
    if (const auto kind = kind_from(name)) preferences.hidden_kinds.add(*kind);
  }
  preferences.hidden_owners = reader.texts("hiddenOwners");
  std::erase_if(preferences.hidden_owners,
                [](const std::string& name) { return !is_owner_name(name); });
  if (preferences.hidden_owners.size() > kMaxHiddenOwners) {
    preferences.hidden_owners.resize(kMaxHiddenOwners);
  }
  std::ranges::sort(preferences.hidden_owners);
  preferences.declined_hidden = reader.optional_boolean("declinedHidden").value_or(false);
  return preferences;
}

store::Item to_item(const std::string& user_id, const Preferences& preferences, int64_t now_ms) {
  std::vector<std::string> kinds;
  for (size_t i = 0; i < kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (preferences.hidden_kinds.has(kind)) kinds.emplace_back(to_text(kind));
  }
  return store::Item::from_map(
      {{"PK", accounts::keys::user(user_id)},
       {"SK", keys::kPreferences},
       {"entityType", "AGENDA"},
       {"userId", user_id},
       {"hiddenKinds", store::Value(list_of(kinds))},
       {"hiddenOwners", store::Value(list_of(preferences.hidden_owners))},
       {"declinedHidden", store::Value::boolean(preferences.declined_hidden)},
       {"updatedAt", timestamp_s(now_ms)}});
}

}  // namespace

bool is_owner_name(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  return std::ranges::find(kOwnerKinds, text.substr(0, colon)) != kOwnerKinds.end() &&
         apps::is_id(text.substr(colon + 1));
}

bool Preferences::hides(const Item& item) const {
  if (hidden_kinds.has(item.kind)) return true;
  if (declined_hidden && item.answer == "no") return true;
  return hides(item.owner);
}

bool Preferences::hides(const Owner& owner) const {
  return std::ranges::binary_search(hidden_owners, owner.kind + ":" + owner.id);
}

Result<Preferences> AgendaPreferences::get(const std::string& user_id) {
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = preferences_key(user_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  return found.item ? preferences_from(*found.item) : Preferences();
}

Result<Preferences> AgendaPreferences::set(const std::string& user_id, Preferences preferences) {
  auto& owners = preferences.hidden_owners;
  for (const std::string& name : owners) {
    if (!is_owner_name(name)) return invalid("hiddenOwners", kOwnerForm(name));
  }
  std::ranges::sort(owners);
  const auto repeated = std::ranges::unique(owners);
  owners.erase(repeated.begin(), repeated.end());
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = to_item(user_id, preferences, clock_.now_ms());
  // Otherwise nothing would ever delete them.
  store::ConditionCheck account;
  account.table = tables_.norn();
  account.key = apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
  account.condition = "attribute_exists(PK)";
  NORN_ASSIGN(const bool written, apps::write_all(store_, {std::move(put), std::move(account)}));
  if (!written) return not_found(accounts::kAccountNotFound);
  return preferences;
}

Result<std::vector<accounts::Action>> AgendaPreferences::on_delete(const accounts::User& user) {
  store::DeleteRequest removal;
  removal.table = tables_.norn();
  removal.key = preferences_key(user.id);
  return std::vector<accounts::Action>{std::move(removal)};
}

}  // namespace norn::agenda
