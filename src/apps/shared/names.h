#pragma once

#include <algorithm>
#include <compare>
#include <string_view>

namespace norn::apps {

// The order of names and titles: byte for byte, but without regard to the case of ASCII letters.
inline std::strong_ordering compare_names(std::string_view left, std::string_view right) {
  const auto lower = [](char c) {
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  };
  const size_t common = std::min(left.size(), right.size());
  for (size_t i = 0; i < common; ++i) {
    const auto order = lower(left[i]) <=> lower(right[i]);
    if (order != 0) return order;
  }
  return left.size() <=> right.size();
}

}  // namespace norn::apps
