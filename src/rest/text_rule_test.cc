#include "rest/text_rule.h"

#include <gtest/gtest.h>

#include "base/faults.h"

namespace norn::rest {
namespace {

TEST(TextRule, TakesWhatFitsAndTrimsIt) {
  struct Row {
    std::string_view text;
    TextRule rule;
    std::string_view result;
  };
  const Row kRows[] = {
      {"Lunch", {}, "Lunch"},
      {"  Lunch \t\n", {}, "Lunch"},
      {"\u00a0\u3000Lunch\u2003", {}, "Lunch"},
      {"two words", {}, "two words"},
      {"äöü", {.max = 3}, "äöü"},
      {"\U0001F382\U0001F382", {.max = 2}, "\U0001F382\U0001F382"},
      {"", {.min = 0}, ""},
      {"   ", {.min = 0}, ""},
      {"a\nb\r\n\tc", {.lines = true}, "a\nb\r\n\tc"},
      {"a\u2028b", {}, "a\u2028b"},
      {"exactly", {.min = 7, .max = 7}, "exactly"},
  };
  for (const Row& row : kRows) {
    const auto result = checked_text("title", row.text, row.rule);
    ASSERT_TRUE(result) << row.text << ": " << result.error().message;
    EXPECT_EQ(*result, row.result);
  }
}

TEST(TextRule, RefusesWhatDoesNotFit) {
  using namespace std::string_view_literals;
  struct Row {
    std::string_view text;
    TextRule rule;
    std::string_view message;
  };
  const Row kRows[] = {
      {"", {}, "`title` must have 1 to 500 characters."},
      {" \u3000 ", {}, "`title` must have 1 to 500 characters."},
      {"äöü", {.max = 2}, "`title` must have 1 to 2 characters."},
      {"abc", {.min = 0, .max = 2}, "`title` may have at most 2 characters."},
      {"abc", {.min = 6, .max = 6}, "`title` must have 6 characters."},
      {"a\nb", {}, "`title` must be one line, without tabs."},
      {"a\tb", {}, "`title` must be one line, without tabs."},
      {"a\0b"sv, {}, "`title` has a control character in it."},
      {"a\x1b[2J", {.lines = true}, "`title` has a control character in it."},
      {"a\x7f", {}, "`title` has a control character in it."},
      {"a\u009fb", {}, "`title` has a control character in it."},
      {"a\u202eb", {}, "`title` has a control character in it."},
      {"a\u2066b", {.lines = true}, "`title` has a control character in it."},
  };
  for (const Row& row : kRows) {
    const auto result = checked_text("title", row.text, row.rule);
    ASSERT_FALSE(result) << row.text;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(result.error().message, row.message);
    EXPECT_EQ(fault_of(result.error())->field, "title");
  }
}

TEST(TextRule, HasASchema) {
  EXPECT_EQ(text_schema({.max = 100}), R"({"type":"string","minLength":1,"maxLength":100})");
  EXPECT_EQ(text_schema({.min = 0, .max = 100}), R"({"type":"string","maxLength":100})");
  EXPECT_EQ(nullable_text_schema({.min = 0, .max = 100}),
            R"({"type":["string","null"],"maxLength":100})");
}

}  // namespace
}  // namespace norn::rest
