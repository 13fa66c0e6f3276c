#include "apps/events/owner_meta.h"

#include <gtest/gtest.h>

#include "apps/events/test_world.h"
#include "apps/shared/transaction.h"

namespace norn::events {
namespace {

class EngineOwnerMeta : public EngineTest {
 protected:
  // In a transaction of its own; false when its condition did not hold.
  bool raise_to(int64_t minutes, const OwnerMeta& meta) {
    auto action = raise_longest(context, ada, meta, minutes);
    EXPECT_TRUE(action);
    return must(apps::write_all(store_, {*action}));
  }
};
NORN_ENGINE_ON_BOTH_STORES(EngineOwnerMeta);

TEST_P(EngineOwnerMeta, LongestIsOnlyRaised) {
  const OwnerMeta meta = must(read_owner_meta(context, ada));
  EXPECT_TRUE(raise_to(60, meta));
  EXPECT_EQ(must(read_owner_meta(context, ada)).longest_event_minutes, 60);
  EXPECT_EQ(apps::integer_of(item(ada, keys::user_meta(ada)).value(), "version"), 1);
  // Decided by what is no longer so: somebody has raised it higher, or as high.
  EXPECT_FALSE(raise_to(60, meta));
  EXPECT_FALSE(raise_to(30, meta));
  EXPECT_TRUE(raise_to(61, meta));
  EXPECT_FALSE(raise_longest(context, ada, must(read_owner_meta(context, ada)), 61));
  EXPECT_FALSE(raise_longest(context, ada, must(read_owner_meta(context, ada)), 0));
}

TEST_P(EngineOwnerMeta, LongestOfNobodyIsNotWritten) {
  const std::string nobody = "00000000-0000-4000-8000-0000000000ff";
  auto action = raise_longest(context, nobody, {}, 60);
  ASSERT_TRUE(action);
  EXPECT_FALSE(must(apps::write_all(store_, {*action})));
  EXPECT_FALSE(item(nobody, keys::user_meta(nobody)));
}

}  // namespace
}  // namespace norn::events
