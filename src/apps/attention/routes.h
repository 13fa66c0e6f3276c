#pragma once

#include "apps/accounts/confirmations.h"
#include "apps/attention/attention.h"
#include "rest/api.h"

namespace norn::attention {

// GET /api/v1/attention, GET /api/v1/attention-of-everybody and DELETE /api/v1/attention/{itemId}.
// `attention` and `confirmations` outlive the api.
void add_routes(rest::Api& api, Attention& attention, accounts::Confirmations& confirmations);

}  // namespace norn::attention
