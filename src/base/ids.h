#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace norn {

// Random bytes from the kernel's generator.
std::string random_bytes(size_t count);
// A random UUID (version 4) from the kernel's generator.
std::string random_uuid();
// Whether it has the form of a UUID in lower case: no other text may be part of a key.
bool is_uuid(std::string_view text);

// Where ids and secrets come from, injected so that tests are exact. Safe to call from any thread.
class Ids {
 public:
  virtual ~Ids() = default;
  // A UUID, version 4.
  virtual std::string uuid() = 0;
  // Bytes that cannot be guessed.
  virtual std::string secret(size_t bytes) = 0;
};

class RandomIds final : public Ids {
 public:
  std::string uuid() override { return random_uuid(); }
  std::string secret(size_t bytes) override { return random_bytes(bytes); }
};

}  // namespace norn
