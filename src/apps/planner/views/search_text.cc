#include "apps/planner/views/search_text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace norn::planner {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string result(text);
  if (is_ascii(text)) {
    std::ranges::transform(result, result.begin(), lower);
    return result;
  }
  utf8proc_uint8_t* out = nullptr;
  const auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                     UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &out, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(out, &std::free);
  if (size >= 0) result.assign(reinterpret_cast<const char*>(out), static_cast<size_t>(size));
  return result;
}

SearchWords::SearchWords(std::string_view text) {
  // Folding turns all kinds of spaces into these.
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const std::string words = folded(text);
  for (size_t begin = words.find_first_not_of(kSpaces); begin != std::string::npos;) {
    const size_t end = std::min(words.find_first_of(kSpaces, begin), words.size());
    words_.push_back(words.substr(begin, end - begin));
    begin = words.find_first_not_of(kSpaces, end);
  }
}

bool SearchWords::are_in(std::string_view text) const {
  const std::string here = folded(text);
  return std::ranges::all_of(
      words_, [&](const std::string& word) { return here.find(word) != std::string::npos; });
}

}  // namespace norn::planner
