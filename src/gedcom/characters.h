#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// The character sets that GEDCOM files are written in, as UTF-8.
namespace norn::gedcom {

enum class CharacterSet : uint8_t {
  kUtf8,
  kUtf16LittleEndian,
  kUtf16BigEndian,
  kAnsel,        // The set of 5.5 and before: Appendix C of 5.5.1.
  kAscii,        // Where it is not, it is UTF-8, or Windows-1252.
  kWindows1252,  // No version allows it; many programs write it and call it ANSI.
};

// "UTF-8", "Windows-1252": for people.
std::string_view name_of(CharacterSet set);

struct Decoded {
  std::string text;       // UTF-8
  bool replaced = false;  // Something could not be read, and is U+FFFD.
};

// A line, or another text whose ends are between characters. UTF-16 is decoded by Utf16Decoder,
// whose result is still to be decoded as UTF-8.
//
// Marks of ANSEL are in front of their letter; here they follow it, and both are one character
// where Unicode has that (normal form C).
Decoded decode(std::string_view bytes, CharacterSet set);

// UTF-16 piece by piece: a piece may end within a character.
class Utf16Decoder {
 public:
  explicit Utf16Decoder(bool big_endian) : big_endian_(big_endian) {}

  // Appends UTF-8 to `out`, and for each half of a surrogate pair without its other half a byte
  // that is no UTF-8, so that who decodes that can report it.
  void append(std::string_view bytes, std::string& out);
  // Behind the last piece.
  void finish(std::string& out);

 private:
  void append_unit(uint16_t unit, std::string& out);

  bool big_endian_;
  bool has_byte_ = false;
  uint8_t byte_ = 0;   // The first of a unit, when has_byte_.
  uint16_t high_ = 0;  // A high surrogate that waits for its low one.
};

}  // namespace norn::gedcom
