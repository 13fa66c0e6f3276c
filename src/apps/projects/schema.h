#pragma once

#include "apps/shared/tables.h"

namespace norn::projects {

// The table `calendar-app-data` of the design.
store::CreateTableRequest projects_table(const apps::TableNames& tables);

}  // namespace norn::projects
