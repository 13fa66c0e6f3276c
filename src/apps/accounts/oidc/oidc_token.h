#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "apps/accounts/oidc/oidc_fetch.h"
#include "apps/accounts/oidc/oidc_issuers.h"

namespace norn::accounts {

// A person, as a provider knows them.
struct ProvenIdentity {
  std::string subject;  // Who it is, for ever.
  std::string email = {};
  bool email_verified = false;
  std::string name = {};
};
// The claims of an ID token, or of userinfo: a name of members that both have.
ProvenIdentity identity_of(simdjson::dom::element claims);

// Verifies ID tokens (https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
class TokenVerifier {
 public:
  TokenVerifier(Issuers& issuers, const Clock& clock) : issuers_(issuers), clock_(clock) {}

  // Who it is about. Signed by a key of the issuer with an algorithm of public keys, from this
  // issuer, for us, not expired, and the answer to our request (the nonce).
  Result<ProvenIdentity> verify(const Provider& provider, const std::string& token,
                                std::string_view nonce);

 private:
  Issuers& issuers_;
  const Clock& clock_;
};

}  // namespace norn::accounts
