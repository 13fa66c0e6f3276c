#pragma once

#include <vector>

#include "apps/search/searcher.h"
#include "rest/api.h"

namespace norn::search {

// GET /api/v1/search, over all apps that can be searched. The searchers outlive the API.
void add_routes(rest::Api& api, std::vector<Searcher*> searchers);

}  // namespace norn::search
