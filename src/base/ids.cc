#include "base/ids.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <cstdint>

#include "base/check.h"

namespace norn {
namespace {

// Where the digits begin that are a counter (RFC 9562, 6.2, method 1), and how many bits they have.
constexpr size_t kCounterAt = 15;
constexpr size_t kAfterCounter = 18;
constexpr int64_t kCounterBits = 12;
// How far ids may be ahead of the clock.
constexpr int64_t kMostAheadMs = 10'000;

}  // namespace

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

std::string time_ordered_uuid(int64_t time_ms, std::string_view random) {
  const std::string time = fmt::format("{:012x}", std::max<int64_t>(0, time_ms));
  return fmt::format("{}-{}-7{}", time.substr(0, 8), time.substr(8), random.substr(kCounterAt));
}

std::string Ids::time_ordered(int64_t now_ms) {
  const int64_t now = std::max<int64_t>(0, now_ms) << kCounterBits;
  int64_t last = last_time_ordered_.load();
  int64_t next = 0;
  do {
    // A clock that was set back by more than a burst of ids explains is followed.
    const bool is_set_back = now + (kMostAheadMs << kCounterBits) < last;
    next = is_set_back ? now : std::max(now, last + 1);
  } while (!last_time_ordered_.compare_exchange_weak(last, next));
  const std::string random = uuid();
  return fmt::format("{}{:03x}{}",
                     time_ordered_uuid(next >> kCounterBits, random).substr(0, kCounterAt),
                     next & ((1 << kCounterBits) - 1), random.substr(kAfterCounter));
}

}  // namespace norn
