#pragma once

#include <optional>
#include <string>

#include "apps/accounts/oidc/oidc_client.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "store/store.h"

namespace norn::accounts {

// A sign-in with a provider that is under way.
struct PendingSignIn {
  std::string provider;
  Authorization authorization;
  std::string binding_hash;  // Of the secret in the cookie of the browser that began it.
  std::string return_to;
  std::optional<std::string> invitation = {};
  std::optional<std::string> link_user_id = {};
};

// Sign-ins that are under way, found by the hash of their state, for ten minutes.
class PendingSignIns {
 public:
  PendingSignIns(store::Store& store, apps::TableNames tables, const Clock& clock);

  Result<void> save(const std::string& state, const PendingSignIn& pending);
  // Removes and returns it, so nobody gets it twice; nullopt when there is none (any more).
  Result<std::optional<PendingSignIn>> take(const std::string& state);

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::accounts
