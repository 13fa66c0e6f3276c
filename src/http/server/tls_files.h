#pragma once

#include <filesystem>

namespace norn::http {

// PEM files: the certificate followed by those of its issuers, and its private key.
struct TlsFiles {
  std::filesystem::path cert;
  std::filesystem::path key;
};

}  // namespace norn::http
