#include "ical/content_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/faults.h"
#include "base/text.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

constexpr size_t kFoldBytes = 75;
constexpr size_t kMaxShown = 60;

std::unexpected<Error> malformed(std::string_view line, const Sentence<1>& what) {
  return invalid("line", what(line.substr(0, kMaxShown)));
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    // The grammar has no underscore, but some files have.
    return is_ascii_letter(c) || is_digit(c) || c == '-' || c == '_';
  });
}

// RFC 6868: what cannot stand in a parameter is written with a circumflex.
std::string decode_parameter(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const char next = text[i] == '^' && i + 1 < text.size() ? text[i + 1] : '\0';
    if (next == 'n' || next == '^' || next == '\'') {
      result += next == 'n' ? '\n' : next == '^' ? '^' : '"';
      ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string encode_parameter(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "^n";
    } else if (c == '^') {
      result += "^^";
    } else if (c == '"') {
      result += "^'";
    } else {
      result += c;
    }
  }
  if (text.find_first_of(":;,") == std::string_view::npos) return result;
  return '"' + result + '"';
}

// Reads the values of one parameter from `rest`, up to the ; or : behind them.
bool take_values(std::string_view& rest, std::vector<std::string>& values) {
  while (true) {
    size_t end = 0;
    if (rest.starts_with('"')) {
      end = rest.find('"', 1);
      if (end == std::string_view::npos) return false;
      values.push_back(decode_parameter(rest.substr(1, end - 1)));
      rest.remove_prefix(end + 1);
    } else {
      end = std::min(rest.find_first_of(":;,"), rest.size());
      values.push_back(decode_parameter(rest.substr(0, end)));
      rest.remove_prefix(end);
    }
    if (rest.empty() || (rest.front() != ',' && rest.front() != ';' && rest.front() != ':')) {
      return false;
    }
    if (rest.front() != ',') return true;
    rest.remove_prefix(1);
  }
}

std::string folded(std::string_view line) {
  std::string text;
  size_t room = kFoldBytes;
  while (line.size() > room) {
    size_t end = room;
    // At most three bytes back; what is no UTF-8 is cut anywhere.
    for (int i = 0; i < 3 && continues_character(line[end]); ++i) --end;
    if (continues_character(line[end])) end = room;
    text += line.substr(0, end);
    text += "\r\n ";
    line.remove_prefix(end);
    room = kFoldBytes - 1;
  }
  text += line;
  text += "\r\n";
  return text;
}

}  // namespace

std::string_view ContentLine::parameter(std::string_view parameter_name) const {
  const auto found = std::ranges::find(parameters, parameter_name, &Parameter::name);
  if (found == parameters.end() || found->values.empty()) return {};
  return found->values.front();
}

Result<ContentLine> parse_content_line(std::string_view line) {
  const size_t name_end = line.find_first_of(":;");
  if (name_end == std::string_view::npos) return malformed(line, kLineWithoutColon);
  if (!is_name(line.substr(0, name_end))) return malformed(line, kLineWithoutName);
  ContentLine read{.name = ascii_upper(line.substr(0, name_end))};
  std::string_view rest = line.substr(name_end);
  while (rest.starts_with(';')) {
    rest.remove_prefix(1);
    const size_t equals = rest.find_first_of("=:;");
    if (equals == std::string_view::npos || rest[equals] != '=' ||
        !is_name(rest.substr(0, equals))) {
      return malformed(line, kLineParameterForm);
    }
    Parameter& parameter = read.parameters.emplace_back();
    parameter.name = ascii_upper(rest.substr(0, equals));
    rest.remove_prefix(equals + 1);
    if (!take_values(rest, parameter.values)) {
      return invalid("line", kLineParameterOpen(line.substr(0, kMaxShown), parameter.name));
    }
  }
  read.value = rest.substr(1);
  return read;
}

std::string content_line_text(const ContentLine& line) {
  std::string text = line.name;
  for (const Parameter& parameter : line.parameters) {
    text += ';' + parameter.name;
    char separator = '=';
    for (const std::string& value : parameter.values) {
      text += separator + encode_parameter(value);
      separator = ',';
    }
  }
  text += ':' + line.value;
  return folded(text);
}

std::string unescape_text(std::string_view value) {
  std::string text;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      text += value[i];
      continue;
    }
    const char next = value[++i];
    text += next == 'n' || next == 'N' ? '\n' : next;
  }
  return text;
}

std::string escape_text(std::string_view text) {
  std::string value;
  for (const char c : text) {
    if (c == '\r') continue;
    if (c == '\n') {
      value += "\\n";
      continue;
    }
    if (c == '\\' || c == ',' || c == ';') value += '\\';
    value += c;
  }
  return value;
}

std::vector<std::string_view> split_values(std::string_view list) {
  std::vector<std::string_view> values;
  size_t begin = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '\\') {
      ++i;
    } else if (list[i] == ',') {
      values.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  values.push_back(list.substr(begin));
  return values;
}

LineReader::LineReader(std::string_view text) : rest_(text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

std::string_view LineReader::take_physical_line() {
  const size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end);
  rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<size_t>(rest_.size(), 1));
  ++next_number_;
  return line;
}

bool LineReader::next(std::string& line) {
  line.clear();
  while (line.empty() && !rest_.empty()) {
    line_number_ = next_number_;
    line = take_physical_line();
    while (rest_.starts_with(' ') || rest_.starts_with('\t')) {
      rest_.remove_prefix(1);
      line += take_physical_line();
    }
  }
  return !line.empty();
}

}  // namespace norn::ical
