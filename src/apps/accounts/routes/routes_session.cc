#include "apps/accounts/routes/routes_cookies.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "base/time_text.h"
#include "rest/sentences.h"

// The first account, signing up, signing in and out, and the sessions of a user.
namespace norn::accounts {
namespace {

using rest::Access;

// normal_email refuses addresses that are too short.
constexpr rest::TextRule kSignInEmailRule{.min = 0, .max = kMaxEmailBytes};

void append_me(std::string& out, const User& user, const Account& account, bool has_password) {
  ObjectWriter object(out);
  object.text("id", user.id);
  object.text("email", user.email);
  object.text("name", user.name);
  object.boolean("administrator", account.administrator);
  object.boolean("hasPassword", has_password);
  object.boolean("secondFactor", account.second_factor);
  object.text("language", account.language);
  if (account.first_steps) object.boolean("firstSteps", true);
  if (user.provider) object.text("provider", *user.provider);
  if (account.password_set_by && account.password_set_ms) {
    ObjectWriter help(object.key("passwordHelp"));
    help.text("by", *account.password_set_by);
    help.text("at", timestamp_ms(*account.password_set_ms));
    help.close();
  }
  // The design stores whole seconds.
  object.text("createdAt", timestamp_s(user.created_ms));
  object.text("updatedAt", timestamp_s(user.updated_ms));
  object.close();
}

void append_session(std::string& out, const Session& session, const std::string& current) {
  ObjectWriter object(out);
  object.text("id", session.id);
  object.text("method", session.method);
  object.text("address", session.visitor.address);
  object.text("userAgent", session.visitor.user_agent);
  object.text("createdAt", timestamp_ms(session.created_ms));
  object.text("lastSeenAt", timestamp_ms(session.last_seen_ms));
  object.text("expiresAt", timestamp_ms(session.expires_ms));
  object.boolean("current", session.id == current);
  object.close();
}

void append_sessions(std::string& out, const std::vector<Session>& sessions,
                     const std::string& current) {
  ObjectWriter object(out);
  ListWriter list(object.key("sessions"));
  for (const Session& session : sessions) append_session(list.next(), session, current);
  list.close();
  object.close();
}

// What there is to say of somebody who is signed in.
struct CallerFacts {
  User user;
  Account account;
  bool has_password = false;
};

// Nothing if the account was deleted meanwhile.
Result<std::optional<CallerFacts>> facts_of_caller(const Parts& parts, const std::string& user_id) {
  Users& users = parts.accounts.users();
  NORN_ASSIGN(const std::optional<User> user, users.find(user_id));
  NORN_ASSIGN(const std::optional<Account> account, users.find_account(user_id));
  NORN_ASSIGN(const std::string hash, users.password_hash(user_id));
  if (!user || !account) return std::nullopt;
  return CallerFacts{*user, *account, !hash.empty()};
}

Result<void> get_server(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const bool setup_needed, parts.accounts.admission().needs_setup());
  NORN_ASSIGN(const Settings settings, parts.accounts.admission().settings());
  ObjectWriter object(call.json());
  object.text("name", "Norn");
  object.text("version", parts.options.version);
  object.boolean("setupNeeded", setup_needed);
  const bool is_signed_in = call.caller().kind == rest::Caller::Kind::kSession;
  object.boolean("signedIn", is_signed_in);
  // A page that begins needs no second question.
  if (is_signed_in) {
    NORN_ASSIGN(const std::optional<CallerFacts> me, facts_of_caller(parts, call.caller().user_id));
    if (me) append_me(object.key("me"), me->user, me->account, me->has_password);
  }
  object.text("signUp", to_text(settings.sign_up));
  if (!settings.contact.empty()) object.text("contact", settings.contact);
  object.boolean("publicTrees", settings.public_trees);
  ListWriter list(object.key("providers"));
  for (const Provider& provider : parts.oidc.providers()) {
    ObjectWriter entry(list.next());
    entry.text("id", provider.id);
    entry.text("name", provider.name);
    entry.close();
  }
  list.close();
  object.close();
  return {};
}

// Reads the members that signing up and setting up have in common.
Result<SignUpRequest> read_new_person(rest::JsonInput& body) {
  SignUpRequest request;
  NORN_ASSIGN(request.email, body.text("email", kEmailRule));
  NORN_ASSIGN(request.name, body.text("name", kNameRule));
  NORN_ASSIGN(request.password, body.secret("password", kMaxPasswordBytes));
  return request;
}

Result<void> set_up(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const SignUpRequest request, read_new_person(body));
  NORN_ASSIGN(const std::string secret, body.secret("secret"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const SignedIn signed_in,
              parts.accounts.set_up(secret, request, visitor_of(parts, call.request())));
  return reply_signed_in(parts, call, signed_in, 201);
}

Result<void> preview_invitation(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string secret, body.secret("secret"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Accounts::InvitationPreview preview,
              parts.accounts.preview_invitation(secret, visitor_of(parts, call.request())));
  ObjectWriter object(call.json());
  if (preview.invited_by) {
    object.text("invitedBy", *preview.invited_by);
  } else {
    object.null("invitedBy");
  }
  ListWriter things(object.key("things"));
  for (const Awaiting& thing : preview.things) {
    ObjectWriter one(things.next());
    one.text("kind", thing.kind);
    one.text("name", thing.name);
    one.text("role", thing.role);
    one.text("invitedBy", thing.invited_by);
    one.close();
  }
  things.close();
  object.close();
  return {};
}

Result<void> sign_up(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(SignUpRequest request, read_new_person(body));
  NORN_ASSIGN(request.invitation, body.optional_secret("invitation"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const SignedIn signed_in,
              parts.accounts.sign_up(request, visitor_of(parts, call.request())));
  return reply_signed_in(parts, call, signed_in, 201);
}

// Logs why a sign-in with a password failed. That a code is still to be entered is no failure, and
// what is not an address at all may be a password in the wrong field.
void log_failure(const Parts& parts, const SignInRequest& request, const Visitor& visitor,
                 const Error& error) {
  const Fault* const fault = fault_of(error);
  const bool is_about_code = fault != nullptr && fault->field == "code";
  const bool is_refusal = error.code == ErrorCode::kNotSignedIn && (!is_about_code || request.code);
  const bool is_disabled = says(error, kAccountDisabled);
  if (!is_refusal && !is_disabled && error.code != ErrorCode::kTooManyRequests) return;
  const Result<std::string> email = normal_email(request.email);
  if (!email) return;
  std::string_view reason = "wrong address or password";
  if (is_about_code) reason = "wrong code";
  if (is_disabled) {
    reason = "the account is disabled";
  } else if (!is_refusal) {
    reason = "too many attempts";
  }
  parts.failed_sign_ins.note(shortened_address(*email), visitor.address, reason);
}

Result<void> sign_in(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  SignInRequest request;
  NORN_ASSIGN(request.email, body.text("email", kSignInEmailRule));
  NORN_ASSIGN(request.password, body.secret("password", kMaxPasswordBytes));
  NORN_ASSIGN(request.code, body.optional_secret("code"));
  NORN_TRY(body.finish());
  const Visitor visitor = visitor_of(parts, call.request());
  const Result<SignedIn> signed_in = parts.accounts.sign_in(request, visitor);
  if (!signed_in) {
    log_failure(parts, request, visitor, signed_in.error());
    return std::unexpected(signed_in.error());
  }
  return reply_signed_in(parts, call, *signed_in, 200);
}

Result<void> get_session(const Parts& parts, rest::Call& call) {
  if (!call.caller().is_known()) return not_signed_in(rest::kNotSignedIn);
  if (!call.caller().may("account:read")) {
    return forbidden(kTokenNeedsAccountRead);
  }
  return reply_me(parts, call);
}

void reply_signed_out(const Parts& parts, rest::Call& call) {
  clear_cookie(call.request(), call.response(), CookieKind::kSession, parts.options.public_origin);
  call.no_content();
}

Result<void> sign_out(const Parts& parts, rest::Call& call) {
  NORN_TRY(parts.accounts.sign_out(call.caller().user_id, call.caller().credential_id));
  reply_signed_out(parts, call);
  return {};
}

Result<void> list_sessions(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::vector<Session> sessions,
              parts.accounts.sessions().list(call.caller().user_id));
  append_sessions(call.json(), sessions, call.caller().credential_id);
  return {};
}

Result<void> sign_out_everywhere(const Parts& parts, rest::Call& call) {
  NORN_TRY(
      parts.accounts.sign_out_everywhere(call.caller().user_id, visitor_of(parts, call.request())));
  reply_signed_out(parts, call);
  return {};
}

Result<void> end_session(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, call.id("sessionId", kSessionNotFound));
  NORN_TRY(parts.accounts.sessions().end(call.caller().user_id, id));
  if (id == call.caller().credential_id) {
    reply_signed_out(parts, call);
  } else {
    call.no_content();
  }
  return {};
}

std::string new_person_members() {
  return R"("email":)" + rest::text_schema(kEmailRule) + R"(,"name":)" +
         rest::text_schema(kNameRule) + R"(,"password":)" + rest::text_schema(kNewPasswordRule);
}

void add_session_schemas(rest::Api& api) {
  api.add_schema("Server", R"({"type":"object","additionalProperties":false,
    "required":["name","version","setupNeeded","signedIn","signUp","publicTrees","providers"],
    "properties":{"name":{"type":"string"},"version":{"type":"string"},
      "setupNeeded":{"type":"boolean","description":"Whether there is no account yet."},
      "signedIn":{"type":"boolean","description":"Whether the caller has a session."},
      "me":{"$ref":"#/components/schemas/Me"},
      "signUp":{"enum":["closed","invitation","open"]},
      "contact":{"type":"string",
        "description":"Whom to ask who cannot sign in, if an administrator has said so."},
      "publicTrees":{"type":"boolean",
        "description":"Whether public family trees can be read without an account."},
      "providers":{"type":"array","description":"Providers to sign in with.",
        "items":{"type":"object","additionalProperties":false,"required":["id","name"],
          "properties":{"id":{"type":"string"},"name":{"type":"string"}}}}}})");
  api.add_schema("Me", R"({"type":"object","additionalProperties":false,
    "required":["id","email","name","administrator","hasPassword","secondFactor","language",
      "createdAt","updatedAt"],
    "properties":{"id":{"type":"string"},"email":{"type":"string"},
      "name":{"type":"string"},"administrator":{"type":"boolean"},
      "hasPassword":{"type":"boolean"},"secondFactor":{"type":"boolean"},
      "language":)" + language_schema() +
                           R"(,
      "firstSteps":{"type":"boolean",
        "description":"True while the web app leads the person through first steps."},
      "provider":{"type":"string","description":"The first provider of the account."},
      "passwordHelp":{"type":"object","additionalProperties":false,"required":["by","at"],
        "description":"Who helped to set the password last: by a link, or as the operator.",
        "properties":{"by":{"type":"string"},"at":{"type":"string","format":"date-time"}}},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"}}})");
  api.add_schema("SetUp", R"({"type":"object","additionalProperties":false,
    "required":["secret","email","name","password"],
    "properties":{"secret":{"type":"string",
        "description":"The part after # of the link that the server printed."},)" +
                              new_person_members() + "}}");
  api.add_schema("SignUp", R"({"type":"object","additionalProperties":false,
    "required":["email","name","password"],
    "properties":{)" + new_person_members() +
                               R"(,
      "invitation":{"type":["string","null"],
        "description":"The part after # of the link of an invitation."}}})");
}

void add_invitation_schemas(rest::Api& api) {
  api.add_schema("InvitationSecret", R"({"type":"object","additionalProperties":false,
    "required":["secret"],"properties":{"secret":{"type":"string",
      "description":"The part after # of the link of an invitation."}}})");
  api.add_schema("InvitationPreview", R"({"type":"object","additionalProperties":false,
    "required":["invitedBy","things"],
    "properties":{
      "invitedBy":{"type":["string","null"],
        "description":"The name of the administrator; null if the account is gone."},
      "things":{"type":"array","description":"What the person is in after signing up.",
        "items":{"type":"object","additionalProperties":false,
          "required":["kind","name","role","invitedBy"],
          "properties":{"kind":{"type":"string","description":"`calendar`, `place`"},
            "name":{"type":"string"},"role":{"type":"string"},
            "invitedBy":{"type":"string","description":"The name of the person."}}}}}})");
}

void add_own_session_schemas(rest::Api& api) {
  api.add_schema("SignIn", R"({"type":"object","additionalProperties":false,
    "required":["email","password"],
    "properties":{"email":)" + rest::text_schema(kSignInEmailRule) +
                               R"(,"password":)" +
                               rest::text_schema({.min = 0, .max = kMaxPasswordBytes}) + R"(,
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
        "current":{"type":"boolean","description":"Whether this request uses it."}}}}}})");
}

void add_sign_in_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/server",
           .operation = "getServer",
           .tag = kTag,
           .summary = "The state of the server that a page needs first.",
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
           .path = "/api/v1/invitation",
           .operation = "previewInvitation",
           .tag = kTag,
           .summary = "Tells who invites to sign up and to what, to whoever has the link.",
           .access = Access::kAnyone,
           .request = "InvitationSecret",
           .replies = {{.status = 200,
                        .description = "Names and roles, and nothing else.",
                        .schema = "InvitationPreview"}},
           .problems = {403},
           .handle = handled_by(parts, preview_invitation)});
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

void add_sign_out_routes(rest::Api& api, const Parts& parts) {
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

void begin_session(const Parts& parts, rest::Call& call, const SignedIn& signed_in) {
  const rest::Caller& before = call.caller();
  if (before.kind == rest::Caller::Kind::kSession) {
    const auto ended = parts.accounts.sign_out(before.user_id, before.credential_id);
    // It may have ended already, with all others.
    if (!ended && ended.error().code != ErrorCode::kNotFound) {
      log::warn("a session could not be ended: {}", ended.error().message);
    }
  }
  put_cookie(call.request(), call.response(), CookieKind::kSession, parts.options.public_origin,
             signed_in.credential);
  put_cookie(call.request(), call.response(), CookieKind::kDevice, parts.options.public_origin,
             signed_in.device);
}

Result<void> reply_signed_in(const Parts& parts, rest::Call& call, const SignedIn& signed_in,
                             int status) {
  NORN_ASSIGN(const std::string hash, parts.accounts.users().password_hash(signed_in.user.id));
  begin_session(parts, call, signed_in);
  append_me(call.json(status), signed_in.user, signed_in.account, !hash.empty());
  return {};
}

Result<void> reply_me(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::optional<CallerFacts> me, facts_of_caller(parts, call.caller().user_id));
  if (!me) return not_signed_in(kAccountDeleted);
  append_me(call.json(), me->user, me->account, me->has_password);
  return {};
}

void add_session_routes(rest::Api& api, const Parts& parts) {
  add_session_schemas(api);
  add_invitation_schemas(api);
  add_own_session_schemas(api);
  add_sign_in_routes(api, parts);
  add_sign_out_routes(api, parts);
}

}  // namespace norn::accounts
