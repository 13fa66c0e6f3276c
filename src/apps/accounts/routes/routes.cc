#include "apps/accounts/routes/routes.h"

#include <optional>
#include <string_view>

#include "apps/accounts/routes/routes_cookies.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/routes/routes_render.h"
#include "base/ascii.h"
#include "base/faults.h"
#include "base/log.h"
#include "http/text.h"

namespace norn::accounts {
namespace {

// The token of `Authorization: Bearer <token>`. Other schemes are not ours: a proxy in front may
// have its own.
std::optional<std::string_view> bearer_token(const http::Request& request) {
  constexpr std::string_view kScheme = "Bearer ";
  const auto header = request.header("Authorization");
  if (!header || !equals_ignoring_case(header->substr(0, kScheme.size()), kScheme)) {
    return std::nullopt;
  }
  return http::trim(header->substr(kScheme.size()));
}

rest::Caller caller_of(const Identity& identity) {
  rest::Caller caller;
  caller.user_id = identity.account.user_id;
  caller.is_of_administrator = identity.account.administrator;
  if (identity.token) {
    // An administrator's token is not an administrator: it may do what its scopes say.
    caller.kind = rest::Caller::Kind::kToken;
    caller.credential_id = identity.token->id;
    caller.scopes = identity.token->scopes;
  } else if (identity.session) {
    caller.kind = rest::Caller::Kind::kSession;
    caller.credential_id = identity.session->id;
    caller.administrator = identity.account.administrator;
  }
  return caller;
}

}  // namespace

Result<rest::Caller> SessionAuthenticator::authenticate(const http::Request& request) {
  if (const auto token = bearer_token(request)) {
    NORN_ASSIGN(const std::optional<Identity> identity, accounts_.sessions().verify_token(*token));
    if (!identity) return not_signed_in("This token is not valid, or is not valid any more.");
    return caller_of(*identity);
  }
  const auto cookie = find_cookie(request, CookieKind::kSession, public_origin_);
  if (!cookie) return rest::Caller();
  NORN_ASSIGN(const std::optional<Identity> identity, accounts_.sessions().verify(*cookie));
  return identity ? caller_of(*identity) : rest::Caller();
}

Visitor visitor_of(const http::Request& request) {
  // Headers may have any bytes; names of browsers are ASCII.
  std::string agent(request.header("User-Agent").value_or(""));
  std::erase_if(agent, [](char c) { return c < ' ' || c > '~'; });
  return {.address = std::string(request.peer), .user_agent = std::move(agent)};
}

std::string origin_of(const http::Request& request, const RouteOptions& options) {
  if (!options.public_origin.empty()) return options.public_origin;
  std::string host(request.header("Host").value_or("localhost"));
  std::erase_if(host, [](char c) { return c <= ' ' || c > '~'; });
  return (request.secure ? "https://" : "http://") + host;
}

void begin_session(const Parts& parts, rest::Call& call, const SignedIn& signed_in) {
  const rest::Caller& before = call.caller();
  if (before.kind == rest::Caller::Kind::kSession) {
    const auto ended = parts.accounts.sign_out(before.user_id, before.credential_id);
    // It may be gone already, with all the others.
    if (!ended && ended.error().code != ErrorCode::kNotFound) {
      log::warn("a session could not be ended: {}", ended.error().message);
    }
  }
  put_cookie(call.request(), call.response(), CookieKind::kSession, parts.options.public_origin,
             signed_in.credential);
}

Result<void> reply_signed_in(const Parts& parts, rest::Call& call, const SignedIn& signed_in,
                             int status) {
  NORN_ASSIGN(const std::string hash, parts.accounts.users().password_hash(signed_in.user.id));
  begin_session(parts, call, signed_in);
  append_me(call.json(status), signed_in.user, signed_in.account, !hash.empty());
  return {};
}

Result<void> reply_me(const Parts& parts, rest::Call& call) {
  Users& users = parts.accounts.users();
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const std::optional<User> user, users.find(user_id));
  NORN_ASSIGN(const std::optional<Account> account, users.find_account(user_id));
  NORN_ASSIGN(const std::string hash, users.password_hash(user_id));
  if (!user || !account) return not_signed_in("This account is not there any more.");
  append_me(call.json(), *user, *account, !hash.empty());
  return {};
}

void add_routes(rest::Api& api, Accounts& accounts, Oidc& oidc, const RouteOptions& options) {
  const Parts parts{.accounts = accounts, .oidc = oidc, .options = options};
  add_session_routes(api, parts);
  add_account_routes(api, parts);
  add_second_factor_routes(api, parts);
  add_token_routes(api, parts);
  add_admin_routes(api, parts);
  add_people_routes(api, parts);
  add_oidc_routes(api, parts);
}

}  // namespace norn::accounts
