#include "apps/accounts/oidc/oidc_token.h"

#include <gtest/gtest.h>

#include "apps/accounts/oidc/oidc_test_support.h"
#include "base/clock.h"

namespace norn::accounts {
namespace {

constexpr int64_t kNowMs = 1'700'000'000'000;
const std::string kNonce = "the-nonce";

class OidcTokenTest : public ::testing::Test {
 protected:
  OidcTokenTest() {
    provider_.id = "example";
    provider_.name = "Example";
    provider_.issuer = FakeProvider::kIssuer;
    provider_.client_id = "norn-client";
    fake_.authorize("https://id.example/authorize?nonce=" + kNonce);
  }

  Result<ProvenIdentity> verify() { return tokens_.verify(provider_, fake_.id_token(), kNonce); }

  // Why a token is refused when its claims are changed; "" when it is not.
  std::string refusal(const std::map<std::string, std::string>& changes) {
    fake_.changed_claims_ = changes;
    const auto verified = verify();
    if (verified) return "";
    EXPECT_EQ(verified.error().code, ErrorCode::kForbidden);
    return verified.error().message;
  }

  static std::string failed(const std::string& why) {
    return "Signing in with Example failed: " + why + ". Please try again.";
  }

  ManualClock clock_{kNowMs};
  FakeProvider fake_{clock_};
  Provider provider_;
  Issuers issuers_{clock_, fake_.fetch()};
  TokenVerifier tokens_{issuers_, clock_};
};

TEST_F(OidcTokenTest, TellsWhoItIs) {
  const auto identity = verify();
  ASSERT_TRUE(identity) << identity.error().message;
  EXPECT_EQ(identity->subject, "subject-1");
  EXPECT_EQ(identity->email, "Ada@Example.org");
  EXPECT_TRUE(identity->email_verified);
  EXPECT_EQ(identity->name, "Ada Lovelace");
}

TEST_F(OidcTokenTest, TakesAlgorithmsOfPublicKeys) {
  for (const char* algorithm : {"RS256", "RS384", "RS512", "PS256"}) {
    fake_.algorithm_ = algorithm;
    EXPECT_TRUE(verify()) << algorithm;
  }
  fake_.algorithm_ = "ES256";
  fake_.signing_key_ = TestKey::ec("key-ec");
  fake_.published_.push_back(fake_.signing_key_);
  EXPECT_TRUE(verify());
}

TEST_F(OidcTokenTest, RefusesTokensWithoutASignature) {
  fake_.algorithm_ = "none";
  EXPECT_FALSE(verify());
}

TEST_F(OidcTokenTest, RefusesThePublicKeyAsASharedSecret) {
  fake_.algorithm_ = "HS256";
  fake_.signing_key_ = TestKey::shared_secret(fake_.published_[0].public_json(), "key-1");
  const auto verified = verify();
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().message, failed("its ID token is signed with an unsafe algorithm"));
}

TEST_F(OidcTokenTest, RefusesASharedSecretEvenWhenItIsPublished) {
  fake_.algorithm_ = "HS256";
  fake_.signing_key_ = TestKey::shared_secret("0123456789abcdef0123456789abcdef", "key-2");
  fake_.published_.push_back(fake_.signing_key_);
  EXPECT_FALSE(verify());
}

TEST_F(OidcTokenTest, RefusesAKeyOfAnotherIssuerUnderTheSameId) {
  fake_.signing_key_ = TestKey::rsa("key-1");
  const auto verified = verify();
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().message, failed("the signature of its ID token is wrong"));
}

TEST_F(OidcTokenTest, RefusesWeakKeys) {
  fake_.signing_key_ = TestKey::rsa("weak", 1'024);
  fake_.published_ = {fake_.signing_key_};
  EXPECT_FALSE(verify());
}

TEST_F(OidcTokenTest, RefusesWhatIsNoToken) {
  for (const char* text : {"", ".", "..", "a.b.c", "{}", "eyJhbGciOiJSUzI1NiJ9.e30.AAAA"}) {
    EXPECT_FALSE(tokens_.verify(provider_, text, kNonce)) << text;
  }
  std::string changed = fake_.id_token();
  changed[changed.size() / 2] = changed[changed.size() / 2] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(tokens_.verify(provider_, changed, kNonce));
}

TEST_F(OidcTokenTest, ChecksTheClaims) {
  const std::string now = std::to_string(kNowMs / 1000);
  const auto from_now = [](int64_t s) { return std::to_string(kNowMs / 1000 + s); };
  // Good rows.
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({{"aud", R"(["norn-client"])"}}), "");
  EXPECT_EQ(refusal({{"aud", R"(["other","norn-client"])"}, {"azp", R"("norn-client")"}}), "");
  EXPECT_EQ(refusal({{"exp", from_now(-59)}}), "");
  EXPECT_EQ(refusal({{"iat", from_now(60)}}), "");
  EXPECT_EQ(refusal({{"iat", now + ".5"}}), "");

  const std::string issuer = failed("its ID token is of another issuer");
  EXPECT_EQ(refusal({{"iss", R"("https://id.example/")"}}), issuer);
  EXPECT_EQ(refusal({{"iss", ""}}), issuer);
  const std::string audience = failed("its ID token is for another client");
  EXPECT_EQ(refusal({{"aud", R"("other")"}}), audience);
  EXPECT_EQ(refusal({{"aud", ""}}), audience);
  EXPECT_EQ(refusal({{"aud", "[]"}}), audience);
  EXPECT_EQ(refusal({{"aud", R"(["other","norn-client"])"}}), audience);
  EXPECT_EQ(refusal({{"azp", R"("other")"}}), audience);
  const std::string expired = failed("its ID token has expired");
  EXPECT_EQ(refusal({{"exp", from_now(-60)}}), expired);
  EXPECT_EQ(refusal({{"exp", ""}}), expired);
  EXPECT_EQ(refusal({{"exp", "\"never\""}}), expired);
  const std::string future = failed("its ID token is from the future");
  EXPECT_EQ(refusal({{"iat", from_now(61)}}), future);
  EXPECT_EQ(refusal({{"iat", ""}}), future);
  EXPECT_EQ(refusal({{"nbf", from_now(61)}}), failed("its ID token is not valid yet"));
  const std::string nonce = failed("its ID token belongs to another sign-in");
  EXPECT_EQ(refusal({{"nonce", R"("another")"}}), nonce);
  EXPECT_EQ(refusal({{"nonce", ""}}), nonce);
}

TEST_F(OidcTokenTest, ANewKeyIsFetchedOnceAndNotOften) {
  EXPECT_TRUE(verify());
  EXPECT_TRUE(verify());
  EXPECT_EQ(fake_.count("https://id.example/keys"), 1U);

  fake_.signing_key_ = TestKey::rsa("key-2");
  fake_.published_.push_back(fake_.signing_key_);
  EXPECT_TRUE(verify());
  EXPECT_EQ(fake_.count("https://id.example/keys"), 2U);

  fake_.key_id_ = "nobody's";
  EXPECT_FALSE(verify());
  EXPECT_EQ(fake_.count("https://id.example/keys"), 2U) << "30 seconds have not passed";
  clock_.advance_ms(30'000);
  EXPECT_FALSE(verify());
  EXPECT_EQ(fake_.count("https://id.example/keys"), 3U);
}

TEST_F(OidcTokenTest, KeysAreForgottenAfterTenMinutes) {
  EXPECT_TRUE(verify());
  fake_.published_ = {TestKey::ec("key-1")};
  EXPECT_TRUE(verify());
  clock_.advance_ms(600'000);
  EXPECT_FALSE(verify()) << "the key was withdrawn";
}

TEST_F(OidcTokenTest, WithoutAKeyIdTheOnlyKeyThatFitsIsMeant) {
  fake_.key_id_ = "";
  fake_.published_.push_back(TestKey::ec("key-ec"));
  EXPECT_TRUE(verify());
  clock_.advance_ms(600'000);
  fake_.published_.push_back(TestKey::rsa("key-2"));
  EXPECT_FALSE(verify()) << "it is not clear which one";
}

}  // namespace
}  // namespace norn::accounts
