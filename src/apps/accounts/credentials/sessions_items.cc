#include "apps/accounts/credentials/sessions_items.h"

#include <algorithm>

#include "apps/accounts/keys.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/time_text.h"

namespace norn::accounts {

namespace {

// More than anybody can have: limits on sessions and tokens are far below.
constexpr size_t kMaxItems = 10'000;

std::optional<int64_t> optional_time_of(store::ItemView item, std::string_view name) {
  const std::optional<std::string> text = apps::optional_text_of(item, name);
  return text ? parse_timestamp_ms(*text) : std::nullopt;
}

}  // namespace

int64_t session_end_ms(int64_t created_ms, int64_t seen_ms) {
  return std::min(seen_ms + kIdleMs, created_ms + kLongestMs);
}

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

store::ConditionCheck account_exists(const apps::TableNames& tables, const std::string& user_id) {
  store::ConditionCheck check;
  check.table = tables.norn();
  check.key = apps::key_of(keys::user(user_id), keys::kAccount);
  check.condition = "attribute_exists(PK)";
  return check;
}

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

}  // namespace norn::accounts
