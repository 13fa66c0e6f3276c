#include "gedcom/lines.h"

#include <gtest/gtest.h>

namespace norn::gedcom {
namespace {

TEST(Line, HasALevelATagAndMaybeMore) {
  const struct {
    const char* text;
    Line line;
  } rows[] = {
      {"0 HEAD", {.tag = "HEAD"}},
      {"0 @I1@ INDI", {.xref = "I1", .tag = "INDI"}},
      {"1 NAME John /Smith/", {.level = 1, .tag = "NAME", .value = "John /Smith/"}},
      {"  \t2 DATE 1850", {.level = 2, .tag = "DATE", .value = "1850"}},
      {"1  BIRT", {.level = 1, .tag = "BIRT"}},
      {"01 BIRT ", {.level = 1, .tag = "BIRT"}},
      {"1 NOTE  two  spaces ", {.level = 1, .tag = "NOTE", .value = " two  spaces "}},
      {"1 NOTE\ttab", {.level = 1, .tag = "NOTE", .value = "tab"}},
      {"99 X_1 y", {.level = 99, .tag = "X_1", .value = "y"}},
      {"1 _Uid x", {.level = 1, .tag = "_Uid", .value = "x"}},
      {"1 FAMS @F1@", {.level = 1, .tag = "FAMS", .value = "F1", .is_pointer = true}},
      {"1 FAMS @F 1@ ", {.level = 1, .tag = "FAMS", .value = "F 1", .is_pointer = true}},
      {"1 FAMC @VOID@", {.level = 1, .tag = "FAMC", .value = "VOID", .is_pointer = true}},
      {"0 @N1@ NOTE text", {.xref = "N1", .tag = "NOTE", .value = "text"}},
      {"1 NOTE @@home@", {.level = 1, .tag = "NOTE", .value = "@@home@"}},
      {"1 NOTE @a@ and @b@", {.level = 1, .tag = "NOTE", .value = "@a@ and @b@"}},
      {"1 NOTE @", {.level = 1, .tag = "NOTE", .value = "@"}},
      {"2 DATE @#DJULIAN@", {.level = 2, .tag = "DATE", .value = "@#DJULIAN@"}},
      {"2 DATE @#DJULIAN@ 1700", {.level = 2, .tag = "DATE", .value = "@#DJULIAN@ 1700"}},
  };
  for (const auto& row : rows) {
    const auto line = parse_line(row.text);
    ASSERT_TRUE(line) << row.text;
    EXPECT_EQ(line->level, row.line.level) << row.text;
    EXPECT_EQ(line->xref, row.line.xref) << row.text;
    EXPECT_EQ(line->tag, row.line.tag) << row.text;
    EXPECT_EQ(line->value, row.line.value) << row.text;
    EXPECT_EQ(line->is_pointer, row.line.is_pointer) << row.text;
  }
}

TEST(Line, OtherTextIsNone) {
  const struct {
    const char* text;
    const char* code;
  } rows[] = {
      {"", "gedcomLineWithoutLevel"},
      {"   ", "gedcomLineWithoutLevel"},
      {"1", "gedcomLineWithoutLevel"},
      {"HEAD", "gedcomLineWithoutLevel"},
      {"-1 NAME x", "gedcomLineWithoutLevel"},
      {"1.5 NAME x", "gedcomLineWithoutLevel"},
      {"and more text", "gedcomLineWithoutLevel"},
      {"100 NAME x", "gedcomLineLevel"},
      {"1850 WAS A GOOD YEAR", "gedcomLineLevel"},
      {"99999999999999999999 X", "gedcomLineLevel"},
      {"1 ", "gedcomLineTag"},
      {"2 sons", "gedcomLineTag"},
      {"2 Sons", "gedcomLineTag"},
      {"2 SURN: Smith", "gedcomLineTag"},
      {"0 @I1@", "gedcomLineTag"},
      {"0 @I1 INDI", "gedcomLineXref"},
      {"0 @@ INDI", "gedcomLineXref"},
      {"0 @I1@INDI", "gedcomLineXref"},
  };
  for (const auto& row : rows) {
    const auto line = parse_line(row.text);
    ASSERT_FALSE(line) << row.text;
    EXPECT_EQ(line.error().code(), row.code) << row.text;
  }
}

TEST(Line, AtSignsAreDoubledAsTheVersionSays) {
  const struct {
    const char* value;
    const char* in_551;
    const char* in_70;
  } rows[] = {
      {"", "", ""},
      {"plain", "plain", "plain"},
      {"me@@home", "me@home", "me@@home"},
      {"me@home", "me@home", "me@home"},
      {"@@me and @I", "@me and @I", "@me and @I"},
      {"@@@@", "@@", "@@@"},
      {"@@@", "@@", "@@"},
      {"@#DJULIAN@ 1700", "@#DJULIAN@ 1700", "@#DJULIAN@ 1700"},
      {"@#DJULIAN@@#DJULIAN@", "@#DJULIAN@@#DJULIAN@", "@#DJULIAN@@#DJULIAN@"},
      {"@#an unclosed escape@@", "@#an unclosed escape@", "@#an unclosed escape@@"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(unescaped(row.value, Version::k551), row.in_551);
    EXPECT_EQ(unescaped(row.value, Version::k70), row.in_70);
  }
}

}  // namespace
}  // namespace norn::gedcom
