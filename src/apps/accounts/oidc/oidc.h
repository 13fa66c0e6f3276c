#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/oidc/oidc_client.h"
#include "apps/accounts/oidc/oidc_config.h"
#include "apps/accounts/oidc/oidc_fetch.h"
#include "apps/accounts/service.h"

namespace norn::accounts {

// A sign-in with a provider that has begun.
struct PendingSignIn {
  std::string provider;
  Authorization authorization;
  std::string binding_hash;  // Of the secret in the cookie of the browser.
  std::string return_to;
  std::optional<std::string> invitation = {};
  std::optional<std::string> link_user_id = {};
};

// Stores sign-ins that have begun for ten minutes, under the hash of their state.
class PendingSignIns {
 public:
  PendingSignIns(store::Store& store, apps::TableNames tables, const Clock& clock);

  Result<void> save(const std::string& state, const PendingSignIn& pending);
  // Removes and returns it, so that a state works once. Returns nullopt if there is none, or it has
  // expired.
  Result<std::optional<PendingSignIn>> take(const std::string& state);

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

// Signing in with a provider: authorization code with PKCE, state and nonce; ID tokens are verified
// with the keys of the issuer (libcjose). An account is found by provider and subject. The address
// finds an existing account only if the provider has verified it. If the address of the account was
// verified before, the account must have neither another identity of the same provider nor a second
// factor; otherwise the user signs in first and then links the identity. If it was not, the owner
// of the address takes the account over (Users::adopt).
class Oidc {
 public:
  Oidc(store::Store& store, const apps::TableNames& tables, const Clock& clock, Ids& ids,
       Accounts& accounts, std::vector<Provider> providers, Fetch fetch);

  const std::vector<Provider>& providers() const { return providers_; }

  struct Begun {
    std::string location;  // The address to which the browser is redirected.
    std::string binding;   // A secret for a cookie: only this browser may finish.
  };
  struct BeginRequest {
    std::string redirect_uri;                      // Our callback.
    std::string return_to = "/";                   // The path of ours to return to.
    std::optional<std::string> invitation = {};    // For a new account.
    std::optional<std::string> link_user_id = {};  // The user who is signed in and links it.
  };
  // Callers need no session, so beginning and finishing are throttled per network.
  Result<Begun> begin(const std::string& provider_id, const BeginRequest& request,
                      const Visitor& visitor);

  // The request with which the browser returns.
  struct Callback {
    std::string redirect_uri;  // The same as in BeginRequest.
    std::string state;
    std::string code;
    std::string binding;                      // Of the cookie.
    std::optional<std::string> user_id = {};  // The user who is signed in in this browser.
  };
  struct Finished {
    std::optional<SignedIn> signed_in;  // Empty if the identity was linked: the session continues.
    std::string return_to;
  };
  // Returns kForbidden, with a message for the user, if anything does not match. Unless it is
  // throttled, the state is used up in any case.
  Result<Finished> finish(const std::string& provider_id, const Callback& callback,
                          const Visitor& visitor);

 private:
  Result<const Provider*> find_provider(const std::string& provider_id) const;
  Result<PendingSignIn> take_pending(const Provider& provider, const Callback& callback);
  Result<void> link(const Provider& provider, const ProvenIdentity& identity,
                    const Account& account, const std::optional<User>& owner);
  // Finds the account of an identity that is not known yet, or creates it.
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
