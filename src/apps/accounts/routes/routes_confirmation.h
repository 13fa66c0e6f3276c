#pragma once

#include <functional>

#include "apps/accounts/confirmations.h"
#include "base/error.h"
#include "rest/api.h"
#include "rest/call.h"

// Confirming who one is, and handlers that need it.
namespace norn::accounts {

using CallHandler = std::function<Result<void>(rest::Call&)>;

// Whether the caller, who has a session, has confirmed it or signed in within ten minutes
// (Confirmations::check_recent). `confirmations` outlives the handler.
Result<void> check_recent(Confirmations& confirmations, const rest::Call& call);
// The handler for such callers; others get kForbidden. All routes for administrators have one,
// except those of the console, which are stricter.
CallHandler recently_confirmed(Confirmations& confirmations, CallHandler handler);

// Confirms by the body of the request, which is an IdentityConfirmation.
Result<void> confirm_by_body(Confirmations& confirmations, rest::Call& call);

void add_confirmation_routes(rest::Api& api, Confirmations& confirmations);

}  // namespace norn::accounts
