#include "base/json_text.h"

#include <array>

namespace norn {
namespace {

// The escape of each character: 0 for none, else the letter of its escape, 'u' for those that have
// none of their own.
constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> escapes = {};
  for (size_t control = 0; control < 0x20; ++control) escapes[control] = 'u';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  escapes['\b'] = 'b';
  escapes['\f'] = 'f';
  escapes['\n'] = 'n';
  escapes['\r'] = 'r';
  escapes['\t'] = 't';
  return escapes;
}();

void append_escape(std::string& out, unsigned char c) {
  out.push_back('\\');
  out.push_back(kEscapes[c]);
  if (kEscapes[c] != 'u') return;
  out.append("00");
  out.push_back(static_cast<char>('0' + c / 16));
  out.push_back("0123456789abcdef"[c % 16]);
}

}  // namespace

// Most texts need no escapes, so they go over in as few pieces as there can be.
void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (kEscapes[c] == 0) continue;
    out.append(text, begin, i - begin);
    append_escape(out, c);
    begin = i + 1;
  }
  out.append(text, begin);
  out.push_back('"');
}

}  // namespace norn
