#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace norn::accounts {

// A provider to sign in with, as the file of --oidc describes it.
struct Provider {
  enum class Kind : uint8_t {
    kOidc,    // An issuer of OpenID Connect, with a discovery document.
    kOauth2,  // OAuth 2 with endpoints for the user and the addresses, like GitHub.
  };
  std::string id;    // "google": [a-z0-9-]{1,32}; a part of keys and of addresses.
  std::string name;  // "Google"
  Kind kind = Kind::kOidc;
  std::string issuer = {};  // kOidc: https, or http on this machine.
  std::string client_id;
  std::string client_secret = {};  // Empty: a public client.
  std::string scope = "openid email profile";
  // kOauth2 only.
  std::string authorization_endpoint = {};
  std::string token_endpoint = {};
  std::string user_endpoint = {};    // Its "id" is the subject.
  std::string emails_endpoint = {};  // A list of {email, primary, verified}, as GitHub has it.
};

// Reads the file: {"providers":[{"id":"google","issuer":"https://accounts.google.com",
// "clientId":"...","clientSecret":"..."}]}. Errors name the member and what it has to be. A file
// with a secret must be readable by its owner only.
Result<std::vector<Provider>> read_providers(const std::filesystem::path& file);
Result<std::vector<Provider>> parse_providers(std::string_view json);

}  // namespace norn::accounts
