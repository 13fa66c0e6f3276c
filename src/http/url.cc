#include "http/url.h"

#include <algorithm>

#include "base/ascii.h"

namespace norn::http {
namespace {

// The byte that "%41" at the start of `text` stands for; -1 when it is no such thing.
int escaped_byte(std::string_view text) {
  if (text.size() < 3) return -1;
  const int high = hex_value(text[1]);
  const int low = hex_value(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::string decode_form(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = text[i] == '%' ? escaped_byte(text.substr(i)) : -1;
    if (byte >= 0) {
      decoded += static_cast<char>(byte);
      i += 2;
    } else {
      decoded += text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int byte = escaped_byte(text.substr(i));
      if (byte < 0) return std::nullopt;
      c = static_cast<char>(byte);
      i += 2;
    }
    if (is_ascii_control(c)) return std::nullopt;
    decoded += c;
  }
  return decoded;
}

std::vector<std::pair<std::string, std::string>> parse_query(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> parameters;
  while (!text.empty() && parameters.size() < kMaxParameters) {
    const std::string_view part = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.empty()) continue;
    const std::string_view name = part.substr(0, part.find('='));
    const std::string_view value = part.substr(std::min(name.size() + 1, part.size()));
    parameters.emplace_back(decode_form(name), decode_form(value));
  }
  return parameters;
}

}  // namespace norn::http
