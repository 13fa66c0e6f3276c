#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "apps/accounts/permits.h"
#include "base/error.h"

namespace norn::accounts {

constexpr size_t kMinPasswordCharacters = 10;
constexpr size_t kMaxPasswordBytes = 1024;

// Returns kInvalid with `field` if the password is too short, too long, of spaces alone, a
// common one (common_passwords.h), or equal to `email` or its first part.
Result<void> check_new_password(std::string_view password, std::string_view email,
                                std::string_view field = "password");

// How new passwords are hashed.
enum class PasswordHash : uint8_t {
  kArgon2id,  // libsodium, 19 MiB, 2 passes.
  kBcrypt,    // With a cost of 10, as the Yggdrasil design: for those whose other program reads it.
};

// Hashes and verifies passwords. Hashes of the other kind are verified, too, and outdated. Hashing
// takes tens of milliseconds and much memory, so only a few threads do it at a time, and a few
// wait; others get kTooManyRequests. Safe from any thread; blocks.
class Passwords {
 public:
  explicit Passwords(PasswordHash kind = PasswordHash::kArgon2id);

  // Returns kInvalid of "password" if bcrypt would ignore the end of it.
  Result<std::string> hash(std::string_view password);

  struct Verdict {
    bool right = false;
    bool outdated = false;  // Right, but not hashed as `hash` does.
  };
  // Takes as long for an empty `hash` (an unknown address, or no password) as for any other.
  Result<Verdict> verify(std::string_view password, std::string_view hash);

 private:
  static constexpr int kMaxConcurrent = 2;
  static constexpr int kMaxCallers = 8;  // Waiting or hashing.

  Result<Permits::Permit> acquire_permit();

  const PasswordHash kind_;
  Permits permits_{kMaxConcurrent, kMaxCallers};
  std::string dummy_;  // The hash that is verified when there is none.
};

}  // namespace norn::accounts
