#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// A line of a calendar file: NAME;PARAMETER=VALUE:VALUE (RFC 5545, 3.1). Nothing that is read is
// lost: an unknown property is written again unchanged.
namespace norn::ical {

struct Parameter {
  std::string name;                 // In capitals.
  std::vector<std::string> values;  // Without quotes; RFC 6868's escapes are decoded.

  bool operator==(const Parameter&) const = default;
};

struct ContentLine {
  std::string name;  // In capitals.
  std::vector<Parameter> parameters = {};
  std::string value = {};  // As it is written, with the escapes of texts and the commas of lists.

  // The first value of a parameter; empty when it is not there.
  std::string_view parameter(std::string_view parameter_name) const;

  bool operator==(const ContentLine&) const = default;
};

// One line that was unfolded, without its end.
Result<ContentLine> parse_content_line(std::string_view line);

// Folded to 75 bytes, between characters, with its end (CRLF).
std::string content_line_text(const ContentLine& line);

// Values of type TEXT (3.3.11): "a\, b\nc" and back.
std::string unescape_text(std::string_view value);
std::string escape_text(std::string_view text);

// The values of a list, at the commas that are not escaped.
std::vector<std::string_view> split_values(std::string_view list);

// The lines of a file, unfolded, one by one. Ends of lines may be CRLF, LF or CR, and a byte order
// mark in front is no part of it.
class LineReader {
 public:
  explicit LineReader(std::string_view text);

  // False at the end. Empty lines are left out.
  bool next(std::string& line);
  // The number of the line that was read last; 1 is the first.
  size_t line_number() const { return line_number_; }

 private:
  std::string_view take_physical_line();

  std::string_view rest_;
  size_t next_number_ = 1;
  size_t line_number_ = 0;
};

}  // namespace norn::ical
