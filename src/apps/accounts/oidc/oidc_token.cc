#include "apps/accounts/oidc/oidc_token.h"

#include <cjose/cjose.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "apps/accounts/credentials/secrets.h"
#include "base/log.h"

namespace norn::accounts {
namespace {

namespace dom = simdjson::dom;

constexpr int64_t kLeewaySeconds = 60;
constexpr size_t kMaxTokenBytes = 64 * 1024;
constexpr size_t kMinRsaBits = 2'048;
// Public-key algorithms only. A token must not choose "none", nor an algorithm that would use the
// public key as a shared secret (RFC 8725, 3.1).
constexpr std::array<std::string_view, 6> kAlgorithms = {"RS256", "RS384", "RS512",
                                                         "ES256", "ES384", "PS256"};

template <auto kRelease>
struct ReleaseBy {
  template <typename T>
  void operator()(T* object) const {
    kRelease(object);
  }
};
using Jws = std::unique_ptr<cjose_jws_t, ReleaseBy<cjose_jws_release>>;
using Jwk = std::unique_ptr<cjose_jwk_t, ReleaseBy<cjose_jwk_release>>;

std::unexpected<Error> refused(const Provider& provider, std::string_view why) {
  log::warn("provider {}: its ID token was refused: {}", provider.id, why);
  return provider_failure(provider, why);
}

std::string header_text(cjose_jws_t* jws, const char* name) {
  cjose_err error{};
  const char* const text = cjose_header_get(cjose_jws_get_protected(jws), name, &error);
  return text == nullptr ? std::string() : std::string(text);
}

bool has_header(cjose_jws_t* jws, const char* name) {
  cjose_err error{};
  char* const json = cjose_header_get_raw(cjose_jws_get_protected(jws), name, &error);
  std::free(json);  // NOLINT: it is cjose's.
  return json != nullptr;
}

bool is_signed_by(cjose_jws_t* jws, const SigningKey& key) {
  cjose_err error{};
  const Jwk jwk(cjose_jwk_import(key.jwk.data(), key.jwk.size(), &error));
  if (!jwk) return false;
  const bool weak = cjose_jwk_get_kty(jwk.get(), &error) == CJOSE_JWK_KTY_RSA &&
                    cjose_jwk_get_keysize(jwk.get(), &error) < kMinRsaBits;
  return !weak && cjose_jws_verify(jws, jwk.get(), &error);
}

// Seconds since 1970; some issuers send fractions.
std::optional<int64_t> time_member(dom::element claims, std::string_view name) {
  constexpr double kMaxSeconds = 1e12;
  double seconds = 0;
  if (claims[name].get(seconds) != simdjson::SUCCESS) return std::nullopt;
  if (!(std::abs(seconds) < kMaxSeconds)) return std::nullopt;
  return static_cast<int64_t>(seconds);
}

// Whether the token is for this client, and no other client is its authorized party.
bool is_for(dom::element claims, const std::string& client_id) {
  const std::string party = text_member(claims, "azp");
  if (!party.empty() && party != client_id) return false;
  dom::array audience;
  if (claims["aud"].get(audience) != simdjson::SUCCESS) {
    return text_member(claims, "aud") == client_id;
  }
  const bool among = std::ranges::any_of(audience, [&](dom::element one) {
    std::string_view text;
    return one.get(text) == simdjson::SUCCESS && text == client_id;
  });
  return among && (audience.size() == 1 || !party.empty());
}

Result<void> check_claims(const Provider& provider, dom::element claims, std::string_view nonce,
                          int64_t now_s) {
  if (text_member(claims, "iss") != provider.issuer) {
    return refused(provider, "its ID token is of another issuer");
  }
  if (!is_for(claims, provider.client_id)) {
    return refused(provider, "its ID token is for another client");
  }
  const auto expires_s = time_member(claims, "exp");
  if (!expires_s || *expires_s + kLeewaySeconds <= now_s) {
    return refused(provider, "its ID token has expired");
  }
  const auto issued_s = time_member(claims, "iat");
  if (!issued_s || *issued_s - kLeewaySeconds > now_s) {
    return refused(provider, "its ID token is from the future");
  }
  const auto begins_s = time_member(claims, "nbf");
  if (begins_s && *begins_s - kLeewaySeconds > now_s) {
    return refused(provider, "its ID token is not valid yet");
  }
  if (!same_secret(text_member(claims, "nonce"), nonce)) {
    return refused(provider, "its ID token belongs to another sign-in");
  }
  return {};
}

}  // namespace

ProvenIdentity identity_of(dom::element claims) {
  return {.subject = text_member(claims, "sub"),
          .email = text_member(claims, "email"),
          .email_verified = true_member(claims, "email_verified"),
          .name = text_member(claims, "name")};
}

Result<ProvenIdentity> TokenVerifier::verify(const Provider& provider, const std::string& token,
                                             std::string_view nonce) {
  cjose_err error{};
  const Jws jws(token.size() > kMaxTokenBytes
                    ? nullptr
                    : cjose_jws_import(token.data(), token.size(), &error));
  if (!jws) return refused(provider, "its ID token is malformed");
  const std::string algorithm = header_text(jws.get(), CJOSE_HDR_ALG);
  if (std::ranges::find(kAlgorithms, algorithm) == kAlgorithms.end()) {
    return refused(provider, "its ID token is signed with an unsafe algorithm");
  }
  // No extension is supported (RFC 7515, 4.1.11).
  if (has_header(jws.get(), "crit")) {
    return refused(provider, "its ID token needs an extension that is not supported");
  }
  NORN_ASSIGN(const SigningKey key,
              issuers_.key(provider, header_text(jws.get(), CJOSE_HDR_KID), algorithm));
  if (!is_signed_by(jws.get(), key)) {
    return refused(provider, "the signature of its ID token is wrong");
  }

  uint8_t* bytes = nullptr;
  size_t size = 0;
  if (!cjose_jws_get_plaintext(jws.get(), &bytes, &size, &error)) {
    return refused(provider, "its ID token is empty");
  }
  const auto claims = parse_received({reinterpret_cast<const char*>(bytes), size});
  if (!claims) return refused(provider, "its ID token is malformed");
  NORN_TRY(check_claims(provider, claims->root, nonce, clock_.now_s()));
  return identity_of(claims->root);
}

}  // namespace norn::accounts
