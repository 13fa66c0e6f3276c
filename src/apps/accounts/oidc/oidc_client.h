#pragma once

#include <string>

#include "apps/accounts/oidc/oidc_issuers.h"
#include "apps/accounts/oidc/oidc_token.h"

namespace norn::accounts {

// One sign-in as the provider sees it. The secrets are those of RFC 7636 (the verifier) and of
// OpenID Connect (the nonce): made at the beginning, needed at the end.
struct Authorization {
  std::string redirect_uri;
  std::string verifier;
  std::string nonce;
};

// Speaks to providers, of both kinds, to a few at a time (`gated`). Every other failure is
// kForbidden with a text for a person.
class ProviderClient {
 public:
  ProviderClient(const Clock& clock, Fetch fetch);

  // Where the browser is sent to.
  Result<std::string> authorization_url(const Provider& provider,
                                        const Authorization& authorization,
                                        const std::string& state);
  // Who it was, from the code that the browser brought back.
  Result<ProvenIdentity> identify(const Provider& provider, const Authorization& authorization,
                                  const std::string& code);

 private:
  Result<Endpoints> endpoints(const Provider& provider);
  Result<ReceivedJson> exchange(const Provider& provider, const Endpoints& endpoints,
                                const Authorization& authorization, const std::string& code);
  Result<ReceivedJson> ask(const Provider& provider, const std::string& url,
                           const std::string& access_token);
  Result<void> add_userinfo(const Provider& provider, const std::string& url,
                            const std::string& access_token, ProvenIdentity& identity);
  Result<ProvenIdentity> identify_by_questions(const Provider& provider,
                                               const std::string& access_token);

  const Fetch fetch_;
  Issuers issuers_;
  TokenVerifier tokens_;
};

}  // namespace norn::accounts
