#pragma once

#include <cjose/cjose.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/oidc/oidc_fetch.h"
#include "base/clock.h"
#include "base/sha256.h"

// A provider in memory, for tests: it signs ID tokens with keys of its own, and does what a test
// tells it to do wrong.
namespace norn::accounts {

class TestKey {
 public:
  static TestKey rsa(const std::string& id, size_t bits = 2'048) {
    constexpr uint8_t kExponent[] = {1, 0, 1};
    return {cjose_jwk_create_RSA_random(bits, kExponent, sizeof(kExponent), nullptr), id};
  }
  static TestKey ec(const std::string& id) {
    return {cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nullptr), id};
  }
  // As an attacker would: the public key of somebody as a shared secret.
  static TestKey shared_secret(const std::string& secret, const std::string& id) {
    return {cjose_jwk_create_oct_spec(reinterpret_cast<const uint8_t*>(secret.data()),
                                      secret.size(), nullptr),
            id};
  }

  const std::string& id() const { return id_; }

  std::string public_json() const {
    char* const json = cjose_jwk_to_json(key_.get(), false, nullptr);
    std::string text(json);
    std::free(json);
    return text;
  }

  std::string sign(const char* algorithm, const std::string& payload,
                   const std::string& key_id) const {
    cjose_header_t* const header = cjose_header_new(nullptr);
    cjose_header_set(header, CJOSE_HDR_ALG, algorithm, nullptr);
    if (!key_id.empty()) cjose_header_set(header, CJOSE_HDR_KID, key_id.c_str(), nullptr);
    cjose_jws_t* const jws =
        cjose_jws_sign(key_.get(), header, reinterpret_cast<const uint8_t*>(payload.data()),
                       payload.size(), nullptr);
    EXPECT_NE(jws, nullptr) << algorithm;
    const char* text = nullptr;
    cjose_jws_export(jws, &text, nullptr);
    std::string token(text);
    cjose_jws_release(jws);
    cjose_header_release(header);
    return token;
  }

 private:
  struct Release {
    void operator()(cjose_jwk_t* key) const { cjose_jwk_release(key); }
  };
  TestKey(cjose_jwk_t* key, std::string id) : key_(key, Release()), id_(std::move(id)) {
    cjose_jwk_set_kid(key, id_.data(), id_.size(), nullptr);
  }

  std::shared_ptr<cjose_jwk_t> key_;  // Shared because making one takes long.
  std::string id_;
};

// The value of a parameter in a query or a form; these have no escapes that matter here but '%3A'
// and the like, which are left as they are.
inline std::string parameter(std::string_view text, std::string_view name) {
  const std::string wanted = std::string(name) + "=";
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find_first_of("?&", begin), text.size());
    const std::string_view field = text.substr(begin, end - begin);
    if (field.starts_with(wanted)) return std::string(field.substr(wanted.size()));
    begin = end + 1;
  }
  return "";
}

class FakeProvider {
 public:
  static constexpr const char* kIssuer = "https://id.example";

  explicit FakeProvider(const Clock& clock) : clock_(clock) {
    published_ = {signing_key_};
    discovery_ = {{"issuer", R"("https://id.example")"},
                  {"authorization_endpoint", R"("https://id.example/authorize?tenant=1")"},
                  {"token_endpoint", R"("https://id.example/token")"},
                  {"jwks_uri", R"("https://id.example/keys")"},
                  {"userinfo_endpoint", R"("https://id.example/userinfo")"}};
  }

  Fetch fetch() {
    return [this](const FetchRequest& request) { return answer(request); };
  }

  // What a browser does here: the person agrees, and it comes back with a code.
  std::string authorize(const std::string& location) {
    challenge_ = parameter(location, "code_challenge");
    nonce_ = parameter(location, "nonce");
    return "a-code";
  }

  // The claims of the next ID token as JSON, by name.
  std::map<std::string, std::string> claims(const std::string& nonce) const {
    std::map<std::string, std::string> claims = {
        {"iss", R"("https://id.example")"},
        {"aud", R"("norn-client")"},
        {"sub", R"("subject-1")"},
        {"exp", std::to_string(clock_.now_s() + 300)},
        {"iat", std::to_string(clock_.now_s())},
        {"nonce", '"' + nonce + '"'},
        {"email", R"("Ada@Example.org")"},
        {"email_verified", "true"},
        {"name", R"("Ada Lovelace")"},
    };
    for (const auto& [name, value] : changed_claims_) {
      if (value.empty()) {
        claims.erase(name);
      } else {
        claims[name] = value;
      }
    }
    return claims;
  }

  static std::string object_text(const std::map<std::string, std::string>& members) {
    std::string text;
    for (const auto& [name, value] : members) {
      text += (text.empty() ? "{\"" : ",\"") + name + "\":" + value;
    }
    return text + "}";
  }

  std::string id_token() const {
    const std::string payload = object_text(claims(nonce_));
    if (algorithm_ == "none") {
      return base64url(R"({"alg":"none","kid":"key-1"})") + "." + base64url(payload) + ".";
    }
    return signing_key_.sign(algorithm_.c_str(), payload, key_id_.value_or(signing_key_.id()));
  }

  // What a test may change.
  std::map<std::string, std::string> changed_claims_;  // Empty: the claim is left out.
  std::map<std::string, std::string> discovery_;
  std::string algorithm_ = "RS256";
  std::optional<std::string> key_id_;  // In the header, instead of the key's own.
  TestKey signing_key_ = shared_key();
  std::vector<TestKey> published_;
  std::string userinfo_ = R"({"sub":"subject-1"})";
  std::optional<Error> unreachable_;
  std::optional<std::string> token_reply_;  // Instead of a good one.

  // What was asked for.
  std::vector<FetchRequest> requests_;
  size_t count(std::string_view url) const {
    return static_cast<size_t>(std::ranges::count(requests_, url, &FetchRequest::url));
  }

  static TestKey shared_key() {
    static const TestKey key = TestKey::rsa("key-1");
    return key;
  }

 private:
  Result<FetchReply> answer(const FetchRequest& request) {
    requests_.push_back(request);
    if (unreachable_) return std::unexpected(*unreachable_);
    const std::string path = request.url.substr(std::string_view(kIssuer).size());
    if (path == "/.well-known/openid-configuration") return ok(object_text(discovery_));
    if (path == "/keys") return ok(keys());
    if (path == "/userinfo") return ok(userinfo_);
    if (path == "/token") return token(request);
    return FetchReply{.status = 404, .body = ""};
  }

  static FetchReply ok(std::string body) { return {.status = 200, .body = std::move(body)}; }

  std::string keys() const {
    std::string list;
    for (const TestKey& key : published_) list += (list.empty() ? "" : ",") + key.public_json();
    return R"({"keys":[)" + list + "]}";
  }

  FetchReply token(const FetchRequest& request) {
    const std::string verifier = parameter(request.body, "code_verifier");
    const bool good =
        parameter(request.body, "code") == "a-code" && base64url(sha256(verifier)) == challenge_;
    if (!good) return {.status = 400, .body = R"({"error":"invalid_grant"})"};
    if (token_reply_) return ok(*token_reply_);
    return ok(R"({"access_token":"access-1","token_type":"Bearer","id_token":")" + id_token() +
              "\"}");
  }

  const Clock& clock_;
  std::string challenge_;
  std::string nonce_;
};

}  // namespace norn::accounts
