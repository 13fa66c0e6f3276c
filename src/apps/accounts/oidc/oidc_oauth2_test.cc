#include <gtest/gtest.h>

#include "apps/accounts/oidc/oidc_client.h"
#include "apps/accounts/oidc/oidc_test_support.h"
#include "base/clock.h"

namespace norn::accounts {
namespace {

// GitHub, as far as it matters.
class OidcOauth2Test : public ::testing::Test {
 protected:
  OidcOauth2Test() {
    const auto providers = parse_providers(
        R"({"providers":[{"id":"github","kind":"oauth2","clientId":"me","clientSecret":"s3"}]})");
    provider_ = providers->front();
  }

  Result<FetchReply> answer(const FetchRequest& request) {
    requests_.push_back(request);
    const auto reply = replies_.find(request.url);
    if (reply == replies_.end()) return FetchReply{.status = 404, .body = ""};
    return FetchReply{.status = 200, .body = reply->second};
  }

  Result<ProvenIdentity> identify() {
    return client_.identify(provider_, {.redirect_uri = "r", .verifier = "v", .nonce = "n"},
                            "a-code");
  }

  ManualClock clock_{1'700'000'000'000};
  Provider provider_;
  std::vector<FetchRequest> requests_;
  std::map<std::string, std::string> replies_ = {
      {"https://github.com/login/oauth/access_token", R"({"access_token":"gho_1"})"},
      {"https://api.github.com/user", R"({"id":583231,"login":"octocat","name":null})"},
      {"https://api.github.com/user/emails",
       R"([{"email":"old@example.org","primary":false,"verified":true},
           {"email":"octocat@example.org","primary":true,"verified":true}])"}};
  ProviderClient client_{clock_, [this](const FetchRequest& request) { return answer(request); }};
};

TEST_F(OidcOauth2Test, SendsTheBrowserWithoutANonce) {
  const auto url = client_.authorization_url(
      provider_, {.redirect_uri = "r", .verifier = "v", .nonce = "n"}, "the-state");
  ASSERT_TRUE(url);
  EXPECT_TRUE(url->starts_with("https://github.com/login/oauth/authorize?"));
  EXPECT_EQ(parameter(*url, "state"), "the-state");
  EXPECT_EQ(parameter(*url, "nonce"), "");
  EXPECT_TRUE(requests_.empty());
}

TEST_F(OidcOauth2Test, AsksWhoItIs) {
  const auto identity = identify();
  ASSERT_TRUE(identity) << identity.error().message;
  EXPECT_EQ(identity->subject, "583231");
  EXPECT_EQ(identity->name, "octocat");
  EXPECT_EQ(identity->email, "octocat@example.org");
  EXPECT_TRUE(identity->email_verified);
  EXPECT_EQ(parameter(requests_[0].body, "code"), "a-code");
  EXPECT_EQ(parameter(requests_[0].body, "code_verifier"), "v");
  EXPECT_EQ(parameter(requests_[0].body, "client_secret"), "s3");
  EXPECT_EQ(requests_[1].headers[0], "Authorization: Bearer gho_1");
}

TEST_F(OidcOauth2Test, OnlyThePrimaryAddressCounts) {
  std::string& emails = replies_["https://api.github.com/user/emails"];
  emails = R"([{"email":"a@example.org","primary":true,"verified":false},
               {"email":"b@example.org","primary":false,"verified":true}])";
  auto identity = identify();
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity->email, "a@example.org");
  EXPECT_FALSE(identity->email_verified);
  emails = "[]";
  identity = identify();
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity->email, "");
}

TEST_F(OidcOauth2Test, RefusesWhatMakesNoSense) {
  struct Row {
    const char* url;
    const char* reply;
  };
  const auto good = replies_;
  for (const Row& row : {
           Row{"https://github.com/login/oauth/access_token", R"({"error":"bad_code"})"},
           {"https://github.com/login/oauth/access_token", "access_token=gho_1"},
           {"https://github.com/login/oauth/access_token", R"({"access_token":"a\r\nb"})"},
           {"https://api.github.com/user", R"({"login":"octocat"})"},
           {"https://api.github.com/user", R"({"id":-1})"},
           {"https://api.github.com/user", R"({"id":"a#b"})"},
           {"https://api.github.com/user", "[]"},
           {"https://api.github.com/user/emails", "{}"},
       }) {
    replies_ = good;
    replies_[row.url] = row.reply;
    const auto identity = identify();
    ASSERT_FALSE(identity) << row.url << " " << row.reply;
    EXPECT_EQ(identity.error().code, ErrorCode::kForbidden);
  }
}

}  // namespace
}  // namespace norn::accounts
