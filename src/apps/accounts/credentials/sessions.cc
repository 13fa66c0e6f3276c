#include "apps/accounts/credentials/sessions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"

namespace norn::accounts {
namespace {

constexpr int64_t kDayMs = int64_t{24} * 60 * 60 * 1000;
constexpr int64_t kIdleMs = 30 * kDayMs;      // A session ends this long after its last use,
constexpr int64_t kLongestMs = 180 * kDayMs;  // and this long after it began.
constexpr int64_t kSeenEveryMs = int64_t{10} * 60 * 1000;  // The precision of the last use.

constexpr size_t kMaxSessions = 100;  // Of one user: the oldest are removed.
constexpr size_t kMaxUserAgentCharacters = 200;
// Browsers of one user. Each may try as often as a stranger's network, so few of them may.
constexpr size_t kMaxDevices = 10;
constexpr int64_t kDeviceMs = 400 * kDayMs;  // As long as browsers keep a cookie.

constexpr std::string_view kTokenTextPrefix = "norn_";
// Of one user. Counted before a token is written, so concurrent requests may exceed it slightly.
constexpr size_t kMaxTokens = 50;

// More than a user can have: the limits of sessions and tokens are far lower.
constexpr size_t kMaxItems = 10'000;

// When a session ends that was last used at `seen_ms`.
int64_t session_end_ms(int64_t created_ms, int64_t seen_ms) {
  return std::min(seen_ms + kIdleMs, created_ms + kLongestMs);
}

// The TTL of an item that expires at `ms`: not earlier, in seconds.
store::Value ttl_of(int64_t ms) {
  return store::Value::number(ms / 1000 + 1);
}

store::Map session_item(const Session& session, const std::string& secret_hash, int64_t epoch) {
  return {{"PK", keys::user(session.user_id)},
          {"SK", keys::session(secret_hash)},
          {"entityType", "SESSION"},
          {"id", session.id},
          {"userId", session.user_id},
          {"method", session.method},
          {"address", session.visitor.address},
          {"userAgent", session.visitor.user_agent},
          {"epoch", store::Value::number(epoch)},
          {"createdAt", timestamp_ms(session.created_ms)},
          {"lastSeenAt", timestamp_ms(session.last_seen_ms)},
          {"expiresAt", timestamp_ms(session.expires_ms)},
          {"ttl", ttl_of(session.expires_ms)}};
}

store::Map device_item(const Account& account, const std::string& device, int64_t now_ms) {
  return {{"PK", keys::user(account.user_id)},
          {"SK", keys::device(secret_hash(device))},
          {"entityType", "DEVICE"},
          {"userId", account.user_id},
          {"epoch", store::Value::number(account.session_epoch)},
          {"createdAt", timestamp_ms(now_ms)},
          {"ttl", ttl_of(now_ms + kDeviceMs)}};
}

Session session_of(store::ItemView item) {
  return {.id = apps::text_of(item, "id"),
          .user_id = apps::text_of(item, "userId"),
          .method = apps::text_of(item, "method"),
          .visitor = {.address = apps::text_of(item, "address"),
                      .user_agent = apps::text_of(item, "userAgent")},
          .created_ms = time_of(item, "createdAt"),
          .last_seen_ms = time_of(item, "lastSeenAt"),
          .expires_ms = time_of(item, "expiresAt")};
}

// Of a session or a token.
int64_t epoch_of(store::ItemView item) {
  return apps::integer_of(item, "epoch");
}

store::Map token_item(const Token& token, const std::string& secret_hash, int64_t epoch) {
  store::Map item = {{"PK", keys::user(token.user_id)},
                     {"SK", keys::token(secret_hash)},
                     {"entityType", "TOKEN"},
                     {"id", token.id},
                     {"userId", token.user_id},
                     {"name", token.name},
                     {"scopes", store::StringSet::make(token.scopes)},
                     {"epoch", store::Value::number(epoch)},
                     {"createdAt", timestamp_ms(token.created_ms)}};
  if (token.expires_ms) {
    item.emplace("expiresAt", timestamp_ms(*token.expires_ms));
    item.emplace("ttl", ttl_of(*token.expires_ms));
  }
  return item;
}

Token token_of(store::ItemView item) {
  return {.id = apps::text_of(item, "id"),
          .user_id = apps::text_of(item, "userId"),
          .name = apps::text_of(item, "name"),
          .scopes = set_of(item, "scopes"),
          .created_ms = time_of(item, "createdAt"),
          .last_used_ms = optional_time_of(item, "lastUsedAt"),
          .expires_ms = optional_time_of(item, "expiresAt")};
}

// For a transaction that writes an item of a user: the account still exists.
store::ConditionCheck account_exists(const apps::TableNames& tables, const std::string& user_id) {
  store::ConditionCheck check;
  check.table = tables.norn();
  check.key = apps::key_of(keys::user(user_id), keys::kAccount);
  check.condition = "attribute_exists(PK)";
  return check;
}

// A consistent read of the items of a user whose sort keys begin with `prefix`.
Result<std::vector<store::Item>> read_items(store::Store& store, const apps::TableNames& tables,
                                            const std::string& user_id, std::string_view prefix) {
  store::QueryRequest query;
  query.table = tables.norn();
  query.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  query.placeholders.values = {{":pk", keys::user(user_id)}, {":prefix", prefix}};
  query.consistent = true;
  return apps::query_all(store, std::move(query), kMaxItems);
}

store::Item key_in(store::ItemView item) {
  return store::Item::subset(item, {"PK", "SK"});
}

std::string shortened(const std::string& text, size_t max_characters) {
  std::optional<std::vector<int32_t>> points = code_points(text);
  if (!points) return {};
  std::erase_if(*points, is_unprintable);
  if (points->size() > max_characters) points->resize(max_characters);
  return to_utf8(*points);
}

Result<std::vector<std::string>> checked_scopes(std::vector<std::string> scopes,
                                                const std::vector<std::string>& known_scopes) {
  std::ranges::sort(scopes);
  const auto repeated = std::ranges::unique(scopes);
  scopes.erase(repeated.begin(), repeated.end());
  if (scopes.empty()) return invalid("scopes", kTokenNeedsScope);
  for (const std::string& scope : scopes) {
    if (std::ranges::find(known_scopes, scope) == known_scopes.end()) {
      return invalid("scopes", kScopesUnknown(fmt::format("{}", fmt::join(known_scopes, ", "))));
    }
  }
  return scopes;
}

}  // namespace

Sessions::Sessions(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids,
                   std::vector<std::string> token_scopes)
    : store_(store),
      tables_(std::move(tables)),
      clock_(clock),
      ids_(ids),
      token_scopes_(std::move(token_scopes)) {}

Result<Sessions::Started> Sessions::start(const Account& account, std::string method,
                                          Visitor visitor) {
  const int64_t now_ms = clock_.now_ms();
  visitor.user_agent = shortened(visitor.user_agent, kMaxUserAgentCharacters);
  Session session = {.id = ids_.uuid(),
                     .user_id = account.user_id,
                     .method = std::move(method),
                     .visitor = std::move(visitor),
                     .created_ms = now_ms,
                     .last_seen_ms = now_ms,
                     .expires_ms = session_end_ms(now_ms, now_ms)};
  const std::string secret = new_secret(ids_);

  // A user who authenticated before all sessions were ended, perhaps with the old password, has to
  // do it again.
  store::ConditionCheck same_epoch = account_exists(tables_, account.user_id);
  same_epoch.condition = "sessionEpoch = :epoch AND NOT (disabled = :yes)";
  same_epoch.placeholders.values.emplace(":yes", store::Value::boolean(true));
  same_epoch.placeholders.values.emplace(":epoch", store::Value::number(account.session_epoch));
  const store::Map item = session_item(session, secret_hash(secret), account.session_epoch);
  std::vector<Action> actions = {put_new(tables_.norn(), item), std::move(same_epoch)};
  const std::string device = std::exchange(session.visitor.device, {});
  if (!device.empty()) {
    store::PutRequest put;
    put.table = tables_.norn();
    put.item = store::Item::from_map(device_item(account, device, now_ms));
    actions.emplace_back(std::move(put));
  }
  const Result<void> written = apps::transact(store_, std::move(actions));
  if (!written) {
    if (!apps::Refusals(written.error()).by_conditions()) return std::unexpected(written.error());
    return not_signed_in(kAccountChangedMeanwhile);
  }
  NORN_TRY(remove_oldest(account.user_id, keys::kSessionPrefix, kMaxSessions));
  if (!device.empty()) NORN_TRY(remove_oldest(account.user_id, keys::kDevicePrefix, kMaxDevices));
  return Started{.session = session,
                 .credential = credential_text({.user_id = account.user_id, .secret = secret})};
}

// Removes the oldest items beyond `count`.
Result<void> Sessions::remove_oldest(const std::string& user_id, std::string_view prefix,
                                     size_t count) {
  NORN_ASSIGN(std::vector<store::Item> items, read_items(store_, tables_, user_id, prefix));
  if (items.size() <= count) return {};
  std::ranges::sort(items, std::greater(),
                    [](const store::Item& item) { return time_of(item, "createdAt"); });
  for (size_t i = count; i < items.size(); ++i) {
    NORN_TRY(remove_item(store_, tables_.norn(), key_in(items[i])));
  }
  return {};
}

Result<bool> Sessions::knows_device(const std::string& user_id, int64_t session_epoch,
                                    const std::string& device) {
  if (device.empty()) return false;
  NORN_ASSIGN(
      const std::optional<store::Item> item,
      read_item(store_, tables_.norn(), keys::user(user_id), keys::device(secret_hash(device))));
  return item && epoch_of(*item) == session_epoch &&
         apps::integer_of(*item, "ttl") > clock_.now_s();
}

Result<void> Sessions::remember_device(const Account& account, const std::string& device) {
  if (device.empty()) return {};
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map(device_item(account, device, clock_.now_ms()));
  const Result<void> written =
      apps::transact(store_, {std::move(put), account_exists(tables_, account.user_id)});
  if (!written) return std::unexpected(written.error());
  return remove_oldest(account.user_id, keys::kDevicePrefix, kMaxDevices);
}

Result<std::optional<Identity>> Sessions::verify(std::string_view credential) {
  const std::optional<Credential> parsed = parse_credential(credential);
  if (!parsed) return std::nullopt;
  NORN_ASSIGN(const std::optional<Found> found,
              find(parsed->user_id, keys::session(secret_hash(parsed->secret))));
  if (!found) return std::nullopt;
  Identity identity = {
      .account = account_of(found->account), .session = session_of(found->item), .token = {}};
  Session& session = *identity.session;
  const int64_t now_ms = clock_.now_ms();
  const bool valid = !identity.account.disabled && session.expires_ms > now_ms &&
                     epoch_of(found->item) == identity.account.session_epoch;
  if (!valid) return std::nullopt;
  if (now_ms - session.last_seen_ms >= kSeenEveryMs) {
    session.last_seen_ms = now_ms;
    session.expires_ms = session_end_ms(session.created_ms, now_ms);
    record_use(found->item, {{"lastSeenAt", timestamp_ms(now_ms)},
                             {"expiresAt", timestamp_ms(session.expires_ms)},
                             {"ttl", ttl_of(session.expires_ms)}});
  }
  return identity;
}

// Reads the item of a credential and its ACCOUNT. Returns nullopt if one of them does not exist.
Result<std::optional<Sessions::Found>> Sessions::find(const std::string& user_id,
                                                      const std::string& sort_key) {
  const std::string key = keys::user(user_id);
  NORN_ASSIGN(std::vector<store::Item> items,
              apps::get_all(store_, tables_.norn(),
                            {apps::key_of(key, keys::kAccount), apps::key_of(key, sort_key)}));
  if (items.size() != 2) return std::nullopt;
  if (apps::text_of(items[0], "SK") != keys::kAccount) std::swap(items[0], items[1]);
  return Found{.account = std::move(items[0]), .item = std::move(items[1])};
}

// Errors are ignored: an item that was removed meanwhile stays removed, and the next use tries
// again.
void Sessions::record_use(store::ItemView item, const store::Map& change) {
  const auto ignored = store_.update(set_attributes(tables_.norn(), key_in(item), change));
  static_cast<void>(ignored);
}

Result<std::vector<Session>> Sessions::list(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<Account> account, find_account(user_id));
  if (!account) return std::vector<Session>();
  const int64_t now_ms = clock_.now_ms();
  NORN_ASSIGN(const std::vector<store::Item> items,
              read_items(store_, tables_, user_id, keys::kSessionPrefix));
  std::vector<Session> sessions;
  for (const store::Item& item : items) {
    Session session = session_of(item);
    if (session.expires_ms > now_ms && epoch_of(item) == account->session_epoch) {
      sessions.push_back(std::move(session));
    }
  }
  std::ranges::sort(sessions, std::greater(), &Session::created_ms);
  return sessions;
}

Result<void> Sessions::end(const std::string& user_id, const std::string& session_id) {
  return remove_by_id(user_id, keys::kSessionPrefix, session_id, kSessionNotFound);
}

Result<void> Sessions::remove_by_id(const std::string& user_id, std::string_view prefix,
                                    const std::string& id, const Sentence<>& missing) {
  NORN_ASSIGN(const std::vector<store::Item> items, read_items(store_, tables_, user_id, prefix));
  const auto found = std::ranges::find_if(
      items, [&](const store::Item& item) { return apps::text_of(item, "id") == id; });
  if (found == items.end()) return not_found(missing);
  return remove_item(store_, tables_.norn(), key_in(*found));
}

Result<std::optional<Account>> Sessions::find_account(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.norn(), keys::user(user_id), keys::kAccount));
  return item ? std::optional(account_of(*item)) : std::nullopt;
}

Result<void> Sessions::remove_ended(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<Account> account, find_account(user_id));
  if (!account) return {};
  const std::pair<std::string_view, int64_t> epochs[] = {
      {keys::kSessionPrefix, account->session_epoch},
      {keys::kDevicePrefix, account->session_epoch},
      {keys::kTokenPrefix, account->token_epoch}};
  for (const auto& [prefix, epoch] : epochs) {
    NORN_ASSIGN(const std::vector<store::Item> items, read_items(store_, tables_, user_id, prefix));
    for (const store::Item& item : items) {
      if (epoch_of(item) < epoch) NORN_TRY(remove_item(store_, tables_.norn(), key_in(item)));
    }
  }
  return {};
}

Result<void> Sessions::forget(const std::string& user_id) {
  for (const std::string_view prefix :
       {keys::kSessionPrefix, keys::kDevicePrefix, keys::kTokenPrefix}) {
    NORN_ASSIGN(const std::vector<store::Item> items, read_items(store_, tables_, user_id, prefix));
    for (const store::Item& item : items)
      NORN_TRY(remove_item(store_, tables_.norn(), key_in(item)));
  }
  return {};
}

Result<Sessions::Made> Sessions::make_token(const std::string& user_id, const std::string& name,
                                            std::vector<std::string> scopes,
                                            std::optional<int64_t> expires_ms,
                                            const std::optional<int64_t>& session_epoch) {
  const int64_t now_ms = clock_.now_ms();
  Token token;
  NORN_ASSIGN(token.name, normal_name(name));
  NORN_ASSIGN(token.scopes, checked_scopes(std::move(scopes), token_scopes_));
  if (expires_ms && *expires_ms <= now_ms) {
    return invalid("expiresAt", kTokenExpiresInPast);
  }
  NORN_ASSIGN(const std::vector<Token> others, tokens(user_id));
  if (others.size() >= kMaxTokens) {
    return conflict(kTooManyTokens(kMaxTokens));
  }
  token.id = ids_.uuid();
  token.user_id = user_id;
  token.created_ms = now_ms;
  token.expires_ms = expires_ms;
  const std::string secret = new_secret(ids_);
  NORN_ASSIGN(const std::optional<store::Item> account,
              read_item(store_, tables_.norn(), keys::user(user_id), keys::kAccount));
  if (!account) return not_found(kAccountNotFound);
  if (account_of(*account).disabled) return forbidden(kAccountDisabled);
  if (session_epoch && account_of(*account).session_epoch != *session_epoch) {
    return not_signed_in(kSignedOutMeanwhile);
  }
  store::ConditionCheck same_epoch = account_exists(tables_, user_id);
  apps::Unchanged unchanged = apps::unchanged(*account, {"sessionEpoch", "tokenEpoch", "disabled"});
  same_epoch.condition += " AND " + unchanged.condition;
  same_epoch.placeholders = std::move(unchanged.placeholders);
  const store::Map item = token_item(token, secret_hash(secret), account_of(*account).token_epoch);
  const Result<void> written =
      apps::transact(store_, {put_new(tables_.norn(), item), std::move(same_epoch)});
  if (!written) {
    if (apps::Refusals(written.error()).by_conditions()) return not_found(kAccountNotFound);
    return std::unexpected(written.error());
  }
  return Made{.token = std::move(token),
              .text = std::string(kTokenTextPrefix) +
                      credential_text({.user_id = user_id, .secret = secret})};
}

Result<std::optional<Identity>> Sessions::verify_token(std::string_view text) {
  if (!text.starts_with(kTokenTextPrefix)) return std::nullopt;
  const std::optional<Credential> parsed = parse_credential(text.substr(kTokenTextPrefix.size()));
  if (!parsed) return std::nullopt;
  NORN_ASSIGN(const std::optional<Found> found,
              find(parsed->user_id, keys::token(secret_hash(parsed->secret))));
  if (!found) return std::nullopt;
  Identity identity = {
      .account = account_of(found->account), .session = {}, .token = token_of(found->item)};
  Token& token = *identity.token;
  const int64_t now_ms = clock_.now_ms();
  if (token.expires_ms && *token.expires_ms <= now_ms) return std::nullopt;
  if (identity.account.disabled) return std::nullopt;
  if (epoch_of(found->item) != identity.account.token_epoch) return std::nullopt;
  if (!token.last_used_ms || now_ms - *token.last_used_ms >= kSeenEveryMs) {
    token.last_used_ms = now_ms;
    record_use(found->item, {{"lastUsedAt", timestamp_ms(now_ms)}});
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
  return remove_by_id(user_id, keys::kTokenPrefix, token_id, kTokenNotFound);
}

}  // namespace norn::accounts
