#pragma once

#include "apps/shared/tables.h"

namespace norn::bookings {

// The table `cal-app-sam` of the design, with its local index.
store::CreateTableRequest bookings_table(const apps::TableNames& tables);

}  // namespace norn::bookings
