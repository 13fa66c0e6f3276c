#include "apps/accounts/account_json.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::accounts {
namespace {

void append_time(ObjectWriter& object, std::string_view name, const std::optional<int64_t>& ms) {
  if (ms) {
    object.text(name, timestamp_ms(*ms));
  } else {
    object.null(name);
  }
}

}  // namespace

void append_person(std::string& out, const Person& person) {
  ObjectWriter object(out);
  object.text("id", person.user.id);
  object.text("name", person.user.name);
  object.text("email", person.user.email);
  object.boolean("administrator", person.administrator);
  object.boolean("disabled", person.disabled);
  object.text("createdAt", timestamp_s(person.user.created_ms));
  object.close();
}

void append_token(std::string& out, const Token& token) {
  ObjectWriter object(out);
  object.text("id", token.id);
  object.text("name", token.name);
  ListWriter scopes(object.key("scopes"));
  for (const std::string& scope : token.scopes) append_json_string(scopes.next(), scope);
  scopes.close();
  object.text("createdAt", timestamp_ms(token.created_ms));
  append_time(object, "lastUsedAt", token.last_used_ms);
  append_time(object, "expiresAt", token.expires_ms);
  object.close();
}

void append_invitation(std::string& out, const Invitation& invitation) {
  ObjectWriter object(out);
  object.text("id", invitation.id);
  if (invitation.email) {
    object.text("email", *invitation.email);
  } else {
    object.null("email");
  }
  object.text("invitedBy", invitation.invited_by);
  object.text("createdAt", timestamp_ms(invitation.created_ms));
  object.text("expiresAt", timestamp_ms(invitation.expires_ms));
  object.close();
}

}  // namespace norn::accounts
