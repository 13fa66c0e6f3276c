#include "http/addresses.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace norn::http {
namespace {

using Bytes4 = std::array<uint8_t, 4>;
using Bytes16 = std::array<uint8_t, 16>;

template <size_t kSize>
struct Block {
  std::array<uint8_t, kSize> begin;
  int bits;
};

template <size_t kSize>
bool is_in(const std::array<uint8_t, kSize>& address, const Block<kSize>& block) {
  for (int bit = 0; bit < block.bits; ++bit) {
    const auto byte = static_cast<size_t>(bit / 8);
    const int mask = 0x80 >> (bit % 8);
    if ((address[byte] & mask) != (block.begin[byte] & mask)) return false;
  }
  return true;
}

// IANA's registries of special-purpose addresses (RFC 6890), groups and reserved ones.
constexpr std::array<Block<4>, 15> kSpecial4 = {{{{0, 0, 0, 0}, 8},
                                                 {{10, 0, 0, 0}, 8},
                                                 {{100, 64, 0, 0}, 10},
                                                 {{127, 0, 0, 0}, 8},
                                                 {{169, 254, 0, 0}, 16},
                                                 {{172, 16, 0, 0}, 12},
                                                 {{192, 0, 0, 0}, 24},
                                                 {{192, 0, 2, 0}, 24},
                                                 {{192, 88, 99, 0}, 24},
                                                 {{192, 168, 0, 0}, 16},
                                                 {{198, 18, 0, 0}, 15},
                                                 {{198, 51, 100, 0}, 24},
                                                 {{203, 0, 113, 0}, 24},
                                                 {{224, 0, 0, 0}, 4},
                                                 {{240, 0, 0, 0}, 4}}};

constexpr Block<16> kGlobal6 = {{0x20}, 3};
// Inside of it: protocols (Teredo among them), documentation, 6to4, documentation.
constexpr std::array<Block<16>, 4> kSpecial6 = {{{{0x20, 0x01, 0x00}, 23},
                                                 {{0x20, 0x01, 0x0d, 0xb8}, 32},
                                                 {{0x20, 0x02}, 16},
                                                 {{0x3f, 0xff, 0x00}, 20}}};
// IPv4 addresses inside of IPv6: mapped (RFC 4291, 2.5.5.2), and translated (RFC 6052, 2.1).
constexpr std::array<Block<16>, 2> kEmbedding = {
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96}, {{0x00, 0x64, 0xff, 0x9b}, 96}}};

bool is_public4(const Bytes4& address) {
  return std::ranges::none_of(kSpecial4,
                              [&](const Block<4>& block) { return is_in(address, block); });
}

bool is_public6(const Bytes16& address) {
  const auto contains = [&](const Block<16>& block) { return is_in(address, block); };
  if (std::ranges::any_of(kEmbedding, contains)) {
    return is_public4({address[12], address[13], address[14], address[15]});
  }
  return contains(kGlobal6) && std::ranges::none_of(kSpecial6, contains);
}

}  // namespace

bool is_public_address(std::string_view text) {
  const std::string address(text);
  Bytes4 four{};
  if (inet_pton(AF_INET, address.c_str(), four.data()) == 1) return is_public4(four);
  Bytes16 sixteen{};
  return inet_pton(AF_INET6, address.c_str(), sixteen.data()) == 1 && is_public6(sixteen);
}

}  // namespace norn::http
