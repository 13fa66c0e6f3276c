#pragma once

#include "apps/context.h"
#include "apps/quotas/quotas.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::events {

// Dependencies that all parts of the engine share.
struct Context {
  store::Store& store;
  apps::TableNames tables;
  const Clock& clock;
  Ids& ids;
  apps::Idempotency& idempotency;
  apps::Sweeps& sweeps;
  quotas::Quotas& quotas;
};

// That of the engine in an app.
inline Context context_of(const apps::Context& context) {
  return {context.store,       context.tables, context.clock, context.ids,
          context.idempotency, context.sweeps, context.quotas};
}

}  // namespace norn::events
