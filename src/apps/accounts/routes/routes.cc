#include "apps/accounts/routes/routes.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/routes/routes_cookies.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/users.h"
#include "base/ascii.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "http/text.h"

namespace norn::accounts {
namespace {

// The token of `Authorization: Bearer <token>`. Other schemes are ignored: a proxy in front may use
// them.
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
  caller.session_epoch = identity.account.session_epoch;
  caller.is_of_administrator = identity.account.administrator;
  if (identity.token) {
    // A token of an administrator has its scopes only, and no rights of an administrator.
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
    NORN_ASSIGN(const auto identity, identities_.verify_token(*token));
    if (!identity) return not_signed_in(kTokenInvalid);
    return caller_of(*identity);
  }
  const auto cookie = find_cookie(request, CookieKind::kSession, public_origin_);
  if (!cookie) return rest::Caller();
  NORN_ASSIGN(const auto identity, identities_.verify(*cookie));
  return identity ? caller_of(*identity) : rest::Caller();
}

Visitor visitor_of(const Parts& parts, const http::Request& request) {
  // Headers may have any bytes; names of browsers are printable ASCII.
  std::string agent(request.header("User-Agent").value_or(""));
  std::erase_if(agent, [](char c) { return c < ' ' || c > '~'; });
  const auto cookie = find_cookie(request, CookieKind::kDevice, parts.options.public_origin);
  const bool has_device = cookie && is_secret(*cookie);
  return {.address = std::string(request.peer),
          .user_agent = std::move(agent),
          .device = has_device ? std::string(*cookie) : base64url(random_bytes(kSecretBytes))};
}

std::string origin_of(const http::Request& request, const RouteOptions& options) {
  if (!options.public_origin.empty()) return options.public_origin;
  std::string host(request.header("Host").value_or("localhost"));
  std::erase_if(host, [](char c) { return c <= ' ' || c > '~'; });
  return (request.secure ? "https://" : "http://") + host;
}

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  ListWriter list(out);
  for (const std::string& text : texts) append_json_string(list.next(), text);
  list.close();
}

std::string current_password_schema(std::string_view description) {
  return fmt::format(R"({{"type":["string","null"],"maxLength":{},"description":"{}"}})",
                     kMaxPasswordBytes, description);
}

std::string language_schema(std::string_view more) {
  return fmt::format(
      R"({{"enum":[{}"","{}"],"description":"Of the web app. Empty: that of the browser."}})", more,
      fmt::join(kLanguages, "\",\""));
}

void add_routes(rest::Api& api, Accounts& accounts, Confirmations& confirmations, Oidc& oidc,
                FailedSignIns& failed_sign_ins, const RouteOptions& options) {
  const Parts parts{.accounts = accounts,
                    .confirmations = confirmations,
                    .oidc = oidc,
                    .failed_sign_ins = failed_sign_ins,
                    .options = options};
  add_session_routes(api, parts);
  add_confirmation_routes(api, confirmations);
  add_account_routes(api, parts);
  add_second_factor_routes(api, parts);
  add_token_routes(api, parts);
  add_admin_routes(api, parts);
  add_people_routes(api, parts);
  add_oidc_routes(api, parts);
}

}  // namespace norn::accounts
