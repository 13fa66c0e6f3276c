#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "http/message.h"

namespace norn::rest {

// Who is asking.
struct Caller {
  enum class Kind : uint8_t { kNobody, kSession, kToken };

  Kind kind = Kind::kNobody;
  std::string user_id = {};
  std::string credential_id = {};  // Of the session or the token, as the lists of them show it.
  bool administrator = false;
  std::vector<std::string> scopes = {};  // Of a token; a session may do all that the person may.

  bool is_known() const { return kind != Kind::kNobody; }
  bool may(std::string_view scope) const {
    return kind == Kind::kSession || std::ranges::find(scopes, scope) != scopes.end();
  }
};

// Finds out who is asking, from the cookie or the bearer token of a request.
class Authenticator {
 public:
  virtual ~Authenticator() = default;
  // A request without credentials is from nobody, and so is one with a cookie that is no longer
  // valid. A bearer token that is not valid is kNotSignedIn: whoever sends one wants to know. May
  // block; from any thread.
  virtual Result<Caller> authenticate(const http::Request& request) = 0;
};

}  // namespace norn::rest
