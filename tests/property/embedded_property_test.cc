#include <algorithm>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "base/check.h"
#include "embedded/embedded_store.h"
#include "property/compare_stores.h"
#include "property/property_flags.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

// Sequences are short enough to be done again quickly when they fail.
constexpr int64_t kOperationsPerStore = 20'000;

std::optional<std::string> compare_embedded(uint64_t seed, int64_t operations) {
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
  return compare_stores(model, {*store, maintain}, clock, seed, operations);
}

TEST(StoreProperty, TheEmbeddedStoreAgreesWithTheModel) {
  uint64_t seed = property_flags().seed;
  for (int64_t left = property_flags().operations; left > 0; left -= kOperationsPerStore) {
    const auto difference = compare_embedded(seed++, std::min(left, kOperationsPerStore));
    ASSERT_FALSE(difference.has_value()) << *difference;
  }
}

}  // namespace
}  // namespace norn::testing
