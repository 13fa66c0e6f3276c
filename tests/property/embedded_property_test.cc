#include <gtest/gtest.h>

#include "base/check.h"
#include "embedded/embedded_store.h"
#include "property/compare_stores.h"
#include "property/property_flags.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

TEST(StoreProperty, TheEmbeddedStoreAgreesWithTheModel) {
  const TemporaryFolder folder("property");
  ManualClock clock(1'700'000'000'000);
  ModelStore model(clock);
  embedded::Options options;
  options.directory = folder.path() / "data";
  options.background = false;
  options.sync = false;
  const auto store = must(embedded::EmbeddedStore::open(options, clock));
  const auto maintain = [&store] {
    NORN_CHECK(store->run_maintenance().has_value(), "maintenance succeeds");
  };
  const auto difference = compare_stores(model, {*store, maintain}, clock, property_flags().seed,
                                         property_flags().operations);
  EXPECT_FALSE(difference.has_value()) << *difference;
}

}  // namespace
}  // namespace norn::testing
