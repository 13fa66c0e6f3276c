#include "apps/accounts/routes/routes_cookies.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/users.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Changes of the own account.
namespace norn::accounts {
namespace {

using rest::Access;

// Empty: the language of the browser.
std::vector<std::string_view> language_choices() {
  std::vector<std::string_view> choices = {""};
  choices.insert(choices.end(), kLanguages.begin(), kLanguages.end());
  return choices;
}

Result<void> change_account(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto name, body.optional_text("name", kNameRule));
  NORN_ASSIGN(const auto email, body.optional_text("email", kEmailRule));
  NORN_ASSIGN(const auto password, body.optional_secret("password", kMaxPasswordBytes));
  NORN_ASSIGN(const auto language, body.optional_choice("language", language_choices()));
  NORN_ASSIGN(const auto first_steps, body.optional_boolean("firstSteps"));
  NORN_TRY(body.finish());
  if (!name && !email && !language && !first_steps) {
    return invalid("", kNothingToChange);
  }
  const std::string& user_id = call.caller().user_id;
  if (email) {
    NORN_TRY(check_sign_in(parts, call));
    NORN_TRY(parts.accounts.change_email(user_id, *email, password, name));
  } else if (name) {
    NORN_TRY(parts.accounts.rename(user_id, *name));
  }
  if (language) NORN_TRY(parts.accounts.set_language(user_id, *language));
  if (first_steps) NORN_TRY(parts.accounts.set_first_steps(user_id, *first_steps));
  return reply_me(parts, call);
}

Users::Ending ending_of(const std::optional<bool>& ends_access) {
  return ends_access.value_or(false) ? Users::Ending::kAllAccess : Users::Ending::kSessions;
}

Result<void> change_password(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto current, body.optional_secret("currentPassword", kMaxPasswordBytes));
  NORN_ASSIGN(const std::string password, body.secret("newPassword", kMaxPasswordBytes));
  NORN_ASSIGN(const std::optional<bool> ends_access, body.optional_boolean("endAccess"));
  NORN_TRY(body.finish());
  NORN_TRY(check_sign_in(parts, call));
  NORN_ASSIGN(
      const SignedIn signed_in,
      parts.accounts.change_password(call.caller().user_id, current, password,
                                     ending_of(ends_access), visitor_of(parts, call.request())));
  // The new session began without a code.
  if (signed_in.account.second_factor) {
    NORN_TRY(parts.confirmations.end(signed_in.user.id, signed_in.session.id));
  }
  return reply_signed_in(parts, call, signed_in, 200);
}

// The person is not signed in yet: the second factor is asked for at the sign-in.
Result<void> reset_password(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string secret, body.secret("secret"));
  NORN_ASSIGN(const std::string password, body.secret("newPassword", kMaxPasswordBytes));
  NORN_ASSIGN(const std::optional<bool> ends_access, body.optional_boolean("endAccess"));
  NORN_TRY(body.finish());
  const Visitor visitor = visitor_of(parts, call.request());
  NORN_ASSIGN(const User user,
              parts.accounts.reset_password(secret, password, ending_of(ends_access), visitor));
  put_cookie(call.request(), call.response(), CookieKind::kDevice, parts.options.public_origin,
             visitor.device);
  ObjectWriter object(call.json());
  object.text("email", user.email);
  object.close();
  return {};
}

Result<void> delete_account(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(std::optional<rest::JsonInput> body, call.optional_body());
  std::optional<std::string> password;
  if (body) {
    NORN_ASSIGN(password, body->optional_secret("password", kMaxPasswordBytes));
    NORN_TRY(body->finish());
  }
  NORN_TRY(check_sign_in(parts, call));
  NORN_TRY(parts.accounts.delete_account(call.caller().user_id, password));
  clear_cookie(call.request(), call.response(), CookieKind::kSession, parts.options.public_origin);
  call.no_content();
  return {};
}

void append_loss(std::string& out, const Loss& loss) {
  ObjectWriter object(out);
  object.text("kind", loss.kind);
  if (loss.name.empty()) {
    object.null("name");
  } else {
    object.text("name", loss.name);
  }
  object.integer("count", loss.count);
  object.close();
}

Result<void> preview_deletion(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto farewell, parts.accounts.farewell(call.caller().user_id));
  ObjectWriter object(call.json());
  for (const bool stays : {false, true}) {
    ListWriter list(object.key(stays ? "leaves" : "deletes"));
    for (const Loss& loss : farewell.losses) {
      if (loss.stays == stays) append_loss(list.next(), loss);
    }
    list.close();
  }
  ListWriter obstacles(object.key("obstacles"));
  for (const Said& said : farewell.obstacles) {
    ObjectWriter obstacle(obstacles.next());
    obstacle.text("detail", said.text());
    append_code(obstacle, said);
    obstacle.close();
  }
  obstacles.close();
  object.close();
  return {};
}

void add_account_schemas(rest::Api& api) {
  api.add_schema("AccountLoss", R"({"type":"object","additionalProperties":false,
    "required":["kind","name","count"],
    "properties":{
      "kind":{"type":"string","description":"A word of its app: calendar, event, place, stay."},
      "name":{"type":["string","null"],"description":"Null: `count` of them are not named."},
      "count":{"type":"integer"}}})");
  api.add_schema("AccountDeletion", R"({"type":"object","additionalProperties":false,
    "required":["deletes","leaves","obstacles"],
    "properties":{
      "deletes":{"type":"array","items":{"$ref":"#/components/schemas/AccountLoss"},
        "description":"What goes for good."},
      "leaves":{"type":"array","items":{"$ref":"#/components/schemas/AccountLoss"},
        "description":"What you are no longer in, and stays for others."},
      "obstacles":{"type":"array","description":"What has to be done before.",
        "items":{"type":"object","additionalProperties":false,"required":["detail","code"],
          "properties":{
            "detail":{"type":"string","description":"In English."},
            "code":{"type":"string","description":"Which sentence it is: one of Problem."},
            "params":{"$ref":"#/components/schemas/SentenceParams"}}}}}})");
  api.add_schema(
      "AccountChange",
      R"({"type":"object","additionalProperties":false,
    "properties":{"name":)" +
          rest::nullable_text_schema(kNameRule) + R"(,"email":)" +
          rest::nullable_text_schema(kEmailRule) + R"(,"password":)" +
          current_password_schema("Needed to change the e-mail address, if there is one.") +
          R"(,"language":)" + language_schema("null,") + R"(,
      "firstSteps":{"type":["boolean","null"],
        "description":"False: the first steps are taken or skipped, and not shown again."}}})");
  api.add_schema("PasswordChange", R"({"type":"object","additionalProperties":false,
    "required":["newPassword"],
    "properties":{"currentPassword":)" +
                                       current_password_schema() + R"(,"newPassword":)" +
                                       rest::text_schema(kNewPasswordRule) + R"(,
      "endAccess":{"type":["boolean","null"],
        "description":"Whether all API tokens and calendar links of the person end, too."}}})");
  api.add_schema("PasswordReset", R"({"type":"object","additionalProperties":false,
    "required":["secret","newPassword"],
    "properties":{"secret":{"type":"string",
        "description":"The part after # of the link that an administrator made."},
      "newPassword":)" + rest::text_schema(kNewPasswordRule) +
                                      R"(,
      "endAccess":{"type":["boolean","null"],
        "description":"Whether all API tokens and calendar links of the person end, too."}}})");
  api.add_schema("PasswordWasReset", R"({"type":"object","additionalProperties":false,
    "required":["email"],
    "properties":{"email":{"type":"string","description":"The address to sign in with."}}})");
  api.add_schema("PasswordConfirmation", R"({"type":"object","additionalProperties":false,
    "properties":{"password":)" + current_password_schema() +
                                             "}}");
}

}  // namespace

void add_account_routes(rest::Api& api, const Parts& parts) {
  add_account_schemas(api);
  api.add({.method = "PATCH",
           .path = "/api/v1/account",
           .operation = "changeAccount",
           .tag = kTag,
           .summary =
               "Changes the name, the e-mail address, the language of the web app, or whether "
               "it leads the person through first steps.",
           .access = Access::kSession,
           .request = "AccountChange",
           .replies = {{.status = 200, .description = "The person.", .schema = "Me"}},
           .problems = {404, 409},
           .handle = handled_by(parts, change_account)});
  api.add({.method = "PUT",
           .path = "/api/v1/account/password",
           .operation = "changePassword",
           .tag = kTag,
           .summary = "Changes the password. All other sessions end, and with `endAccess` all API "
                      "tokens and calendar links.",
           .access = Access::kSession,
           .request = "PasswordChange",
           .replies = {{.status = 200, .description = "The person.", .schema = "Me"}},
           .problems = {404, 409},
           .handle = handled_by(parts, change_password)});
  api.add({.method = "POST",
           .path = "/api/v1/password-reset",
           .operation = "resetPassword",
           .tag = kTag,
           .summary = "Sets a new password with a link of an administrator. All sessions end, and "
                      "with `endAccess` all API tokens and calendar links. Signs nobody in.",
           .access = Access::kAnyone,
           .request = "PasswordReset",
           .replies = {{.status = 200, .description = "Set.", .schema = "PasswordWasReset"}},
           .handle = handled_by(parts, reset_password)});
  api.add({.method = "GET",
           .path = "/api/v1/account/deletion",
           .operation = "previewAccountDeletion",
           .tag = kTag,
           .summary = "Lists what deleting the account takes along.",
           .access = Access::kSession,
           .replies = {{.status = 200, .description = "What goes.", .schema = "AccountDeletion"}},
           .handle = handled_by(parts, preview_deletion)});
  api.add({.method = "POST",
           .path = "/api/v1/account/delete",
           .operation = "deleteAccount",
           .tag = kTag,
           .summary =
               "Deletes the account and everything that is theirs alone, at once: nothing of "
               "it is in the bin.",
           .access = Access::kSession,
           .request = "PasswordConfirmation",
           .request_optional = true,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409},
           .handle = handled_by(parts, delete_account)});
}

}  // namespace norn::accounts
