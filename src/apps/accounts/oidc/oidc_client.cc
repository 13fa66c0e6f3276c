#include "apps/accounts/oidc/oidc_client.h"

#include <openssl/evp.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/oidc/oidc_url.h"
#include "apps/accounts/users/normal_form.h"
#include "base/log.h"
#include "base/percent.h"
#include "base/sha256.h"

namespace norn::accounts {
namespace {

namespace dom = simdjson::dom;

std::string base64(const std::string& bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP ends it with a NUL.
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                   reinterpret_cast<const unsigned char*>(bytes.data()),
                                   static_cast<int>(bytes.size()));
  text.resize(static_cast<size_t>(size));
  return text;
}

// Both are encoded before they are joined by a colon (RFC 6749, 2.3.1).
std::string basic_authorization(const Provider& provider) {
  return "Authorization: Basic " +
         base64(percent_encode(provider.client_id) + ":" + percent_encode(provider.client_secret));
}

// The token is sent in a header.
bool is_usable_token(const std::string& token) {
  return !token.empty() && std::ranges::all_of(token, [](char c) { return c > ' ' && c < '\x7f'; });
}

// GitHub's ids are numbers.
std::string id_of(dom::element user) {
  uint64_t number = 0;
  return user["id"].get(number) == simdjson::SUCCESS ? std::to_string(number)
                                                     : text_member(user, "id");
}

}  // namespace

ProviderClient::ProviderClient(const Clock& clock, Fetch fetch)
    : fetch_(limited(std::move(fetch))), issuers_(clock, fetch_), tokens_(issuers_, clock) {}

Result<Endpoints> ProviderClient::endpoints(const Provider& provider) {
  if (provider.kind == Provider::Kind::kOidc) return issuers_.endpoints(provider);
  Endpoints fixed;
  fixed.authorization = provider.authorization_endpoint;
  fixed.token = provider.token_endpoint;
  fixed.secret_in_body = true;
  return fixed;
}

Result<std::string> ProviderClient::authorization_url(const Provider& provider,
                                                      const Authorization& authorization,
                                                      const std::string& state) {
  NORN_ASSIGN(const Endpoints addresses, endpoints(provider));
  const std::string challenge = base64url(sha256(authorization.verifier));
  Fields fields = {{"response_type", "code"},
                   {"client_id", provider.client_id},
                   {"redirect_uri", authorization.redirect_uri},
                   {"scope", provider.scope},
                   {"state", state},
                   {"code_challenge", challenge},
                   {"code_challenge_method", "S256"}};
  if (provider.kind == Provider::Kind::kOidc) fields.emplace_back("nonce", authorization.nonce);
  return with_query(addresses.authorization, fields);
}

Result<ProvenIdentity> ProviderClient::identify(const Provider& provider,
                                                const Authorization& authorization,
                                                const std::string& code) {
  NORN_ASSIGN(const Endpoints addresses, endpoints(provider));
  NORN_ASSIGN(const ReceivedJson reply, exchange(provider, addresses, authorization, code));
  const std::string access_token = text_member(reply.root, "access_token");
  ProvenIdentity identity;
  if (provider.kind == Provider::Kind::kOauth2) {
    NORN_ASSIGN(identity, identify_by_endpoints(provider, access_token));
  } else {
    NORN_ASSIGN(identity,
                tokens_.verify(provider, text_member(reply.root, "id_token"), authorization.nonce));
    const bool needs_userinfo = identity.email.empty() || !identity.email_verified;
    if (needs_userinfo && !addresses.userinfo.empty()) {
      NORN_TRY(add_userinfo(provider, addresses.userinfo, access_token, identity));
    }
  }
  if (!check_identity(provider.id, identity.subject)) {
    log::warn("provider {}: the subject of the user cannot be stored", provider.id);
    return provider_failure(provider, "it sent no usable id of yours");
  }
  return identity;
}

Result<ReceivedJson> ProviderClient::exchange(const Provider& provider, const Endpoints& endpoints,
                                              const Authorization& authorization,
                                              const std::string& code) {
  if (code.empty()) return provider_failure(provider, "it did not confirm who you are");
  FetchRequest request;
  request.method = "POST";
  request.url = endpoints.token;
  request.headers = {"Content-Type: application/x-www-form-urlencoded"};
  Fields fields = {{"grant_type", "authorization_code"},
                   {"code", code},
                   {"redirect_uri", authorization.redirect_uri},
                   {"code_verifier", authorization.verifier}};
  const bool has_secret = !provider.client_secret.empty();
  if (has_secret && !endpoints.secret_in_body) {
    request.headers.push_back(basic_authorization(provider));
  } else {
    fields.emplace_back("client_id", provider.client_id);
    if (has_secret) fields.emplace_back("client_secret", provider.client_secret);
  }
  request.body = form_text(fields);
  return fetch_json(fetch_, std::move(request), provider, "who you are");
}

Result<ReceivedJson> ProviderClient::get_with_token(const Provider& provider,
                                                    const std::string& url,
                                                    const std::string& access_token) {
  // GitHub replies to a wrong code with status 200 and no token.
  if (!is_usable_token(access_token)) {
    return provider_failure(provider, "it did not confirm who you are");
  }
  FetchRequest request;
  request.url = url;
  request.headers = {"Authorization: Bearer " + access_token};
  return fetch_json(fetch_, std::move(request), provider, "who you are");
}

// https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse: it must not be used if
// its subject is another one.
Result<void> ProviderClient::add_userinfo(const Provider& provider, const std::string& url,
                                          const std::string& access_token,
                                          ProvenIdentity& identity) {
  NORN_ASSIGN(const ReceivedJson reply, get_with_token(provider, url, access_token));
  const ProvenIdentity info = identity_of(reply.root);
  if (info.subject != identity.subject) {
    log::warn("provider {}: its userinfo has another subject", provider.id);
    return provider_failure(provider, "it sent data about another person");
  }
  if (!info.email.empty()) {
    identity.email = info.email;
    identity.email_verified = info.email_verified;
  }
  if (identity.name.empty()) identity.name = info.name;
  return {};
}

Result<ProvenIdentity> ProviderClient::identify_by_endpoints(const Provider& provider,
                                                             const std::string& access_token) {
  NORN_ASSIGN(const ReceivedJson user,
              get_with_token(provider, provider.user_endpoint, access_token));
  ProvenIdentity identity;
  identity.subject = id_of(user.root);
  identity.name = text_member(user.root, "name");
  if (identity.name.empty()) identity.name = text_member(user.root, "login");

  NORN_ASSIGN(const ReceivedJson emails,
              get_with_token(provider, provider.emails_endpoint, access_token));
  dom::array list;
  if (emails.root.get(list) != simdjson::SUCCESS) {
    return provider_failure(provider, "its reply is malformed");
  }
  for (const dom::element one : list) {
    if (!true_member(one, "primary")) continue;
    identity.email = text_member(one, "email");
    identity.email_verified = true_member(one, "verified");
    break;
  }
  return identity;
}

}  // namespace norn::accounts
