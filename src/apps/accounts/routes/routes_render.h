#pragma once

#include <string>
#include <vector>

#include "apps/accounts/credentials/sessions.h"
#include "apps/accounts/oidc/oidc_config.h"
#include "apps/accounts/users/admission.h"
#include "apps/accounts/users/users.h"

// What accounts look like as JSON. Each is appended to `out`, and has a schema of the same shape
// beside the routes that reply with it.
namespace norn::accounts {

struct ServerState {
  std::string version;
  bool setup_needed = false;
  bool signed_in = false;
  SignUp sign_up = SignUp::kClosed;
};
void append_server(std::string& out, const ServerState& state,
                   const std::vector<Provider>& providers);

void append_me(std::string& out, const User& user, const Account& account, bool has_password);
// `current` is the id of the session that asks.
void append_sessions(std::string& out, const std::vector<Session>& sessions,
                     const std::string& current);
void append_texts(std::string& out, const std::vector<std::string>& texts);
void append_token(std::string& out, const Token& token);
void append_person(std::string& out, const Person& person);
void append_invitation(std::string& out, const Invitation& invitation);

}  // namespace norn::accounts
