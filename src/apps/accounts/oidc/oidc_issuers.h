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

// Where a provider is spoken to.
struct Endpoints {
  std::string authorization;
  std::string token;
  std::string keys = {};
  std::string userinfo = {};    // Empty: there is none.
  bool secret_in_body = false;  // How we say who we are: in the form, or as HTTP Basic.
};

// A public key of an issuer.
struct SigningKey {
  std::string id;
  std::string type;       // "RSA", "EC"
  std::string algorithm;  // Empty: any that fits the type.
  std::string curve;      // "P-256"
  std::string jwk;        // The whole key as JSON.
};

// What issuers publish: their discovery documents and their keys, kept for ten minutes. Safe from
// any thread; blocks while it fetches.
class Issuers {
 public:
  Issuers(const Clock& clock, Fetch fetch) : clock_(clock), fetch_(std::move(fetch)) {}

  // Of kOidc. One asks at a time; meanwhile the others have what was so before, or are told to try
  // again (kTooManyRequests). After a failure it is not asked for a while.
  Result<Endpoints> endpoints(const Provider& provider);
  // The key that signs with `algorithm` under that id (empty: the only one that fits). One that is
  // not known may be new, so the keys are fetched again for it, though not often.
  Result<SigningKey> key(const Provider& provider, std::string_view id, std::string_view algorithm);

 private:
  struct Known {
    std::optional<Endpoints> endpoints;
    int64_t endpoints_ms = 0;      // When they were fetched.
    std::optional<Error> failure;  // Why they could not be had the last time.
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
