#include "apps/accounts/oidc/oidc_config.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace norn::accounts {
namespace {

TEST(OidcConfigTest, ReadsAnIssuer) {
  const auto providers = parse_providers(R"({"providers":[{"id":"google",
      "issuer":"https://accounts.google.com","clientId":"me","clientSecret":"s3cret"}]})");
  ASSERT_TRUE(providers) << providers.error().message;
  ASSERT_EQ(providers->size(), 1U);
  const Provider& google = providers->front();
  EXPECT_EQ(google.id, "google");
  EXPECT_EQ(google.name, "Google");
  EXPECT_EQ(google.kind, Provider::Kind::kOidc);
  EXPECT_EQ(google.issuer, "https://accounts.google.com");
  EXPECT_EQ(google.client_id, "me");
  EXPECT_EQ(google.client_secret, "s3cret");
  EXPECT_EQ(google.scope, "openid email profile");
}

TEST(OidcConfigTest, Oauth2WithoutAddressesIsGitHub) {
  const auto providers = parse_providers(
      R"({"providers":[{"id":"github","kind":"oauth2","clientId":"me","clientSecret":"x"}]})");
  ASSERT_TRUE(providers) << providers.error().message;
  const Provider& github = providers->front();
  EXPECT_EQ(github.name, "GitHub");
  EXPECT_EQ(github.kind, Provider::Kind::kOauth2);
  EXPECT_EQ(github.token_endpoint, "https://github.com/login/oauth/access_token");
  EXPECT_EQ(github.emails_endpoint, "https://api.github.com/user/emails");
  EXPECT_EQ(github.scope, "read:user user:email");
}

TEST(OidcConfigTest, NoProvidersAreFineToo) {
  const auto providers = parse_providers(R"({"providers":[]})");
  ASSERT_TRUE(providers);
  EXPECT_TRUE(providers->empty());
}

TEST(OidcConfigTest, ErrorsNameTheMember) {
  struct Row {
    const char* json;
    const char* message;
  };
  for (const Row& row : {
           Row{"", R"(It must be a JSON object: {"providers":[...]}.)"},
           {"[]", R"(It must be a JSON object: {"providers":[...]}.)"},
           {"{}", "providers must be a list."},
           {R"({"provider":[]})", "provider is not known."},
           {R"({"providers":[1]})", "providers[0] must be an object."},
           {R"({"providers":[{}]})", "providers[0].id is missing."},
           {R"({"providers":[{"id":7}]})", "providers[0].id must be a text of 1 to 1000 bytes."},
           {R"({"providers":[{"id":"My#Id"}]})",
            "providers[0].id must have 1 to 32 of the characters a-z, 0-9 and -."},
           {R"({"providers":[{"id":"a"}]})", "providers[0].clientId is missing."},
           {R"({"providers":[{"id":"a","clientId":"c"}]})", "providers[0].issuer is missing."},
           {R"({"providers":[{"id":"a","clientId":"c\n"}]})",
            "providers[0].clientId must not have control characters."},
           {R"({"providers":[{"id":"a","clientId":"c","issuer":"http://a.example"}]})",
            "providers[0].issuer must be an https address (http only on this machine)."},
           {R"({"providers":[{"id":"a","clientId":"c","kind":"saml"}]})",
            R"(providers[0].kind must be "oidc" or "oauth2".)"},
           {R"({"providers":[{"id":"a","clientId":"c","issuer":"https://a.example",
                "scope":"email"}]})",
            "providers[0].scope must have openid in it."},
           {R"({"providers":[{"id":"a","clientId":"c","issuer":"https://a.example",
                "secret":"x"}]})",
            "providers[0].secret is not known; a provider of this kind has id, name, kind, issuer, "
            "clientId, clientSecret, scope."},
           {R"({"providers":[{"id":"a","clientId":"c","kind":"oauth2",
                "tokenEndpoint":"https://a.example/t"}]})",
            "providers[0].authorizationEndpoint is missing."},
           {R"({"providers":[{"id":"a","clientId":"c","issuer":"http://localhost:1"},
                {"id":"a","clientId":"c","issuer":"http://localhost:2"}]})",
            R"(providers[1].id must be different: there is another "a".)"},
       }) {
    const auto providers = parse_providers(row.json);
    ASSERT_FALSE(providers) << row.json;
    EXPECT_EQ(providers.error().message, row.message);
  }
}

TEST(OidcConfigTest, ErrorsNameTheFile) {
  const testing::TemporaryFolder folder("oidc_config");
  const std::filesystem::path file = folder.path() / "oidc.json";
  EXPECT_FALSE(read_providers(file));
  std::ofstream(file) << "{}";
  const auto providers = read_providers(file);
  ASSERT_FALSE(providers);
  EXPECT_EQ(providers.error().message, "The file " + file.string() + ": providers must be a list.");
}

TEST(OidcConfigTest, ASecretIsNotForOthersToRead) {
  using std::filesystem::perms;
  const testing::TemporaryFolder folder("oidc_config");
  const std::filesystem::path file = folder.path() / "oidc.json";
  const auto write = [&](const std::string& secret, perms mode) {
    std::ofstream(file) << R"({"providers":[{"id":"a","clientId":"c",)" << secret
                        << R"("issuer":"https://a.example"}]})";
    std::filesystem::permissions(file, mode);
    return read_providers(file);
  };
  const std::string secret = R"("clientSecret":"x",)";
  const perms own = perms::owner_read | perms::owner_write;
  EXPECT_TRUE(write(secret, own));
  EXPECT_TRUE(write("", own | perms::group_read | perms::others_read));
  for (const perms mode : {perms::group_read, perms::group_write, perms::others_read}) {
    EXPECT_FALSE(write(secret, own | mode));
  }
  const auto refused = write(secret, own | perms::group_read | perms::others_read);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "The file " + file.string() +
                " has a clientSecret in it and can be used by others than its owner (mode 644). "
                "Make it private first: chmod 600 " +
                file.string());
}

}  // namespace
}  // namespace norn::accounts
