#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include <gtest/gtest.h>

#include "property/compare_stores.h"
#include "property/property_flags.h"
#include "support/lagging_index_store.h"

namespace norn::testing {

PropertyFlags& property_flags() {
  static PropertyFlags flags;
  return flags;
}

namespace {

constexpr int64_t kStartMs = 1'700'000'000'000;
constexpr int64_t kFewOperations = 5000;

TEST(StoreProperty, TheModelAgreesWithItself) {
  ManualClock clock(kStartMs);
  ModelStore model(clock);
  ModelStore twin(clock);
  const auto difference = compare_stores(model, {twin, [&twin] { twin.expire_due(); }}, clock,
                                         property_flags().seed, kFewOperations);
  EXPECT_FALSE(difference.has_value()) << *difference;
}

TEST(StoreProperty, AStoreWithStaleIndexesIsNoticed) {
  ManualClock clock(kStartMs);
  ModelStore model(clock);
  ModelStore primary(clock);
  ModelStore replica(clock);
  LaggingIndexStore lagging(primary, replica);
  const auto maintain = [&] {
    primary.expire_due();
    replica.expire_due();
  };
  const auto difference =
      compare_stores(model, {lagging, maintain}, clock, property_flags().seed, kFewOperations);
  ASSERT_TRUE(difference.has_value());
  EXPECT_NE(difference->find("global_"), std::string::npos) << *difference;
}

// Takes --operations N and --seed S; false when there is something else.
bool read_flags(int argc, char** argv) {
  const auto number = [](const char* text, auto& out) {
    const char* end = text + std::strlen(text);
    return std::from_chars(text, end, out).ptr == end;
  };
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    const bool known =
        i + 1 < argc &&
        (name == "--operations" ? number(argv[i + 1], property_flags().operations)
                                : name == "--seed" && number(argv[i + 1], property_flags().seed));
    if (!known) return false;
  }
  return true;
}

}  // namespace
}  // namespace norn::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (!norn::testing::read_flags(argc, argv)) {
    std::fputs("usage: property_test [--operations N] [--seed S] [gtest flags]\n", stderr);
    return 2;
  }
  return RUN_ALL_TESTS();
}
