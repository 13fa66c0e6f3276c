#include "apps/accounts/credentials/passwords.h"

#include <crypt.h>
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "apps/accounts/credentials/common_passwords.h"
#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/sentences.h"
#include "base/ascii.h"
#include "base/check.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/text.h"

namespace norn::accounts {

namespace {

// OWASP's second choice of parameters for argon2id: m = 19456 KiB, t = 2, p = 1.
constexpr unsigned long long kPasses = 2;
constexpr size_t kMemoryBytes = size_t{19456} * 1024;

std::optional<std::string> argon2id(std::string_view password) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  const int status =
      crypto_pwhash_str(hash.data(), password.data(), password.size(), kPasses, kMemoryBytes);
  if (status != 0) return std::nullopt;
  return std::string(hash.data());
}

bool is_argon2id(std::string_view hash) {
  return hash.starts_with("$argon2id$") && hash.size() < crypto_pwhash_STRBYTES;
}

// "$2a$10$…". A hash of another program may have a cost that takes minutes: such a one never
// matches.
bool is_bcrypt(std::string_view hash) {
  return hash.starts_with("$2a$") || hash.starts_with("$2b$") || hash.starts_with("$2y$");
}
bool is_too_expensive(std::string_view hash) {
  constexpr std::string_view kMaxCost = "14";
  constexpr size_t kCostBegins = 4;
  return hash.substr(kCostBegins, kMaxCost.size()) > kMaxCost;
}

// The cost of the design; a hash with another one is outdated.
constexpr std::string_view kBcryptPrefix = "$2b$10$";
constexpr unsigned long kBcryptCost = 10;
constexpr size_t kMaxBcryptBytes = 72;

std::optional<std::string> bcrypt(std::string_view password) {
  constexpr int kSaltBytes = 16;
  const std::string random = random_bytes(kSaltBytes);
  std::array<char, CRYPT_GENSALT_OUTPUT_SIZE> salt{};
  if (crypt_gensalt_rn("$2b$", kBcryptCost, random.data(), kSaltBytes, salt.data(),
                       static_cast<int>(salt.size())) == nullptr) {
    return std::nullopt;
  }
  const auto work = std::make_unique<crypt_data>();
  const char* const made = crypt_r(std::string(password).c_str(), salt.data(), work.get());
  if (made == nullptr || !std::string_view(made).starts_with(kBcryptPrefix)) return std::nullopt;
  return std::string(made);
}

bool matches_bcrypt(std::string_view password, const std::string& hash) {
  const std::string text(password);
  // crypt_r would ignore everything after a NUL.
  if (text.find('\0') != std::string::npos || is_too_expensive(hash)) return false;
  const auto work = std::make_unique<crypt_data>();
  const char* made = crypt_r(text.c_str(), hash.c_str(), work.get());
  return made != nullptr && same_secret(made, hash);
}

}  // namespace

Result<void> check_new_password(std::string_view password, std::string_view email,
                                std::string_view field) {
  if (password.size() > kMaxPasswordBytes) {
    return invalid(field, kPasswordTooLong(kMaxPasswordBytes));
  }
  const std::optional<std::vector<int32_t>> points = code_points(password);
  if (!points || password.find('\0') != std::string_view::npos) {
    return invalid(field, kPasswordNotText);
  }
  if (points->size() < kMinPasswordCharacters) {
    return invalid(field, kPasswordTooShort(kMinPasswordCharacters));
  }
  if (std::ranges::all_of(*points, is_space)) {
    return invalid(field, kPasswordOfSpaces);
  }
  const std::string lowered = ascii_lower(password);
  if (is_common_password(password)) {
    return invalid(field, kPasswordCommon);
  }
  if (!email.empty() && (lowered == email || lowered == email.substr(0, email.find('@')))) {
    return invalid(field, kPasswordIsEmail);
  }
  return {};
}

Passwords::Passwords(PasswordHash kind) : kind_(kind) {
  NORN_CHECK(sodium_init() >= 0, "libsodium starts");
  const std::optional<std::string> dummy =
      kind == PasswordHash::kBcrypt ? bcrypt("nobody's") : argon2id(random_bytes(kSecretBytes));
  NORN_CHECK(dummy.has_value(), "there is memory for a hash at the start");
  dummy_ = *dummy;
}

Result<Permits::Permit> Passwords::acquire_permit() {
  constexpr int64_t kRetryAfterS = 2;
  std::optional<Permits::Permit> permit = permits_.try_acquire();
  if (!permit) {
    return too_many_requests(kManySignIns, kRetryAfterS);
  }
  return std::move(*permit);
}

Result<std::string> Passwords::hash(std::string_view password) {
  const bool is_bcrypt_wanted = kind_ == PasswordHash::kBcrypt;
  if (is_bcrypt_wanted && password.size() > kMaxBcryptBytes) {
    return invalid("password", kPasswordTooLong(kMaxBcryptBytes));
  }
  NORN_ASSIGN(const Permits::Permit permit, acquire_permit());
  std::optional<std::string> hash = is_bcrypt_wanted ? bcrypt(password) : argon2id(password);
  if (!hash) {
    return fault(ErrorCode::kUnavailable, kNoMemoryForPassword);
  }
  return std::move(*hash);
}

Result<Passwords::Verdict> Passwords::verify(std::string_view password, std::string_view hash) {
  NORN_ASSIGN(const Permits::Permit permit, acquire_permit());
  const std::string text(hash);
  // No password is as long as that, and verifying it must not take longer than for others.
  const bool possible = password.size() <= kMaxPasswordBytes;
  const std::string_view tried = possible ? password : password.substr(0, kMaxPasswordBytes);
  // The time of bcrypt depends on its cost, so it differs until the hash is replaced.
  const bool is_known = is_bcrypt(hash) || is_argon2id(hash);
  const std::string& known = is_known ? text : dummy_;
  if (is_bcrypt(known)) {
    const bool right = matches_bcrypt(tried, known) && possible && is_known;
    const bool is_wanted = kind_ == PasswordHash::kBcrypt && known.starts_with(kBcryptPrefix);
    return Verdict{.right = right, .outdated = right && !is_wanted};
  }
  const bool matches = crypto_pwhash_str_verify(known.c_str(), tried.data(), tried.size()) == 0;
  const bool right = matches && possible && is_known;
  const bool is_weak = crypto_pwhash_str_needs_rehash(known.c_str(), kPasses, kMemoryBytes) != 0;
  return Verdict{.right = right, .outdated = right && (is_weak || kind_ == PasswordHash::kBcrypt)};
}

}  // namespace norn::accounts
