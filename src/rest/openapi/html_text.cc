#include "rest/openapi/html_text.h"

namespace norn::rest {
namespace {

constexpr size_t kIndent = 2;

// The JSON string at the front of `json`, quotes included.
std::string_view leading_string(std::string_view json) {
  size_t end = 1;
  while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
  return json.substr(0, end + 1);
}

bool is_empty_container(std::string_view json) {
  return json.starts_with("{}") || json.starts_with("[]");
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

std::string indented_json(std::string_view json) {
  std::string out;
  size_t depth = 0;
  const auto new_line = [&] { out.append("\n").append(depth * kIndent, ' '); };
  while (!json.empty()) {
    const char c = json.front();
    size_t used = 1;
    if (c == '"') {
      const std::string_view text = leading_string(json);
      out += text;
      used = text.size();
    } else if (is_empty_container(json)) {
      out += json.substr(0, 2);
      used = 2;
    } else if (c == '{' || c == '[') {
      out += c;
      ++depth;
      new_line();
    } else if (c == '}' || c == ']') {
      if (depth > 0) --depth;
      new_line();
      out += c;
    } else if (c == ',') {
      out += c;
      new_line();
    } else if (c == ':') {
      out += ": ";
    } else if (!is_space(c)) {
      out += c;
    }
    json.remove_prefix(used);
  }
  return out;
}

}  // namespace norn::rest
