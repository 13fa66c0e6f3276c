#pragma once

#include "apps/shared/tables.h"

namespace norn::accounts {

// The table `norn`, for items that no design has. Its TTL attribute is `ttl`.
store::CreateTableRequest norn_table(const apps::TableNames& tables);

}  // namespace norn::accounts
