#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "http/message.h"

namespace norn::rest {

// The authenticated caller of a request.
struct Caller {
  enum class Kind : uint8_t { kNobody, kSession, kToken };

  Kind kind = Kind::kNobody;
  std::string user_id = {};
  std::string credential_id = {};  // Of the session or the token, as their lists show it.
  // Of the account's sessions when the caller was authenticated. It rises when all of them end.
  int64_t session_epoch = 0;
  bool administrator = false;            // In a session: a token is never an administrator.
  bool is_of_administrator = false;      // Of a token, too. Its scopes say what it may do.
  std::vector<std::string> scopes = {};  // Of a token; a session has all rights of the person.

  bool is_known() const { return kind != Kind::kNobody; }
  bool may(std::string_view scope) const {
    return kind == Kind::kSession || std::ranges::find(scopes, scope) != scopes.end();
  }
};

// Authenticates a request by its cookie or bearer token.
class Authenticator {
 public:
  virtual ~Authenticator() = default;
  // Returns an unknown caller for a request without credentials or with an invalid cookie, and
  // kNotSignedIn for an invalid bearer token, because its sender has to learn that. May block; may
  // be called from any thread.
  virtual Result<Caller> authenticate(const http::Request& request) = 0;
};

}  // namespace norn::rest
