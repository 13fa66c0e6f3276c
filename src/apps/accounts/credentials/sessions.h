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
#include "base/sentence.h"
#include "store/store.h"

namespace norn::accounts {

// The origin of a session, for the list of sessions.
struct Visitor {
  std::string address;
  std::string user_agent;  // The first 200 characters are stored.
  // The secret of the browser, by which accounts recognize it; empty: it has none.
  std::string device = {};
};

struct Session {
  std::string id;  // Shown in lists, unlike the secret.
  std::string user_id;
  std::string method;  // "password", or the provider.
  Visitor visitor;
  int64_t created_ms = 0;
  int64_t last_seen_ms = 0;  // To ten minutes.
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

// The account of a credential, and the session or the token.
struct Identity {
  Account account;
  std::optional<Session> session;
  std::optional<Token> token;
};

// The scope of tokens that may read the account.
constexpr std::string_view kAccountScope = "account:read";
constexpr std::string_view kMetricsScope = "metrics:read";  // Useful to administrators alone.

// Sessions and API tokens: items of the user, found by the hash of their secret. A session ends 30
// days after its last use, and 180 days after it began. A token, for programs, has a name and
// scopes, and ends when its owner wants, also together with the old password. Safe from any thread.
class Sessions {
 public:
  // `token_scopes` are the scopes that a token can have.
  Sessions(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids,
           std::vector<std::string> token_scopes = {std::string(kAccountScope)});

  struct Started {
    Session session;
    std::string credential;  // The value of the cookie.
  };
  Result<Started> start(const Account& account, std::string method, Visitor visitor);
  // Returns nullopt if the credential is not valid (any more). Records its use every ten minutes.
  Result<std::optional<Identity>> verify(std::string_view credential);
  // Whether the user has signed in with this browser before. Until all sessions are ended, or the
  // user has signed in with ten others since. Reads as much for a user who does not exist.
  Result<bool> knows_device(const std::string& user_id, int64_t session_epoch,
                            const std::string& device);
  // What `start` does for the browser of the session. For one that stays known when all sessions
  // have ended.
  Result<void> remember_device(const Account& account, const std::string& device);
  // All valid sessions, newest first.
  Result<std::vector<Session>> list(const std::string& user_id);
  // Returns kNotFound if there is no such session.
  Result<void> end(const std::string& user_id, const std::string& session_id);
  // Removes the items of sessions, browsers and tokens of earlier epochs, which are not valid any
  // more.
  Result<void> remove_ended(const std::string& user_id);

  struct Made {
    Token token;
    std::string text;  // Shown once.
  };
  // Returns kNotSignedIn if the session epoch is not `session_epoch` any more, if that is given,
  // and kForbidden if the account is disabled.
  Result<Made> make_token(const std::string& user_id, const std::string& name,
                          std::vector<std::string> scopes, std::optional<int64_t> expires_ms,
                          const std::optional<int64_t>& session_epoch = {});
  const std::vector<std::string>& token_scopes() const { return token_scopes_; }
  Result<std::optional<Identity>> verify_token(std::string_view text);
  Result<std::vector<Token>> tokens(const std::string& user_id);
  Result<void> remove_token(const std::string& user_id, const std::string& token_id);

  // Removes all sessions, browsers and tokens of a deleted user.
  Result<void> forget(const std::string& user_id);

 private:
  struct Found {
    store::Item account;
    store::Item item;
  };
  Result<std::optional<Found>> find(const std::string& user_id, const std::string& sort_key);
  Result<std::optional<Account>> find_account(const std::string& user_id);
  void record_use(store::ItemView item, const store::Map& change);
  Result<void> remove_oldest(const std::string& user_id, std::string_view prefix, size_t count);
  Result<void> remove_by_id(const std::string& user_id, std::string_view prefix,
                            const std::string& id, const Sentence<>& missing);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
  const std::vector<std::string> token_scopes_;
};

}  // namespace norn::accounts
