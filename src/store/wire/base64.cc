#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "store/errors.h"
#include "store/wire/wire.h"

// Base64 with padding (RFC 4648, section 4). Only the one text that encoding gives is accepted: the
// unused bits of the last character must be zero (section 3.5).
namespace norn::store {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 0xff;

constexpr auto kDigits = [] {
  std::array<uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (size_t i = 0; i < kAlphabet.size(); ++i) {
    digits[static_cast<uint8_t>(kAlphabet[i])] = static_cast<uint8_t>(i);
  }
  return digits;
}();

uint32_t digit(char c) {
  return kDigits[static_cast<uint8_t>(c)];
}

size_t padding_of(std::string_view text) {
  if (text.empty() || text.back() != '=') {
    return 0;
  }
  return text[text.size() - 2] == '=' ? 2 : 1;
}

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  const auto byte = [&](size_t i) -> uint32_t {
    return i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0;
  };
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    out.push_back(kAlphabet[group >> 18]);
    out.push_back(kAlphabet[group >> 12 & 63]);
    out.push_back(i + 1 < bytes.size() ? kAlphabet[group >> 6 & 63] : '=');
    out.push_back(i + 2 < bytes.size() ? kAlphabet[group & 63] : '=');
  }
  return out;
}

Result<std::string> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) {
    return validation(fmt::format(
        "Base64 encoded length is expected a multiple of 4 bytes but found: {}", text.size()));
  }
  std::string out;
  const size_t padding = padding_of(text);
  const size_t digits = text.size() - padding;
  out.reserve(text.size() / 4 * 3);
  uint32_t group = 0;
  uint32_t invalid = 0;
  for (size_t i = 0; i < digits; ++i) {
    const uint32_t value = digit(text[i]);
    invalid |= value;
    group = group << 6 | (value & 63);
    if (i % 4 == 3) {
      out.push_back(static_cast<char>(group >> 16));
      out.push_back(static_cast<char>(group >> 8));
      out.push_back(static_cast<char>(group));
      group = 0;
    }
  }
  if ((invalid & 0x80) != 0) {
    return validation("Invalid Base64 character detected");
  }
  const uint32_t unused_bits = padding == 1 ? group & 3 : padding == 2 ? group & 15 : 0;
  if (unused_bits != 0) {
    return validation("Invalid last non-pad Base64 character dectected");
  }
  if (padding == 1) {
    out.push_back(static_cast<char>(group >> 10));
    out.push_back(static_cast<char>(group >> 2));
  } else if (padding == 2) {
    out.push_back(static_cast<char>(group >> 4));
  }
  return out;
}

}  // namespace norn::store
