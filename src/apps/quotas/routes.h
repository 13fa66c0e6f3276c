#pragma once

#include "apps/accounts/confirmations.h"
#include "apps/quotas/quotas.h"
#include "rest/api.h"

namespace norn::quotas {

// GET /api/v1/quotas, GET and PUT /api/v1/users/{userId}/quotas. `quotas` and `confirmations`
// outlive the api.
void add_routes(rest::Api& api, Quotas& quotas, accounts::Confirmations& confirmations);

}  // namespace norn::quotas
