#include "base/text.h"

#include <gtest/gtest.h>

namespace norn {
namespace {

using namespace std::string_view_literals;

TEST(Text, HasCodePointsWhenItIsUtf8) {
  const struct {
    std::string_view text;
    std::vector<int32_t> points;
  } rows[] = {
      {"", {}},
      {"a\0b"sv, {'a', 0, 'b'}},
      {"\x7F", {0x7F}},
      {"\u0080\u07FF", {0x80, 0x7FF}},
      {"\u0800\uD7FF\uE000\uFFFF", {0x800, 0xD7FF, 0xE000, 0xFFFF}},
      {"\U00010000\U0010FFFF", {0x10000, 0x10FFFF}},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(code_points(row.text), row.points) << row.text;
    EXPECT_EQ(to_utf8(row.points), row.text);
    EXPECT_EQ(count_characters(row.text), row.points.size());
  }
}

TEST(Text, HasCodeUnitsOfUtf16) {
  const struct {
    std::string_view text;
    size_t units;
  } rows[] = {
      {"", 0},
      {"a\0b"sv, 3},
      {"\u00E9\u07FF", 2},
      {"\u0800\uFFFF", 2},
      {"\U00010000\U0010FFFF", 4},
      {"\u00E9\U0001D11E", 3},
  };
  for (const auto& row : rows) EXPECT_EQ(count_utf16_units(row.text), row.units) << row.text;
}

TEST(Text, HasNoCodePointsWhenItIsNotUtf8) {
  const std::string_view rows[] = {
      "\x80",              // A continuation without a beginning.
      "a\xC3",             // A beginning without a continuation.
      "\xC3z",             //
      "\xE2\x82",          //
      "\xF0\x9F\x8E",      //
      "\xC0\x80",          // Longer than it has to be.
      "\xC1\xBF",          //
      "\xE0\x9F\xBF",      //
      "\xF0\x8F\xBF\xBF",  //
      "\xED\xA0\x80",      // A surrogate.
      "\xF4\x90\x80\x80",  // Above U+10FFFF.
      "\xF8\x88\x80\x80",  //
      "\xFF",
  };
  for (const std::string_view row : rows) EXPECT_FALSE(code_points(row)) << row;
}

TEST(Text, IsRepairedByteByByte) {
  const struct {
    std::string_view text;
    std::string_view repaired;
  } rows[] = {
      {"", ""},
      {"a\u00E4\u20AC\U0001F600", "a\u00E4\u20AC\U0001F600"},
      {"M\xFCller", "M\uFFFDller"},
      {"a\xE2\x82", "a\uFFFD\uFFFD"},
      {"\xED\xA0\x80z", "\uFFFD\uFFFD\uFFFDz"},
      {"\xC3\xC3\xA4", "\uFFFD\u00E4"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(repaired_utf8(row.text), row.repaired);
    EXPECT_EQ(is_valid_utf8(row.text), row.text == row.repaired) << row.text;
    EXPECT_TRUE(is_valid_utf8(row.repaired));
  }
}

TEST(Text, IsCutBetweenCharacters) {
  const struct {
    size_t count;
    std::string_view first;
  } rows[] = {{0, ""}, {1, "ä"}, {2, "ä€"}, {3, "ä€\U0001F382"}, {4, "ä€\U0001F382"}};
  for (const auto& row : rows) EXPECT_EQ(first_characters("ä€\U0001F382", row.count), row.first);
  EXPECT_EQ(first_characters("", 5), "");
}

TEST(Text, IsTrimmedOfSpacesOfEveryKind) {
  const struct {
    std::string_view text;
    std::string_view trimmed;
  } rows[] = {
      {"", ""},
      {" \t\r\n\v\f", ""},
      {"two words", "two words"},
      {"  Lunch \t\n", "Lunch"},
      {"\u00A0\u3000Lunch\u2003\u2028", "Lunch"},
      {"\u1680\u2000\u200A\u2029\u202F\u205Fä\u2009", "ä"},
      {"\u0085 \u200B", "\u0085 \u200B"},  // A control character, and a space without width.
      {" \xFF ", "\xFF"},                  // Not UTF-8.
      {" \x80\x80\x80\x80\x80 ", "\x80\x80\x80\x80\x80"},
      {"\xE3\x80", "\xE3\x80"},
      {"a\xA0", "a\xA0"},
  };
  for (const auto& row : rows) EXPECT_EQ(trimmed(row.text), row.trimmed) << row.text;
}

TEST(Text, KnowsControlCharacters) {
  const int32_t controls[] = {0,    '\t',   '\n',   0x1F,   0x7F,   0x80,
                              0x9F, 0x202A, 0x202E, 0x2066, 0x2069, 0x85};
  for (const int32_t point : controls) EXPECT_TRUE(is_control(point)) << point;
  const int32_t others[] = {' ',    'a',    0xA0,   0xAD,   0x200B,  0x200D,
                            0x2028, 0x2029, 0x202F, 0x2065, 0x1F382, 0x10FFFF};
  for (const int32_t point : others) EXPECT_FALSE(is_control(point)) << point;
  for (int32_t point = 0; point < 0x3000; ++point) {
    const bool is_line = point == '\n' || point == '\r' || point == '\t';
    EXPECT_EQ(is_line_character(point), is_line) << point;
  }
}

TEST(Text, HasControlCharactersOnOneLineOrOnSeveral) {
  const struct {
    std::string_view text;
    bool on_one_line;
    bool on_several_lines;
  } rows[] = {
      {"", false, false},        {"Lunch \u2028 \U0001F382", false, false},
      {"a\r\n\tb", true, false}, {"a\0b"sv, true, true},
      {"a\n\u202E", true, true}, {"a\xFF", true, true},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(has_control(row.text), row.on_one_line) << row.text;
    EXPECT_EQ(has_control(row.text, Lines::kSeveral), row.on_several_lines) << row.text;
  }
}

TEST(Text, ColorsAreAHashAndSixHexDigits) {
  for (const std::string_view color : {"#3b82f6", "#3B82F6", "#000000", "#abcdef", "#aBcDeF"}) {
    EXPECT_TRUE(is_color(color)) << color;
  }
  for (const std::string_view other : {"", "#", "3B82F6", "#3B82F", "#3B82F67", "#3B82FG",
                                       "#3B82F ", "#3b82f6 ", " #3b82f6", "#３b82", "red"}) {
    EXPECT_FALSE(is_color(other)) << other;
  }
}

TEST(Text, HasOneNormalForm) {
  EXPECT_EQ(to_nfc("Jo\u0308rg"), "J\u00F6rg");
  EXPECT_EQ(to_nfc("\u212A"), "K");  // The sign of Kelvin.
  EXPECT_EQ(to_nfc(""), "");
}

TEST(Text, FoldsWhatIsOnlyWrittenDifferently) {
  EXPECT_EQ(to_folded_nfkc("PassWord"), "password");
  EXPECT_EQ(to_folded_nfkc("\uFF50\uFF21\uFF13"), "pa3");  // Full width.
  EXPECT_EQ(to_folded_nfkc("JO\u0308RG \u017F"), "j\u00F6rg s");
  EXPECT_EQ(to_folded_nfkc("a\u00ADb"), "ab");  // A soft hyphen cannot be seen.
  EXPECT_EQ(to_folded_nfkc(""), "");
}

TEST(Text, HasLowerCaseInEveryScript) {
  EXPECT_EQ(to_lower('A'), 'a');
  EXPECT_EQ(to_lower(0x416), 0x436);  // Cyrillic.
  EXPECT_EQ(to_lower('1'), '1');
}

TEST(Text, KnowsCharactersThatCannotBeSeen) {
  for (const int32_t point : {0x07, 0x9F, 0x200B, 0x202E, 0xE000, 0x378}) {
    EXPECT_TRUE(is_unprintable(point)) << point;
  }
  for (const int32_t point : {' ' + 0, 'a' + 0, 0xA0, 0x4E2D, 0x1F41F}) {
    EXPECT_FALSE(is_unprintable(point)) << point;
  }
}

}  // namespace
}  // namespace norn
