#include "apps/accounts/credentials/password_links.h"

#include <utility>
#include <vector>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::accounts {

PasswordLinks::PasswordLinks(store::Store& store, apps::TableNames tables, const Clock& clock,
                             Ids& ids)
    : store_(store), tables_(std::move(tables)), clock_(clock), ids_(ids) {}

Result<std::string> PasswordLinks::make(PasswordLink& link) {
  NORN_ASSIGN(const std::optional<store::Item> account,
              read_item(store_, tables_.norn(), keys::user(link.user_id), keys::kAccount));
  if (!account) return not_found(kPersonNotFound);
  const int64_t now_ms = clock_.now_ms();
  link.expires_ms = now_ms + kPasswordLinkMs;
  const std::string secret = new_secret(ids_);
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map(
      {{"PK", keys::user(link.user_id)},
       {"SK", keys::kPasswordLink},
       {"entityType", "PASSWORD_LINK"},
       {"userId", link.user_id},
       {"secretHash", secret_hash(secret)},
       {"madeBy", link.made_by},
       {"removesSecondFactor", store::Value::boolean(link.removes_second_factor)},
       {"epoch", store::Value::number(account_of(*account).session_epoch)},
       {"createdAt", timestamp_ms(now_ms)},
       {"expiresAt", timestamp_ms(link.expires_ms)},
       {"ttl", store::Value::number(link.expires_ms / 1000 + 1)}});
  store::ConditionCheck exists;
  exists.table = tables_.norn();
  exists.key = apps::key_of(keys::user(link.user_id), keys::kAccount);
  exists.condition = "attribute_exists(PK)";
  const Result<void> written = apps::transact(store_, {std::move(put), std::move(exists)});
  if (!written) {
    if (apps::Refusals(written.error()).by_conditions()) return not_found(kPersonNotFound);
    return std::unexpected(written.error());
  }
  return credential_text({.user_id = link.user_id, .secret = secret});
}

Result<std::optional<PasswordLink>> PasswordLinks::find(std::string_view text) {
  const std::optional<Credential> parsed = parse_credential(text);
  if (!parsed) return std::nullopt;
  const std::string key = keys::user(parsed->user_id);
  NORN_ASSIGN(
      const std::vector<store::Item> items,
      apps::get_all(store_, tables_.norn(),
                    {apps::key_of(key, keys::kAccount), apps::key_of(key, keys::kPasswordLink)}));
  if (items.size() != 2) return std::nullopt;
  const bool is_account_first = apps::text_of(items[0], "SK") == keys::kAccount;
  const store::Item& account = items[is_account_first ? 0 : 1];
  const store::Item& item = items[is_account_first ? 1 : 0];
  const int64_t expires_ms = time_of(item, "expiresAt");
  if (!same_secret(secret_hash(parsed->secret), apps::text_of(item, "secretHash")) ||
      expires_ms <= clock_.now_ms() ||
      apps::integer_of(item, "epoch") != account_of(account).session_epoch) {
    return std::nullopt;
  }
  return PasswordLink{.user_id = parsed->user_id,
                      .made_by = apps::text_of(item, "madeBy"),
                      .removes_second_factor = apps::boolean_of(item, "removesSecondFactor"),
                      .expires_ms = expires_ms};
}

Result<Action> PasswordLinks::use(std::string_view text) const {
  const std::optional<Credential> parsed = parse_credential(text);
  if (!parsed) return not_found(kLinkNotFound);
  store::DeleteRequest use =
      delete_of(tables_.norn(), apps::key_of(keys::user(parsed->user_id), keys::kPasswordLink));
  use.condition = "secretHash = :hash";
  use.placeholders.values.emplace(":hash", secret_hash(parsed->secret));
  return use;
}

Result<void> PasswordLinks::forget(const std::string& user_id) {
  return remove_item(store_, tables_.norn(),
                     apps::key_of(keys::user(user_id), keys::kPasswordLink));
}

}  // namespace norn::accounts
