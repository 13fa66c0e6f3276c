#include "base/ids.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <cstdint>

#include "base/check.h"

namespace norn {

std::string random_bytes(size_t count) {
  // More than this much at a time may be interrupted by a signal.
  constexpr size_t kMaxAtOnce = 256;
  NORN_CHECK(count <= kMaxAtOnce, "nobody needs longer secrets");
  std::string bytes(count, '\0');
  const ssize_t filled = ::getrandom(bytes.data(), count, 0);
  NORN_CHECK(filled == static_cast<ssize_t>(count), "the kernel gives random bytes");
  return bytes;
}

std::string random_uuid() {
  const std::string random = random_bytes(16);
  std::string text;
  for (size_t i = 0; i < random.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text.push_back('-');
    auto byte = static_cast<uint8_t>(random[i]);
    if (i == 6) byte = static_cast<uint8_t>((byte & 0x0f) | 0x40);
    if (i == 8) byte = static_cast<uint8_t>((byte & 0x3f) | 0x80);
    fmt::format_to(std::back_inserter(text), "{:02x}", byte);
  }
  return text;
}

bool is_uuid(std::string_view text) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() != kShape.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    if (kShape[i] == '-' ? c != '-' : !is_hex) return false;
  }
  return true;
}

}  // namespace norn
