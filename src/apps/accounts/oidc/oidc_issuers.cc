#include "apps/accounts/oidc/oidc_issuers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/oidc/oidc_url.h"
#include "base/log.h"

namespace norn::accounts {
namespace {

namespace dom = simdjson::dom;

constexpr int64_t kMaxAgeMs = 10 * 60 * 1000;
constexpr int64_t kRetryPauseMs = 30 * 1000;
constexpr int64_t kFailureMs = 30 * 1000;
constexpr size_t kMaxKeys = 100;

// An address in the discovery document. If the issuer is https, it has to be https, too.
Result<std::string> endpoint(const Provider& provider, dom::element document,
                             std::string_view name) {
  std::string url = text_member(document, name);
  const bool as_safe = url.starts_with("https:") || !provider.issuer.starts_with("https:");
  if (is_safe_url(url) && as_safe) return url;
  log::warn("provider {}: {} of its discovery document is not an https address", provider.id, name);
  return provider_failure(provider, "its discovery document cannot be used");
}

// Whether the client secret can be sent in the form only. HTTP Basic is mandatory for servers.
bool takes_secret_in_body_only(dom::element document) {
  dom::array methods;
  if (document["token_endpoint_auth_methods_supported"].get(methods) != simdjson::SUCCESS) {
    return false;
  }
  bool basic = false;
  bool post = false;
  for (const dom::element method : methods) {
    std::string_view name;
    if (method.get(name) != simdjson::SUCCESS) continue;
    basic = basic || name == "client_secret_basic";
    post = post || name == "client_secret_post";
  }
  return post && !basic;
}

// https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
Result<Endpoints> discover(const Fetch& fetch, const Provider& provider) {
  FetchRequest request;
  request.url = provider.issuer;
  if (request.url.ends_with('/')) request.url.pop_back();
  request.url += "/.well-known/openid-configuration";
  NORN_ASSIGN(const ReceivedJson document,
              fetch_json(fetch, std::move(request), provider, "its discovery document"));
  if (text_member(document.root, "issuer") != provider.issuer) {
    log::warn("provider {}: its discovery document is of another issuer than {}", provider.id,
              provider.issuer);
    return provider_failure(provider, "its discovery document is of another issuer");
  }
  Endpoints found;
  NORN_ASSIGN(found.authorization, endpoint(provider, document.root, "authorization_endpoint"));
  NORN_ASSIGN(found.token, endpoint(provider, document.root, "token_endpoint"));
  NORN_ASSIGN(found.keys, endpoint(provider, document.root, "jwks_uri"));
  if (document.root["userinfo_endpoint"].error() == simdjson::SUCCESS) {
    NORN_ASSIGN(found.userinfo, endpoint(provider, document.root, "userinfo_endpoint"));
  }
  found.secret_in_body = takes_secret_in_body_only(document.root);
  return found;
}

bool matches_key(const SigningKey& key, std::string_view id, std::string_view algorithm) {
  if (!id.empty() && key.id != id) return false;
  if (!key.algorithm.empty() && key.algorithm != algorithm) return false;
  if (algorithm == "ES256") return key.type == "EC" && key.curve == "P-256";
  if (algorithm == "ES384") return key.type == "EC" && key.curve == "P-384";
  return key.type == "RSA";
}

// Returns nullptr if there is none, or several without an id to choose by.
const SigningKey* find_key(const std::vector<SigningKey>& keys, std::string_view id,
                           std::string_view algorithm) {
  const auto matches = [&](const SigningKey& key) { return matches_key(key, id, algorithm); };
  const auto found = std::ranges::find_if(keys, matches);
  if (found == keys.end()) return nullptr;
  if (id.empty() && std::ranges::count_if(keys, matches) > 1) return nullptr;
  return &*found;
}

}  // namespace

bool Issuers::is_fresh(int64_t fetched_ms) const {
  return clock_.now_ms() - fetched_ms < kMaxAgeMs;
}

Result<Endpoints> Issuers::endpoints(const Provider& provider) {
  std::unique_lock lock(mutex_);
  Known& known = known_[provider.id];
  if (known.endpoints && is_fresh(known.endpoints_ms)) return *known.endpoints;
  if (known.failure && clock_.now_ms() - known.failure_ms < kFailureMs) {
    return std::unexpected(*known.failure);
  }
  const std::optional<Permits::Permit> permit = known.discovery.try_acquire();
  if (!permit && known.endpoints) return *known.endpoints;
  if (!permit) return providers_are_busy();
  lock.unlock();
  Result<Endpoints> found = discover(fetch_, provider);
  lock.lock();
  if (found) {
    known.endpoints = *found;
    known.endpoints_ms = clock_.now_ms();
    known.failure.reset();
  } else if (found.error().code != ErrorCode::kTooManyRequests) {
    known.failure = found.error();
    known.failure_ms = clock_.now_ms();
  }
  return found;
}

Result<std::vector<SigningKey>> Issuers::fetch_keys(const Provider& provider) {
  NORN_ASSIGN(const Endpoints addresses, endpoints(provider));
  FetchRequest request;
  request.url = addresses.keys;
  NORN_ASSIGN(const ReceivedJson set, fetch_json(fetch_, std::move(request), provider, "its keys"));
  dom::array list;
  if (set.root["keys"].get(list) != simdjson::SUCCESS) {
    return provider_failure(provider, "its keys are malformed");
  }
  std::vector<SigningKey> keys;
  for (const dom::element element : list) {
    if (keys.size() == kMaxKeys) break;
    const std::string use = text_member(element, "use");
    if (!use.empty() && use != "sig") continue;
    keys.push_back({.id = text_member(element, "kid"),
                    .type = text_member(element, "kty"),
                    .algorithm = text_member(element, "alg"),
                    .curve = text_member(element, "crv"),
                    .jwk = simdjson::minify(element)});
  }
  const std::lock_guard lock(mutex_);
  Known& known = known_[provider.id];
  known.keys = keys;
  known.keys_ms = clock_.now_ms();
  return keys;
}

bool Issuers::may_retry(const Provider& provider) {
  const std::lock_guard lock(mutex_);
  std::optional<int64_t>& retried_ms = known_[provider.id].retried_ms;
  const int64_t now_ms = clock_.now_ms();
  if (retried_ms && now_ms - *retried_ms < kRetryPauseMs) return false;
  retried_ms = now_ms;
  return true;
}

Result<SigningKey> Issuers::key(const Provider& provider, std::string_view id,
                                std::string_view algorithm) {
  std::optional<std::vector<SigningKey>> keys;
  {
    const std::lock_guard lock(mutex_);
    const Known& known = known_[provider.id];
    if (known.keys_ms && is_fresh(*known.keys_ms)) keys = known.keys;
  }
  const bool are_new = !keys;
  if (are_new) {
    NORN_ASSIGN(keys, fetch_keys(provider));
  }
  if (const SigningKey* const found = find_key(*keys, id, algorithm)) return *found;
  if (!are_new && may_retry(provider)) {
    NORN_ASSIGN(keys, fetch_keys(provider));
    if (const SigningKey* const found = find_key(*keys, id, algorithm)) return *found;
  }
  log::warn("provider {}: its ID token is signed with a key that it does not publish", provider.id);
  return provider_failure(provider, "its ID token is signed with a key that is not its own");
}

}  // namespace norn::accounts
