#include "dynamodb/remote/aws_config.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "dynamodb/remote/testing.h"

namespace norn::dynamodb {
namespace {

TEST(AwsConfig, IsReadInSections) {
  const auto sections = parse_sections(
      "# a comment\r\n"
      "[default]\n"
      "region=eu-central-1\n"
      "\n"
      "[ profile work ]\n"
      "; another\n"
      "Region = us-west-2  \n"
      "aws_secret_access_key = a=b#c\n"
      "services = local\n"
      "[services local]\n"
      "dynamodb =\n"
      "  endpoint_url = http://localhost:8000\n"
      "s3 =\n"
      "  endpoint_url = http://localhost:9000\n",
      "config");
  ASSERT_TRUE(sections) << sections.error().message;
  EXPECT_EQ(sections->at("default"), (Settings{{"region", "eu-central-1"}}));
  EXPECT_EQ(sections->at("profile work"), (Settings{{"aws_secret_access_key", "a=b#c"},
                                                    {"region", "us-west-2"},
                                                    {"services", "local"}}));
  EXPECT_EQ(sections->at("services local").at("dynamodb.endpoint_url"), "http://localhost:8000");
  EXPECT_EQ(sections->at("services local").at("s3.endpoint_url"), "http://localhost:9000");
}

TEST(AwsConfig, TellsTheLineThatIsWrongAndNoValue) {
  for (const std::string_view text : {"secret = hush\n", "[default]\nhush\n", "[default\n"}) {
    const auto sections = parse_sections(text, "config");
    ASSERT_FALSE(sections) << text;
    EXPECT_TRUE(sections.error().message.starts_with("config, line ")) << sections.error().message;
    EXPECT_FALSE(sections.error().message.contains("hush"));
  }
}

class AwsFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "norn_aws_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    home_ = pattern;
    std::filesystem::create_directory(home_ / ".aws");
  }
  void TearDown() override { std::filesystem::remove_all(home_); }

  void write(std::string_view name, std::string_view text) { std::ofstream(home_ / name) << text; }
  Environment with_home(Variables variables = {}) {
    variables["HOME"] = home_.string();
    return environment_of(std::move(variables));
  }

  std::filesystem::path home_;
};

TEST_F(AwsFiles, NeedNotBeThere) {
  const auto profile = load_profile(with_home());
  ASSERT_TRUE(profile);
  EXPECT_FALSE(profile->found);
  EXPECT_TRUE(load_profile(environment_of({})));
}

TEST_F(AwsFiles, GiveTheProfileInUse) {
  write(".aws/config",
        "[default]\nregion = one\n[profile work]\nregion = two\naws_access_key_id = config\n");
  write(".aws/credentials", "[work]\naws_access_key_id = credentials\n");
  const auto by_default = load_profile(with_home());
  ASSERT_TRUE(by_default);
  EXPECT_EQ(by_default->name, "default");
  EXPECT_EQ(by_default->settings, (Settings{{"region", "one"}}));
  const auto work = load_profile(with_home({{"AWS_PROFILE", "work"}}));
  ASSERT_TRUE(work);
  EXPECT_TRUE(work->found);
  EXPECT_TRUE(work->chosen);
  EXPECT_EQ(work->settings, (Settings{{"aws_access_key_id", "credentials"}, {"region", "two"}}));
  const auto absent = load_profile(with_home({{"AWS_PROFILE", "absent"}}));
  ASSERT_TRUE(absent);
  EXPECT_FALSE(absent->found);
}

TEST_F(AwsFiles, MayBeElsewhere) {
  write("c", "[default]\nregion = elsewhere\n");
  write("s", "[default]\naws_access_key_id = id\n");
  const auto profile = load_profile(with_home(
      {{"AWS_CONFIG_FILE", "~/c"}, {"AWS_SHARED_CREDENTIALS_FILE", (home_ / "s").string()}}));
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->settings, (Settings{{"aws_access_key_id", "id"}, {"region", "elsewhere"}}));
}

TEST_F(AwsFiles, ThatCannotBeReadAreAnError) {
  const auto profile = load_profile(with_home({{"AWS_CONFIG_FILE", home_.string()}}));
  ASSERT_FALSE(profile);
  EXPECT_TRUE(profile.error().message.starts_with(home_.string() + " cannot be read"))
      << profile.error().message;
}

TEST(AwsConfig, RegionComesFromTheEnvironmentFirst) {
  Profile profile;
  EXPECT_EQ(find_region(environment_of({}), profile), std::nullopt);
  profile.settings = {{"region", "profile"}};
  EXPECT_EQ(find_region(environment_of({{"AWS_REGION", ""}}), profile), "profile");
  EXPECT_EQ(find_region(environment_of({{"AWS_DEFAULT_REGION", "default"}}), profile), "default");
  EXPECT_EQ(find_region(environment_of({{"AWS_DEFAULT_REGION", "default"}, {"AWS_REGION", "one"}}),
                        profile),
            "one");
}

TEST(AwsConfig, CertificatesToTrustMayBeGiven) {
  Profile profile;
  EXPECT_EQ(find_ca_bundle(environment_of({}), profile), std::nullopt);
  profile.settings = {{"ca_bundle", "/profile.pem"}};
  EXPECT_EQ(find_ca_bundle(environment_of({}), profile), "/profile.pem");
  EXPECT_EQ(find_ca_bundle(environment_of({{"AWS_CA_BUNDLE", "/ca.pem"}}), profile), "/ca.pem");
}

TEST(AwsConfig, EndpointOfTheServiceGoesBeforeTheOneOfAll) {
  Profile profile;
  EXPECT_EQ(find_endpoint(environment_of({}), profile), std::nullopt);
  profile.settings = {{"endpoint_url", "http://profile"}};
  EXPECT_EQ(find_endpoint(environment_of({}), profile), "http://profile");
  profile.services = {{"dynamodb.endpoint_url", "http://service"}};
  EXPECT_EQ(find_endpoint(environment_of({}), profile), "http://service");
  Variables variables = {{"DYNAMODB_ENDPOINT", "http://local"}};
  EXPECT_EQ(find_endpoint(environment_of(variables), profile), "http://local");
  EXPECT_EQ(endpoint_variable(environment_of(variables)), "DYNAMODB_ENDPOINT");
  variables["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] = "true";
  EXPECT_EQ(find_endpoint(environment_of(variables), profile), "http://local") << "it is not AWS's";
  variables = {{"AWS_ENDPOINT_URL", "http://all"}};
  EXPECT_EQ(endpoint_variable(environment_of(variables)), "AWS_ENDPOINT_URL");
  EXPECT_EQ(find_endpoint(environment_of(variables), profile), "http://all");
  variables["AWS_ENDPOINT_URL_DYNAMODB"] = "http://dynamodb";
  EXPECT_EQ(find_endpoint(environment_of(variables), profile), "http://dynamodb");
  variables["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] = "true";
  EXPECT_EQ(find_endpoint(environment_of(variables), profile), std::nullopt);
  EXPECT_EQ(endpoint_variable(environment_of(variables)), std::nullopt);
}

}  // namespace
}  // namespace norn::dynamodb
