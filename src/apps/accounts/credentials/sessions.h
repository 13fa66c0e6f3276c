#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::accounts {

// Where a session comes from, for the list that a person sees.
struct Visitor {
  std::string address;
  std::string user_agent;  // At most 200 characters of it are kept.
};

struct Session {
  std::string id;  // For lists; the secret is never shown again.
  std::string user_id;
  std::string method;  // "password", or the provider.
  Visitor visitor;
  int64_t created_ms = 0;
  int64_t last_seen_ms = 0;  // As exactly as a few minutes.
  int64_t expires_ms = 0;
};

// An API token. Its text is "norn_" and a credential.
struct Token {
  std::string id;
  std::string user_id;
  std::string name;
  std::vector<std::string> scopes;
  int64_t created_ms = 0;
  std::optional<int64_t> last_used_ms;
  std::optional<int64_t> expires_ms;
};

// What a credential stands for.
struct Identity {
  Account account;
  std::optional<Session> session;  // One of the two.
  std::optional<Token> token;
};

// The scope of a token that belongs to accounts: reading who the token is for.
constexpr std::string_view kAccountScope = "account:read";
constexpr std::string_view kMetricsScope = "metrics:read";  // Useful to administrators alone.

// Sessions and API tokens: items of the person, found by the hash of their secret. A session ends
// 30 days after it was last used, and 180 days after it began.
class Sessions {
 public:
  // `token_scopes` are what a token may be allowed to do.
  Sessions(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids,
           std::vector<std::string> token_scopes = {std::string(kAccountScope)});

  struct Started {
    Session session;
    std::string credential;  // The value of the cookie.
  };
  Result<Started> start(const Account& account, std::string method, Visitor visitor);
  // Who it is; nullopt when it is not (or no longer) valid. Notes that it was used, now and then.
  Result<std::optional<Identity>> verify(std::string_view credential);
  Result<std::vector<Session>> list(
      const std::string& user_id);  // Those that are valid; newest first.
  // kNotFound when there is no such session.
  Result<void> end(const std::string& user_id, const std::string& session_id);
  // Removes the sessions and tokens of earlier epochs, which Users has ended already.
  Result<void> remove_ended(const std::string& user_id);

  struct Made {
    Token token;
    std::string text;  // Shown once.
  };
  Result<Made> make_token(const std::string& user_id, const std::string& name,
                          std::vector<std::string> scopes, std::optional<int64_t> expires_ms);
  const std::vector<std::string>& token_scopes() const { return token_scopes_; }
  Result<std::optional<Identity>> verify_token(std::string_view text);
  Result<std::vector<Token>> tokens(const std::string& user_id);
  Result<void> remove_token(const std::string& user_id, const std::string& token_id);

  // All sessions and tokens of a person who is gone.
  Result<void> forget(const std::string& user_id);

 private:
  struct Found {
    store::Item account;
    store::Item item;
  };
  Result<std::optional<Found>> find(const std::string& user_id, const std::string& sort_key);
  Result<std::optional<Account>> find_account(const std::string& user_id);
  void note_use(store::ItemView item, const store::Map& change);
  Result<void> make_room(const std::string& user_id);
  Result<void> remove_by_id(const std::string& user_id, std::string_view prefix,
                            const std::string& id, std::string_view what);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
  const std::vector<std::string> token_scopes_;
};

}  // namespace norn::accounts
