#pragma once

#include <optional>

#include "apps/accounts/credentials/sessions.h"
#include "store/item.h"

// Sessions and tokens as items of the table `norn`.
namespace norn::accounts {

constexpr int64_t kDayMs = int64_t{24} * 60 * 60 * 1000;
constexpr int64_t kIdleMs = 30 * kDayMs;      // A session ends so long after it was last used ...
constexpr int64_t kLongestMs = 180 * kDayMs;  // ... and so long after it began.
constexpr int64_t kSeenEveryMs = int64_t{10} * 60 * 1000;  // How exactly uses are noted.

// When a session that was used at `seen_ms` ends.
int64_t session_end_ms(int64_t created_ms, int64_t seen_ms);
// The TTL of something that ends at `ms`: never before that.
store::Value ttl_of(int64_t ms);

store::Map session_item(const Session& session, const std::string& secret_hash, int64_t epoch);
Session session_of(store::ItemView item);
// Of a session or a token.
int64_t epoch_of(store::ItemView item);

store::Map token_item(const Token& token, const std::string& secret_hash, int64_t epoch);
Token token_of(store::ItemView item);

// For the transaction that writes something of a person: that they are (still) there.
store::ConditionCheck account_exists(const apps::TableNames& tables, const std::string& user_id);

store::Item key_in(store::ItemView item);

// Those items of a person whose sort keys begin with `prefix`. Consistent.
Result<std::vector<store::Item>> read_items(store::Store& store, const apps::TableNames& tables,
                                            const std::string& user_id, std::string_view prefix);

}  // namespace norn::accounts
