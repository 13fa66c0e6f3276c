#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "pictures/header.h"

// Any bytes as the beginning of a picture, and as EXIF. Reading them ends, within their bounds.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace norn::pictures;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto header = read_header(bytes);
  if (header) {
    NORN_CHECK(header->width > 0 && header->height > 0, "a picture has a size");
    NORN_CHECK(header->end <= size, "the header is a part of the file");
  }
  for (const int orientation : {header ? header->orientation : kUpright, orientation_in(bytes)}) {
    NORN_CHECK(orientation >= kUpright && orientation <= kLastOrientation, "it is one of eight");
  }
  return 0;
}
