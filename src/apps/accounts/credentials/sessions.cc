#include "apps/accounts/credentials/sessions.h"

#include <algorithm>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/credentials/sessions_items.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"

// Sessions. tokens.cc has the tokens.
namespace norn::accounts {

namespace {

constexpr size_t kMaxSessions = 100;  // Of one person: the oldest make room.
constexpr size_t kMaxUserAgentCharacters = 200;

std::string shortened(const std::string& text, size_t max_characters) {
  std::optional<std::vector<int32_t>> points = code_points(text);
  if (!points) return {};
  std::erase_if(*points, is_unprintable);
  if (points->size() > max_characters) points->resize(max_characters);
  return to_utf8(*points);
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

  // Whoever proved who they are before all sessions were ended (and perhaps with the old password)
  // has to do it again.
  store::ConditionCheck same_epoch = account_exists(tables_, account.user_id);
  same_epoch.condition = "sessionEpoch = :epoch";
  same_epoch.placeholders.values.emplace(":epoch", store::Value::number(account.session_epoch));
  const store::Map item = session_item(session, secret_hash(secret), account.session_epoch);
  const Result<void> written =
      apps::transact(store_, {put_new(tables_.norn(), item), std::move(same_epoch)});
  if (!written) {
    if (!apps::Refusals(written.error()).by_conditions()) return std::unexpected(written.error());
    return not_signed_in("Your account was changed while you signed in. Sign in again.");
  }
  NORN_TRY(make_room(account.user_id));
  return Started{.session = session,
                 .credential = credential_text({.user_id = account.user_id, .secret = secret})};
}

Result<void> Sessions::make_room(const std::string& user_id) {
  NORN_ASSIGN(std::vector<store::Item> items,
              read_items(store_, tables_, user_id, keys::kSessionPrefix));
  if (items.size() <= kMaxSessions) return {};
  std::ranges::sort(items, std::greater(),
                    [](const store::Item& item) { return time_of(item, "createdAt"); });
  for (size_t i = kMaxSessions; i < items.size(); ++i) {
    NORN_TRY(remove_item(store_, tables_.norn(), key_in(items[i])));
  }
  return {};
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
  const bool valid =
      session.expires_ms > now_ms && epoch_of(found->item) == identity.account.session_epoch;
  if (!valid) return std::nullopt;
  if (now_ms - session.last_seen_ms >= kSeenEveryMs) {
    session.last_seen_ms = now_ms;
    session.expires_ms = session_end_ms(session.created_ms, now_ms);
    note_use(found->item, {{"lastSeenAt", timestamp_ms(now_ms)},
                           {"expiresAt", timestamp_ms(session.expires_ms)},
                           {"ttl", ttl_of(session.expires_ms)}});
  }
  return identity;
}

// The item of a credential together with its ACCOUNT; nullopt when one of them is not there.
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

// Nothing depends on whether this succeeds: an item that was removed meanwhile stays removed, and
// the next use notes it again.
void Sessions::note_use(store::ItemView item, const store::Map& change) {
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
  return remove_by_id(user_id, keys::kSessionPrefix, session_id, "session");
}

Result<void> Sessions::remove_by_id(const std::string& user_id, std::string_view prefix,
                                    const std::string& id, std::string_view what) {
  NORN_ASSIGN(const std::vector<store::Item> items, read_items(store_, tables_, user_id, prefix));
  const auto found = std::ranges::find_if(
      items, [&](const store::Item& item) { return apps::text_of(item, "id") == id; });
  if (found == items.end()) return not_found(what);
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
      {keys::kSessionPrefix, account->session_epoch}, {keys::kTokenPrefix, account->token_epoch}};
  for (const auto& [prefix, epoch] : epochs) {
    NORN_ASSIGN(const std::vector<store::Item> items, read_items(store_, tables_, user_id, prefix));
    for (const store::Item& item : items) {
      if (epoch_of(item) < epoch) NORN_TRY(remove_item(store_, tables_.norn(), key_in(item)));
    }
  }
  return {};
}

Result<void> Sessions::forget(const std::string& user_id) {
  for (const std::string_view prefix : {keys::kSessionPrefix, keys::kTokenPrefix}) {
    NORN_ASSIGN(const std::vector<store::Item> items, read_items(store_, tables_, user_id, prefix));
    for (const store::Item& item : items)
      NORN_TRY(remove_item(store_, tables_.norn(), key_in(item)));
  }
  return {};
}

}  // namespace norn::accounts
