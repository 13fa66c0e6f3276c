#include "apps/accounts/users/foreign_people_reader.h"

#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/time_text.h"

namespace norn::accounts {

namespace {

constexpr std::string_view kEmailPrefix = "EMAIL#";

// The claim of the address among claims; nullopt if there is none.
std::optional<std::string> address_among(const Claims& claims) {
  const auto found = claims.lower_bound(std::string(kEmailPrefix));
  const bool is_address = found != claims.end() && found->starts_with(kEmailPrefix);
  return is_address ? std::optional(*found) : std::nullopt;
}

// The id of the account that has an address; nullopt if there is none.
Result<std::optional<std::string>> account_with(store::Store& store, const std::string& table,
                                                const std::string& guard) {
  NORN_ASSIGN(const auto item, read_item(store, table, guard, guard));
  return item ? apps::optional_text_of(*item, "userId") : std::nullopt;
}

}  // namespace

ForeignPeopleReader::ForeignPeopleReader(store::Store& store, apps::TableNames tables,
                                         const Clock& clock, ForeignPeople& people,
                                         std::string table)
    : store_(store),
      tables_(std::move(tables)),
      clock_(clock),
      people_(people),
      table_(std::move(table)) {}

Result<void> ForeignPeopleReader::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    const auto user_id = user_id_in(record.keys);
    if (!user_id) continue;
    Claims before;
    for (const auto* image : {&record.old_image, &record.new_image}) {
      if (*image) before.merge(claims_in(**image));
    }
    NORN_TRY(settle(*user_id, before));
  }
  return {};
}

Result<void> ForeignPeopleReader::see(store::ItemView item) {
  const auto user_id = user_id_in(item);
  return user_id ? settle(*user_id, claims_in(item)) : Result<void>();
}

Result<void> ForeignPeopleReader::settle(const std::string& user_id, const Claims& before) {
  // Not the images of a change: others may have followed it.
  NORN_ASSIGN(const ForeignPeople::State state, people_.state_of(user_id));
  NORN_TRY(people_.update_register(user_id, state, before));
  if (!state.has_account || !state.items.calendar_user) return {};
  return move_guard(user_id, *state.items.calendar_user, before);
}

Result<void> ForeignPeopleReader::move_guard(const std::string& user_id,
                                             store::ItemView calendar_user, const Claims& before) {
  const auto guard = address_among(claims_in(calendar_user));
  if (!guard) return {};
  NORN_ASSIGN(const auto owner, account_with(store_, tables_.norn(), *guard));
  if (owner) return {};
  const int64_t now_ms = clock_.now_ms();
  User user = user_of(calendar_user);
  user.id = user_id;
  user.updated_ms = now_ms;
  store::ConditionCheck is_unchanged;
  is_unchanged.table = tables_.calendars();
  is_unchanged.key = apps::key_of(keys::user(user_id), keys::user(user_id));
  apps::Unchanged unchanged = apps::unchanged(calendar_user, {"email"});
  is_unchanged.condition = std::move(unchanged.condition);
  is_unchanged.placeholders = std::move(unchanged.placeholders);
  std::vector<apps::Action> actions = {
      put_new(tables_.norn(), guard_item(*guard, user)), std::move(is_unchanged),
      // The person has not proved to own the new address.
      set_attributes(
          tables_.norn(), apps::key_of(keys::user(user_id), keys::kAccount),
          {{"emailVerified", store::Value::boolean(false)}, {"updatedAt", timestamp_ms(now_ms)}})};
  for (const std::string& claim : before) {
    if (claim == *guard || !claim.starts_with(kEmailPrefix)) continue;
    NORN_ASSIGN(const auto holder, account_with(store_, tables_.norn(), claim));
    if (holder == user_id) actions.emplace_back(remove_guard(tables_.norn(), claim, user_id));
  }
  // If a condition fails, the item has changed again, and that change comes here too.
  NORN_TRY(apps::write_all(store_, std::move(actions)));
  return {};
}

PeopleInspector::PeopleInspector(store::Store& store, apps::TableNames tables,
                                 ForeignPeople& people, std::string table)
    : store_(store), tables_(std::move(tables)), people_(people), table_(std::move(table)) {}

std::optional<apps::ItemFault> PeopleInspector::inspect(store::ItemView item) const {
  const auto user_id = user_id_in(item);
  const auto guard = user_id ? address_among(claims_in(item)) : std::nullopt;
  if (!guard) return std::nullopt;
  const auto owner = account_with(store_, tables_.norn(), *guard);
  if (!owner || !*owner || **owner == *user_id) return std::nullopt;
  return apps::ItemFault{.reason = kAddressOfAnotherAccount(**owner), .owner = {"user", *user_id}};
}

Result<std::vector<apps::ItemKey>> PeopleInspector::affected_by(store::ItemView item) {
  std::vector<apps::ItemKey> keys;
  const auto user_id = user_id_in(item);
  const auto claim = user_id ? address_among(claims_in(item)) : std::nullopt;
  if (!claim) return keys;
  NORN_ASSIGN(const std::vector<std::string> ids, people_.ids_with(*claim));
  for (const std::string& id : ids) {
    if (id == *user_id) continue;
    const std::string key = keys::user(id);
    keys.push_back({tables_.calendars(), key, key});
    keys.push_back({tables_.projects(), key, key});
    keys.push_back({tables_.family(), key, std::string(keys::kProfile)});
  }
  return keys;
}

}  // namespace norn::accounts
