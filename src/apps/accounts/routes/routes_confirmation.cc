#include "apps/accounts/routes/routes_confirmation.h"

#include <string>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/shared/routes.h"
#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::accounts {
namespace {

using rest::Access;

constexpr const char* kConfirmationTag = "accounts";
constexpr const char* kConfirmationPath = "/api/v1/confirmation";
constexpr size_t kMaxConfirmationCodeBytes = 64;

Result<void> reply_confirmation(Confirmations& confirmations, rest::Call& call) {
  const rest::Caller& caller = call.caller();
  NORN_ASSIGN(const auto needs, confirmations.needs(caller.user_id));
  NORN_ASSIGN(const auto until_ms, confirmations.until_ms(caller.user_id, caller.credential_id));
  ObjectWriter object(call.json());
  if (until_ms) {
    object.text("confirmedUntil", timestamp_ms(*until_ms));
  } else {
    object.null("confirmedUntil");
  }
  object.boolean("secondFactor", needs.code);
  object.boolean("hasPassword", needs.password);
  object.close();
  return {};
}

void add_confirmation_schemas(rest::Api& api) {
  api.add_schema("ConfirmationState", R"({"type":"object","additionalProperties":false,
    "required":["confirmedUntil","secondFactor","hasPassword"],
    "properties":{"confirmedUntil":{"type":["string","null"],"format":"date-time",
        "description":"Until when you have confirmed in this session who you are."},
      "secondFactor":{"type":"boolean","description":"Whether confirming takes a code."},
      "hasPassword":{"type":"boolean",
        "description":"Whether it takes a password. If not, a session that has just begun."}}})");
  api.add_schema("IdentityConfirmation",
                 apps::filled_in(R"({"type":"object","additionalProperties":false,
    "properties":{"password":{"type":["string","null"],"maxLength":$PASSWORD,
        "description":"Needed if the account has one."},
      "code":{"type":["string","null"],"maxLength":$CODE,
        "description":"Of the second factor. Needed if it is on."}}})",
                                 {{"$PASSWORD", std::to_string(kMaxPasswordBytes)},
                                  {"$CODE", std::to_string(kMaxConfirmationCodeBytes)}}));
}

}  // namespace

Result<void> check_recent(Confirmations& confirmations, const rest::Call& call) {
  return confirmations.check_recent(call.caller().user_id, call.caller().credential_id);
}

CallHandler recently_confirmed(Confirmations& confirmations, CallHandler handler) {
  return [&confirmations, handler = std::move(handler)](rest::Call& call) -> Result<void> {
    NORN_TRY(check_recent(confirmations, call));
    return handler(call);
  };
}

Result<void> confirm_by_body(Confirmations& confirmations, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto password, body.optional_secret("password", kMaxPasswordBytes));
  NORN_ASSIGN(const auto code, body.optional_secret("code", kMaxConfirmationCodeBytes));
  NORN_TRY(body.finish());
  const rest::Caller& caller = call.caller();
  return confirmations.confirm(caller.user_id, caller.credential_id, password, code);
}

void add_confirmation_routes(rest::Api& api, Confirmations& confirmations) {
  api.add_sentences(kConfirmationSentences);
  add_confirmation_schemas(api);
  api.add({.method = "GET",
           .path = kConfirmationPath,
           .operation = "getConfirmation",
           .tag = kConfirmationTag,
           .summary = "Whether you have confirmed who you are, and what that takes.",
           .access = Access::kSession,
           .replies = {{.status = 200, .description = "The state.", .schema = "ConfirmationState"}},
           .problems = {404},
           .handle = [&confirmations](rest::Call& call) {
             return reply_confirmation(confirmations, call);
           }});
  api.add({.method = "POST",
           .path = kConfirmationPath,
           .operation = "confirmIdentity",
           .tag = kConfirmationTag,
           .summary = "Confirms who you are, in this session and for ten minutes. Wrong ones are "
                      "counted as those of signing in are.",
           .access = Access::kSession,
           .request = "IdentityConfirmation",
           .replies = {{.status = 200, .description = "The state.", .schema = "ConfirmationState"}},
           .problems = {401, 404},
           .handle = [&confirmations](rest::Call& call) -> Result<void> {
             NORN_TRY(confirm_by_body(confirmations, call));
             return reply_confirmation(confirmations, call);
           }});
  api.add({.method = "DELETE",
           .path = kConfirmationPath,
           .operation = "endConfirmation",
           .tag = kConfirmationTag,
           .summary = "Ends that: what needs it asks for the password again, also if you have just "
                      "signed in.",
           .access = Access::kSession,
           .replies = {{.status = 204, .description = "Ended."}},
           .handle = [&confirmations](rest::Call& call) -> Result<void> {
             NORN_TRY(confirmations.end(call.caller().user_id, call.caller().credential_id));
             call.no_content();
             return {};
           }});
}

}  // namespace norn::accounts
