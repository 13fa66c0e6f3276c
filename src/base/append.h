#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace norn {

// Appends texts one after another, growing the string at most once.
inline void append_all(std::string& out, std::initializer_list<std::string_view> texts) {
  const size_t before = out.size();
  size_t after = before;
  for (const std::string_view text : texts) after += text.size();
  out.resize_and_overwrite(after, [&](char* data, size_t) {
    char* end = data + before;
    for (const std::string_view text : texts) end += text.copy(end, text.size());
    return after;
  });
}

}  // namespace norn
