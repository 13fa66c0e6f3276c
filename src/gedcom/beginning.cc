#include "gedcom/beginning.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/text.h"
#include "gedcom/lines.h"
#include "gedcom/sentences.h"

namespace norn::gedcom {
namespace {

using namespace std::string_view_literals;

struct Mark {
  std::string_view bytes;
  CharacterSet set;
  bool is_text = false;  // The "0" of "0 HEAD": a part of the file.
};

constexpr Mark kMarks[] = {
    {"\xEF\xBB\xBF"sv, CharacterSet::kUtf8},
    {"\xFF\xFE"sv, CharacterSet::kUtf16LittleEndian},
    {"\xFE\xFF"sv, CharacterSet::kUtf16BigEndian},
    {"0\0"sv, CharacterSet::kUtf16LittleEndian, true},
    {"\0"
     "0"sv,
     CharacterSet::kUtf16BigEndian, true},
};

// The records of all versions: a file without a header begins with one of them.
constexpr std::array kRecordTags = {"HEAD"sv, "INDI"sv, "FAM"sv,  "SUBM"sv,  "SUBN"sv,
                                    "SOUR"sv, "REPO"sv, "NOTE"sv, "SNOTE"sv, "OBJE"sv};

bool is_record_tag(std::string_view tag) {
  return std::ranges::find(kRecordTags, tag) != kRecordTags.end();
}

// Of the lines of the header, those that decide how everything is read.
void read_header(std::string_view text, Beginning& beginning) {
  bool is_first = true;
  bool in_gedc = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line_text = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (trimmed(line_text).empty()) continue;
    const auto line = parse_line(line_text);
    if (is_first) {
      is_first = false;
      if (!line || line->level != 0 || !is_record_tag(line->tag)) return;
      beginning.is_gedcom = true;
      beginning.has_header = line->tag == "HEAD";
      if (!beginning.has_header) return;
      continue;
    }
    if (!line) continue;
    if (line->level == 0) return;
    if (line->level == 1) {
      in_gedc = line->tag == "GEDC";
      if (line->tag == "CHAR") beginning.declared_set = trimmed(line->value);
    } else if (line->level == 2 && in_gedc && line->tag == "VERS") {
      beginning.declared_version = trimmed(line->value);
    }
  }
}

void decide_version(Beginning& beginning) {
  const std::string& declared = beginning.declared_version;
  if (declared == "7" || declared.starts_with("7.")) {
    beginning.version = Version::k70;
  } else if (declared.empty()) {
    beginning.notes.push_back(kVersionMissing);
  } else if (declared != "5.5" && !declared.starts_with("5.5.") && declared != "5.6") {
    beginning.notes.push_back(kVersionNotKnown(first_characters(declared, 20)));
  }
}

// Without a mark. Bytes above 127 that form UTF-8 throughout are UTF-8, whatever the header says:
// in every other set such sequences are strings of signs that nobody writes.
void decide_set(std::string_view bytes, Beginning& beginning) {
  const bool is_ascii =
      std::ranges::all_of(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  // The last line may end within a character.
  const std::string_view lines =
      bytes.size() < kBeginningBytes ? bytes : bytes.substr(0, bytes.find_last_of("\r\n"));
  const bool looks_like_utf8 = !is_ascii && is_valid_utf8(lines);
  const auto guess = looks_like_utf8 ? CharacterSet::kUtf8 : CharacterSet::kWindows1252;
  const std::string declared = ascii_upper(beginning.declared_set);

  if (beginning.version == Version::k70 || declared.starts_with("UTF") || declared == "UNICODE") {
    beginning.set = CharacterSet::kUtf8;
    return;
  }
  if (declared == "ANSEL" && !looks_like_utf8) {
    beginning.set = CharacterSet::kAnsel;
    return;
  }
  if (is_ascii && (declared == "ASCII" || declared.empty())) {
    beginning.set = CharacterSet::kAscii;
    return;
  }
  beginning.set = guess;
  beginning.notes.push_back(
      declared.empty()
          ? kCharactersNotDeclared(name_of(guess))
          : kCharactersGuessed(first_characters(beginning.declared_set, 20), name_of(guess)));
}

}  // namespace

Beginning look_at(std::string_view bytes) {
  Beginning beginning;
  const auto mark = std::ranges::find_if(
      kMarks, [bytes](const Mark& one) { return bytes.starts_with(one.bytes); });
  const bool has_mark = mark != std::end(kMarks);
  std::string decoded;
  if (has_mark) {
    beginning.set = mark->set;
    beginning.mark_bytes = mark->is_text ? 0 : mark->bytes.size();
    bytes.remove_prefix(beginning.mark_bytes);
    if (mark->set != CharacterSet::kUtf8) {
      Utf16Decoder(mark->set == CharacterSet::kUtf16BigEndian).append(bytes, decoded);
      bytes = decoded;
    }
  }
  read_header(bytes, beginning);
  // Names in a header may be of any set; these two are shown to people.
  beginning.declared_set = repaired_utf8(beginning.declared_set);
  beginning.declared_version = repaired_utf8(beginning.declared_version);
  if (!beginning.is_gedcom) return beginning;
  decide_version(beginning);
  if (!has_mark) decide_set(bytes, beginning);
  return beginning;
}

}  // namespace norn::gedcom
