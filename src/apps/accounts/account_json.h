#pragma once

#include <string>

#include "apps/accounts/credentials/sessions.h"
#include "apps/accounts/users/admission.h"
#include "apps/accounts/users/users.h"

// Accounts, tokens and invitations as JSON: in replies over HTTP, and of the operator's commands.
namespace norn::accounts {

void append_person(std::string& out, const Person& person);
void append_token(std::string& out, const Token& token);
void append_invitation(std::string& out, const Invitation& invitation);

}  // namespace norn::accounts
