#include "base/ids.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cstdint>

#include "base/check.h"

namespace norn {

std::string random_uuid() {
  std::array<uint8_t, 16> bytes{};
  const ssize_t filled = ::getrandom(bytes.data(), bytes.size(), 0);
  NORN_CHECK(filled == static_cast<ssize_t>(bytes.size()), "the kernel gives random bytes");
  bytes[6] = static_cast<uint8_t>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<uint8_t>((bytes[8] & 0x3f) | 0x80);
  std::string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) {
      text.push_back('-');
    }
    fmt::format_to(std::back_inserter(text), "{:02x}", bytes[i]);
  }
  return text;
}

}  // namespace norn
