#include "apps/accounts/account_json.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "apps/shared/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"

// The accounts of others, for administrators.
namespace norn::accounts {
namespace {

using rest::Access;

Result<void> list_users(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::vector<Person> people, parts.accounts.users().list());
  ObjectWriter object(call.json());
  ListWriter list(object.key("users"));
  for (const Person& person : people) append_person(list.next(), person);
  list.close();
  object.close();
  return {};
}

Result<void> change_user(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "userId", kPersonNotFound));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  Standing standing;
  NORN_ASSIGN(standing.administrator, body.optional_boolean("administrator"));
  NORN_ASSIGN(standing.disabled, body.optional_boolean("disabled"));
  NORN_TRY(body.finish());
  if (!standing.administrator && !standing.disabled) {
    return invalid("", kNoStanding);
  }
  NORN_ASSIGN(const Person person,
              parts.accounts.set_standing(call.caller().user_id, id, standing));
  append_person(call.json(), person);
  return {};
}

Result<void> delete_user(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "userId", kPersonNotFound));
  NORN_TRY(parts.accounts.delete_person(call.caller().user_id, id));
  call.no_content();
  return {};
}

Result<void> make_password_link(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, call.id("userId", kPersonNotFound));
  NORN_ASSIGN(std::optional<rest::JsonInput> body, call.optional_body());
  std::optional<bool> removes_second_factor;
  if (body) {
    NORN_ASSIGN(removes_second_factor, body->optional_boolean("removeSecondFactor"));
    NORN_TRY(body->finish());
  }
  NORN_ASSIGN(const Accounts::MadeLink made,
              parts.accounts.make_password_link(call.caller().user_id, id,
                                                removes_second_factor.value_or(false)));
  ObjectWriter object(call.json(201));
  object.text("secret", made.secret);
  object.text("link", origin_of(call.request(), parts.options) + "/reset#" + made.secret);
  object.text("expiresAt", timestamp_ms(made.link.expires_ms));
  object.close();
  return {};
}

void add_people_schemas(rest::Api& api) {
  api.add_schema("Person", R"({"type":"object","additionalProperties":false,
    "required":["id","name","email","administrator","disabled","createdAt"],
    "properties":{"id":{"type":"string"},
      "name":{"type":"string"},
      "email":{"type":"string"},
      "administrator":{"type":"boolean"},
      "disabled":{"type":"boolean","description":"Whether nothing is a way into the account."},
      "createdAt":{"type":"string","format":"date-time"}}})");
  api.add_schema("PersonList", R"({"type":"object","additionalProperties":false,
    "required":["users"],
    "properties":{"users":{"type":"array","items":{"$ref":"#/components/schemas/Person"}}}})");
  api.add_schema("PersonChange", R"({"type":"object","additionalProperties":false,
    "minProperties":1,
    "properties":{"administrator":{"type":["boolean","null"]},
      "disabled":{"type":["boolean","null"]}}})");
  api.add_schema("NewPasswordLink", R"({"type":"object","additionalProperties":false,
    "properties":{"removeSecondFactor":{"type":["boolean","null"],
      "description":"Whether using the link also turns off the second factor of the person."}}})");
  api.add_schema("MadePasswordLink", R"({"type":"object","additionalProperties":false,
    "required":["secret","link","expiresAt"],
    "properties":{"secret":{"type":"string","description":"Shown once."},
      "link":{"type":"string","description":"For the person who forgot the password."},
      "expiresAt":{"type":"string","format":"date-time"}}})");
}

}  // namespace

void add_people_routes(rest::Api& api, const Parts& parts) {
  add_people_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/users",
           .operation = "listUsers",
           .tag = kTag,
           .summary = "All people who have an account.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200, .description = "The people.", .schema = "PersonList"}},
           .handle = recently_confirmed(parts, list_users)});
  api.add(
      {.method = "PATCH",
       .path = "/api/v1/users/{userId}",
       .operation = "changeUser",
       .tag = kTag,
       .summary =
           "Makes a person an administrator, or no longer one; disables or enables their account. "
           "One administrator who is not disabled always remains.",
       .access = Access::kAdministrator,
       .request = "PersonChange",
       .replies = {{.status = 200, .description = "The person.", .schema = "Person"}},
       .problems = {409},
       .handle = recently_confirmed(parts, change_user)});
  api.add({.method = "DELETE",
           .path = "/api/v1/users/{userId}",
           .operation = "deleteUser",
           .tag = kTag,
           .summary = "Deletes the account of another person and everything that is theirs alone.",
           .access = Access::kAdministrator,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {409},
           .handle = recently_confirmed(parts, delete_user)});
  api.add({.method = "POST",
           .path = "/api/v1/users/{userId}/password-link",
           .operation = "makePasswordLink",
           .tag = kTag,
           .summary = "Makes a link with which another person sets a new password: once, within a "
                      "day. Earlier ones end.",
           .access = Access::kAdministrator,
           .request = "NewPasswordLink",
           .request_optional = true,
           .replies = {{.status = 201, .description = "The link.", .schema = "MadePasswordLink"}},
           .problems = {409},
           .handle = recently_confirmed(parts, make_password_link)});
}

}  // namespace norn::accounts
