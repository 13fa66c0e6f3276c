#include "gedcom/records.h"

#include <gtest/gtest.h>

#include <vector>

namespace norn::gedcom {
namespace {

struct ReadFile {
  Record header;
  std::vector<Record> records;
  Notes notes;
};

ReadFile read_all(std::string_view text) {
  ReadFile file;
  auto reader = RecordReader::open(bytes_of(text), file.notes);
  EXPECT_TRUE(reader) << text;
  if (!reader) return file;
  file.header = reader->header();
  while (true) {
    auto record = reader->next();
    EXPECT_TRUE(record);
    if (!record || !*record) return file;
    file.records.push_back(**std::move(record));
  }
}

std::vector<std::string> notes_of(const ReadFile& file) {
  std::vector<std::string> notes;
  for (const Note& note : file.notes.list()) {
    notes.push_back(std::to_string(note.line) + ": " + std::string(note.said.code()) + ": " +
                    note.text);
  }
  return notes;
}

using Texts = std::vector<std::string>;

// Four lines.
constexpr std::string_view kHeader551 = "0 HEAD\n1 GEDC\n2 VERS 5.5.1\n1 CHAR UTF-8\n";
constexpr std::string_view kHeader70 = "0 HEAD\n1 GEDC\n2 VERS 7.0\n1 SOUR X\n";

ReadFile read_551(std::string_view lines) {
  return read_all(std::string(kHeader551) + std::string(lines) + "0 TRLR\n");
}

TEST(Records, AreReadOneByOne) {
  const ReadFile file = read_551(
      "0 @I1@ INDI\n1 NAME John /Smith/\n2 GIVN John\n1 BIRT\n2 DATE 1850\n1 FAMS @F1@\n"
      "0 @F1@ FAM\n1 HUSB @I1@\n");
  EXPECT_TRUE(file.notes.list().empty());
  EXPECT_EQ(file.header.tag, "HEAD");
  EXPECT_EQ(file.header.child("GEDC")->child_text("VERS"), "5.5.1");
  ASSERT_EQ(file.records.size(), 2u);
  EXPECT_EQ(file.records[0],
            (Record{.tag = "INDI",
                    .xref = "I1",
                    .children = {{.tag = "NAME",
                                  .value = "John /Smith/",
                                  .children = {{.tag = "GIVN", .value = "John"}}},
                                 {.tag = "BIRT", .children = {{.tag = "DATE", .value = "1850"}}},
                                 {.tag = "FAMS", .value = "F1", .is_pointer = true}}}));
  EXPECT_EQ(file.records[0].line, 5u);
  EXPECT_EQ(file.records[0].child("BIRT")->child("DATE")->line, 9u);
  EXPECT_EQ(file.records[1].xref, "F1");
  EXPECT_EQ(file.records[0].child("DEAT"), nullptr);
  EXPECT_EQ(file.records[0].child_text("FAMS"), "");
}

TEST(Records, TextsAreJoined) {
  const ReadFile file = read_551(
      "0 @N1@ NOTE\n1 CONT first\n1 CONC  line\n1 CONT\n1 CONT me@@home\n"
      "0 @I1@ INDI\n1 NOTE a\n2 CONC b\n3 CONC c\n2 SOUR x\n2 CONT d\n1 NOTE @@\n2 CONT @x@\n");
  EXPECT_TRUE(file.notes.list().empty());
  EXPECT_EQ(file.records[0].value, "\nfirst line\n\nme@home");
  EXPECT_EQ(file.records[1].children[0].value, "abc\nd");
  EXPECT_EQ(file.records[1].children[0].children.size(), 1u);
  EXPECT_EQ(file.records[1].children[1].value, "@\n@x@");
}

TEST(Records, AtSignsAreThoseOfTheVersion) {
  const std::string text =
      std::string(kHeader70) + "0 @I1@ INDI\n1 NOTE @@me@@x\n2 CONT @@y\n0 TRLR";
  EXPECT_EQ(read_all(text).records[0].children[0].value, "@me@@x\n@y");
}

TEST(Records, LinesThatAreNoneContinueATextOrAreLeftOut) {
  const ReadFile file = read_551(
      "0 @I1@ INDI\n1 NOTE He had\n2 sons and\n1850 acres\n1 BIRT\nnonsense\n1 FAMS @F1@\nmore\n");
  EXPECT_EQ(notes_of(file),
            Texts({"7: gedcomLineTakenAsText: 2 sons and", "8: gedcomLineTakenAsText: 1850 acres",
                   "10: gedcomLineLeftOut: nonsense", "12: gedcomLineLeftOut: more"}));
  ASSERT_EQ(file.records[0].children.size(), 3u);
  EXPECT_EQ(file.records[0].children[0].value, "He had\n2 sons and\n1850 acres");
  EXPECT_EQ(file.records[0].children[1].value, "");
  EXPECT_EQ(file.records[0].children[2].value, "F1");
  EXPECT_EQ(file.notes.list()[1].said.text(),
            "1850 is no level; 0 to 99 are possible. It is taken as text that continues the line "
            "before it.");
}

TEST(Records, LevelsThatJumpBelongToTheLineBefore) {
  const ReadFile file =
      read_551("0 @I1@ INDI\n2 DATE 1850\n3 NOTE x\n2 PLAC y\n1 DEAT\n5 DATE 1900\n4 PLAC z\n");
  EXPECT_EQ(notes_of(file),
            Texts({"6: gedcomLevelJump: 2 DATE 1850", "8: gedcomLevelJump: 2 PLAC y",
                   "10: gedcomLevelJump: 5 DATE 1900", "11: gedcomLevelJump: 4 PLAC z"}));
  const Record& person = file.records[0];
  ASSERT_EQ(person.children.size(), 3u);
  EXPECT_EQ(person.children[0].child_text("NOTE"), "x");
  EXPECT_EQ(person.children[1].value, "y");
  EXPECT_EQ(person.children[2].child_text("DATE"), "1900");
  EXPECT_EQ(person.children[2].child_text("PLAC"), "z");
}

TEST(Records, DepthIsBounded) {
  std::string text = "0 @I1@ INDI\n";
  for (int level = 1; level < 60; ++level) text += std::to_string(level) + " A x\n";
  text += "1 B y\n";
  const ReadFile file = read_551(text);
  size_t depth = 1;
  for (const Record* record = file.records.data(); !record->children.empty(); ++depth) {
    record = &record->children[0];
  }
  EXPECT_EQ(depth, kMaxDepth);
  EXPECT_EQ(file.records[0].child_text("B"), "y");
  EXPECT_EQ(notes_of(file), Texts({"37: gedcomLineTooDeep: 32 A x"}));
}

TEST(Records, ContinuationsOfNothingAreLeftOut) {
  const ReadFile file =
      read_551("0 @I1@ INDI\n1 NOTE a\n1 CONT b\n0 CONC c\n1 FAMS @F@\n2 CONT d\n");
  EXPECT_EQ(notes_of(file),
            Texts({"7: gedcomLineLeftOut: 1 CONT b", "8: gedcomLineLeftOut: 0 CONC c",
                   "10: gedcomLineLeftOut: 2 CONT d"}));
  EXPECT_EQ(file.records.size(), 1u);
  EXPECT_EQ(file.records[0].children.size(), 2u);
}

TEST(Records, SizeIsBounded) {
  std::string text = "0 @I1@ INDI\n";
  for (size_t i = 0; i < kMaxRecordLines + 10; ++i) text += "1 A\n";
  text += "0 @I2@ INDI\n1 A\n";
  const ReadFile file = read_551(text);
  ASSERT_EQ(file.records.size(), 2u);
  EXPECT_EQ(file.records[0].children.size(), kMaxRecordLines);
  EXPECT_EQ(file.records[1].children.size(), 1u);
  EXPECT_EQ(notes_of(file),
            Texts({std::to_string(5 + kMaxRecordLines + 1) + ": gedcomRecordTooLarge: 1 A"}));
}

TEST(Records, TheirNumberIsBounded) {
  const std::string many = [] {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "0 A\n";
    return text;
  }();
  size_t calls = 0;
  const auto source = [&](std::span<char> out) -> Result<size_t> {
    return (calls++ == 0 ? kHeader551 : std::string_view(many)).copy(out.data(), out.size());
  };
  Notes notes;
  auto reader = RecordReader::open(source, notes);
  ASSERT_TRUE(reader);
  size_t count = 0;
  while (true) {
    const auto record = reader->next();
    if (!record) {
      EXPECT_EQ(record.error().message,
                "The file has more than 2000000 records, which is the most that can be read.");
      break;
    }
    ASSERT_TRUE(*record);
    ++count;
  }
  EXPECT_EQ(count, kMaxRecords);
}

TEST(Records, AFileMayLackItsEnds) {
  const ReadFile file = read_all("0 @I1@ INDI\n1 SEX M");
  EXPECT_EQ(notes_of(file),
            Texts({"0: gedcomVersionMissing: ", "0: gedcomNoTrailer: ", "0: gedcomNoHeader: "}));
  EXPECT_EQ(file.header.tag, "");
  ASSERT_EQ(file.records.size(), 1u);
  EXPECT_EQ(file.records[0].child_text("SEX"), "M");

  const ReadFile only_header = read_all("0 HEAD");
  EXPECT_EQ(only_header.header.tag, "HEAD");
  EXPECT_TRUE(only_header.records.empty());
}

TEST(Records, NothingIsReadBehindTheTrailer) {
  const ReadFile file = read_551("0 @I1@ INDI\n0 TRLR\n0 @I2@ INDI\ngarbage\n");
  EXPECT_EQ(file.records.size(), 1u);
  EXPECT_EQ(notes_of(file), Texts({"7: gedcomAfterTrailer: 0 @I2@ INDI"}));
}

TEST(Records, OtherFilesAreRefused) {
  for (const std::string_view text : {"", "hello", "BEGIN:VCARD\n", "{\"a\": 1}", "1 NAME x\n"}) {
    Notes notes;
    const auto reader = RecordReader::open(bytes_of(text), notes);
    ASSERT_FALSE(reader) << text;
    EXPECT_EQ(reader.error().message,
              "This is not a GEDCOM file: such a file begins with the line '0 HEAD'.");
  }
}

}  // namespace
}  // namespace norn::gedcom
