#pragma once

#include "apps/accounts/confirmations.h"
#include "apps/accounts/service.h"
#include "apps/console/host.h"
#include "apps/console/tables.h"
#include "rest/api.h"

namespace norn::console {

// What the routes work with. All of it outlives the api.
struct Parts {
  accounts::Accounts& accounts;
  accounts::Confirmations& confirmations;
  Tables& tables;
  Host& host;
};

// The routes below /api/v1/console: for sessions of administrators who have confirmed who they are
// within ten minutes.
void add_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::console
