#include "gedcom/characters.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace norn::gedcom {
namespace {

constexpr int32_t kReplacement = 0xFFFD;
constexpr char kNeverUtf8 = '\xFF';

// Of the bytes 0x80 to 0x9F; the others are the code points of the same number. 0 is none.
// https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT
constexpr std::array<uint16_t, 32> kWindows1252Points = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// Of the bytes 0x80 to 0xFF; 0 is none. Appendix C of GEDCOM 5.5.1, with its additions (the boxes
// 0xBE and 0xBF, the midline e and o 0xCD and 0xCE, the sharp s 0xCF, the slash 0xFC), and the
// joiners, the sharp s and the euro (0x8D, 0x8E, 0xC7, 0xC8) that the Library of Congress added.
// https://gedcom.io/specifications/ged551.pdf
// https://www.loc.gov/marc/specifications/codetables/ExtendedLatin.html
//
// 0xEB and 0xFA begin a mark over two letters, 0xEC and 0xFB end it. Unicode has the mark as a
// whole (U+0361, U+0360), behind the first letter.
constexpr std::array<uint16_t, 128> kAnselPoints = {
    0,      0,      0,      0,      0,      0,      0,      0,       // 80
    0,      0,      0,      0,      0,      0x200D, 0x200C, 0,       // 88
    0,      0,      0,      0,      0,      0,      0,      0,       // 90
    0,      0,      0,      0,      0,      0,      0,      0,       // 98
    0,      0x0141, 0x00D8, 0x0110, 0x00DE, 0x00C6, 0x0152, 0x02B9,  // A0
    0x00B7, 0x266D, 0x00AE, 0x00B1, 0x01A0, 0x01AF, 0x02BC, 0,       // A8
    0x02BB, 0x0142, 0x00F8, 0x0111, 0x00FE, 0x00E6, 0x0153, 0x02BA,  // B0
    0x0131, 0x00A3, 0x00F0, 0,      0x01A1, 0x01B0, 0x25A1, 0x25A0,  // B8
    0x00B0, 0x2113, 0x2117, 0x00A9, 0x266F, 0x00BF, 0x00A1, 0x00DF,  // C0
    0x20AC, 0,      0,      0,      0,      'e',    'o',    0x00DF,  // C8
    0,      0,      0,      0,      0,      0,      0,      0,       // D0
    0,      0,      0,      0,      0,      0,      0,      0,       // D8
    0x0309, 0x0300, 0x0301, 0x0302, 0x0303, 0x0304, 0x0306, 0x0307,  // E0
    0x0308, 0x030C, 0x030A, 0x0361, 0,      0x0315, 0x030B, 0x0310,  // E8
    0x0327, 0x0328, 0x0323, 0x0324, 0x0325, 0x0333, 0x0332, 0x0326,  // F0
    0x031C, 0x032E, 0x0360, 0,      0x0338, 0,      0x0313, 0,       // F8
};
constexpr uint8_t kFirstAnselMark = 0xE0;
constexpr uint8_t kLigatureEnd = 0xEC;
constexpr uint8_t kDoubleTildeEnd = 0xFB;

bool is_ascii(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

Decoded decode_windows(std::string_view bytes) {
  Decoded decoded;
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    int32_t point = byte;
    if (byte >= 0x80 && byte < 0xA0) point = kWindows1252Points[byte - 0x80];
    if (point == 0 && byte != 0) {
      point = kReplacement;
      decoded.replaced = true;
    }
    append_utf8(decoded.text, point);
  }
  return decoded;
}

Decoded decode_utf8(std::string_view bytes) {
  if (is_valid_utf8(bytes)) return {std::string(bytes)};
  return {repaired_utf8(bytes), true};
}

// As in the Stream-Safe Text Format of Unicode (UAX #15): putting marks into their order takes the
// square of their number.
constexpr size_t kMaxMarksOfLetter = 30;

Decoded decode_ansel(std::string_view bytes) {
  Decoded decoded;
  std::vector<int32_t> marks;  // In front of the next letter.
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte == kLigatureEnd || byte == kDoubleTildeEnd) continue;
    const int32_t point = byte < 0x80 ? byte : kAnselPoints[byte - 0x80];
    if (byte >= kFirstAnselMark && point != 0) {
      if (marks.size() < kMaxMarksOfLetter) {
        marks.push_back(point);
      } else {
        decoded.replaced = true;
      }
      continue;
    }
    if (byte >= 0x80 && point == 0) decoded.replaced = true;
    append_utf8(decoded.text, byte >= 0x80 && point == 0 ? kReplacement : point);
    for (const int32_t mark : marks) append_utf8(decoded.text, mark);
    marks.clear();
  }
  if (!marks.empty()) {
    decoded.replaced = true;
    append_utf8(decoded.text, kReplacement);
  }
  decoded.text = to_nfc(decoded.text);
  return decoded;
}

}  // namespace

std::string_view name_of(CharacterSet set) {
  switch (set) {
    case CharacterSet::kUtf8:
      return "UTF-8";
    case CharacterSet::kUtf16LittleEndian:
    case CharacterSet::kUtf16BigEndian:
      return "UTF-16";
    case CharacterSet::kAnsel:
      return "ANSEL";
    case CharacterSet::kAscii:
      return "ASCII";
    case CharacterSet::kWindows1252:
      return "Windows-1252";
  }
  return "";
}

Decoded decode(std::string_view bytes, CharacterSet set) {
  if (is_ascii(bytes)) return {std::string(bytes)};
  switch (set) {
    case CharacterSet::kAnsel:
      return decode_ansel(bytes);
    case CharacterSet::kWindows1252:
      return decode_windows(bytes);
    case CharacterSet::kAscii:
      return is_valid_utf8(bytes) ? Decoded{std::string(bytes)} : decode_windows(bytes);
    case CharacterSet::kUtf8:
    case CharacterSet::kUtf16LittleEndian:
    case CharacterSet::kUtf16BigEndian:
      break;
  }
  return decode_utf8(bytes);
}

void Utf16Decoder::append(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    if (!has_byte_) {
      byte_ = byte;
      has_byte_ = true;
      continue;
    }
    has_byte_ = false;
    const int unit = big_endian_ ? byte_ << 8 | byte : byte << 8 | byte_;
    append_unit(static_cast<uint16_t>(unit), out);
  }
}

void Utf16Decoder::append_unit(uint16_t unit, std::string& out) {
  const bool is_high = unit >= 0xD800 && unit < 0xDC00;
  const bool is_low = unit >= 0xDC00 && unit < 0xE000;
  if (high_ != 0 && is_low) {
    append_utf8(out, 0x10000 + ((high_ - 0xD800) << 10) + (unit - 0xDC00));
    high_ = 0;
    return;
  }
  if (high_ != 0) out.push_back(kNeverUtf8);
  high_ = is_high ? unit : 0;
  if (is_high) return;
  if (is_low) {
    out.push_back(kNeverUtf8);
  } else {
    append_utf8(out, unit);
  }
}

void Utf16Decoder::finish(std::string& out) {
  if (high_ != 0 || has_byte_) out.push_back(kNeverUtf8);
  high_ = 0;
  has_byte_ = false;
}

}  // namespace norn::gedcom
