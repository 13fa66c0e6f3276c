#include "apps/console/cursors.h"

#include <sodium.h>

#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/requests.h"
#include "apps/console/keys.h"
#include "apps/shared/items.h"

namespace norn::console {
namespace {

constexpr size_t kKeyBytes = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;
constexpr size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr size_t kTagBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;

unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

Cursors::Cursors(store::Store& store, apps::TableNames tables, Ids& ids)
    : store_(store), tables_(std::move(tables)), ids_(ids) {}

Result<std::string> Cursors::seal(std::string_view about, store::ItemView key) {
  NORN_ASSIGN(const std::string secret, secret_key());
  std::string text = ids_.secret(kNonceBytes);
  const std::string nonce = text;
  const std::string_view plain = key.json();
  text.resize(kNonceBytes + plain.size() + kTagBytes);
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      bytes_of(text) + kNonceBytes, nullptr, bytes_of(plain), plain.size(), bytes_of(about),
      about.size(), nullptr, bytes_of(std::string_view(nonce)), bytes_of(std::string_view(secret)));
  return accounts::base64url(text);
}

Result<std::optional<store::Item>> Cursors::open(std::string_view about, std::string_view text) {
  const std::optional<std::string> sealed = accounts::from_base64url(text);
  if (!sealed || sealed->size() < kNonceBytes + kTagBytes) return std::nullopt;
  NORN_ASSIGN(const std::string secret, secret_key());
  const std::string_view nonce = std::string_view(*sealed).substr(0, kNonceBytes);
  const std::string_view body = std::string_view(*sealed).substr(kNonceBytes);
  std::string plain(body.size() - kTagBytes, '\0');
  const int status = crypto_aead_xchacha20poly1305_ietf_decrypt(
      bytes_of(plain), nullptr, nullptr, bytes_of(body), body.size(), bytes_of(about), about.size(),
      bytes_of(nonce), bytes_of(std::string_view(secret)));
  if (status != 0) return std::nullopt;
  NORN_ASSIGN(store::Item key, store::Item::from_json(plain));
  return key;
}

Result<std::string> Cursors::secret_key() {
  const std::lock_guard lock(mutex_);
  if (key_) return *key_;
  NORN_ASSIGN(key_, stored_key());
  if (key_) return *key_;
  const std::string made = ids_.secret(kKeyBytes);
  const auto written =
      store_.put(accounts::put_new(tables_.norn(), {{"PK", keys::kConsoleKey},
                                                    {"SK", keys::kConsoleKey},
                                                    {"entityType", keys::kConsoleKey},
                                                    {"cursorKey", accounts::base64url(made)}}));
  if (!written && written.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(written.error());
  }
  // Of several processes at the same time, one has made it.
  NORN_ASSIGN(key_, stored_key());
  if (key_) return *key_;
  return fail(ErrorCode::kUnavailable, "The key of the console's positions cannot be read.");
}

// An item of another program, or a broken one, counts as none.
Result<std::optional<std::string>> Cursors::stored_key() {
  NORN_ASSIGN(const std::optional<store::Item> item,
              accounts::read_item(store_, tables_.norn(), keys::kConsoleKey, keys::kConsoleKey));
  if (!item) return std::nullopt;
  std::optional<std::string> key = accounts::from_base64url(apps::text_of(*item, "cursorKey"));
  return key && key->size() == kKeyBytes ? key : std::nullopt;
}

}  // namespace norn::console
