#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/oidc/oidc_client.h"
#include "apps/accounts/oidc/oidc_config.h"
#include "apps/accounts/oidc/oidc_fetch.h"
#include "apps/accounts/oidc/oidc_pending.h"
#include "apps/accounts/service.h"

namespace norn::accounts {

// Signing in with a provider: authorization code with PKCE, state and nonce; ID tokens are verified
// with the keys of the issuer (libcjose). A person is found by provider and subject. An address
// links to an account that is there already only when the provider says that it is verified, and
// never to one with another identity of the same provider or with a second factor: those people
// sign in first and link it then. Users::adopt says what becomes of accounts whose address nobody
// had verified before.
class Oidc {
 public:
  Oidc(store::Store& store, const apps::TableNames& tables, const Clock& clock, Ids& ids,
       Accounts& accounts, std::vector<Provider> providers, Fetch fetch);

  const std::vector<Provider>& providers() const { return providers_; }

  struct Begun {
    std::string location;  // Where the browser goes.
    std::string binding;   // A secret for a cookie: only the browser that began may finish.
  };
  struct Wish {
    std::string redirect_uri;                      // Ours.
    std::string return_to = "/";                   // A path of ours, where the browser ends up.
    std::optional<std::string> invitation = {};    // Lets somebody new in.
    std::optional<std::string> link_user_id = {};  // Of the person who is signed in and adds it.
  };
  // Anybody may begin, so beginning and finishing are throttled per network.
  Result<Begun> begin(const std::string& provider_id, const Wish& wish, const Visitor& visitor);

  // What the browser brought back.
  struct Callback {
    std::string redirect_uri;  // The same as in the wish.
    std::string state;
    std::string code;
    std::string binding;                      // Of its cookie.
    std::optional<std::string> user_id = {};  // Who is signed in in that browser.
  };
  struct Finished {
    std::optional<SignedIn> signed_in;  // Nothing when it was linked: their session goes on.
    std::string return_to;
  };
  // Everything that does not fit is kForbidden with a text for a person; the state is used up
  // whatever happens but for throttling.
  Result<Finished> finish(const std::string& provider_id, const Callback& callback,
                          const Visitor& visitor);

 private:
  Result<const Provider*> find_provider(const std::string& provider_id) const;
  Result<PendingSignIn> take_pending(const Provider& provider, const Callback& callback);
  Result<void> link(const Provider& provider, const ProvenIdentity& identity,
                    const Account& account, const std::optional<User>& owner);
  // Whose account it is, after it was linked or made if need be.
  Result<User> admit(const Provider& provider, const ProvenIdentity& identity,
                     const std::optional<std::string>& invitation);
  Result<User> create(const Provider& provider, const ProvenIdentity& identity,
                      const std::string& email, const std::optional<std::string>& invitation);

  Ids& ids_;
  Accounts& accounts_;
  const std::vector<Provider> providers_;
  ProviderClient client_;
  PendingSignIns pending_;
};

}  // namespace norn::accounts
