#include "ical/component.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace norn::ical {
namespace {

TEST(ContentLine, IsReadAndWritten) {
  const struct {
    const char* text;
    ContentLine line;
  } rows[] = {
      {"SUMMARY:Lunch", {.name = "SUMMARY", .value = "Lunch"}},
      {"X-EMPTY:", {.name = "X-EMPTY"}},
      {"DTSTART;TZID=Europe/London:20250106T100000",
       {"DTSTART", {{"TZID", {"Europe/London"}}}, "20250106T100000"}},
      {"ATTENDEE;CN=\"Doe, Jane\";MEMBER=\"mailto:a@x\",\"mailto:b@x\":mailto:jane@x",
       {"ATTENDEE",
        {{"CN", {"Doe, Jane"}}, {"MEMBER", {"mailto:a@x", "mailto:b@x"}}},
        "mailto:jane@x"}},
      {"X-A;P=a^'b^^c^nd:x:y;z", {"X-A", {{"P", {"a\"b^c\nd"}}}, "x:y;z"}},
      {"DESCRIPTION:a\\, b\\;\\nc\\\\", {.name = "DESCRIPTION", .value = "a\\, b\\;\\nc\\\\"}},
  };
  for (const auto& row : rows) {
    const auto line = parse_content_line(row.text);
    ASSERT_TRUE(line) << row.text;
    EXPECT_EQ(*line, row.line) << row.text;
    EXPECT_EQ(content_line_text(*line), std::string(row.text) + "\r\n");
  }
  EXPECT_EQ(parse_content_line("dtstart;value=date:20250106")->parameter("VALUE"), "date");
  EXPECT_EQ(parse_content_line("DTSTART:20250106")->parameter("VALUE"), "");
}

TEST(ContentLine, WhatIsNoneIsRefused) {
  for (const char* text : {"", "SUMMARY", ":x", "A B:x", "A;B:x", "A;=x:y", "A;B=\"x:y", "A;B=x",
                           "A;B=\"x\"y:z", ";B=x:y"}) {
    EXPECT_FALSE(parse_content_line(text)) << text;
  }
}

TEST(ContentLine, IsFoldedBetweenCharacters) {
  std::string text = "SUMMARY:";
  for (int i = 0; i < 100; ++i) text += "ä€😀";
  const std::string folded = content_line_text(*parse_content_line(text));
  std::string line;
  LineReader reader(folded);
  ASSERT_TRUE(reader.next(line));
  EXPECT_EQ(line, text);
  size_t begin = 0;
  for (size_t end = folded.find("\r\n"); end != std::string::npos;
       begin = end + 2, end = folded.find("\r\n", begin)) {
    EXPECT_LE(end - begin, 75u);
    const size_t first = begin + (begin == 0 ? 0 : 1);
    EXPECT_NE(static_cast<unsigned char>(folded[first]) & 0xC0U, 0x80U);
  }
}

TEST(ContentLine, TextsAreEscaped) {
  for (const char* text : {"", "plain", "a, b; c\\d\ne", "\\n is no line break", ",;\\"}) {
    EXPECT_EQ(unescape_text(escape_text(text)), text);
  }
  EXPECT_EQ(escape_text("a,b\r\nc"), "a\\,b\\nc");
  EXPECT_EQ(unescape_text("a\\Nb\\"), "a\nb\\");
  EXPECT_EQ(split_values("a,b\\,c,,d\\\\,e"),
            (std::vector<std::string_view>{"a", "b\\,c", "", "d\\\\", "e"}));
}

TEST(LineReader, KnowsAllEndsOfLines) {
  LineReader reader(
      "\xEF\xBB\xBF"
      "A:1\r\nB:\n 2\n\r\n\tx\rC:3");
  std::string line;
  std::vector<std::pair<std::string, size_t>> lines;
  while (reader.next(line)) lines.emplace_back(line, reader.line_number());
  EXPECT_EQ(lines, (std::vector<std::pair<std::string, size_t>>{
                       {"A:1", 1}, {"B:2", 2}, {"x", 4}, {"C:3", 6}}));
}

TEST(Component, IsWrittenAsItWasRead) {
  const std::string text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nFOO-BAR;A=1:x\\;y\r\n"
      "CATEGORIES:A,B\\,C\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM\r\nEND:VEVENT\r\n"
      "END:VCALENDAR\r\n";
  const auto read = read_components(text);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->notes.empty());
  EXPECT_FALSE(read->ends_within);
  ASSERT_EQ(read->components.size(), 1u);
  EXPECT_EQ(component_text(read->components[0]), text);
  EXPECT_EQ(read->components[0].components[0].line("UID")->value, "1");
  EXPECT_EQ(read->components[0].line("UID"), nullptr);
}

TEST(Component, SaysWhatIsWrongAndGoesOn) {
  const auto read = read_components(
      "X:1\nBEGIN:VCALENDAR\nnonsense\nEND:VTODO\nBEGIN:VEVENT\nUID:1\nBEGIN:VALARM\nEND:VEVENT\n"
      "BEGIN:VEVENT\nUID:2\n");
  ASSERT_TRUE(read);
  std::vector<std::string> notes;
  for (const Note& note : read->notes)
    notes.push_back(std::to_string(note.line) + " " + note.said.text());
  EXPECT_EQ(notes, (std::vector<std::string>{
                       "1 X is outside of any component and is left out.",
                       "3 'nonsense': there is no colon in it.", "4 END:VTODO has no BEGIN.",
                       "8 VALARM does not end before VEVENT does.",
                       "0 The file ends within VEVENT.", "0 The file ends within VCALENDAR."}));
  EXPECT_TRUE(read->ends_within);
  ASSERT_EQ(read->components[0].components.size(), 2u);
  EXPECT_EQ(read->components[0].components[1].line("UID")->value, "2");
}

TEST(Component, HasBounds) {
  EXPECT_FALSE(read_components(""));
  EXPECT_FALSE(read_components("<html>"));
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "BEGIN:A\n";
  EXPECT_FALSE(read_components(deep));
  EXPECT_FALSE(read_components(std::string(kMaxCalendarBytes + 1, 'x')));
  std::string nonsense = "BEGIN:VCALENDAR\n";
  for (int i = 0; i < 5000; ++i) nonsense += "x\n";
  EXPECT_EQ(read_components(nonsense)->notes.size(), kMaxNotes);
}

}  // namespace
}  // namespace norn::ical
