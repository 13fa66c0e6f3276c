#include "dynamodb/remote/reply.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace norn::dynamodb {
namespace {

TEST(RemoteReply, HasIntegersOfAnyForm) {
  const auto reply = RemoteReply::parse(R"({"a":7,"b":7.9,"c":-7e2,"d":-9223372036854775808})");
  ASSERT_TRUE(reply);
  const RemoteObject root = reply->root();
  EXPECT_EQ(root.integer("a"), 7);
  EXPECT_EQ(root.integer("b"), 7);
  EXPECT_EQ(root.integer("c"), -700);
  EXPECT_EQ(root.integer("d"), std::numeric_limits<int64_t>::min());
}

TEST(RemoteReply, HasNoIntegerWhereNoneFits) {
  const auto reply =
      RemoteReply::parse(R"({"a":1e300,"b":-1e300,"c":18446744073709551615,"d":"7","e":null})");
  ASSERT_TRUE(reply);
  for (const std::string_view name : {"a", "b", "c", "d", "e", "f"}) {
    EXPECT_EQ(reply->root().integer(name), std::nullopt) << name;
  }
}

TEST(RemoteReply, IsAnObject) {
  for (const std::string_view text : {"", "[]", "7", "{", "{} {}"}) {
    EXPECT_FALSE(RemoteReply::parse(text)) << text;
  }
}

}  // namespace
}  // namespace norn::dynamodb
