#include "gedcom/writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace norn::gedcom {
namespace {

std::string text_of(const Record& record, Version version) {
  std::string text;
  append_record(text, record, version);
  return text;
}

std::string file_of(const std::vector<Record>& records, Version version) {
  std::string text(beginning_of_file(version));
  append_record(text, header_record(version, "Norn", "1.0"), version);
  for (const Record& record : records) append_record(text, record, version);
  return text.append(kTrailer);
}

std::vector<Record> records_of(std::string_view text) {
  Notes notes;
  std::vector<Record> records;
  auto reader = RecordReader::open(bytes_of(text), notes);
  EXPECT_TRUE(reader);
  while (auto record = reader->next().value()) records.push_back(*std::move(record));
  EXPECT_TRUE(notes.list().empty());
  return records;
}

std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find("\r\n");
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 2);
  }
  return lines;
}

TEST(Writer, WritesBothVersions) {
  const struct {
    Record record;
    const char* in_551;
    const char* in_70;
  } rows[] = {
      {{.tag = "INDI", .xref = "I1"}, "0 @I1@ INDI\r\n", "0 @I1@ INDI\r\n"},
      {{.tag = "INDI",
        .xref = "I1",
        .children = {{.tag = "BIRT", .children = {{.tag = "DATE", .value = "1850"}}},
                     {.tag = "FAMS", .value = "F1", .is_pointer = true}}},
       "0 @I1@ INDI\r\n1 BIRT\r\n2 DATE 1850\r\n1 FAMS @F1@\r\n",
       "0 @I1@ INDI\r\n1 BIRT\r\n2 DATE 1850\r\n1 FAMS @F1@\r\n"},
      {{.tag = "NOTE", .xref = "N1", .value = "a\n\n @b\r\nc\rd"},
       "0 @N1@ NOTE a\r\n1 CONT\r\n1 CONT  @@b\r\n1 CONT c\r\n1 CONT d\r\n",
       "0 @N1@ NOTE a\r\n1 CONT\r\n1 CONT  @b\r\n1 CONT c\r\n1 CONT d\r\n"},
      {{.tag = "EMAIL", .value = "@me@home"}, "0 EMAIL @@me@@home\r\n", "0 EMAIL @@me@home\r\n"},
      {{.tag = "DATE", .value = "@#DJULIAN@ 1700"},
       "0 DATE @#DJULIAN@ 1700\r\n",
       "0 DATE @@#DJULIAN@ 1700\r\n"},
      {{.tag = "NOTE", .value = "@#DJULIAN@ 1700"},
       "0 NOTE @@#DJULIAN@@ 1700\r\n",
       "0 NOTE @@#DJULIAN@ 1700\r\n"},
      {{.tag = "NOTE", .value = "a\x01\tb\x7F"}, "0 NOTE a\tb\r\n", "0 NOTE a\tb\r\n"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(text_of(row.record, Version::k551), row.in_551);
    EXPECT_EQ(text_of(row.record, Version::k70), row.in_70);
  }
}

TEST(Writer, HeadersNameVersionAndCharacters) {
  for (const Version version : {Version::k551, Version::k70}) {
    const Beginning beginning = look_at(file_of({}, version));
    EXPECT_TRUE(beginning.has_header);
    EXPECT_EQ(beginning.version, version);
    EXPECT_EQ(beginning.set, CharacterSet::kUtf8);
    EXPECT_TRUE(beginning.notes.empty());
  }
}

TEST(Writer, LongLinesOf551AreSplitBetweenLetters) {
  std::string value;
  for (int i = 0; i < 400; ++i)
    value += i % 7 == 0 ? " " : i % 3 == 0 ? "ä" : i % 5 == 0 ? "@" : "x";
  const std::string text = text_of({.tag = "NOTE", .value = value}, Version::k551);
  const auto lines = lines_in(text);
  ASSERT_GE(lines.size(), 2u);
  for (size_t i = 0; i < lines.size(); ++i) {
    EXPECT_TRUE(is_valid_utf8(lines[i]));
    EXPECT_LE(count_characters(lines[i]) + 2, kLongestLine551);
    if (i + 1 == lines.size()) break;
    EXPECT_GE(count_characters(lines[i]) + 2, kLongestLine551 - 3);
    EXPECT_FALSE(lines[i].ends_with(' '));
    EXPECT_TRUE(lines[i + 1].starts_with("1 CONC "));
    EXPECT_FALSE(lines[i + 1].starts_with("1 CONC  "));
  }
  EXPECT_EQ(records_of(file_of({{.tag = "NOTE", .value = value}}, Version::k551))[0].value, value);
  EXPECT_EQ(lines_in(text_of({.tag = "NOTE", .value = value}, Version::k70)).size(), 1u);
}

TEST(Writer, SpacesWithoutEndAreSplitWhereTheyAre) {
  const std::string value = "a" + std::string(600, ' ') + "b";
  const std::string text = text_of({.tag = "NOTE", .value = value}, Version::k551);
  for (const std::string_view line : lines_in(text)) EXPECT_LE(line.size() + 2, kLongestLine551);
  EXPECT_EQ(records_of(file_of({{.tag = "NOTE", .value = value}}, Version::k551))[0].value, value);
}

rc::Gen<std::string> texts() {
  const auto pieces = rc::gen::elementOf(std::vector<std::string>{
      "a", "B", " ", "  ", "\t", "@", "@@", "@#DJULIAN@", "#", "\n", "\n\n", "ä", "€", "😀", "/",
      "a long word, and another one, so that lines are split more often than by single letters",
      "1 NAME x", "CONT", std::string(240, 'y')});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(pieces),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) text += part;
                        return text;
                      });
}

Record random_record(int depth) {
  Record record;
  record.tag = *rc::gen::element<std::string>("NOTE", "DATE", "INDI", "_X", "NAME");
  if (*rc::gen::inRange(0, 3) == 0)
    record.xref = *rc::gen::element<std::string>("I1", "F22", "X_9");
  record.is_pointer = *rc::gen::inRange(0, 4) == 0;
  record.value = record.is_pointer ? *rc::gen::element<std::string>("I1", "VOID") : *texts();
  const int children = depth == 0 ? 0 : *rc::gen::inRange(0, 4);
  for (int i = 0; i < children; ++i) record.children.push_back(random_record(depth - 1));
  return record;
}

RC_GTEST_PROP(WriterProperty, WhatIsWrittenIsReadAsTheSame, ()) {
  std::vector<Record> records;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    records.push_back(random_record(3));
    if (records.back().tag == "NAME") records.back().tag = "SUBM";
  }
  for (const Version version : {Version::k551, Version::k70}) {
    const std::string text = file_of(records, version);
    const std::vector<Record> again = records_of(text);
    RC_ASSERT(again.size() == records.size());
    for (size_t i = 0; i < again.size(); ++i) RC_ASSERT(again[i] == records[i]);
    RC_ASSERT(file_of(again, version) == text);
    if (version == Version::k551) {
      for (const std::string_view line : lines_in(text)) {
        RC_ASSERT(count_characters(line) + 2 <= kLongestLine551);
      }
    }
  }
}

}  // namespace
}  // namespace norn::gedcom
