#pragma once

#include "apps/accounts/users/users.h"
#include "apps/quotas/quotas.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::apps {

// What the services of an app stand on. Everything outlives the app.
struct Context {
  store::Store& store;
  TableNames tables;
  const Clock& clock;
  Ids& ids;
  accounts::Users& users;
  Idempotency& idempotency;
  Sweeps& sweeps;
  quotas::Quotas& quotas;
};

}  // namespace norn::apps
