#include <algorithm>

#include "apps/accounts/routes/routes_cookies.h"
#include "apps/accounts/routes/routes_parts.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/percent.h"

// Signing in with a provider. The browser navigates here, so every reply is a redirect.
namespace norn::accounts {
namespace {

using rest::Access;

constexpr std::string_view kSignIn = "/sign-in";

// What the page is to say. It gets a code and not a text: anybody can make a link to the sign-in
// page, and must not be able to make it say something.
std::string_view error_code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kForbidden: {
      const Fault* const fault = fault_of(error);
      return fault != nullptr && !fault->code.empty() ? std::string_view(fault->code)
                                                      : "not-admitted";
    }
    case ErrorCode::kConflict:
      return "conflict";
    case ErrorCode::kNotFound:
      return "not-found";
    case ErrorCode::kTooManyRequests:
      return "too-many";
    default:
      log::error("signing in with a provider failed: {}", error.message);
      return "internal";
  }
}

bool is_known_provider(const Parts& parts, const std::string& id) {
  return std::ranges::find(parts.oidc.providers(), id, &Provider::id) !=
         parts.oidc.providers().end();
}

void redirect_with_error(const Parts& parts, rest::Call& call, const Error& error) {
  const std::string provider(call.path("provider"));
  std::string location = std::string(kSignIn) + "?error=" + std::string(error_code_of(error));
  if (is_known_provider(parts, provider)) location += "&provider=" + percent_encode(provider);
  call.redirect(location);
}

std::string redirect_uri(const Parts& parts, rest::Call& call) {
  return origin_of(call.request(), parts.options) + "/auth/" +
         percent_encode(call.path("provider")) + "/callback";
}

// Whether a page of another site sent the browser here. Linking must begin on a page of ours:
// otherwise a link on another site could add an attacker's identity to the user's account.
bool is_from_other_site(const http::Request& request) {
  const auto site = request.header("Sec-Fetch-Site");
  return site && *site != "same-origin" && *site != "none";
}

Result<void> start_sign_in(const Parts& parts, rest::Call& call) {
  Oidc::BeginRequest begin;
  begin.redirect_uri = redirect_uri(parts, call);
  begin.return_to = call.query("returnTo").value_or("/");
  begin.invitation = call.query("invitation");
  if (call.query("link") == "1") {
    const bool has_session = call.caller().kind == rest::Caller::Kind::kSession;
    if (!has_session || is_from_other_site(call.request())) {
      call.redirect(kSignIn);
      return {};
    }
    begin.link_user_id = call.caller().user_id;
  }
  const Result<Oidc::Begun> begun =
      parts.oidc.begin(call.path("provider"), begin, visitor_of(call.request()));
  if (!begun) {
    redirect_with_error(parts, call, begun.error());
    return {};
  }
  put_cookie(call.request(), call.response(), CookieKind::kBinding, parts.options.public_origin,
             begun->binding);
  call.redirect(begun->location);
  return {};
}

Result<void> finish_sign_in(const Parts& parts, rest::Call& call) {
  const http::Request& request = call.request();
  const std::string& public_origin = parts.options.public_origin;
  Oidc::Callback callback;
  callback.redirect_uri = redirect_uri(parts, call);
  callback.state = call.query("state").value_or("");
  // Without a code, because the user has canceled, the state is used up as well.
  if (!call.query("error")) callback.code = call.query("code").value_or("");
  callback.binding = find_cookie(request, CookieKind::kBinding, public_origin).value_or("");
  if (call.caller().kind == rest::Caller::Kind::kSession) callback.user_id = call.caller().user_id;

  const Result<Oidc::Finished> finished =
      parts.oidc.finish(call.path("provider"), callback, visitor_of(request));
  clear_cookie(request, call.response(), CookieKind::kBinding, public_origin);
  if (!finished) {
    // Only what is ours is logged: a provider that is configured, and our messages.
    const std::string provider(call.path("provider"));
    parts.failed_sign_ins.note(
        "with the provider " + (is_known_provider(parts, provider) ? provider : "(unknown)"),
        visitor_of(request).address, finished.error().message);
    redirect_with_error(parts, call, finished.error());
    return {};
  }
  if (finished->signed_in) begin_session(parts, call, *finished->signed_in);
  call.redirect(finished->return_to);
  return {};
}

}  // namespace

void add_oidc_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/auth/{provider}/start",
           .operation = "startProviderSignIn",
           .tag = kTag,
           .summary = "Sends the browser to a provider to sign in there.",
           .access = Access::kAnyone,
           .query = {{.name = "returnTo", .description = "The path of ours to return to."},
                     {.name = "invitation",
                      .description = "The secret of an invitation, for a new account."},
                     {.name = "link",
                      .description = "1 adds the identity to the account that is signed in.",
                      .schema = R"({"enum":["1"]})"}},
           .replies = {{.status = 303, .description = "To the provider, or to /sign-in."}},
           .handle = handled_by(parts, start_sign_in)});
  api.add({.method = "GET",
           .path = "/auth/{provider}/callback",
           .operation = "finishProviderSignIn",
           .tag = kTag,
           .summary = "Where the provider sends the browser back to.",
           .access = Access::kAnyone,
           .query = {{.name = "state", .description = "The state of the sign-in that was begun."},
                     {.name = "code", .description = "The authorization code of the provider."},
                     {.name = "error", .description = "Why the provider sent no code."}},
           .replies = {{.status = 303, .description = "To where it began, or to /sign-in."}},
           .handle = handled_by(parts, finish_sign_in)});
}

}  // namespace norn::accounts
