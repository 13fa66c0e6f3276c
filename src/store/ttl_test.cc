#include "store/ttl.h"

#include <gtest/gtest.h>

#include "store/limits.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

TEST(TtlTest, OnlyANumberThatCanBeATimeExpires) {
  const struct {
    std::string_view json;
    std::optional<int64_t> expiry;
  } cases[] = {
      {R"({"ttl":{"N":"1700000000"}})", 1700000000},
      {R"({"ttl":{"N":"1700000000.9"}})", 1700000000},
      {R"({"ttl":{"N":"0"}})", 0},
      {R"({"ttl":{"N":"9223372036854775807"}})", INT64_MAX},
      {R"({"ttl":{"N":"9223372036854775808"}})", std::nullopt},
      {R"({"ttl":{"N":"1E+100"}})", std::nullopt},
      {R"({"ttl":{"N":"-5"}})", std::nullopt},
      {R"({"ttl":{"S":"1700000000"}})", std::nullopt},
      {R"({"ttl":{"NS":["1700000000"]}})", std::nullopt},
      {R"({"other":{"N":"1700000000"}})", std::nullopt},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(expiry_s(test::item(c.json), "ttl"), c.expiry) << c.json;
  }
}

TEST(TtlTest, AnItemIsExpiredAfterItsTimeButNotYearsLater) {
  constexpr int64_t kNow = 2'000'000'000;
  EXPECT_FALSE(is_expired(kNow + 1, kNow));
  EXPECT_FALSE(is_expired(kNow, kNow));
  EXPECT_TRUE(is_expired(kNow - 1, kNow));
  EXPECT_TRUE(is_expired(kNow - kTtlIgnoredAfterS, kNow));
  EXPECT_FALSE(is_expired(kNow - kTtlIgnoredAfterS - 1, kNow));
  EXPECT_FALSE(is_expired(0, kNow));
}

}  // namespace
}  // namespace norn::store
