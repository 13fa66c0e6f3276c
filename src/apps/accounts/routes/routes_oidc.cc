#include <algorithm>
#include <array>

#include "apps/accounts/routes/routes_cookies.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "base/percent.h"

// Signing in with a provider. The browser navigates here, so every reply but that of linking is a
// redirect.
namespace norn::accounts {
namespace {

using rest::Access;

constexpr std::string_view kSignIn = "/sign-in";
constexpr rest::TextRule kReturnToRule{.max = 2'000};

constexpr auto kCodesOfProviders = std::to_array<std::string_view>(
    {kProviderFailed.code, kSignInFirst.code, kProviderInvitation.code, kProviderIdentityTaken.code,
     kProviderNoAddress.code, kProviderAddressNotVerified.code, kAccountDisabled.code});

// What the page is to say. It gets a code and not a text: anybody can make a link to the sign-in
// page, and must not be able to make it say something.
std::string_view error_code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kForbidden: {
      const std::string_view code = said_by(error).code();
      return std::ranges::find(kCodesOfProviders, code) != kCodesOfProviders.end() ? code
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

Result<void> start_sign_in(const Parts& parts, rest::Call& call) {
  // Every site can send a browser here, so nothing is added to the account of a signed-in user:
  // `link_provider` does that.
  if (call.query("link")) {
    call.redirect(kSignIn);
    return {};
  }
  Oidc::BeginRequest begin;
  begin.redirect_uri = redirect_uri(parts, call);
  begin.return_to = call.query("returnTo").value_or("/");
  begin.invitation = call.query("invitation");
  const Result<Oidc::Begun> begun =
      parts.oidc.begin(call.path("provider"), begin, visitor_of(parts, call.request()));
  if (!begun) {
    redirect_with_error(parts, call, begun.error());
    return {};
  }
  put_cookie(call.request(), call.response(), CookieKind::kBinding, parts.options.public_origin,
             begun->binding);
  call.redirect(begun->location);
  return {};
}

// A POST of a session, which only pages of ours can send. Otherwise a link on another site could
// add an attacker's identity to the user's account. A thief of the session could add their own, so
// it takes a confirmation.
Result<void> link_provider(const Parts& parts, rest::Call& call) {
  Oidc::BeginRequest begin;
  NORN_ASSIGN(std::optional<rest::JsonInput> body, call.optional_body());
  if (body) {
    NORN_ASSIGN(const auto return_to, body->optional_text("returnTo", kReturnToRule));
    NORN_TRY(body->finish());
    if (return_to) begin.return_to = *return_to;
  }
  begin.redirect_uri = redirect_uri(parts, call);
  begin.link_user_id = call.caller().user_id;
  NORN_ASSIGN(const Oidc::Begun begun,
              parts.oidc.begin(call.path("provider"), begin, visitor_of(parts, call.request())));
  put_cookie(call.request(), call.response(), CookieKind::kBinding, parts.options.public_origin,
             begun.binding);
  ObjectWriter object(call.json());
  object.text("location", begun.location);
  object.close();
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
      parts.oidc.finish(call.path("provider"), callback, visitor_of(parts, request));
  clear_cookie(request, call.response(), CookieKind::kBinding, public_origin);
  if (!finished) {
    // Only what is ours is logged: a provider that is configured, and our messages.
    const std::string provider(call.path("provider"));
    parts.failed_sign_ins.note(
        "with the provider " + (is_known_provider(parts, provider) ? provider : "(unknown)"),
        visitor_of(parts, request).address, finished.error().message);
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
                      .description = "The secret of an invitation, for a new account."}},
           .replies = {{.status = 303, .description = "To the provider, or to /sign-in."}},
           .handle = handled_by(parts, start_sign_in)});
  api.add_schema("LinkBeginning", R"({"type":"object","additionalProperties":false,
    "properties":{"returnTo":)" + rest::nullable_text_schema(kReturnToRule) +
                                      "}}");
  api.add_schema("LinkBegun", R"({"type":"object","additionalProperties":false,
    "required":["location"],
    "properties":{"location":{"type":"string",
      "description":"Where the page sends the browser: to the provider."}}})");
  api.add({.method = "POST",
           .path = "/auth/{provider}/link",
           .operation = "linkProvider",
           .tag = kTag,
           .summary = "Begins to add an identity of a provider to the own account.",
           .access = Access::kSession,
           .request = "LinkBeginning",
           .request_optional = true,
           .replies = {{.status = 200, .description = "Begun.", .schema = "LinkBegun"}},
           .problems = {404},
           .handle = recently_confirmed(parts, link_provider)});
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
