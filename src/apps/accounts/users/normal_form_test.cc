#include "apps/accounts/users/normal_form.h"

#include <gtest/gtest.h>

#include "base/faults.h"

namespace norn::accounts {
namespace {

TEST(Name, IsTrimmedAndNormal) {
  const struct {
    std::string typed;
    std::string normal;
  } rows[] = {
      {"John Doe", "John Doe"},
      {"  John \n", "John"},
      {"Jo\xCC\x88rg", "J\xC3\xB6rg"},
      {"a#b", "a#b"},
      {std::string(100, 'x'), std::string(100, 'x')},
      {"\xE7\x94\xA8\xE6\x88\xB6", "\xE7\x94\xA8\xE6\x88\xB6"},
      {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80",
       "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80"},
  };
  for (const auto& row : rows) EXPECT_EQ(normal_name(row.typed), row.normal) << row.typed;

  const std::string bad[] = {"",
                             " ",
                             "a\nb",
                             std::string(101, 'x'),
                             "a\x01"
                             "b",
                             "a\xFF"
                             "b",
                             "a\xE2\x80\xAE"
                             "b"};
  for (const std::string& name : bad) {
    const Result<std::string> normal = normal_name(name, "title");
    ASSERT_FALSE(normal) << name;
    EXPECT_EQ(normal.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(fault_of(normal.error())->field, "title");
  }
}

TEST(Identity, CanBeAPartOfAKey) {
  EXPECT_TRUE(check_identity("google", "123456789"));
  EXPECT_TRUE(check_identity("my-idp2", "auth0|5f7c!~"));
  EXPECT_TRUE(check_identity(std::string(32, 'a'), std::string(255, 's')));
  EXPECT_FALSE(check_identity(std::string(33, 'a'), "s"));
  EXPECT_FALSE(check_identity("a", std::string(256, 's')));
  EXPECT_FALSE(check_identity("a", "s\x7F"));
}

}  // namespace
}  // namespace norn::accounts
