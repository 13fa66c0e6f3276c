#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// What the first bytes of a picture say of it. Read before anything is decoded, because a file of a
// few bytes can claim to be as large as memory. Everything comes from strangers: each read is
// bounded by the bytes that are there.
namespace norn::pictures {

enum class Format : uint8_t { kJpeg, kPng, kWebp };

// How a picture is to be turned before it is shown, as EXIF counts it: 1 is "as it is"
// (CIPA DC-008, 4.6.4, tag 274).
constexpr int kUpright = 1;
constexpr int kLastOrientation = 8;

struct Header {
  Format format = Format::kJpeg;
  int64_t width = 0;
  int64_t height = 0;
  int orientation = kUpright;
  size_t end = 0;  // Where the header ends. It is the whole file of a format without such a place.
};

// Returns nullopt for what is no JPEG, PNG or WebP, or has no size.
std::optional<Header> read_header(std::string_view bytes);

// The orientation in a block of EXIF, which is a small TIFF file; kUpright if there is none.
int orientation_in(std::string_view exif);

}  // namespace norn::pictures
