#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Cleans texts of calendar files, which may be any bytes.
namespace norn::events {

// Converts to UTF-8. Text that is not UTF-8 is read as Windows-1252, which some programs write
// without declaring it.
std::string as_utf8(std::string_view text);

// One line without control characters, trimmed.
std::string as_line(std::string_view text);
// The same, but keeps line breaks and tabs.
std::string as_lines(std::string_view text);

// The first `count` characters, and the characters that fit into `count` bytes.
std::string cut_to_characters(const std::string& text, size_t count);
std::string cut_to_bytes(const std::string& text, size_t count);

}  // namespace norn::events
