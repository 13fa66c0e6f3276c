#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "apps/accounts/oidc/oidc_fetch.h"
#include "apps/accounts/oidc/oidc_issuers.h"

namespace norn::accounts {

// A user, as the provider describes them.
struct ProvenIdentity {
  std::string subject;  // The permanent id of the user at the provider.
  std::string email = {};
  bool email_verified = false;
  std::string name = {};
};
// From the claims of an ID token or of userinfo, which have the same names.
ProvenIdentity identity_of(simdjson::dom::element claims);

// Verifies ID tokens (https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
class TokenVerifier {
 public:
  TokenVerifier(Issuers& issuers, const Clock& clock) : issuers_(issuers), clock_(clock) {}

  // Returns the identity if the token is signed by a key of the issuer with a public-key algorithm,
  // is of this issuer and for this client, has not expired, and has the nonce of the request.
  Result<ProvenIdentity> verify(const Provider& provider, const std::string& token,
                                std::string_view nonce);

 private:
  Issuers& issuers_;
  const Clock& clock_;
};

}  // namespace norn::accounts
