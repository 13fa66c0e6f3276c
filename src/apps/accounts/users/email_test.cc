#include "apps/accounts/users/normal_form.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "base/faults.h"
#include "base/text.h"

namespace norn::accounts {
namespace {

TEST(Email, HasOneForm) {
  const struct {
    const char* typed;
    const char* normal;
  } rows[] = {
      {"john@example.com", "john@example.com"},
      {"  John.Doe+x@Example.COM\n", "john.doe+x@example.com"},
      {"a@b", "a@b"},
      {"J\xC3\x96RG@example.com", "j\xC3\xB6rg@example.com"},
      // The same letter, written as o and a mark.
      {"jo\xCC\x88rg@example.com", "j\xC3\xB6rg@example.com"},
      {"stra\xC3\x9F"
       "e@example.com",
       "stra\xC3\x9F"
       "e@example.com"},
      {"\xE7\x94\xA8\xE6\x88\xB7@example.com", "\xE7\x94\xA8\xE6\x88\xB7@example.com"},
  };
  for (const auto& row : rows) {
    const Result<std::string> normal = normal_email(row.typed);
    ASSERT_TRUE(normal) << row.typed;
    EXPECT_EQ(*normal, row.normal);
    EXPECT_EQ(normal_email(*normal).value(), *normal) << "the normal form stays";
  }
}

TEST(Email, HasAtMost254Bytes) {
  EXPECT_TRUE(normal_email(fmt::format("{:a>250}@b.c", "")));
  EXPECT_FALSE(normal_email(fmt::format("{:a>251}@b.c", "")));
  // Some letters are longer in lower case: U+023A has two bytes, and three then.
  std::string growing;
  for (int i = 0; i < 120; ++i) growing += "\xC8\xBA";
  EXPECT_FALSE(normal_email(growing + "@b.c"));
}

TEST(Email, TheNormalFormOfAnyTextStays) {
  std::mt19937 random(20240115);
  std::uniform_int_distribution<int32_t> point(0x21, 0x2FFF);
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string typed = to_utf8({point(random), point(random), point(random)}) + "@x.org";
    const Result<std::string> normal = normal_email(typed);
    if (!normal) continue;
    ++accepted;
    ASSERT_EQ(normal_email(*normal).value_or("refused"), *normal) << typed;
    ASSERT_EQ(normal->find('#'), std::string::npos);
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Email, RefusesWhatIsNone) {
  const std::string rows[] = {
      "",
      "   ",
      "john",
      "@example.com",
      "john@",
      "a@b@c",
      "a b@c",
      "a#b@c",
      "a\tb@c",
      std::string("a\0b@c", 5),
      "a\xC2\xA0"
      "b@c",  // A no-break space.
      "a\xE2\x80\x8B"
      "b@c",  // A space without width.
      "a\xE2\x80\xAE"
      "b@c",  // Turns the direction of writing.
      "\xE2\x84\xAA"
      "elvin@c",         // The Kelvin sign, which is a K in normal form.
      "adm\xC4\xB0n@c",  // A dotted I, which is an i in lower case.
      "a\xFF"
      "b@c",  // Not UTF-8.
  };
  for (const std::string& row : rows) {
    const Result<std::string> normal = normal_email(row, "who");
    ASSERT_FALSE(normal) << row;
    EXPECT_EQ(normal.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(fault_of(normal.error())->field, "who");
  }
}

}  // namespace
}  // namespace norn::accounts
