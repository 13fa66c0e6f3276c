#include "base/ids.h"

#include <gtest/gtest.h>

#include <string>

namespace norn {
namespace {

constexpr int64_t kNowMs = 1'705'314'600'123;

TEST(IdsTest, TimeOrderedIdsHaveTheirTimeInFront) {
  RandomIds ids;
  const std::string id = ids.time_ordered(kNowMs);
  EXPECT_TRUE(is_uuid(id)) << id;
  EXPECT_EQ(id.substr(0, 19), "018d0cab-c4bb-7000-") << id;
  EXPECT_EQ(time_ordered_uuid(kNowMs, "550e8400-e29b-41d4-a716-000000000001"),
            "018d0cab-c4bb-71d4-a716-000000000001");
}

TEST(IdsTest, IdsOfOneMillisecondStayInTheirOrder) {
  RandomIds ids;
  std::string last;
  for (int i = 0; i < 10'000; ++i) {
    const std::string id = ids.time_ordered(kNowMs);
    ASSERT_LT(last, id);
    last = id;
  }
  EXPECT_LT(last, ids.time_ordered(kNowMs + 10));
}

TEST(IdsTest, AClockThatWasSetBackFarIsFollowed) {
  RandomIds ids;
  const std::string id = ids.time_ordered(kNowMs);
  EXPECT_LT(id, ids.time_ordered(kNowMs - 5'000));
  EXPECT_LT(ids.time_ordered(kNowMs - 60'000), id);
}

}  // namespace
}  // namespace norn
