#include "apps/accounts/routes/routes_cookies.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/routes/routes_render.h"
#include "base/faults.h"

// Coming in and going out: the first account, signing up, signing in, and the sessions of a person.
namespace norn::accounts {
namespace {

using rest::Access;

Result<void> get_server(const Parts& parts, rest::Call& call) {
  ServerState state;
  state.version = parts.options.version;
  state.signed_in = call.caller().kind == rest::Caller::Kind::kSession;
  NORN_ASSIGN(state.setup_needed, parts.accounts.admission().needs_setup());
  NORN_ASSIGN(const Settings settings, parts.accounts.admission().settings());
  state.sign_up = settings.sign_up;
  append_server(call.json(), state, parts.oidc.providers());
  return {};
}

// What those who sign up and who set up have in common.
Result<SignUpRequest> read_new_person(rest::JsonInput& body) {
  SignUpRequest request;
  NORN_ASSIGN(request.email, body.text("email", {.max = kMaxEmailCharacters}));
  NORN_ASSIGN(request.name, body.text("name", {.max = kMaxNameCharacters}));
  NORN_ASSIGN(request.password, body.secret("password", kMaxPasswordBytes));
  return request;
}

Result<void> set_up(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const SignUpRequest request, read_new_person(body));
  NORN_ASSIGN(const std::string secret, body.secret("secret"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const SignedIn signed_in,
              parts.accounts.set_up(secret, request, visitor_of(call.request())));
  return reply_signed_in(parts, call, signed_in, 201);
}

Result<void> sign_up(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(SignUpRequest request, read_new_person(body));
  NORN_ASSIGN(request.invitation, body.optional_secret("invitation"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const SignedIn signed_in,
              parts.accounts.sign_up(request, visitor_of(call.request())));
  return reply_signed_in(parts, call, signed_in, 201);
}

Result<void> sign_in(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  SignInRequest request;
  NORN_ASSIGN(request.email, body.text("email", {.max = kMaxEmailCharacters}));
  NORN_ASSIGN(request.password, body.secret("password", kMaxPasswordBytes));
  NORN_ASSIGN(request.code, body.optional_secret("code"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const SignedIn signed_in,
              parts.accounts.sign_in(request, visitor_of(call.request())));
  return reply_signed_in(parts, call, signed_in, 200);
}

Result<void> get_session(const Parts& parts, rest::Call& call) {
  if (!call.caller().is_known()) return not_signed_in("Nobody is signed in.");
  if (!call.caller().may("account:read")) {
    return forbidden("This token may not see the account: it needs the scope account:read.");
  }
  return reply_me(parts, call);
}

void say_goodbye(const Parts& parts, rest::Call& call) {
  clear_cookie(call.request(), call.response(), CookieKind::kSession, parts.options.public_origin);
  call.no_content();
}

Result<void> sign_out(const Parts& parts, rest::Call& call) {
  NORN_TRY(parts.accounts.sign_out(call.caller().user_id, call.caller().credential_id));
  say_goodbye(parts, call);
  return {};
}

Result<void> list_sessions(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::vector<Session> sessions,
              parts.accounts.sessions().list(call.caller().user_id));
  append_sessions(call.json(), sessions, call.caller().credential_id);
  return {};
}

Result<void> sign_out_everywhere(const Parts& parts, rest::Call& call) {
  NORN_TRY(parts.accounts.sign_out_everywhere(call.caller().user_id));
  say_goodbye(parts, call);
  return {};
}

Result<void> end_session(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, call.id("sessionId", "session"));
  NORN_TRY(parts.accounts.sessions().end(call.caller().user_id, id));
  if (id == call.caller().credential_id) {
    say_goodbye(parts, call);
  } else {
    call.no_content();
  }
  return {};
}

void add_session_schemas(rest::Api& api) {
  api.add_schema("Server", R"({"type":"object","additionalProperties":false,
    "required":["name","version","setupNeeded","signedIn","signUp","providers"],
    "properties":{"name":{"type":"string"},"version":{"type":"string"},
      "setupNeeded":{"type":"boolean","description":"Whether nobody has an account yet."},
      "signedIn":{"type":"boolean","description":"Whether who asks has a session."},
      "signUp":{"enum":["closed","invitation","open"]},
      "providers":{"type":"array","description":"Whom people may sign in with.",
        "items":{"type":"object","additionalProperties":false,"required":["id","name"],
          "properties":{"id":{"type":"string"},"name":{"type":"string"}}}}}})");
  api.add_schema("Me", R"({"type":"object","additionalProperties":false,
    "required":["id","email","name","administrator","hasPassword","secondFactor","createdAt",
      "updatedAt"],
    "properties":{"id":{"type":"string","format":"uuid"},"email":{"type":"string"},
      "name":{"type":"string"},"administrator":{"type":"boolean"},
      "hasPassword":{"type":"boolean"},"secondFactor":{"type":"boolean"},
      "provider":{"type":"string","description":"The first provider they came with."},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"}}})");
  api.add_schema("SetUp", R"({"type":"object","additionalProperties":false,
    "required":["secret","email","name","password"],
    "properties":{"secret":{"type":"string",
        "description":"What follows the # in the link that the server printed."},
      "email":{"type":"string","minLength":3,"maxLength":254},
      "name":{"type":"string","minLength":1,"maxLength":100},
      "password":{"type":"string","minLength":10,"maxLength":1024}}})");
  api.add_schema("SignUp", R"({"type":"object","additionalProperties":false,
    "required":["email","name","password"],
    "properties":{"email":{"type":"string","minLength":3,"maxLength":254},
      "name":{"type":"string","minLength":1,"maxLength":100},
      "password":{"type":"string","minLength":10,"maxLength":1024},
      "invitation":{"type":["string","null"],
        "description":"What follows the # in the link of an invitation."}}})");
  api.add_schema("SignIn", R"({"type":"object","additionalProperties":false,
    "required":["email","password"],
    "properties":{"email":{"type":"string","maxLength":254},
      "password":{"type":"string","maxLength":1024},
      "code":{"type":["string","null"],
        "description":"Of the authenticator app, or a recovery code."}}})");
  api.add_schema("SessionList", R"({"type":"object","additionalProperties":false,
    "required":["sessions"],"properties":{"sessions":{"type":"array","items":{
      "type":"object","additionalProperties":false,
      "required":["id","method","address","userAgent","createdAt","lastSeenAt","expiresAt",
        "current"],
      "properties":{"id":{"type":"string","format":"uuid"},
        "method":{"type":"string","description":"\"password\", or the id of the provider."},
        "address":{"type":"string"},"userAgent":{"type":"string"},
        "createdAt":{"type":"string","format":"date-time"},
        "lastSeenAt":{"type":"string","format":"date-time"},
        "expiresAt":{"type":"string","format":"date-time"},
        "current":{"type":"boolean","description":"Whether it is the one that asks."}}}}}})");
}

void add_entrances(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/server",
           .operation = "getServer",
           .tag = kTag,
           .summary = "What a page has to know first.",
           .access = Access::kAnyone,
           .replies = {{.status = 200, .description = "The server.", .schema = "Server"}},
           .handle = handled_by(parts, get_server)});
  api.add({.method = "POST",
           .path = "/api/v1/setup",
           .operation = "setUp",
           .tag = kTag,
           .summary = "Makes the first account, an administrator, and signs in.",
           .access = Access::kAnyone,
           .request = "SetUp",
           .replies = {{.status = 201, .description = "Signed in.", .schema = "Me"}},
           .problems = {409},
           .handle = handled_by(parts, set_up)});
  api.add({.method = "POST",
           .path = "/api/v1/accounts",
           .operation = "signUp",
           .tag = kTag,
           .summary = "Makes an account and signs in.",
           .access = Access::kAnyone,
           .request = "SignUp",
           .replies = {{.status = 201, .description = "Signed in.", .schema = "Me"}},
           .problems = {409},
           .handle = handled_by(parts, sign_up)});
  api.add({.method = "POST",
           .path = "/api/v1/session",
           .operation = "signIn",
           .tag = kTag,
           .summary = "Signs in with a password. A problem of the field `code` asks for the second "
                      "factor.",
           .access = Access::kAnyone,
           .request = "SignIn",
           .replies = {{.status = 200, .description = "Signed in.", .schema = "Me"}},
           .handle = handled_by(parts, sign_in)});
  api.add({.method = "GET",
           .path = "/api/v1/session",
           .operation = "getSession",
           .tag = kTag,
           .summary = "Who is signed in. A token needs the scope account:read.",
           .access = Access::kAnyone,
           .replies = {{.status = 200, .description = "The person.", .schema = "Me"}},
           .problems = {403},
           .handle = handled_by(parts, get_session)});
}

void add_exits(rest::Api& api, const Parts& parts) {
  api.add({.method = "DELETE",
           .path = "/api/v1/session",
           .operation = "signOut",
           .tag = kTag,
           .summary = "Signs out.",
           .access = Access::kSession,
           .replies = {{.status = 204, .description = "Signed out."}},
           .handle = handled_by(parts, sign_out)});
  api.add({.method = "GET",
           .path = "/api/v1/sessions",
           .operation = "listSessions",
           .tag = kTag,
           .summary = "Where the person is signed in; the newest first.",
           .access = Access::kSession,
           .replies = {{.status = 200, .description = "Sessions.", .schema = "SessionList"}},
           .handle = handled_by(parts, list_sessions)});
  api.add({.method = "DELETE",
           .path = "/api/v1/sessions",
           .operation = "signOutEverywhere",
           .tag = kTag,
           .summary = "Signs out everywhere, here too.",
           .access = Access::kSession,
           .replies = {{.status = 204, .description = "Signed out."}},
           .handle = handled_by(parts, sign_out_everywhere)});
  api.add({.method = "DELETE",
           .path = "/api/v1/sessions/{sessionId}",
           .operation = "endSession",
           .tag = kTag,
           .summary = "Signs out somewhere else.",
           .access = Access::kSession,
           .replies = {{.status = 204, .description = "It has ended."}},
           .handle = handled_by(parts, end_session)});
}

}  // namespace

void add_session_routes(rest::Api& api, const Parts& parts) {
  add_session_schemas(api);
  add_entrances(api, parts);
  add_exits(api, parts);
}

}  // namespace norn::accounts
