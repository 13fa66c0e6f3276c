#pragma once

#include <string>

#include "apps/accounts/oidc/oidc_issuers.h"
#include "apps/accounts/oidc/oidc_token.h"

namespace norn::accounts {

// The parameters of one sign-in. The secrets are the verifier of RFC 7636 and the nonce of OpenID
// Connect: made at the beginning, needed at the end.
struct Authorization {
  std::string redirect_uri;
  std::string verifier;
  std::string nonce;
};

// The client of providers of both kinds. Returns kTooManyRequests if too many calls are in progress
// (`limited`), and kForbidden with a message for the user for all other failures.
class ProviderClient {
 public:
  ProviderClient(const Clock& clock, Fetch fetch);

  // The address of the provider to which the browser is redirected.
  Result<std::string> authorization_url(const Provider& provider,
                                        const Authorization& authorization,
                                        const std::string& state);
  // The identity, from the authorization code.
  Result<ProvenIdentity> identify(const Provider& provider, const Authorization& authorization,
                                  const std::string& code);

 private:
  Result<Endpoints> endpoints(const Provider& provider);
  Result<ReceivedJson> exchange(const Provider& provider, const Endpoints& endpoints,
                                const Authorization& authorization, const std::string& code);
  Result<ReceivedJson> get_with_token(const Provider& provider, const std::string& url,
                                      const std::string& access_token);
  Result<void> add_userinfo(const Provider& provider, const std::string& url,
                            const std::string& access_token, ProvenIdentity& identity);
  Result<ProvenIdentity> identify_by_endpoints(const Provider& provider,
                                               const std::string& access_token);

  const Fetch fetch_;
  Issuers issuers_;
  TokenVerifier tokens_;
};

}  // namespace norn::accounts
