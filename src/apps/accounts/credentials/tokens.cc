#include <algorithm>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/credentials/sessions.h"
#include "apps/accounts/credentials/sessions_items.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

// API tokens: like sessions, but for programs, with a name and scopes, and for as long as their
// owner wants. A new password does not end them; only who loses an account loses them too.
namespace norn::accounts {

namespace {

constexpr std::string_view kTokenStart = "norn_";
// Of one person. It is counted before a token is written, so a few made at the very same time may
// exceed it: it keeps lists short and no promise depends on it.
constexpr size_t kMaxTokens = 50;

Result<std::vector<std::string>> checked_scopes(std::vector<std::string> scopes,
                                                const std::vector<std::string>& known_scopes) {
  std::ranges::sort(scopes);
  const auto repeated = std::ranges::unique(scopes);
  scopes.erase(repeated.begin(), repeated.end());
  if (scopes.empty()) return invalid("scopes", "A token needs at least one scope.");
  for (const std::string& scope : scopes) {
    if (std::ranges::find(known_scopes, scope) == known_scopes.end()) {
      std::string message = "The scopes of a token are";
      for (const std::string& known : known_scopes) message += " " + known;
      return invalid("scopes", message + ".");
    }
  }
  return scopes;
}

}  // namespace

Result<Sessions::Made> Sessions::make_token(const std::string& user_id, const std::string& name,
                                            std::vector<std::string> scopes,
                                            std::optional<int64_t> expires_ms) {
  const int64_t now_ms = clock_.now_ms();
  Token token;
  NORN_ASSIGN(token.name, normal_name(name));
  NORN_ASSIGN(token.scopes, checked_scopes(std::move(scopes), token_scopes_));
  if (expires_ms && *expires_ms <= now_ms) {
    return invalid("expiresAt", "A token must expire in the future, or never.");
  }
  NORN_ASSIGN(const std::vector<Token> others, tokens(user_id));
  if (others.size() >= kMaxTokens) {
    return conflict("There are 50 tokens already. Remove one that is no longer used.");
  }
  token.id = ids_.uuid();
  token.user_id = user_id;
  token.created_ms = now_ms;
  token.expires_ms = expires_ms;
  const std::string secret = new_secret(ids_);
  NORN_ASSIGN(const std::optional<store::Item> account,
              read_item(store_, tables_.norn(), keys::user(user_id), keys::kAccount));
  if (!account) return not_found("account");
  store::ConditionCheck same_epoch = account_exists(tables_, user_id);
  apps::Unchanged unchanged = apps::unchanged(*account, {"tokenEpoch"});
  same_epoch.condition += " AND " + unchanged.condition;
  same_epoch.placeholders = std::move(unchanged.placeholders);
  const store::Map item = token_item(token, secret_hash(secret), account_of(*account).token_epoch);
  const Result<void> written =
      apps::transact(store_, {put_new(tables_.norn(), item), std::move(same_epoch)});
  if (!written) {
    if (apps::Refusals(written.error()).by_conditions()) return not_found("account");
    return std::unexpected(written.error());
  }
  return Made{
      .token = std::move(token),
      .text = std::string(kTokenStart) + credential_text({.user_id = user_id, .secret = secret})};
}

Result<std::optional<Identity>> Sessions::verify_token(std::string_view text) {
  if (!text.starts_with(kTokenStart)) return std::nullopt;
  const std::optional<Credential> parsed = parse_credential(text.substr(kTokenStart.size()));
  if (!parsed) return std::nullopt;
  NORN_ASSIGN(const std::optional<Found> found,
              find(parsed->user_id, keys::token(secret_hash(parsed->secret))));
  if (!found) return std::nullopt;
  Identity identity = {
      .account = account_of(found->account), .session = {}, .token = token_of(found->item)};
  Token& token = *identity.token;
  const int64_t now_ms = clock_.now_ms();
  if (token.expires_ms && *token.expires_ms <= now_ms) return std::nullopt;
  if (epoch_of(found->item) != identity.account.token_epoch) return std::nullopt;
  if (!token.last_used_ms || now_ms - *token.last_used_ms >= kSeenEveryMs) {
    token.last_used_ms = now_ms;
    note_use(found->item, {{"lastUsedAt", timestamp_ms(now_ms)}});
  }
  return identity;
}

Result<std::vector<Token>> Sessions::tokens(const std::string& user_id) {
  const int64_t now_ms = clock_.now_ms();
  NORN_ASSIGN(const std::optional<Account> account, find_account(user_id));
  if (!account) return std::vector<Token>();
  NORN_ASSIGN(const std::vector<store::Item> items,
              read_items(store_, tables_, user_id, keys::kTokenPrefix));
  std::vector<Token> tokens;
  for (const store::Item& item : items) {
    Token token = token_of(item);
    const bool expired = token.expires_ms && *token.expires_ms <= now_ms;
    if (!expired && epoch_of(item) == account->token_epoch) tokens.push_back(std::move(token));
  }
  std::ranges::sort(tokens, std::greater(), &Token::created_ms);
  return tokens;
}

Result<void> Sessions::remove_token(const std::string& user_id, const std::string& token_id) {
  return remove_by_id(user_id, keys::kTokenPrefix, token_id, "token");
}

}  // namespace norn::accounts
