#pragma once

#include <cstdint>
#include <string_view>

namespace norn::dynamodb {

// FNV-1a, to distinguish the texts of one stream; not safe against attackers.
// http://www.isthe.com/chongo/tech/comp/fnv/
constexpr uint64_t stream_hash(std::string_view text, uint64_t seed = 0xcbf29ce484222325) {
  for (const char c : text) {
    seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return seed;
}

}  // namespace norn::dynamodb
