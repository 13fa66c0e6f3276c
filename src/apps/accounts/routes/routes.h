#pragma once

#include <string>
#include <utility>

#include "apps/accounts/confirmations.h"
#include "apps/accounts/credentials/kept_identities.h"
#include "apps/accounts/failed_sign_ins.h"
#include "apps/accounts/oidc/oidc.h"
#include "apps/accounts/service.h"
#include "rest/api.h"

namespace norn::accounts {

struct RouteOptions {
  // "https://calendar.example.org": the public address, if a proxy stands in front.
  std::string public_origin = {};
  std::string version = {};
};

// Authenticates the caller by the session cookie (`__Host-norn` over https, `norn` over http) or by
// `Authorization: Bearer norn_...`. Behind a proxy, `public_origin` (of RouteOptions) decides which
// of the two names a cookie has to have.
class SessionAuthenticator final : public rest::Authenticator {
 public:
  SessionAuthenticator(KeptIdentities& identities, std::string public_origin)
      : identities_(identities), public_origin_(std::move(public_origin)) {}
  Result<rest::Caller> authenticate(const http::Request& request) override;

 private:
  KeptIdentities& identities_;
  const std::string public_origin_;
};

// All routes of accounts; docs/http_api.md lists them.
void add_routes(rest::Api& api, Accounts& accounts, Confirmations& confirmations, Oidc& oidc,
                FailedSignIns& failed_sign_ins, const RouteOptions& options);

}  // namespace norn::accounts
