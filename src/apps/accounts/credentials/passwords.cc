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

#include "apps/accounts/credentials/secrets.h"
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

// Common passwords of ten and more characters, in lower case. Sorted, for binary search.
constexpr std::array<std::string_view, 120> kCommonPasswords = {
    "0000000000",   "0123456789",    "0987654321",       "1029384756",     "1111111111",
    "11111111111",  "1122334455",    "1212121212",       "1231231231",     "1234554321",
    "1234567890",   "12345678900",   "123456789012",     "1234567891",     "12345678910",
    "123456789a",   "123456789q",    "123456789z",       "1234qwerasdf",   "1234qwerty",
    "123qweasdzxc", "147258369a",    "1password1",       "1q2w3e4r5t",     "1q2w3e4r5t6y",
    "1qaz2wsx3edc", "1qazxsw23edc",  "9876543210",       "aaaaaaaaaa",     "abc1234567",
    "abc123456789", "abcabcabcabc",  "abcd123456",       "abcdefghij",     "abcdefghijk",
    "admin12345",   "admin123456",   "administrator",    "administrator1", "asdf1234asdf",
    "asdfasdfasdf", "asdfghjkl1",    "asdfghjkl123",     "baseball123",    "basketball",
    "basketball1",  "california",    "changeme123",      "changeme1234",   "charlie123",
    "chocolate1",   "christopher",   "computer123",      "dragon1234",     "football123",
    "iloveyou12",   "iloveyou123",   "iloveyou1234",     "iloveyousomuch", "internet123",
    "jennifer123",  "jessica123",    "letmein123",       "letmein1234",    "liverpool1",
    "liverpool123", "manchester",    "manchester1",      "master1234",     "michael123",
    "monkey1234",   "mypassword",    "mypassword1",      "p@ssw0rd12",     "p@ssw0rd123",
    "p@ssword123",  "passw0rd12",    "passw0rd123",      "password!1",     "password01",
    "password1!",   "password11",    "password12",       "password123",    "password123!",
    "password1234", "password12345", "password123456",   "password99",     "passwordpassword",
    "princess123",  "q1w2e3r4t5",    "q1w2e3r4t5y6",     "qazwsx123456",   "qazwsxedcrfv",
    "qwe123qwe123", "qwerty1234",    "qwerty12345",      "qwerty123456",   "qwerty123456789",
    "qwertyqwerty", "qwertyuiop",    "qwertyuiop123",    "secret1234",     "secret12345",
    "starwars123",  "sunshine123",   "superman123",      "temp123456",     "test123456",
    "testtest123",  "testtesttest",  "trustno1trustno1", "welcome123",     "welcome1234",
    "welcome2024",  "welcome2025",   "welcome2026",      "zaq12wsxcde3",   "zxcvbnm123",
};
static_assert(std::ranges::is_sorted(kCommonPasswords));

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

bool is_bcrypt(std::string_view hash) {
  return hash.starts_with("$2a$") || hash.starts_with("$2b$") || hash.starts_with("$2y$");
}

bool matches_bcrypt(std::string_view password, const std::string& hash) {
  const std::string text(password);
  // crypt_r would ignore everything after a NUL.
  if (text.find('\0') != std::string::npos) return false;
  const auto work = std::make_unique<crypt_data>();
  const char* made = crypt_r(text.c_str(), hash.c_str(), work.get());
  return made != nullptr && same_secret(made, hash);
}

}  // namespace

Result<void> check_new_password(std::string_view password, std::string_view email,
                                std::string_view field) {
  if (password.size() > kMaxPasswordBytes) {
    return invalid(field,
                   fmt::format("The password must have at most {} bytes.", kMaxPasswordBytes));
  }
  const std::optional<std::vector<int32_t>> points = code_points(password);
  if (!points || password.find('\0') != std::string_view::npos) {
    return invalid(field, "The password must be text.");
  }
  if (points->size() < kMinPasswordCharacters) {
    return invalid(field, fmt::format("The password must have at least {} characters.",
                                      kMinPasswordCharacters));
  }
  if (std::ranges::all_of(*points, is_space)) {
    return invalid(field, "The password must not be of spaces alone.");
  }
  const std::string lowered = ascii_lower(password);
  if (std::ranges::binary_search(kCommonPasswords, std::string_view(lowered))) {
    return invalid(field, "This password is very common, so it is easy to guess. Choose another.");
  }
  if (!email.empty() && (lowered == email || lowered == email.substr(0, email.find('@')))) {
    return invalid(field, "The password must not be your e-mail address.");
  }
  return {};
}

Passwords::Passwords() {
  NORN_CHECK(sodium_init() >= 0, "libsodium starts");
  const std::optional<std::string> dummy = argon2id(random_bytes(kSecretBytes));
  NORN_CHECK(dummy.has_value(), "there is memory for a hash at the start");
  dummy_ = *dummy;
}

Result<Permits::Permit> Passwords::acquire_permit() {
  constexpr int64_t kRetryAfterS = 2;
  std::optional<Permits::Permit> permit = permits_.try_acquire();
  if (!permit) {
    return too_many_requests(
        "Many people are signing in at this moment. Try again in a few seconds.", kRetryAfterS);
  }
  return std::move(*permit);
}

Result<std::string> Passwords::hash(std::string_view password) {
  NORN_ASSIGN(const Permits::Permit permit, acquire_permit());
  std::optional<std::string> hash = argon2id(password);
  if (!hash) {
    return fail(ErrorCode::kUnavailable,
                "There is not enough memory to hash a password. Try again in a moment.");
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
  if (is_bcrypt(hash)) {
    const bool right = matches_bcrypt(tried, text) && possible;
    return Verdict{.right = right, .outdated = right};
  }
  const std::string& known = is_argon2id(hash) ? text : dummy_;
  const bool matches = crypto_pwhash_str_verify(known.c_str(), tried.data(), tried.size()) == 0;
  const bool right = matches && possible && &known == &text;
  return Verdict{.right = right,
                 .outdated = right && crypto_pwhash_str_needs_rehash(known.c_str(), kPasses,
                                                                     kMemoryBytes) != 0};
}

}  // namespace norn::accounts
