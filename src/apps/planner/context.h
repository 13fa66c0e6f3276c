#pragma once

#include "apps/quotas/quotas.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::planner {

// Dependencies that all parts of the planner share.
struct Context {
  store::Store& store;
  apps::TableNames tables;
  const Clock& clock;
  Ids& ids;
  apps::Idempotency& idempotency;
  apps::Sweeps& sweeps;
  quotas::Quotas& quotas;
};

}  // namespace norn::planner
