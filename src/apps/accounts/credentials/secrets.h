#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"

// Secrets that are shown to their owner once and stored as hashes only.
namespace norn::accounts {

constexpr size_t kSecretBytes = 32;

std::string base64url(std::string_view bytes);
std::optional<std::string> from_base64url(std::string_view text);  // Strict: canonical only.

// 256 bits as base64url.
std::string new_secret(Ids& ids);
// Whether it has the form of such a secret.
bool is_secret(std::string_view text);
// The stored form: SHA-256 in hex. (Only secrets that people choose need a slow hash.)
std::string secret_hash(std::string_view secret);

// Compares in constant time.
bool same_secret(std::string_view left, std::string_view right);

// A credential is sent as "<user id>.<secret>", so that it can be found by its key.
struct Credential {
  std::string user_id;
  std::string secret;
};
std::string credential_text(const Credential& credential);
// Returns nullopt unless it is an id and a secret of 256 bits.
std::optional<Credential> parse_credential(std::string_view text);

}  // namespace norn::accounts
