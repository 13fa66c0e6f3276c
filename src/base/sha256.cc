#include "base/sha256.h"

#include <openssl/evp.h>

#include <cstdint>

#include "base/check.h"

namespace norn {

std::string sha256(std::string_view bytes) {
  // Looked up once: doing that every time takes longer than hashing a short text.
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  std::string digest(32, '\0');
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()),
                 nullptr, algorithm, nullptr);
  NORN_CHECK(done == 1, "OpenSSL has SHA-256");
  return digest;
}

std::string sha256_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(64);
  for (const char byte : sha256(bytes)) {
    text.push_back(kDigits[static_cast<uint8_t>(byte) >> 4]);
    text.push_back(kDigits[static_cast<uint8_t>(byte) & 0x0f]);
  }
  return text;
}

}  // namespace norn
