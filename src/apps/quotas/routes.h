#pragma once

#include "apps/quotas/quotas.h"
#include "rest/api.h"

namespace norn::quotas {

// GET /api/v1/quotas, GET and PUT /api/v1/users/{userId}/quotas. `quotas` outlives the api.
void add_routes(rest::Api& api, Quotas& quotas);

}  // namespace norn::quotas
