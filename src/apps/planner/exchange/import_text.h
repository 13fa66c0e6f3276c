#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Texts of calendar files, which may be anything, as the planner has them.
namespace norn::planner {

// As UTF-8. What is not UTF-8 comes from programs that write the characters of Windows
// (Windows-1252) without saying so.
std::string as_utf8(std::string_view text);

// On one line: without control characters and without spaces around it.
std::string as_line(std::string_view text);
// The same with its line breaks and tabs.
std::string as_lines(std::string_view text);

// The first so many characters, and those that fit in so many bytes; never a part of one.
std::string first_characters(const std::string& text, size_t count);
std::string first_bytes(const std::string& text, size_t count);

}  // namespace norn::planner
