#include "pictures/header.h"

#include <algorithm>

namespace norn::pictures {
namespace {

constexpr std::string_view kJpegStart = "\xFF\xD8\xFF";
constexpr std::string_view kPngStart("\x89PNG\r\n\x1A\n", 8);
constexpr std::string_view kExifStart("Exif\0\0", 6);

enum class Order : uint8_t { kBigEndian, kLittleEndian };

// An unsigned number of `count` bytes; nullopt if it is not all there.
std::optional<uint32_t> number_at(std::string_view bytes, size_t at, size_t count, Order order) {
  if (at > bytes.size() || bytes.size() - at < count) return std::nullopt;
  uint32_t number = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t place = order == Order::kBigEndian ? i : count - 1 - i;
    number = number << 8 | static_cast<unsigned char>(bytes[at + place]);
  }
  return number;
}

std::optional<uint32_t> big(std::string_view bytes, size_t at, size_t count) {
  return number_at(bytes, at, count, Order::kBigEndian);
}

std::optional<uint32_t> little(std::string_view bytes, size_t at, size_t count) {
  return number_at(bytes, at, count, Order::kLittleEndian);
}

// At most what is there.
std::string_view part_of(std::string_view bytes, size_t at, size_t count) {
  return at < bytes.size() ? bytes.substr(at, count) : std::string_view();
}

// The markers of JPEG (ITU-T T.81, table B.1).
constexpr uint32_t kStartOfScan = 0xDA;
constexpr uint32_t kEndOfImage = 0xD9;
constexpr uint32_t kApp1 = 0xE1;

bool stands_alone(uint32_t marker) {
  constexpr uint32_t kTemporary = 0x01;
  return marker == kTemporary || (marker >= 0xD0 && marker <= 0xD8);
}

bool is_start_of_frame(uint32_t marker) {
  // C4, C8 and CC among them are tables and extensions.
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

std::optional<Header> jpeg_header(std::string_view bytes) {
  Header header = {.format = Format::kJpeg};
  size_t at = 2;
  while (at + 1 < bytes.size()) {
    if (bytes[at] != '\xFF') return std::nullopt;
    const auto marker = static_cast<unsigned char>(bytes[at + 1]);
    if (marker == 0xFF) {  // Bytes that fill.
      ++at;
      continue;
    }
    at += 2;
    if (stands_alone(marker)) continue;
    if (marker == kStartOfScan || marker == kEndOfImage) return std::nullopt;
    const auto length = big(bytes, at, 2);  // With itself.
    if (!length || *length < 2) return std::nullopt;
    const std::string_view content = part_of(bytes, at + 2, *length - 2);
    if (is_start_of_frame(marker)) {
      header.height = big(content, 1, 2).value_or(0);
      header.width = big(content, 3, 2).value_or(0);
      header.end = at;
      return header;
    }
    if (marker == kApp1 && content.starts_with(kExifStart)) {
      header.orientation = orientation_in(content.substr(kExifStart.size()));
    }
    at += *length;
  }
  return std::nullopt;
}

std::optional<Header> png_header(std::string_view bytes) {
  Header header = {.format = Format::kPng, .end = bytes.size()};
  size_t at = kPngStart.size();
  if (part_of(bytes, at + 4, 4) != "IHDR") return std::nullopt;
  header.width = big(bytes, at + 8, 4).value_or(0);
  header.height = big(bytes, at + 12, 4).value_or(0);
  // Each chunk has a length, a name, its content and a checksum.
  constexpr size_t kAroundContent = 12;
  while (const auto length = big(bytes, at, 4)) {
    if (part_of(bytes, at + 4, 4) == "eXIf") {
      header.orientation = orientation_in(part_of(bytes, at + 8, *length));
    }
    at += kAroundContent + *length;
  }
  return header;
}

// The size of what one chunk of WebP describes (RFC 9649, section 2); width 0 for other chunks.
Header webp_chunk(std::string_view name, std::string_view content) {
  Header header = {.format = Format::kWebp};
  constexpr uint32_t kSideBits = 0x3FFF;
  if (name == "VP8X") {
    header.width = little(content, 4, 3).value_or(0) + int64_t{1};
    header.height = little(content, 7, 3).value_or(0) + int64_t{1};
  } else if (name == "VP8 ") {
    header.width = little(content, 6, 2).value_or(0) & kSideBits;
    header.height = little(content, 8, 2).value_or(0) & kSideBits;
  } else if (name == "VP8L") {
    const uint32_t sides = little(content, 1, 4).value_or(0);
    header.width = (sides & kSideBits) + int64_t{1};
    header.height = (sides >> 14 & kSideBits) + int64_t{1};
  }
  return header;
}

std::optional<Header> webp_header(std::string_view bytes) {
  Header header = {.format = Format::kWebp, .end = bytes.size()};
  constexpr size_t kFirstChunk = 12;
  constexpr size_t kChunkHead = 8;
  size_t at = kFirstChunk;
  while (const auto length = little(bytes, at + 4, 4)) {
    const std::string_view name = part_of(bytes, at, 4);
    std::string_view content = part_of(bytes, at + kChunkHead, *length);
    if (name == "EXIF") {
      // Some programs write it as JPEG has it.
      if (content.starts_with(kExifStart)) content.remove_prefix(kExifStart.size());
      header.orientation = orientation_in(content);
    }
    const Header described = webp_chunk(name, content);
    // A file that contradicts itself counts as the largest that it claims to be.
    header.width = std::max(header.width, described.width);
    header.height = std::max(header.height, described.height);
    at += kChunkHead + *length + *length % 2;
  }
  return header;
}

std::optional<Header> header_of_format(std::string_view bytes) {
  if (bytes.starts_with(kJpegStart)) return jpeg_header(bytes);
  if (bytes.starts_with(kPngStart)) return png_header(bytes);
  if (bytes.starts_with("RIFF") && part_of(bytes, 8, 4) == "WEBP") return webp_header(bytes);
  return std::nullopt;
}

}  // namespace

std::optional<Header> read_header(std::string_view bytes) {
  const auto header = header_of_format(bytes);
  if (!header || header->width <= 0 || header->height <= 0) return std::nullopt;
  return header;
}

int orientation_in(std::string_view exif) {
  constexpr std::string_view kLittle("II*\0", 4);
  constexpr std::string_view kBig("MM\0*", 4);
  if (!exif.starts_with(kLittle) && !exif.starts_with(kBig)) return kUpright;
  const Order order = exif.starts_with(kLittle) ? Order::kLittleEndian : Order::kBigEndian;
  constexpr size_t kEntryBytes = 12;
  constexpr uint32_t kOrientationTag = 274;
  constexpr uint32_t kShortType = 3;
  const size_t directory = number_at(exif, 4, 4, order).value_or(UINT32_MAX);
  const uint32_t entries = number_at(exif, directory, 2, order).value_or(0);
  for (uint32_t i = 0; i < entries; ++i) {
    const size_t entry = directory + 2 + i * kEntryBytes;
    const auto tag = number_at(exif, entry, 2, order);
    if (!tag) break;
    if (*tag != kOrientationTag || number_at(exif, entry + 2, 2, order) != kShortType) continue;
    const uint32_t value = number_at(exif, entry + 8, 2, order).value_or(kUpright);
    if (value < kUpright || value > kLastOrientation) return kUpright;
    return static_cast<int>(value);
  }
  return kUpright;
}

}  // namespace norn::pictures
