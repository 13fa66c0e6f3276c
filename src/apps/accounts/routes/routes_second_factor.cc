#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/routes/routes_render.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Turning the second factor on and off.
namespace norn::accounts {
namespace {

using rest::Access;

constexpr size_t kMaxCodeBytes = 100;

// Codes are short, so they must not be tried often.
ThrottleRule tries_of_codes() {
  return {.kind = "second-factor", .tries = 10, .window_s = 900};
}

Result<void> offer(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(std::optional<rest::JsonInput> body, call.optional_body());
  std::optional<std::string> password;
  if (body) {
    NORN_ASSIGN(password, body->optional_secret("password", kMaxPasswordBytes));
    NORN_TRY(body->finish());
  }
  const std::string& user_id = call.caller().user_id;
  NORN_TRY(parts.accounts.confirm_password(user_id, password, "password"));
  NORN_ASSIGN(const std::optional<User> user, parts.accounts.users().find(user_id));
  if (!user) return not_found("account");
  NORN_ASSIGN(const SecondFactor::Offer made,
              parts.accounts.second_factor().offer(user_id, user->email));
  ObjectWriter object(call.json(201));
  object.text("secret", made.secret);
  object.text("uri", made.uri);
  object.close();
  return {};
}

Result<void> confirm(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string code, body.secret("code", kMaxCodeBytes));
  NORN_TRY(body.finish());
  const std::string& user_id = call.caller().user_id;
  NORN_TRY(parts.accounts.throttle().take(tries_of_codes(), user_id));
  NORN_ASSIGN(const std::vector<std::string> codes,
              parts.accounts.second_factor().confirm(user_id, code));
  NORN_TRY(parts.accounts.throttle().reset(tries_of_codes(), user_id));
  ObjectWriter object(call.json());
  append_texts(object.key("recoveryCodes"), codes);
  object.close();
  return {};
}

Result<void> turn_off(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto password, body.optional_secret("password", kMaxPasswordBytes));
  NORN_ASSIGN(const std::string code, body.secret("code", kMaxCodeBytes));
  NORN_TRY(body.finish());
  const std::string& user_id = call.caller().user_id;
  NORN_TRY(parts.accounts.confirm_password(user_id, password, "password"));
  NORN_TRY(parts.accounts.throttle().take(tries_of_codes(), user_id));
  const Result<void> checked = parts.accounts.check_code(user_id, code);
  // They are signed in, and stay so: it is the code that is wrong.
  if (!checked && checked.error().code == ErrorCode::kNotSignedIn) {
    return invalid("code", checked.error().message);
  }
  NORN_TRY(checked);
  NORN_TRY(parts.accounts.second_factor().turn_off(user_id));
  NORN_TRY(parts.accounts.throttle().reset(tries_of_codes(), user_id));
  call.no_content();
  return {};
}

void add_second_factor_schemas(rest::Api& api) {
  api.add_schema("SecondFactorOffer", R"({"type":"object","additionalProperties":false,
    "required":["secret","uri"],
    "properties":{"secret":{"type":"string","description":"For those who type it in."},
      "uri":{"type":"string","description":"For a QR code: otpauth://totp/..."}}})");
  api.add_schema("SecondFactorCode", R"({"type":"object","additionalProperties":false,
    "required":["code"],
    "properties":{"code":{"type":"string","maxLength":100,
      "description":"What the authenticator app shows."}}})");
  api.add_schema("RecoveryCodes", R"({"type":"object","additionalProperties":false,
    "required":["recoveryCodes"],
    "properties":{"recoveryCodes":{"type":"array","items":{"type":"string"},
      "description":"Shown once. Each of them works once, in place of a code of the app."}}})");
  api.add_schema("SecondFactorOff", R"({"type":"object","additionalProperties":false,
    "required":["code"],
    "properties":{"password":{"type":["string","null"],"maxLength":1024,
        "description":"Needed by those who have one."},
      "code":{"type":"string","maxLength":100,
        "description":"Of the authenticator app, or a recovery code."}}})");
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
       .handle = handled_by(parts, offer)});
  api.add({.method = "PUT",
           .path = "/api/v1/account/second-factor",
           .operation = "confirmSecondFactor",
           .tag = kTag,
           .summary = "Turns the second factor on, with a first code of the app.",
           .access = Access::kSession,
           .request = "SecondFactorCode",
           .replies = {{.status = 200, .description = "It is on.", .schema = "RecoveryCodes"}},
           .problems = {409},
           .handle = handled_by(parts, confirm)});
  api.add({.method = "POST",
           .path = "/api/v1/account/second-factor/off",
           .operation = "turnOffSecondFactor",
           .tag = kTag,
           .summary = "Turns the second factor off.",
           .access = Access::kSession,
           .request = "SecondFactorOff",
           .replies = {{.status = 204, .description = "It is off."}},
           .problems = {404},
           .handle = handled_by(parts, turn_off)});
}

}  // namespace norn::accounts
