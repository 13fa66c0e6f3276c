#include "apps/accounts/credentials/secrets.h"

#include <sodium.h>

#include <algorithm>

#include "apps/shared/item_reader.h"
#include "base/sha256.h"

namespace norn::accounts {

namespace {

// An id that is no UUID, of a person whom another program stored, can have any character: a cookie
// cannot.
constexpr char kEncodedId = '~';

std::string id_text(const std::string& user_id) {
  return is_uuid(user_id) ? user_id : kEncodedId + base64url(user_id);
}

std::optional<std::string> parse_id(std::string_view text) {
  if (is_uuid(text)) return std::string(text);
  if (!text.starts_with(kEncodedId)) return std::nullopt;
  std::optional<std::string> id = from_base64url(text.substr(1));
  return id && apps::is_id(*id) ? id : std::nullopt;
}

}  // namespace

std::string base64url(std::string_view bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  // The length that libsodium gives counts the terminating NUL.
  std::string text(sodium_base64_encoded_len(bytes.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), kVariant);
  text.pop_back();
  return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  size_t size = 0;
  const char* end = nullptr;
  const int status = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                                       text.data(), text.size(), nullptr, &size, &end,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  if (status != 0 || end != text.data() + text.size()) return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::string new_secret(Ids& ids) {
  return base64url(ids.secret(kSecretBytes));
}

bool is_secret(std::string_view text) {
  const std::optional<std::string> bytes = from_base64url(text);
  return bytes && bytes->size() == kSecretBytes;
}

std::string secret_hash(std::string_view secret) {
  return sha256_hex(secret);
}

bool same_secret(std::string_view left, std::string_view right) {
  return left.size() == right.size() && sodium_memcmp(left.data(), right.data(), left.size()) == 0;
}

std::string credential_text(const Credential& credential) {
  return id_text(credential.user_id) + "." + credential.secret;
}

std::optional<Credential> parse_credential(std::string_view text) {
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::optional<std::string> user_id = parse_id(text.substr(0, dot));
  const std::string_view secret = text.substr(dot + 1);
  const std::optional<std::string> bytes = from_base64url(secret);
  if (!user_id || !bytes || bytes->size() != kSecretBytes) return std::nullopt;
  return Credential{*std::move(user_id), std::string(secret)};
}

}  // namespace norn::accounts
