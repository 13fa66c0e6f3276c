#pragma once

#include <functional>
#include <string>

#include "apps/accounts/oidc/oidc.h"
#include "apps/accounts/routes/routes.h"
#include "apps/accounts/service.h"
#include "apps/accounts/users/normal_form.h"
#include "rest/api.h"
#include "rest/call.h"

// What the parts of the routes of accounts share.
namespace norn::accounts {

// What a handler works with. Copied into each of them.
struct Parts {
  Accounts& accounts;
  Oidc& oidc;
  RouteOptions options;
};

using PartHandler = Result<void> (*)(const Parts&, rest::Call&);
inline std::function<Result<void>(rest::Call&)> handled_by(const Parts& parts,
                                                           PartHandler handler) {
  return [parts, handler](rest::Call& call) { return handler(parts, call); };
}

constexpr const char* kTag = "accounts";
constexpr size_t kMaxEmailCharacters = 254;

void add_session_routes(rest::Api& api, const Parts& parts);
void add_account_routes(rest::Api& api, const Parts& parts);
void add_second_factor_routes(rest::Api& api, const Parts& parts);
void add_token_routes(rest::Api& api, const Parts& parts);
void add_admin_routes(rest::Api& api, const Parts& parts);
void add_people_routes(rest::Api& api, const Parts& parts);
void add_oidc_routes(rest::Api& api, const Parts& parts);

// Where a request comes from, as it may be kept.
Visitor visitor_of(const http::Request& request);
// "https://calendar.example.org": what our own addresses begin with.
std::string origin_of(const http::Request& request, const RouteOptions& options);

// Gives the browser its new session, and ends the one that it had.
void begin_session(const Parts& parts, rest::Call& call, const SignedIn& signed_in);
// The same, with the person as the reply.
Result<void> reply_signed_in(const Parts& parts, rest::Call& call, const SignedIn& signed_in,
                             int status);
// The reply that shows the person as they are now.
Result<void> reply_me(const Parts& parts, rest::Call& call);

}  // namespace norn::accounts
