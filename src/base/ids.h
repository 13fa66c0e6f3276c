#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace norn {

// Random bytes from the kernel's generator.
std::string random_bytes(size_t count);
// A random UUID (version 4) from the kernel's generator.
std::string random_uuid();
// Whether it has the form of a UUID in lower case: no other text may be part of a key.
bool is_uuid(std::string_view text);
// The UUID of version 7 with that time, and with the rest of a UUID of version 4.
std::string time_ordered_uuid(int64_t time_ms, std::string_view random);

// Where ids and secrets come from, injected so that tests are exact. Safe to call from any thread.
class Ids {
 public:
  virtual ~Ids() = default;
  // A UUID, version 4.
  virtual std::string uuid() = 0;
  // Bytes that cannot be guessed.
  virtual std::string secret(size_t bytes) = 0;
  // A UUID, version 7 (RFC 9562, 5.7), of that time: its order is its time, and of those of one
  // millisecond the order in which they were asked for.
  std::string time_ordered(int64_t now_ms);

 private:
  std::atomic<int64_t> last_time_ordered_ = 0;  // Milliseconds, and 12 bits that count in them.
};

class RandomIds final : public Ids {
 public:
  std::string uuid() override { return random_uuid(); }
  std::string secret(size_t bytes) override { return random_bytes(bytes); }
};

}  // namespace norn
