#pragma once

#include "apps/shared/tables.h"

namespace norn::family {

// The table `Yggdrasil` of the design.
store::CreateTableRequest family_table(const apps::TableNames& tables);

}  // namespace norn::family
