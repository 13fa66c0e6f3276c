#include "dynamodb/remote/credentials.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "dynamodb/remote/metadata.h"
#include "dynamodb/remote/testing.h"

namespace norn::dynamodb {
namespace {

constexpr int64_t kRoundNowMs = 1'700'000'000'000;

TEST(EnvironmentCredentials, NeedBothHalves) {
  const auto none = environment_credentials(environment_of({}))();
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->has_value());
  const auto both = environment_credentials(environment_of({{"AWS_ACCESS_KEY_ID", "id"},
                                                            {"AWS_SECRET_ACCESS_KEY", "hush"},
                                                            {"AWS_SESSION_TOKEN", "t"}}))();
  ASSERT_TRUE(both && both->has_value());
  EXPECT_EQ((*both)->access_key_id, "id");
  EXPECT_EQ((*both)->secret, "hush");
  EXPECT_EQ((*both)->session_token, "t");
  const auto half = environment_credentials(environment_of({{"AWS_SECRET_ACCESS_KEY", "hush"}}))();
  ASSERT_FALSE(half);
  EXPECT_EQ(half.error().message,
            "AWS_SECRET_ACCESS_KEY is set, but AWS_ACCESS_KEY_ID is not: set both or neither.");
}

TEST(EnvironmentCredentials, OfAWebIdentityAreNotSupported) {
  Variables variables = {{"AWS_WEB_IDENTITY_TOKEN_FILE", "/token"}};
  EXPECT_FALSE(environment_credentials(environment_of(variables))());
  variables["AWS_ACCESS_KEY_ID"] = "id";
  variables["AWS_SECRET_ACCESS_KEY"] = "hush";
  EXPECT_TRUE(environment_credentials(environment_of(variables))());
}

class ProfileCredentials : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "norn_aws_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    home_ = pattern;
    std::filesystem::create_directory(home_ / ".aws");
    std::ofstream(home_ / ".aws/credentials")
        << "[default]\naws_access_key_id = id\naws_secret_access_key = hush\n"
           "[half]\naws_access_key_id = id\n"
           "[role]\nrole_arn = arn\n"
           "[session]\naws_access_key_id = id\naws_secret_access_key = hush\n"
           "aws_session_token = t\n"
           "[empty]\n";
  }
  void TearDown() override { std::filesystem::remove_all(home_); }

  Result<std::optional<Credentials>> of_profile(const std::string& name) {
    return profile_credentials(environment_of({{"HOME", home_.string()}, {"AWS_PROFILE", name}}))();
  }

  std::filesystem::path home_;
};

TEST_F(ProfileCredentials, AreTheOnesInTheFiles) {
  EXPECT_EQ((*of_profile(""))->access_key_id, "id");
  EXPECT_EQ((*of_profile("session"))->session_token, "t");
  EXPECT_FALSE(of_profile("empty")->has_value());
}

TEST_F(ProfileCredentials, ThatAreNotThereOrNotWholeAreAnError) {
  for (const std::string name : {"absent", "half", "role"}) {
    const auto credentials = of_profile(name);
    ASSERT_FALSE(credentials);
    EXPECT_TRUE(credentials.error().message.contains("'" + name + "'"))
        << credentials.error().message;
  }
}

CredentialSource counted(int& calls, Result<std::optional<Credentials>> result) {
  return [&calls, result] {
    ++calls;
    return result;
  };
}

TEST(CredentialChain, TakesTheFirstSourceThatHasAny) {
  const ManualClock clock(kRoundNowMs);
  int first = 0;
  int second = 0;
  int third = 0;
  CredentialChain chain(
      {counted(first, std::nullopt), counted(second, Credentials{"two", "s", "", {}}),
       counted(third, Credentials{"three", "s", "", {}})},
      clock);
  EXPECT_EQ(chain.current()->access_key_id, "two");
  EXPECT_EQ(chain.current()->access_key_id, "two");
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 1);
  EXPECT_EQ(third, 0);
  chain.forget();
  EXPECT_EQ(chain.current()->access_key_id, "two");
  EXPECT_EQ(second, 2);
}

TEST(CredentialChain, SaysWhatToDoWhenThereAreNone) {
  const ManualClock clock(kRoundNowMs);
  int calls = 0;
  CredentialChain chain({counted(calls, std::nullopt)}, clock);
  EXPECT_TRUE(chain.current().error().message.starts_with(
      "No AWS credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"));
}

TEST(CredentialChain, RefreshesBeforeTheyExpire) {
  ManualClock clock(kRoundNowMs);
  int calls = 0;
  CredentialChain chain({[&]() -> Result<std::optional<Credentials>> {
                          ++calls;
                          return Credentials{std::to_string(calls), "s", "",
                                             clock.now_ms() + 3'600'000};
                        }},
                        clock);
  EXPECT_EQ(chain.current()->access_key_id, "1");
  clock.advance_ms(3'600'000 - CredentialChain::kRefreshBeforeMs - 1);
  EXPECT_EQ(chain.current()->access_key_id, "1");
  clock.advance_ms(1);
  EXPECT_EQ(chain.current()->access_key_id, "2");
}

TEST(CredentialChain, UsesTheOldOnesWhileARefreshFails) {
  ManualClock clock(kRoundNowMs);
  int calls = 0;
  CredentialChain chain({[&]() -> Result<std::optional<Credentials>> {
                          if (++calls > 1) return fail(ErrorCode::kUnavailable, "away");
                          return Credentials{"1", "s", "", kRoundNowMs + 600'000};
                        }},
                        clock);
  EXPECT_EQ(chain.current()->access_key_id, "1");
  clock.advance_ms(400'000);
  EXPECT_EQ(chain.current()->access_key_id, "1");
  EXPECT_EQ(chain.current()->access_key_id, "1");
  EXPECT_EQ(calls, 2);
  clock.advance_ms(CredentialChain::kRetryAfterMs);
  EXPECT_EQ(chain.current()->access_key_id, "1");
  EXPECT_EQ(calls, 3);
  clock.advance_ms(200'000);
  EXPECT_EQ(chain.current().error().message, "away");
}

constexpr std::string_view kJson =
    R"({"Code":"Success","AccessKeyId":"id","SecretAccessKey":"hush","Token":"t",)"
    R"("Expiration":"2023-11-14T22:13:20Z"})";

TEST(ContainerCredentials, AreFetchedWithTheToken) {
  ScriptedEndpoint endpoint([](const ScriptedRequest& request) {
    if (request.header("authorization") != "Bearer x") return ScriptedReply{.status = 403};
    return ScriptedReply{.body = std::string(kJson)};
  });
  http::HttpClient http(metadata_http_options());
  Variables variables = {{"AWS_CONTAINER_CREDENTIALS_FULL_URI", endpoint.url() + "/role"},
                         {"AWS_CONTAINER_AUTHORIZATION_TOKEN", "Bearer x"}};
  const auto credentials = container_credentials(environment_of(variables), http)();
  ASSERT_TRUE(credentials) << credentials.error().message;
  EXPECT_EQ((*credentials)->access_key_id, "id");
  EXPECT_EQ((*credentials)->secret, "hush");
  EXPECT_EQ((*credentials)->session_token, "t");
  EXPECT_EQ((*credentials)->expires_ms, kRoundNowMs);
  EXPECT_EQ(endpoint.requests().at(0).path, "/role");

  variables["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "other";
  EXPECT_FALSE(container_credentials(environment_of(variables), http)());
  variables["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "two\nlines";
  EXPECT_FALSE(container_credentials(environment_of(variables), http)());
  variables["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = "/nowhere/token";
  EXPECT_TRUE(container_credentials(environment_of(variables), http)().error().message.starts_with(
      "/nowhere/token, which"));
}

TEST(ContainerCredentials, AreNotSentForInTheClear) {
  http::HttpClient http(metadata_http_options());
  for (const std::string url : {"http://192.0.2.1/role", "http://127.example.invalid/role",
                                "http://127.0.0.1@192.0.2.1/"}) {
    const auto refused = container_credentials(
        environment_of({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", url}}), http)();
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().message.contains("it must be https")) << refused.error().message;
  }
  EXPECT_FALSE(container_credentials(environment_of({}), http)()->has_value());
}

TEST(InstanceCredentials, AreThoseOfTheRole) {
  ScriptedEndpoint endpoint([](const ScriptedRequest& request) {
    const std::string folder = "/latest/meta-data/iam/security-credentials/";
    if (request.path == "/latest/api/token") {
      const bool fits = request.method == "PUT" &&
                        request.header("x-aws-ec2-metadata-token-ttl-seconds") == "21600";
      return fits ? ScriptedReply{.body = "session"} : ScriptedReply{.status = 400};
    }
    if (request.header("x-aws-ec2-metadata-token") != "session")
      return ScriptedReply{.status = 401};
    if (request.path == folder) return ScriptedReply{.body = "role\n"};
    if (request.path == folder + "role") return ScriptedReply{.body = std::string(kJson)};
    return ScriptedReply{.status = 404};
  });
  http::HttpClient http(metadata_http_options());
  Variables variables = {{"AWS_EC2_METADATA_SERVICE_ENDPOINT", endpoint.url() + "/"}};
  const auto credentials = instance_credentials(environment_of(variables), http)();
  ASSERT_TRUE(credentials && credentials->has_value());
  EXPECT_EQ((*credentials)->access_key_id, "id");
  variables["AWS_EC2_METADATA_DISABLED"] = "TRUE";
  EXPECT_FALSE(instance_credentials(environment_of(variables), http)()->has_value());
  EXPECT_EQ(endpoint.requests().size(), 3u);
}

TEST(InstanceCredentials, AreNoneWhereThereIsNoServiceOrNoRole) {
  http::HttpClient http(metadata_http_options());
  std::string gone;
  {
    ScriptedEndpoint endpoint([](const ScriptedRequest& request) {
      return request.method == "PUT" ? ScriptedReply{.body = "t"} : ScriptedReply{.status = 404};
    });
    gone = endpoint.url();
    const auto none =
        instance_credentials(environment_of({{"AWS_EC2_METADATA_SERVICE_ENDPOINT", gone}}), http)();
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->has_value());
  }
  const auto none =
      instance_credentials(environment_of({{"AWS_EC2_METADATA_SERVICE_ENDPOINT", gone}}), http)();
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->has_value());
}

}  // namespace
}  // namespace norn::dynamodb
