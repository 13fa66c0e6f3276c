#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Text that people write, in UTF-8. Every app asks here what a character, a space, a control
// character or a color is, so that all of them give the same answer. For the bytes of protocols and
// file formats see base/ascii.h.
namespace norn {

// A character is a Unicode code point, here and in every limit of the API.
//
// Returns the code points of `text`, or nullopt if it is not valid UTF-8 (RFC 3629).
std::optional<std::vector<int32_t>> code_points(std::string_view text);
// The reverse. Every value has to be a code point and no surrogate.
std::string to_utf8(const std::vector<int32_t>& code_points);
// Appends one character; a code point and no surrogate.
void append_utf8(std::string& out, int32_t code_point);
// Whether `text` is valid UTF-8.
bool is_valid_utf8(std::string_view text);
// `text` with U+FFFD in place of each byte that belongs to no valid character.
std::string repaired_utf8(std::string_view text);

// Whether this byte of UTF-8 belongs to the character that begins before it.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// How many characters valid UTF-8 has.
size_t count_characters(std::string_view text);
// How many code units valid UTF-8 has in UTF-16: two for each character beyond U+FFFF.
size_t count_utf16_units(std::string_view text);
// The first `count` characters of valid UTF-8, or all of it if there are fewer.
std::string_view first_characters(std::string_view text, size_t count);

// Spaces of every kind, tabs and line breaks: Unicode's White_Space but for U+0085, which counts as
// a control character.
bool is_space(int32_t code_point);

// Control characters of ASCII and Latin-1, line breaks and tabs included, and the marks that change
// the direction of the text after them (U+202A to U+202E, U+2066 to U+2069): a name with such a
// mark can look like any other name.
bool is_control(int32_t code_point);
// A control character that text of several lines may contain: a line break or a tab.
bool is_line_character(int32_t code_point);

enum class Lines { kOne, kSeveral };
// Whether `text` contains control characters, other than those of several lines if it may have
// them, or is not valid UTF-8.
bool has_control(std::string_view text, Lines lines = Lines::kOne);

// Without leading and trailing spaces (`is_space`). Bytes that are not valid UTF-8 stay.
std::string_view trimmed(std::string_view text);

// Unicode's normal form C of valid UTF-8.
std::string to_nfc(std::string_view text);
// Unicode's normal form KC with case folded, of valid UTF-8: forms of the same characters that are
// only written differently (upper case, full width) become one.
std::string to_folded_nfkc(std::string_view text);
// The lower-case form of a character, of any script; itself if it has none.
int32_t to_lower(int32_t code_point);
// Control and format characters, private and unassigned code points: a reader cannot see them.
// Stricter than `is_control`, for text that identifies people. Spaces are printable.
bool is_unprintable(int32_t code_point);

// "#3b82f6": a hash and six hexadecimal digits, in upper or lower case.
bool is_color(std::string_view text);

}  // namespace norn
