#include "apps/accounts/routes/routes_render.h"

#include <optional>

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

}  // namespace

void append_server(std::string& out, const ServerState& state,
                   const std::vector<Provider>& providers) {
  ObjectWriter object(out);
  object.text("name", "Norn");
  object.text("version", state.version);
  object.boolean("setupNeeded", state.setup_needed);
  object.boolean("signedIn", state.signed_in);
  object.text("signUp", to_text(state.sign_up));
  ListWriter list(object.key("providers"));
  for (const Provider& provider : providers) {
    ObjectWriter entry(list.next());
    entry.text("id", provider.id);
    entry.text("name", provider.name);
    entry.close();
  }
  list.close();
  object.close();
}

void append_me(std::string& out, const User& user, const Account& account, bool has_password) {
  ObjectWriter object(out);
  object.text("id", user.id);
  object.text("email", user.email);
  object.text("name", user.name);
  object.boolean("administrator", account.administrator);
  object.boolean("hasPassword", has_password);
  object.boolean("secondFactor", account.second_factor);
  if (user.provider) object.text("provider", *user.provider);
  // The design keeps whole seconds.
  object.text("createdAt", timestamp_s(user.created_ms));
  object.text("updatedAt", timestamp_s(user.updated_ms));
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

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  ListWriter list(out);
  for (const std::string& text : texts) append_json_string(list.next(), text);
  list.close();
}

void append_token(std::string& out, const Token& token) {
  ObjectWriter object(out);
  object.text("id", token.id);
  object.text("name", token.name);
  append_texts(object.key("scopes"), token.scopes);
  object.text("createdAt", timestamp_ms(token.created_ms));
  append_time(object, "lastUsedAt", token.last_used_ms);
  append_time(object, "expiresAt", token.expires_ms);
  object.close();
}

void append_person(std::string& out, const Person& person) {
  ObjectWriter object(out);
  object.text("id", person.user.id);
  object.text("name", person.user.name);
  object.text("email", person.user.email);
  object.boolean("administrator", person.administrator);
  object.text("createdAt", timestamp_s(person.user.created_ms));
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
