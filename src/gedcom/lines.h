#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "base/sentence.h"
#include "gedcom/version.h"

// One line of a file: LEVEL [@XREF@] TAG [VALUE].
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#lines and chapter 1 of 5.5.1
namespace norn::gedcom {

constexpr int kMaxLevel = 99;  // Chapter 1 of 5.5.1.

// Views into the text of the line.
struct Line {
  int level = 0;
  std::string_view xref = {};   // Without its @; empty without one.
  std::string_view tag = {};    // "INDI", "_UID"
  std::string_view value = {};  // With its escapes (`unescaped`); a pointer without its @.
  bool is_pointer = false;
};

// `text` is decoded and has no end of line. Spaces in front of the level are allowed, as 5.5.1
// does; behind the tag, one space separates, and more are a part of the value. A tag is of capital
// letters, digits and underscores: a line such as "2 sons and a daughter" is text of somebody who
// forgot CONT. Only tags of other programs, which begin with an underscore, may have small letters.
std::expected<Line, Said> parse_line(std::string_view text);

// An @ is written twice: in 5.5.1 every one, in 7.0 the one that a value begins with. The escapes
// of 5.5.1 (@#DJULIAN@) stay.
std::string unescaped(std::string_view value, Version version);

// The bytes of the escape that `text` begins with; 0 if it begins with none.
size_t escape_bytes(std::string_view text);

}  // namespace norn::gedcom
