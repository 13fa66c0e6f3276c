#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/oidc/oidc.h"
#include "apps/accounts/routes/routes.h"
#include "apps/accounts/routes/routes_confirmation.h"
#include "apps/accounts/service.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/shared/routes.h"
#include "rest/api.h"
#include "rest/call.h"

// Shared by the routes of accounts.
namespace norn::accounts {

using apps::handled_by;

// The services that handlers use.
struct Parts {
  Accounts& accounts;
  Confirmations& confirmations;
  Oidc& oidc;
  FailedSignIns& failed_sign_ins;
  RouteOptions options;
};

// For what asks for the password, of a person who may have none: without, only a session that has
// just begun tells them from a thief of it.
inline Result<void> check_sign_in(const Parts& parts, const rest::Call& call) {
  return parts.confirmations.check_sign_in(call.caller().user_id, call.caller().credential_id);
}

// A handler for people who have confirmed who they are, or signed in, within ten minutes.
inline CallHandler recently_confirmed(const Parts& parts,
                                      Result<void> (*handler)(const Parts&, rest::Call&)) {
  return recently_confirmed(parts.confirmations, handled_by(parts, handler));
}

constexpr const char* kTag = "accounts";
constexpr rest::TextRule kNameRule{.max = kMaxNameCharacters};
constexpr rest::TextRule kEmailRule{.min = kMinEmailBytes, .max = kMaxEmailBytes};
constexpr rest::TextRule kNewPasswordRule{.min = kMinPasswordCharacters, .max = kMaxPasswordBytes};

void add_session_routes(rest::Api& api, const Parts& parts);
void add_account_routes(rest::Api& api, const Parts& parts);
void add_second_factor_routes(rest::Api& api, const Parts& parts);
void add_token_routes(rest::Api& api, const Parts& parts);
void add_admin_routes(rest::Api& api, const Parts& parts);
void add_people_routes(rest::Api& api, const Parts& parts);
void add_oidc_routes(rest::Api& api, const Parts& parts);

// The schema of the current password, which users without one leave out.
std::string current_password_schema(std::string_view description = "Needed if there is one.");

// The schema of the language of the web app. `more` are further values, with a comma: "null,".
std::string language_schema(std::string_view more = "");

// The address and the browser of a request, in the form in which a session stores them. A browser
// without a device cookie gets a new secret, which matters only if the cookie is set.
Visitor visitor_of(const Parts& parts, const http::Request& request);
// The origin of this server: "https://calendar.example.org".
std::string origin_of(const http::Request& request, const RouteOptions& options);

// Sets the cookies of a new session and its browser, and ends the session that the browser had.
void begin_session(const Parts& parts, rest::Call& call, const SignedIn& signed_in);
// The same, and replies with the user.
Result<void> reply_signed_in(const Parts& parts, rest::Call& call, const SignedIn& signed_in,
                             int status);
// Replies with the user in the current state.
Result<void> reply_me(const Parts& parts, rest::Call& call);

// Appends a list of strings.
void append_texts(std::string& out, const std::vector<std::string>& texts);

}  // namespace norn::accounts
