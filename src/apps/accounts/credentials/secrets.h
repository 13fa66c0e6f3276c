#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"

// Secrets that are shown to their owner once and are kept as hashes only.
namespace norn::accounts {

constexpr size_t kSecretBytes = 32;

std::string base64url(std::string_view bytes);
std::optional<std::string> from_base64url(std::string_view text);  // Strict: one text per value.

// 256 bits as base64url.
std::string new_secret(Ids& ids);
// What is stored of it: SHA-256 in hex. (A slow hash is for what people choose themselves.)
std::string secret_hash(std::string_view secret);

// In a time that does not depend on where they differ.
bool same_secret(std::string_view left, std::string_view right);

// A credential as it is sent: "<user id>.<secret>", so that one read of one item verifies it.
struct Credential {
  std::string user_id;
  std::string secret;
};
std::string credential_text(const Credential& credential);
// nullopt when it is not of that form (a UUID in lower case and a secret of 256 bits).
std::optional<Credential> parse_credential(std::string_view text);

}  // namespace norn::accounts
