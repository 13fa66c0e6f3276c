#pragma once

#include "apps/shared/tables.h"

namespace norn::calendars {

// The table `calendsync` of the design, or the same under another name.
store::CreateTableRequest calendars_table(std::string name);

}  // namespace norn::calendars
