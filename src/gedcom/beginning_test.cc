#include "gedcom/beginning.h"

#include <gtest/gtest.h>

namespace norn::gedcom {
namespace {

using namespace std::string_view_literals;

std::string header(std::string_view set, std::string_view version = "5.5.1") {
  std::string text = "0 HEAD\n1 SOUR X\n2 VERS 9.9\n1 GEDC\n2 VERS ";
  text.append(version).append("\n2 FORM LINEAGE-LINKED\n1 CHAR ").append(set);
  return text + "\n0 @I1@ INDI\n1 CHAR NOT-THIS\n";
}

std::string in_utf16(std::string_view text, bool big_endian) {
  std::string bytes;
  for (const char c : text) {
    if (big_endian) bytes.push_back('\0');
    bytes.push_back(c);
    if (!big_endian) bytes.push_back('\0');
  }
  return bytes;
}

std::vector<std::string_view> codes(const Beginning& beginning) {
  std::vector<std::string_view> codes;
  for (const Said& said : beginning.notes) codes.push_back(said.code());
  return codes;
}

using Codes = std::vector<std::string_view>;

TEST(Beginning, TellsTheCharacterSet) {
  const Codes guessed = {"gedcomCharactersGuessed"};
  const struct {
    std::string bytes;
    CharacterSet set;
    Codes notes = {};
  } rows[] = {
      {header("UTF-8"), CharacterSet::kUtf8},
      {header("utf8"), CharacterSet::kUtf8},
      {header("UNICODE"), CharacterSet::kUtf8},
      {header("UTF-8") + "1 NAME M\xFCller\n", CharacterSet::kUtf8},
      {header("ANSEL"), CharacterSet::kAnsel},
      {header("ANSEL") + "1 NAME M\xE8uller\n", CharacterSet::kAnsel},
      {header("ANSEL") + "1 NAME Müller\n", CharacterSet::kUtf8, guessed},
      {header("ASCII"), CharacterSet::kAscii},
      {header("ASCII") + "1 NAME M\xFCller\n", CharacterSet::kWindows1252, guessed},
      {header("ASCII") + "1 NAME Müller\n", CharacterSet::kUtf8, guessed},
      {header("ANSI") + "1 NAME M\xFCller\n", CharacterSet::kWindows1252, guessed},
      {header("ANSI"), CharacterSet::kWindows1252, guessed},
      {header("IBMPC"), CharacterSet::kWindows1252, guessed},
      {header("WINDOWS-1252"), CharacterSet::kWindows1252, guessed},
      {header("ANSI") + "1 NAME Müller\n", CharacterSet::kUtf8, guessed},
      {header(""), CharacterSet::kAscii},
      {header("") + "Müller\n", CharacterSet::kUtf8, {"gedcomCharactersNotDeclared"}},
      {header("") + "M\xFCller\n", CharacterSet::kWindows1252, {"gedcomCharactersNotDeclared"}},
      {header("ANSEL", "7.0"), CharacterSet::kUtf8},
      {"\xEF\xBB\xBF" + header("ANSEL"), CharacterSet::kUtf8},
      {"\xFF\xFE" + in_utf16(header("UNICODE"), false), CharacterSet::kUtf16LittleEndian},
      {"\xFE\xFF" + in_utf16(header("UNICODE"), true), CharacterSet::kUtf16BigEndian},
      {in_utf16(header("UNICODE"), false), CharacterSet::kUtf16LittleEndian},
      {in_utf16(header("UNICODE"), true), CharacterSet::kUtf16BigEndian},
  };
  for (const auto& row : rows) {
    const Beginning beginning = look_at(row.bytes);
    EXPECT_TRUE(beginning.is_gedcom) << row.bytes;
    EXPECT_EQ(beginning.set, row.set) << row.bytes;
    EXPECT_EQ(codes(beginning), row.notes) << row.bytes;
  }
}

TEST(Beginning, AByteOrderMarkIsNoPartOfTheText) {
  EXPECT_EQ(look_at("0 HEAD\n").mark_bytes, 0u);
  EXPECT_EQ(look_at("\xEF\xBB\xBF"
                    "0 HEAD\n")
                .mark_bytes,
            3u);
  EXPECT_EQ(look_at("\xFF\xFE" + in_utf16("0 HEAD\n", false)).mark_bytes, 2u);
  EXPECT_EQ(look_at(in_utf16("0 HEAD\n", true)).mark_bytes, 0u);
}

TEST(Beginning, ACharacterAtItsEndMayBeCut) {
  std::string bytes = header("ANSI") + "1 NOTE ";
  while (bytes.size() + 1 < kBeginningBytes) bytes += bytes.size() % 80 == 0 ? "\n" : "x";
  bytes.insert(200, "ä");
  bytes.resize(kBeginningBytes - 1);
  bytes += "\xC3";
  EXPECT_EQ(look_at(bytes).set, CharacterSet::kUtf8);
}

TEST(Beginning, TellsTheVersion) {
  const struct {
    const char* declared;
    Version version;
    Codes notes = {};
  } rows[] = {
      {"5.5", Version::k551},
      {"5.5.1", Version::k551},
      {"5.5.5", Version::k551},
      {"7.0", Version::k70},
      {"7.0.14", Version::k70},
      {"7.1", Version::k70},
      {"4.0", Version::k551, {"gedcomVersionNotKnown"}},
      {"70", Version::k551, {"gedcomVersionNotKnown"}},
      {"", Version::k551, {"gedcomVersionMissing"}},
  };
  for (const auto& row : rows) {
    const Beginning beginning = look_at(header("UTF-8", row.declared));
    EXPECT_EQ(beginning.version, row.version) << row.declared;
    EXPECT_EQ(beginning.declared_version, row.declared);
    EXPECT_EQ(codes(beginning), row.notes) << row.declared;
  }
}

TEST(Beginning, SaysWhatIsNoGedcom) {
  for (const std::string_view text :
       {""sv, "\n\n"sv, "hello"sv, "0 bottles of beer"sv, "0 TRLR"sv, "1 HEAD\n"sv, "<html>"sv,
        "PK\x03\x04"sv, "\0\0\0\0"sv, "\x89PNG\r\n\x1A\n"sv, "BEGIN:VCALENDAR\n"sv, "0,HEAD\n"sv,
        "\xFF\xFE"sv, "0"sv, "0\0"sv}) {
    EXPECT_FALSE(look_at(text).is_gedcom) << text;
  }
  for (const std::string_view text :
       {"0 HEAD"sv, "\r\n  0 HEAD\r1 X"sv, "0 @I1@ INDI\n"sv, "0 @F1@ FAM\n"sv}) {
    EXPECT_TRUE(look_at(text).is_gedcom) << text;
  }
  EXPECT_TRUE(look_at("0 HEAD").has_header);
  EXPECT_FALSE(look_at("0 @I1@ INDI").has_header);
}

}  // namespace
}  // namespace norn::gedcom
