#pragma once

#include "apps/shared/tables.h"

namespace norn::calendars {

// The table `calendsync` of the design, under the given name.
store::CreateTableRequest calendars_table(std::string name);

}  // namespace norn::calendars
