#include "gedcom/characters.h"

#include <gtest/gtest.h>

namespace norn::gedcom {
namespace {

using namespace std::string_view_literals;

std::string utf16(std::string_view bytes, bool big_endian, size_t piece = 1000) {
  Utf16Decoder decoder(big_endian);
  std::string out;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    decoder.append(bytes.substr(0, piece), out);
  }
  decoder.finish(out);
  return out;
}

TEST(Ansel, MarksFollowTheirLetterAndAreComposed) {
  const struct {
    std::string_view bytes;
    std::string_view text;
  } rows[] = {
      {"Smith", "Smith"},
      {"M\xE8uller", "Müller"},
      {"Ren\xE2"
       "e",
       "René"},
      {"\xEA"
       "Angstr\xE8om",
       "Ångström"},
      {"\xE9Sva\xF0"
       "c",
       "Švaç"},
      {"\xA1\xB1 \xA2\xB2 \xA3\xB3 \xA4\xB4 \xA5\xB5 \xA6\xB6", "Łł Øø Đđ Þþ Ææ Œœ"},
      {"Gro\xCF Stra\xC7"
       "e",
       "Groß Straße"},
      {"\xE3\xE2"
       "a",
       "\u1EA5"},  // Two marks: â with an acute.
      {"\xE0"
       "a\xF2o",
       "ảọ"},
      {"\xC0\xC3\xC5\xC6\xB9\xAB\xA8", "°©¿¡£±·"},
      {"\xEBt\xECs", "t\u0361s"},
      {"\xFAn\xFBg", "n\u0360g"},
      {"\xFCo", "o\u0338"},
      {"\xCD\xCE", "eo"},
      {"\xAC\xBC\xAD\xBD", "ƠơƯư"},
  };
  for (const auto& row : rows) {
    const Decoded decoded = decode(row.bytes, CharacterSet::kAnsel);
    EXPECT_EQ(decoded.text, row.text);
    EXPECT_FALSE(decoded.replaced) << row.text;
  }
}

TEST(Ansel, WhatItDoesNotHaveIsReplaced) {
  const struct {
    std::string_view bytes;
    std::string_view text;
  } rows[] = {
      {"a\x80z", "a\uFFFDz"},       {"a\xD0z", "a\uFFFDz"},
      {"a\xFFz", "a\uFFFDz"},       {"a\xE2", "a\uFFFD"},  // A mark without a letter.
      {"\xE2\x80", "\uFFFD\u0301"},                        // A mark on something unknown.
  };
  for (const auto& row : rows) {
    const Decoded decoded = decode(row.bytes, CharacterSet::kAnsel);
    EXPECT_EQ(decoded.text, row.text);
    EXPECT_TRUE(decoded.replaced) << row.text;
  }
}

// Their order takes the square of their number.
TEST(Ansel, ALetterHasAFewMarks) {
  const std::string marks = std::string(500'000, '\xE1') + std::string(500'000, '\xF2');
  const Decoded decoded = decode(marks + "x", CharacterSet::kAnsel);
  EXPECT_TRUE(decoded.replaced);
  EXPECT_LT(decoded.text.size(), 100u);
}

TEST(Windows1252, IsDecoded) {
  EXPECT_EQ(decode("M\xFCller \x80 \x8A\x9F \x93so\x94 \x96", CharacterSet::kWindows1252).text,
            "Müller € ŠŸ “so” –");
  const Decoded unknown = decode("a\x81z", CharacterSet::kWindows1252);
  EXPECT_EQ(unknown.text, "a\uFFFDz");
  EXPECT_TRUE(unknown.replaced);
  EXPECT_EQ(decode("\0"sv, CharacterSet::kWindows1252).text, "\0"sv);
}

TEST(Utf8, WhatIsNoneIsReplaced) {
  EXPECT_EQ(decode("Müller €", CharacterSet::kUtf8).text, "Müller €");
  EXPECT_FALSE(decode("Müller €", CharacterSet::kUtf8).replaced);
  const Decoded wrong = decode("M\xFCller", CharacterSet::kUtf8);
  EXPECT_EQ(wrong.text, "M\uFFFDller");
  EXPECT_TRUE(wrong.replaced);
}

TEST(Ascii, IsUtf8OrWindows1252WhereItIsMore) {
  EXPECT_EQ(decode("Smith", CharacterSet::kAscii).text, "Smith");
  EXPECT_EQ(decode("Müller", CharacterSet::kAscii).text, "Müller");
  EXPECT_EQ(decode("M\xFCller", CharacterSet::kAscii).text, "Müller");
}

TEST(Utf16, IsDecodedInPiecesOfAnySize) {
  constexpr std::string_view kLittle = "0\0 \0\xE4\0\xAC\x20\x3D\xD8\x00\xDE"sv;
  constexpr std::string_view kBig =
      "\0"
      "0\0 \0\xE4\x20\xAC\xD8\x3D\xDE\x00"sv;
  for (const size_t piece : {1, 2, 3, 5, 100}) {
    EXPECT_EQ(utf16(kLittle, false, piece), "0 ä€😀") << piece;
    EXPECT_EQ(utf16(kBig, true, piece), "0 ä€😀") << piece;
  }
}

TEST(Utf16, HalvesOfCharactersAreFoundByTheDecoderOfUtf8) {
  const std::string_view rows[] = {
      "\x3D\xD8z\0"sv,          // High, then a letter.
      "\x00\xDEz\0"sv,          // Low alone.
      "\x3D\xD8\x3D\xD8z\0"sv,  // High twice.
      "z\0\x3D\xD8"sv,          // High at the end.
      "z\0z"sv,                 // Half of a unit.
  };
  for (const std::string_view bytes : rows) {
    const Decoded decoded = decode(utf16(bytes, false), CharacterSet::kUtf16LittleEndian);
    EXPECT_TRUE(decoded.replaced);
    EXPECT_NE(decoded.text.find("\uFFFD"), std::string::npos);
    EXPECT_NE(decoded.text.find('z'), std::string::npos);
  }
}

}  // namespace
}  // namespace norn::gedcom
