#pragma once

#include "apps/accounts/users.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::bookings {

// What the parts of bookings share.
struct Context {
  store::Store& store;
  apps::TableNames tables;
  const Clock& clock;
  Ids& ids;
  accounts::Users& users;
  apps::Idempotency& idempotency;
  apps::Sweeps& sweeps;
};

}  // namespace norn::bookings
