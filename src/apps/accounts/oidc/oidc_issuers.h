#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/oidc/oidc_fetch.h"
#include "apps/accounts/permits.h"
#include "base/clock.h"

namespace norn::accounts {

// The addresses of a provider.
struct Endpoints {
  std::string authorization;
  std::string token;
  std::string keys = {};
  std::string userinfo = {};    // Empty: there is none.
  bool secret_in_body = false;  // Whether the client secret is sent in the form or as HTTP Basic.
};

// A public key of an issuer.
struct SigningKey {
  std::string id;
  std::string type;       // "RSA", "EC"
  std::string algorithm;  // Empty: any of the type.
  std::string curve;      // "P-256"
  std::string jwk;        // The whole key as JSON.
};

// Fetches the discovery documents and keys of issuers, and caches them for ten minutes. Safe from
// any thread; blocks while it fetches.
class Issuers {
 public:
  Issuers(const Clock& clock, Fetch fetch) : clock_(clock), fetch_(std::move(fetch)) {}

  // For kOidc. One thread fetches at a time; meanwhile the others get the cached endpoints, or
  // kTooManyRequests if there are none. A failure is cached for 30 seconds.
  Result<Endpoints> endpoints(const Provider& provider);
  // The key with this algorithm and id (empty: the only one with the algorithm). An unknown key may
  // be new, so the keys are fetched again for it, at most every 30 seconds.
  Result<SigningKey> key(const Provider& provider, std::string_view id, std::string_view algorithm);

 private:
  struct Known {
    std::optional<Endpoints> endpoints;
    int64_t endpoints_ms = 0;      // When they were fetched.
    std::optional<Error> failure;  // Of the last attempt.
    int64_t failure_ms = 0;
    Permits discovery{1, 1};
    std::vector<SigningKey> keys;
    std::optional<int64_t> keys_ms;
    std::optional<int64_t> retried_ms;  // When the keys were fetched because one was not known.
  };

  bool is_fresh(int64_t fetched_ms) const;
  Result<std::vector<SigningKey>> fetch_keys(const Provider& provider);
  bool may_retry(const Provider& provider);

  const Clock& clock_;
  const Fetch fetch_;
  std::mutex mutex_;                    // Not held while something is fetched.
  std::map<std::string, Known> known_;  // By provider; guarded by mutex_.
};

}  // namespace norn::accounts
