#pragma once

#include <openssl/evp.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::exchange {

// MD5, by which DynamoDB's exports are checked. It finds damage, and is no protection from people.
class Md5 {
 public:
  Md5();
  void add(std::string_view bytes);
  std::string digest();  // 16 bytes. To be called once.

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

std::string md5(std::string_view bytes);
Result<std::string> md5_of_file(const std::filesystem::path& path);

}  // namespace norn::exchange
