#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/schema.h"
#include "apps/accounts/test_world.h"
#include "apps/events/context.h"
#include "apps/events/exchange/export.h"
#include "apps/events/keys.h"
#include "apps/events/owner_meta.h"
#include "apps/events/schema.h"
#include "apps/shared/items.h"
#include "base/time_text.h"
#include "support/interrupted_store.h"
#include "support/lagging_index_store.h"
#include "support/model_store.h"
#include "support/replies.h"

// What tests of events stand on.
namespace norn::events {

using accounts::fails;
using testing::must;

// Seconds of "2025-12-15T14:00:00Z", of "2025-12-15T14:00:00" and of "2025-12-15".
inline int64_t second(std::string_view text) {
  if (text.size() == 10) return parse_date(text).value().time_since_epoch().count() * 86'400;
  std::string full(text);
  if (!full.ends_with('Z')) full += 'Z';
  return parse_timestamp_ms(full).value() / 1000;
}

inline std::string whole_export(const Context& context, const std::string& user_id) {
  CalendarExport exported = must(CalendarExport::begin(context, {.owners = {user_id}}));
  std::string text;
  while (must(exported.append_next(text))) {
  }
  return text;
}

// kCalendar: the partition of `ada` is that of a shared calendar, and not of a person.
enum class StoreKind { kFresh, kLagging, kCalendar };

// People with their USER_META, on a store whose indexes are up to date, or behind until `settle`.
class EngineTest : public ::testing::TestWithParam<StoreKind> {
 protected:
  EngineTest() {
    must(apps::ensure_table(store_, planner_table(tables), ""));
    must(apps::ensure_table(store_, accounts::norn_table(tables), ""));
    add_person(ada);
    add_person(bob);
  }

  // Their USER_META, in whose zone they are.
  void add_person(const std::string& user_id, std::string_view tzid = "Europe/Berlin") {
    store::PutRequest put;
    put.table = tables.planner();
    put.item = store::Item::from_map(
        new_owner_meta(user_id, std::string(tzid), timestamp_s(clock.now_ms())));
    must(store_.put(put));
  }

  // Lets the indexes catch up.
  void settle() { lagging_.catch_up(); }
  // What somebody else does while the next change is on its way into the store.
  void meanwhile(std::function<void()> happening) { store_.before_write(std::move(happening)); }

  std::optional<store::Item> item(const std::string& user_id, const std::string& sort_key) {
    store::GetRequest request;
    request.table = tables.planner();
    request.key = apps::key_of(keys::user(user_id), sort_key);
    request.consistent = true;
    return must(store_.get(request)).item;
  }
  // All items of a person whose sort keys begin so.
  std::vector<store::Item> items(const std::string& user_id, std::string_view prefix) {
    store::QueryRequest request;
    request.table = tables.planner();
    request.key_condition = "PK = :pk AND begins_with(SK, :sk)";
    request.placeholders.values = {{":pk", keys::user(user_id)}, {":sk", std::string(prefix)}};
    return must(apps::query_all(store_, request));
  }

  std::string ada = (GetParam() == StoreKind::kCalendar ? "cal_" : "") +
                    std::string("00000000-0000-4000-8000-0000000000aa");
  const std::string bob = "00000000-0000-4000-8000-0000000000bb";

  ManualClock clock{accounts::kStartMs};
  apps::TableNames tables = {};

 private:
  store::Store& chosen() {
    const bool lags = GetParam() == StoreKind::kLagging;
    return lags ? static_cast<store::Store&>(lagging_) : primary_;
  }

  testing::ModelStore primary_{clock};
  testing::ModelStore replica_{clock};
  testing::LaggingIndexStore lagging_{primary_, replica_};

 protected:
  testing::InterruptedStore store_{chosen()};
  accounts::CountingIds ids;
  apps::Idempotency idempotency{store_, tables, clock};
  apps::Sweeps sweeps{store_, tables, clock, ids, {}};
  quotas::Quotas quotas{store_, tables, clock};
  Context context{store_, tables, clock, ids, idempotency, sweeps, quotas};
};

inline std::string name_of_store(const ::testing::TestParamInfo<StoreKind>& info) {
  if (info.param == StoreKind::kCalendar) return "Calendar";
  return info.param == StoreKind::kFresh ? "Fresh" : "Lagging";
}

#define NORN_ENGINE_ON_BOTH_STORES(fixture)                                                      \
  INSTANTIATE_TEST_SUITE_P(, fixture, ::testing::Values(StoreKind::kFresh, StoreKind::kLagging), \
                           name_of_store)

#define NORN_ENGINE_FOR_EVERY_OWNER(fixture)                                                      \
  INSTANTIATE_TEST_SUITE_P(                                                                       \
      , fixture, ::testing::Values(StoreKind::kFresh, StoreKind::kLagging, StoreKind::kCalendar), \
      name_of_store)

}  // namespace norn::events
