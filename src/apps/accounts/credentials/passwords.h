#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "apps/accounts/places.h"
#include "base/error.h"

namespace norn::accounts {

constexpr size_t kMinPasswordCharacters = 10;
constexpr size_t kMaxPasswordBytes = 1024;

// kInvalid of `field`: too short, too long, one of the most common ones, or the same as `email`.
Result<void> check_new_password(std::string_view password, std::string_view email,
                                std::string_view field = "password");

// Passwords as hashes: argon2id (libsodium, 19 MiB, 2 passes) for new ones; bcrypt, which the
// Yggdrasil design has, is verified and to be replaced. Hashing takes tens of milliseconds and much
// memory, so only a few happen at a time: who comes when enough wait for that already is told to
// try again (kTooManyRequests). Safe from any thread; blocks.
class Passwords {
 public:
  Passwords();

  Result<std::string> hash(std::string_view password);

  struct Verdict {
    bool right = false;
    bool outdated = false;  // Right, but to be hashed anew with `hash`.
  };
  // Takes as long for an empty `hash` (nobody has that address, or no password) as for another.
  Result<Verdict> verify(std::string_view password, std::string_view hash);

 private:
  static constexpr int kMaxAtOnce = 2;
  static constexpr int kMaxWaiting = 8;  // Those whose turn it is are among them.

  Result<Places::Place> enter();

  Places places_{kMaxAtOnce, kMaxWaiting};
  std::string dummy_;  // What a wrong password for nobody is compared with.
};

}  // namespace norn::accounts
