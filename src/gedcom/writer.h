#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gedcom/records.h"
#include "gedcom/version.h"

// Records as text: what RecordReader reads back as the same.
namespace norn::gedcom {

// A line of 5.5.1, its end included, has at most so many characters (chapter 1).
constexpr size_t kLongestLine551 = 255;

// What a file begins with. 7.0 should have a byte order mark; many programs for 5.5.1 stumble on
// it.
std::string_view beginning_of_file(Version version);
constexpr std::string_view kTrailer = "0 TRLR\r\n";

// HEAD with what every file must have: version, characters, and the program that wrote it. Others
// may be added to its children.
Record header_record(Version version, std::string_view program, std::string_view program_version);

// Tags and xrefs are written as they are: they have to be valid. Values are UTF-8; control
// characters in them are left out. In 5.5.1 long lines are split (CONC), never within a character
// and, if there is another possibility, not beside a space, which many programs lose there.
void append_record(std::string& out, const Record& record, Version version);

}  // namespace norn::gedcom
