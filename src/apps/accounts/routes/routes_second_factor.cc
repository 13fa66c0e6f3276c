#include <fmt/format.h>

#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Turning the second factor on and off.
namespace norn::accounts {
namespace {

using rest::Access;

constexpr size_t kMaxCodeBytes = 100;

// Codes are short, so attempts are limited.
ThrottleRule code_attempts() {
  return {.kind = "second-factor", .tries = 10, .window_s = 900};
}

Result<void> offer_second_factor(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(std::optional<rest::JsonInput> body, call.optional_body());
  std::optional<std::string> password;
  if (body) {
    NORN_ASSIGN(password, body->optional_secret("password", kMaxPasswordBytes));
    NORN_TRY(body->finish());
  }
  const std::string& user_id = call.caller().user_id;
  NORN_TRY(check_sign_in(parts, call));
  NORN_TRY(parts.accounts.confirm_password(user_id, password, "password"));
  NORN_ASSIGN(const std::optional<User> user, parts.accounts.users().find(user_id));
  if (!user) return not_found(kAccountNotFound);
  NORN_ASSIGN(const SecondFactor::Offer made,
              parts.accounts.second_factor().offer(user_id, user->email));
  ObjectWriter object(call.json(201));
  object.text("secret", made.secret);
  object.text("uri", made.uri);
  object.close();
  return {};
}

Result<void> confirm_second_factor(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string code, body.secret("code", kMaxCodeBytes));
  NORN_TRY(body.finish());
  const std::string& user_id = call.caller().user_id;
  NORN_TRY(parts.accounts.throttle().take(code_attempts(), user_id));
  NORN_ASSIGN(const std::vector<std::string> codes,
              parts.accounts.second_factor().confirm(user_id, code));
  NORN_TRY(parts.accounts.throttle().reset(code_attempts(), user_id));
  ObjectWriter object(call.json());
  append_texts(object.key("recoveryCodes"), codes);
  object.close();
  return {};
}

Result<void> turn_off_second_factor(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto password, body.optional_secret("password", kMaxPasswordBytes));
  NORN_ASSIGN(const std::string code, body.secret("code", kMaxCodeBytes));
  NORN_TRY(body.finish());
  const std::string& user_id = call.caller().user_id;
  NORN_TRY(check_sign_in(parts, call));
  NORN_TRY(parts.accounts.confirm_password(user_id, password, "password"));
  NORN_TRY(parts.accounts.throttle().take(code_attempts(), user_id));
  const Result<void> checked = parts.accounts.check_code(user_id, code);
  // The session stays valid: only the code is wrong.
  if (!checked && checked.error().code == ErrorCode::kNotSignedIn) {
    return invalid("code", said_by(checked.error()));
  }
  NORN_TRY(checked);
  NORN_TRY(parts.accounts.second_factor().turn_off(user_id));
  NORN_TRY(parts.accounts.throttle().reset(code_attempts(), user_id));
  call.no_content();
  return {};
}

std::string code_schema(std::string_view description) {
  return fmt::format(R"({{"type":"string","maxLength":{},"description":"{}"}})", kMaxCodeBytes,
                     description);
}

void add_second_factor_schemas(rest::Api& api) {
  api.add_schema("SecondFactorOffer", R"({"type":"object","additionalProperties":false,
    "required":["secret","uri"],
    "properties":{"secret":{"type":"string","description":"To be typed in."},
      "uri":{"type":"string","description":"For a QR code: otpauth://totp/..."}}})");
  api.add_schema("SecondFactorCode", R"({"type":"object","additionalProperties":false,
    "required":["code"],
    "properties":{"code":)" + code_schema("The code that the authenticator app shows.") +
                                         "}}");
  api.add_schema("RecoveryCodes", R"({"type":"object","additionalProperties":false,
    "required":["recoveryCodes"],
    "properties":{"recoveryCodes":{"type":"array","items":{"type":"string"},
      "description":"Shown once. Each works once, instead of a code of the app."}}})");
  api.add_schema("SecondFactorOff",
                 R"({"type":"object","additionalProperties":false,
    "required":["code"],
    "properties":{"password":)" +
                     current_password_schema() + R"(,"code":)" +
                     code_schema("Of the authenticator app, or a recovery code.") + "}}");
}

}  // namespace

void add_second_factor_routes(rest::Api& api, const Parts& parts) {
  add_second_factor_schemas(api);
  api.add(
      {.method = "POST",
       .path = "/api/v1/account/second-factor",
       .operation = "offerSecondFactor",
       .tag = kTag,
       .summary = "Makes a secret for an authenticator app. It does nothing until it is "
                  "confirmed.",
       .access = Access::kSession,
       .request = "PasswordConfirmation",
       .request_optional = true,
       .replies = {{.status = 201, .description = "The secret.", .schema = "SecondFactorOffer"}},
       .problems = {404, 409},
       .handle = handled_by(parts, offer_second_factor)});
  api.add({.method = "PUT",
           .path = "/api/v1/account/second-factor",
           .operation = "confirmSecondFactor",
           .tag = kTag,
           .summary = "Turns the second factor on, with a first code of the app.",
           .access = Access::kSession,
           .request = "SecondFactorCode",
           .replies = {{.status = 200, .description = "It is on.", .schema = "RecoveryCodes"}},
           .problems = {409},
           .handle = handled_by(parts, confirm_second_factor)});
  api.add({.method = "POST",
           .path = "/api/v1/account/second-factor/off",
           .operation = "turnOffSecondFactor",
           .tag = kTag,
           .summary = "Turns the second factor off.",
           .access = Access::kSession,
           .request = "SecondFactorOff",
           .replies = {{.status = 204, .description = "It is off."}},
           .problems = {404},
           .handle = handled_by(parts, turn_off_second_factor)});
}

}  // namespace norn::accounts
