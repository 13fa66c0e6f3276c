#include "apps/projects/exchange/csv.h"

#include <gtest/gtest.h>

#include <random>

namespace norn::projects {
namespace {

std::string cell(std::string_view text) {
  std::string out;
  append_csv_cell(out, text);
  return out;
}

std::vector<std::vector<std::string>> rows(std::string_view text) {
  std::vector<std::vector<std::string>> all;
  CsvReader reader(text);
  while (auto row = reader.next()) all.push_back(std::move(row->cells));
  return all;
}

using Rows = std::vector<std::vector<std::string>>;

TEST(Csv, WhatASpreadsheetWouldTakeAsAFormulaIsText) {
  const std::pair<const char*, const char*> cases[] = {
      {"plain", "plain"},
      {"a,b", "\"a,b\""},
      {"say \"hi\"", "\"say \"\"hi\"\"\""},
      {"=1+1", "'=1+1"},
      {"+49 30", "'+49 30"},
      {"-5", "'-5"},
      {"@SUM(A1)", "'@SUM(A1)"},
      {"\t=1", "\"'\t=1\""},
      {"\r=1", "\"'\r=1\""},
      {"\n=1", "\"'\n=1\""},
      {"=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""},
      {"'=1", "''=1"},
      {"''@x", "'''@x"},
      {"'quoted'", "'quoted'"},
      {"it's", "it's"},
      {"", ""},
  };
  for (const auto& [text, written] : cases) {
    EXPECT_EQ(cell(text), written);
    const Rows read = rows(cell(text) + ",end\r\n");
    ASSERT_EQ(read.size(), 1) << text;
    EXPECT_EQ(read[0][0], text);
  }
}

TEST(Csv, ReadsWhatOthersWrite) {
  EXPECT_EQ(rows("a,b\nc,d"), (Rows{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(rows("a,b\r\n\r\n,\r\nc,d\r\n"), (Rows{{"a", "b"}, {"c", "d"}})) << "no empty rows";
  EXPECT_EQ(rows("\xEF\xBB\xBF"
                 "a;b\nc;\"d;e\"\n"),
            (Rows{{"a", "b"}, {"c", "d;e"}}));
  EXPECT_EQ(rows("a,\"b\nc\",d\n"), (Rows{{"a", "b\nc", "d"}}));
  EXPECT_EQ(rows("a,"), (Rows{{"a", ""}}));
  EXPECT_EQ(rows("a,\"never closed\nb"), (Rows{{"a", "never closed\nb"}}));
  EXPECT_EQ(rows("\"a\"b,c"), (Rows{{"ab", "c"}}));
  EXPECT_EQ(rows(""), Rows{});
}

TEST(Csv, KnowsOnWhichLineARowBegins) {
  CsvReader reader("a\n\"b\nc\"\nd\n");
  std::vector<size_t> lines;
  while (const auto row = reader.next()) lines.push_back(row->line);
  EXPECT_EQ(lines, (std::vector<size_t>{1, 2, 4}));
}

TEST(Csv, EveryTextComesBackAsItWas) {
  std::mt19937 generator(20'261'117);
  constexpr std::string_view kLetters = "'=+-@\t\r\n\",; ab";
  for (int round = 0; round < 5'000; ++round) {
    std::vector<std::string> cells = {"first"};
    for (int i = 0; i < 3; ++i) {
      std::string& text = cells.emplace_back();
      for (size_t length = generator() % 7; length > 0; --length) {
        text.push_back(kLetters[generator() % kLetters.size()]);
      }
    }
    // A line break at the end of an unquoted row is not a part of its last cell.
    std::string written = "a,b,c,d\r\n";
    append_csv_row(written, cells);
    const Rows read = rows(written);
    ASSERT_EQ(read.size(), 2) << written;
    ASSERT_EQ(read[1], cells) << written;
  }
}

}  // namespace
}  // namespace norn::projects
