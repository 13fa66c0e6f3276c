#include "apps/accounts/account_json.h"
#include "apps/accounts/routes/routes_parts.h"
#include "apps/accounts/sentences.h"
#include "base/check.h"
#include "base/json_writer.h"

// Settings of the server and invitations to sign up, for administrators.
namespace norn::accounts {
namespace {

using rest::Access;

constexpr rest::TextRule kContactRule{.min = 0, .max = kMaxContactCharacters};

void append_settings(std::string& out, const Settings& settings) {
  ObjectWriter object(out);
  object.text("signUp", to_text(settings.sign_up));
  if (!settings.contact.empty()) object.text("contact", settings.contact);
  object.boolean("publicTrees", settings.public_trees);
  ObjectWriter quotas(object.key("quotas"));
  for (const apps::QuotaKind& kind : apps::kQuotaKinds) {
    const auto set = settings.quotas.find(kind.name);
    quotas.integer(kind.name, set != settings.quotas.end() ? set->second : kind.allowed);
  }
  quotas.close();
  object.close();
}

Result<void> get_settings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Settings settings, parts.accounts.admission().settings());
  append_settings(call.json(), settings);
  return {};
}

Result<void> change_settings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string mode, body.choice("signUp", {"closed", "invitation", "open"}));
  NORN_ASSIGN(const auto contact, body.optional_text("contact", kContactRule));
  NORN_ASSIGN(const auto public_trees, body.optional_boolean("publicTrees"));
  NORN_ASSIGN(std::optional<rest::JsonInput> quotas, body.optional_object("quotas"));
  NORN_TRY(body.finish());
  const std::optional<SignUp> sign_up = sign_up_from(mode);
  NORN_CHECK(sign_up.has_value(), "all choices are modes");
  NORN_ASSIGN(Settings settings, parts.accounts.admission().settings());
  settings.sign_up = *sign_up;
  if (contact) settings.contact = *contact;
  if (public_trees) settings.public_trees = *public_trees;
  if (quotas) {
    NORN_ASSIGN(const apps::QuotaChange change, apps::quota_change_in(*quotas));
    apps::apply(change, settings.quotas);
  }
  NORN_TRY(parts.accounts.admission().change_settings(settings));
  append_settings(call.json(), settings);
  return {};
}

Result<void> list_invitations(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::vector<Invitation> invitations, parts.accounts.admission().invitations());
  ObjectWriter object(call.json());
  ListWriter list(object.key("invitations"));
  for (const Invitation& invitation : invitations) append_invitation(list.next(), invitation);
  list.close();
  object.close();
  return {};
}

Result<void> invite(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(std::optional<rest::JsonInput> body, call.optional_body());
  std::optional<std::string> email;
  if (body) {
    NORN_ASSIGN(email, body->optional_text("email", kEmailRule));
    NORN_TRY(body->finish());
  }
  NORN_ASSIGN(const Admission::Invited invited,
              parts.accounts.admission().invite(call.caller().user_id, email));
  ObjectWriter object(call.json(201));
  append_invitation(object.key("invitation"), invited.invitation);
  object.text("secret", invited.secret);
  object.text("link", origin_of(call.request(), parts.options) + "/join#" + invited.secret);
  object.close();
  return {};
}

Result<void> withdraw(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, call.id("invitationId", kInvitationNotFound));
  NORN_TRY(parts.accounts.admission().withdraw(id));
  call.no_content();
  return {};
}

void add_admin_schemas(rest::Api& api) {
  api.add_schema("Settings", R"({"type":"object","additionalProperties":false,
    "required":["signUp","publicTrees","quotas"],
    "properties":{"signUp":{"enum":["closed","invitation","open"],
      "description":"Who may sign up: no one, people with an invitation, or everyone."},
      "contact":)" + rest::nullable_text_schema(kContactRule) +
                                 R"(,
      "publicTrees":{"type":"boolean",
        "description":"Whether public family trees can be read without an account."},
      "quotas":{"type":"object","additionalProperties":{"type":"integer"},
        "description":"How much of each kind a person may have."}}})");
  api.add_schema("QuotaChange", apps::quota_change_schema());
  api.add_schema("SettingsChange", R"({"type":"object","additionalProperties":false,
    "required":["signUp"],
    "properties":{"signUp":{"enum":["closed","invitation","open"]},
      "contact":)" + rest::nullable_text_schema(kContactRule) +
                                       R"(,
      "publicTrees":{"type":"boolean","description":"Left out: as it is."},
      "quotas":{"$ref":"#/components/schemas/QuotaChange"}}})");
  api.add_schema("SignUpInvitation", R"({"type":"object","additionalProperties":false,
    "required":["id","email","invitedBy","createdAt","expiresAt"],
    "properties":{"id":{"type":"string","format":"uuid"},
      "email":{"type":["string","null"],"description":"The only address that may use it."},
      "invitedBy":{"type":"string"},
      "createdAt":{"type":"string","format":"date-time"},
      "expiresAt":{"type":"string","format":"date-time"}}})");
  api.add_schema("SignUpInvitationList", R"({"type":"object","additionalProperties":false,
    "required":["invitations"],
    "properties":{"invitations":{"type":"array",
      "items":{"$ref":"#/components/schemas/SignUpInvitation"}}}})");
  api.add_schema("NewSignUpInvitation", R"({"type":"object","additionalProperties":false,
    "properties":{"email":)" + rest::nullable_text_schema(kEmailRule) +
                                            "}}");
  api.add_schema("MadeSignUpInvitation", R"({"type":"object","additionalProperties":false,
    "required":["invitation","secret","link"],
    "properties":{"invitation":{"$ref":"#/components/schemas/SignUpInvitation"},
      "secret":{"type":"string","description":"Shown once."},
      "link":{"type":"string","description":"For the person who is invited."}}})");
}

void add_settings_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/settings",
           .operation = "getSettings",
           .tag = kTag,
           .summary = "The settings of the server.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200, .description = "The settings.", .schema = "Settings"}},
           .handle = recently_confirmed(parts, get_settings)});
  api.add({.method = "PUT",
           .path = "/api/v1/settings",
           .operation = "changeSettings",
           .tag = kTag,
           .summary = "Changes the settings of the server.",
           .access = Access::kAdministrator,
           .request = "SettingsChange",
           .replies = {{.status = 200, .description = "The settings.", .schema = "Settings"}},
           .handle = recently_confirmed(parts, change_settings)});
}

void add_invitation_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/invitations",
           .operation = "listInvitations",
           .tag = kTag,
           .summary = "Invitations to sign up that are open.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200,
                        .description = "Invitations.",
                        .schema = "SignUpInvitationList"}},
           .handle = recently_confirmed(parts, list_invitations)});
  api.add({.method = "POST",
           .path = "/api/v1/invitations",
           .operation = "invite",
           .tag = kTag,
           .summary = "Makes a link that lets one person sign up.",
           .access = Access::kAdministrator,
           .request = "NewSignUpInvitation",
           .request_optional = true,
           .replies = {{.status = 201,
                        .description = "The invitation.",
                        .schema = "MadeSignUpInvitation"}},
           .problems = {409},
           .handle = recently_confirmed(parts, invite)});
  api.add({.method = "DELETE",
           .path = "/api/v1/invitations/{invitationId}",
           .operation = "withdrawInvitation",
           .tag = kTag,
           .summary = "Withdraws an invitation: its link does nothing any more.",
           .access = Access::kAdministrator,
           .replies = {{.status = 204, .description = "Withdrawn."}},
           .handle = recently_confirmed(parts, withdraw)});
}

}  // namespace

void add_admin_routes(rest::Api& api, const Parts& parts) {
  add_admin_schemas(api);
  add_settings_routes(api, parts);
  add_invitation_routes(api, parts);
}

}  // namespace norn::accounts
