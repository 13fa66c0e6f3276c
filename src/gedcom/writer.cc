#include "gedcom/writer.h"

#include <utility>
#include <vector>

#include "base/append.h"
#include "base/ascii.h"
#include "base/text.h"
#include "gedcom/lines.h"

namespace norn::gedcom {
namespace {

constexpr std::string_view kEnd = "\r\n";

// The parts of a value of 5.5.1 between which a line may be split, as they are written.
class Pieces {
 public:
  Pieces(std::string_view text, bool has_escapes) : text_(text), has_escapes_(has_escapes) {}

  bool done() const { return text_.empty(); }
  // A character, a doubled @, or an escape (@#DJULIAN@).
  std::string_view next() {
    const std::string_view at = text_;
    size_t bytes = has_escapes_ ? escape_bytes(at) : 0;
    if (bytes == 0 && at.starts_with('@')) {
      text_.remove_prefix(1);
      return "@@";
    }
    if (bytes == 0) {
      bytes = 1;
      while (bytes < at.size() && continues_character(at[bytes])) ++bytes;
    }
    text_.remove_prefix(bytes);
    return at.substr(0, bytes);
  }

 private:
  std::string_view text_;
  bool has_escapes_;
};

std::string without_controls(std::string_view line) {
  std::string text(line);
  std::erase_if(text, [](char c) { return is_ascii_control(c) && c != '\t'; });
  return text;
}

// Splits at \n, \r\n and \r.
std::vector<std::string> lines_of(std::string_view value) {
  std::vector<std::string> lines;
  while (true) {
    const size_t end = value.find_first_of("\r\n");
    lines.push_back(without_controls(value.substr(0, end)));
    if (end == std::string_view::npos) return lines;
    value.remove_prefix(end + (value.substr(end).starts_with("\r\n") ? 2 : 1));
  }
}

void append_line(std::string& out, std::string_view head, std::string_view value) {
  append_all(out, {head, value.empty() ? "" : " ", value, kEnd});
}

bool is_space_piece(std::string_view piece) {
  return piece == " " || piece == "\t";
}

// One line of a value for 5.5.1, in as many lines as it takes. `head` is "1 NOTE", `next_head` what
// a line that continues it begins with.
void append_split(std::string& out, std::string_view head, std::string_view next_head,
                  Pieces pieces) {
  // Where the line may end last: between two characters that are not spaces.
  struct Split {
    size_t bytes = 0;
    size_t characters = 0;
  };
  const auto room_behind = [](std::string_view line_head) {
    const size_t taken = count_characters(line_head) + 1 + kEnd.size();
    return taken < kLongestLine551 ? kLongestLine551 - taken : 1;
  };
  size_t room = room_behind(head);
  std::string line;
  size_t characters = 0;
  Split split;
  bool after_space = true;
  while (!pieces.done()) {
    const std::string_view piece = pieces.next();
    const bool is_space = is_space_piece(piece);
    if (!is_space && !after_space) split = {line.size(), characters};
    if (characters > 0 && characters + count_characters(piece) > room) {
      if (split.bytes == 0) split = {line.size(), characters};
      append_line(out, head, std::string_view(line).substr(0, split.bytes));
      line.erase(0, split.bytes);
      characters -= split.characters;
      split = {};
      head = next_head;
      room = room_behind(head);
    }
    line += piece;
    characters += count_characters(piece);
    after_space = is_space;
  }
  append_line(out, head, line);
}

void append_at(std::string& out, const Record& record, Version version, int level) {
  std::string head = std::to_string(level);
  if (!record.xref.empty()) append_all(head, {" @", record.xref, "@"});
  append_all(head, {" ", record.tag});
  const std::string next = std::to_string(level + 1);
  if (record.is_pointer) {
    append_all(out, {head, " @", record.value, "@", kEnd});
  } else {
    for (const std::string& line : lines_of(record.value)) {
      if (version == Version::k70) {
        append_line(out, head, line.starts_with('@') ? "@" + line : line);
      } else {
        append_split(out, head, next + " CONC", Pieces(line, record.tag == "DATE"));
      }
      head = next + " CONT";
    }
  }
  for (const Record& child : record.children) append_at(out, child, version, level + 1);
}

}  // namespace

std::string_view beginning_of_file(Version version) {
  return version == Version::k70 ? "\xEF\xBB\xBF" : "";
}

Record header_record(Version version, std::string_view program, std::string_view program_version) {
  Record header{.tag = "HEAD"};
  Record gedcom{.tag = "GEDC"};
  Record source{.tag = "SOUR", .value = std::string(program)};
  source.children.push_back({.tag = "VERS", .value = std::string(program_version)});
  if (version == Version::k70) {
    gedcom.children.push_back({.tag = "VERS", .value = "7.0"});
    header.children.push_back(std::move(gedcom));
    header.children.push_back(std::move(source));
    return header;
  }
  gedcom.children.push_back({.tag = "VERS", .value = "5.5.1"});
  gedcom.children.push_back({.tag = "FORM", .value = "LINEAGE-LINKED"});
  header.children.push_back(std::move(source));
  header.children.push_back(std::move(gedcom));
  header.children.push_back({.tag = "CHAR", .value = "UTF-8"});
  return header;
}

void append_record(std::string& out, const Record& record, Version version) {
  append_at(out, record, version, 0);
}

}  // namespace norn::gedcom
