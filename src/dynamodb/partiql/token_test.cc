#include "dynamodb/partiql/token.h"

#include <gtest/gtest.h>

#include <vector>

#include "store/wire/wire.h"

namespace norn::dynamodb::partiql {
namespace {

TEST(PartiqlToken, ComesBackAsItWas) {
  const store::Item key = store::Item::from_map({{"pk", "a b"}, {"sk", store::Value::number(-1)}});
  for (const PageStart& start :
       {PageStart{0, key}, PageStart{49, key}, PageStart{7, std::nullopt}}) {
    const auto read = read_token(write_token(start, 99), 99);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->read, start.read);
    EXPECT_EQ(read->after, start.after);
  }
}

TEST(PartiqlToken, BelongsToOneStatementAndItsParameters) {
  const std::vector<store::Value> one = {"a", "b"};
  const std::vector<store::Value> other = {"ab"};
  EXPECT_EQ(fingerprint("s", one), fingerprint("s", one));
  EXPECT_NE(fingerprint("s", one), fingerprint("s", other));
  EXPECT_NE(fingerprint("s", {}), fingerprint("t", {}));
  const auto read = read_token(write_token(PageStart{}, 1), 2);
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().message, "NextToken does not match request");
}

TEST(PartiqlToken, IsRefusedWhenDamaged) {
  const std::string token =
      write_token(PageStart{3, store::Item::from_map({{"pk", "a"}})}, 0x123456789abcdef0);
  ASSERT_TRUE(read_token(token, 0x123456789abcdef0).has_value());
  for (size_t i = 0; i < token.size(); ++i) {
    std::string damaged = token;
    damaged[i] = damaged[i] == 'A' ? 'B' : 'A';
    const auto read = read_token(damaged, 0x123456789abcdef0);
    ASSERT_FALSE(read.has_value()) << i;
    EXPECT_EQ(read.error().message, "Invalid NextToken") << i;
  }
  for (const std::string& text : {std::string(), std::string("x"), store::base64_encode("short"),
                                  store::base64_encode(std::string(60, ' '))}) {
    EXPECT_FALSE(read_token(text, 1).has_value());
  }
}

}  // namespace
}  // namespace norn::dynamodb::partiql
