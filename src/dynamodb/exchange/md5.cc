#include "dynamodb/exchange/md5.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/check.h"

namespace norn::exchange {

Md5::Md5() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
  NORN_CHECK(context_ && EVP_DigestInit_ex(context_.get(), EVP_md5(), nullptr) == 1,
             "OpenSSL has MD5");
}

void Md5::add(std::string_view bytes) {
  NORN_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1,
             "hashing memory cannot fail");
}

std::string Md5::digest() {
  std::string out(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  auto* const bytes = reinterpret_cast<unsigned char*>(out.data());
  NORN_CHECK(EVP_DigestFinal_ex(context_.get(), bytes, &size) == 1, "hashing memory cannot fail");
  out.resize(size);
  return out;
}

std::string md5(std::string_view bytes) {
  Md5 hash;
  hash.add(bytes);
  return hash.digest();
}

Result<std::string> md5_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail(ErrorCode::kInvalid,
                fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  Md5 hash;
  std::string buffer(size_t{1} << 16, '\0');
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    hash.add(std::string_view(buffer).substr(0, static_cast<size_t>(file.gcount())));
  }
  if (file.bad())
    return fail(ErrorCode::kUnavailable, fmt::format("cannot read {}", path.string()));
  return hash.digest();
}

}  // namespace norn::exchange
