#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "dynamodb/remote/remote_store.h"
#include "dynamodb/remote/testing.h"

namespace norn::dynamodb {
namespace {

const Variables kOpenVariables = {{"AWS_ACCESS_KEY_ID", "id"},
                                  {"AWS_SECRET_ACCESS_KEY", "hush"},
                                  {"AWS_REGION", "eu-west-1"},
                                  {"AWS_EC2_METADATA_DISABLED", "true"}};

Result<std::unique_ptr<RemoteStore>> open_with(Variables variables, std::string endpoint = "") {
  static const SystemClock clock;
  RemoteOptions options;
  options.endpoint = std::move(endpoint);
  options.retry.max_attempts = 2;
  options.retry.sleep = [](int64_t) {};
  return RemoteStore::open(options, environment_of(std::move(variables)), clock);
}

std::string why_not(Variables variables, std::string endpoint = "") {
  const auto store = open_with(std::move(variables), std::move(endpoint));
  return store ? "it opened" : store.error().message;
}

Variables without(std::string_view name) {
  Variables variables = kOpenVariables;
  variables.erase(std::string(name));
  return variables;
}

ScriptedEndpoint::Script always(int status, std::string body) {
  return [=](const ScriptedRequest&) { return ScriptedReply{.status = status, .body = body}; };
}

constexpr std::string_view kEmpty = R"({"__type":"x#ValidationException","message":"empty"})";

TEST(RemoteOpen, TakesAnEngineThatHasTransactions) {
  ScriptedEndpoint endpoint(always(400, std::string(kEmpty)));
  const auto store = open_with(kOpenVariables, endpoint.url() + "/");
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ((*store)->address().endpoint, endpoint.url());
  EXPECT_EQ((*store)->address().region, "eu-west-1");
  ASSERT_EQ(endpoint.requests().size(), 1u);
  EXPECT_EQ(endpoint.requests()[0].header("x-amz-target"), "DynamoDB_20120810.TransactWriteItems");
  EXPECT_TRUE(endpoint.requests()[0].header("authorization").contains("/eu-west-1/dynamodb/"));
}

TEST(RemoteOpen, FindsTheEndpointInTheEnvironment) {
  ScriptedEndpoint endpoint(always(200, "{}"));
  Variables variables = kOpenVariables;
  variables["AWS_ENDPOINT_URL"] = endpoint.url();
  EXPECT_EQ(why_not(variables), "it opened");
}

TEST(RemoteOpen, RefusesAnEngineWithoutTransactions) {
  for (const auto& [status, body] :
       {std::pair{400, R"({"__type":"com.amazonaws.dynamodb.v20120810#UnknownOperationException",)"
                       R"("message":"Unsupported operation TransactWriteItems"})"},
        std::pair{404, "<UnknownOperationException/>\n"}}) {
    ScriptedEndpoint endpoint(always(status, body));
    const std::string why = why_not(kOpenVariables, endpoint.url());
    EXPECT_TRUE(why.starts_with("The engine at " + endpoint.url() + " has no transactions")) << why;
    EXPECT_TRUE(why.contains("Alternator")) << why;
  }
}

TEST(RemoteOpen, SaysThatTheCredentialsAreNotTaken) {
  ScriptedEndpoint endpoint(
      always(400, R"({"__type":"x#UnrecognizedClientException","message":"The security token )"
                  R"(included in the request is invalid."})"));
  EXPECT_EQ(why_not(kOpenVariables, endpoint.url()),
            endpoint.url() +
                " does not take the credentials for region eu-west-1: The security token included "
                "in the request is invalid.");
}

TEST(RemoteOpen, SaysWhatIsMissing) {
  EXPECT_TRUE(why_not(without("AWS_REGION")).starts_with("No AWS region is set"));
  EXPECT_TRUE(why_not(without("AWS_SECRET_ACCESS_KEY"))
                  .starts_with("AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not"));
  Variables none = without("AWS_SECRET_ACCESS_KEY");
  none.erase("AWS_ACCESS_KEY_ID");
  EXPECT_TRUE(why_not(none).starts_with("No AWS credentials were found"));
  Variables odd = kOpenVariables;
  odd["AWS_REGION"] = "eu/west";
  EXPECT_EQ(why_not(odd), "'eu/west' is not an AWS region.");
  EXPECT_TRUE(why_not(kOpenVariables, "localhost:8000")
                  .starts_with("The DynamoDB endpoint 'localhost:8000' is not an http or https"));
  for (const std::string endpoint : {"http://user:hush@localhost:8000",
                                     "http://localhost:8000?hush", "http://localhost/#hush"}) {
    const std::string why = why_not(kOpenVariables, endpoint);
    EXPECT_TRUE(why.starts_with("The DynamoDB endpoint has a user name")) << why;
    EXPECT_FALSE(why.contains("hush")) << why;
  }
}

TEST(RemoteOpen, SaysThatNobodyAnswers) {
  std::string url;
  {
    const ScriptedEndpoint gone(always(200, "{}"));
    url = gone.url();
  }
  const std::string why = why_not(kOpenVariables, url);
  EXPECT_TRUE(why.starts_with("The DynamoDB endpoint " + url + " cannot be used: ")) << why;
  EXPECT_FALSE(why.contains("hush"));
}

TEST(RemoteOpen, KnowsAmazonsAddresses) {
  EXPECT_EQ(amazon_address("eu-west-1").endpoint, "https://dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(amazon_address("eu-west-1").streams_endpoint,
            "https://streams.dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(amazon_address("cn-north-1").endpoint, "https://dynamodb.cn-north-1.amazonaws.com.cn");
}

}  // namespace
}  // namespace norn::dynamodb
