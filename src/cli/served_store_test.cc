#include "cli/served_store.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/check.h"
#include "cli/operator_desk.h"
#include "embedded/embedded_store.h"

namespace norn::cli {
namespace {

constexpr std::string_view kThings = R"({"TableName":"things"})";

class ExchangeCommand : public ::testing::Test {
 protected:
  ExchangeCommand() {
    std::string pattern = (std::filesystem::temp_directory_path() / "norn_served_XXXXXX").string();
    NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    folder_ = pattern;
    embedded::Options options;
    options.directory = folder_ / "data";
    options.background = false;
    options.sync = false;
    auto opened = embedded::EmbeddedStore::open(options, clock_);
    NORN_CHECK(opened.has_value(), "the store opens");
    store_ = std::move(*opened);
    ask("CreateTable", R"({"TableName":"things","BillingMode":"PAY_PER_REQUEST",)"
                       R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                       R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  }
  ~ExchangeCommand() override {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }

  // The reply, or the error with its type.
  std::string ask(std::string_view operation, std::string_view request) {
    std::string reply;
    const auto receive = [&reply](std::string_view part) -> Result<void> {
      reply += part;
      return {};
    };
    const auto text = carry_out_control(
        exchange_commands(*store_, clock_),
        OperatorRequest("exchange").text("operation", operation).text("request", request).json(),
        receive);
    if (!text) return text.error().message;
    return reply + *text;
  }

  const ManualClock clock_{1'700'000'000'000};
  std::filesystem::path folder_;
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

TEST_F(ExchangeCommand, MovesTables) {
  EXPECT_NE(ask("ListTables", "{}").find("\"things\""), std::string::npos);
  EXPECT_NE(ask("DescribeTable", kThings).find("\"KeySchema\""), std::string::npos);
  EXPECT_NE(ask("DescribeTimeToLive", kThings).find("\"DISABLED\""), std::string::npos);
  EXPECT_EQ(ask("PutItems", R"({"TableName":"things","Items":[{"pk":{"S":"a"}}]})"), "{}");
  EXPECT_NE(ask("Scan", kThings).find(R"({"pk":{"S":"a"}})"), std::string::npos);
}

TEST_F(ExchangeCommand, DoesNothingElse) {
  const std::string key = R"({"TableName":"things","Key":{"pk":{"S":"a"}}})";
  struct Row {
    std::string_view operation;
    std::string_view request;
  };
  const Row rows[] = {
      {"DeleteTable", kThings},
      {"UpdateTable", R"({"TableName":"things","DeletionProtectionEnabled":true})"},
      {"TagResource", R"({"ResourceArn":"x","Tags":[]})"},
      {"GetItem", key},
      {"DeleteItem", key},
      {"Query", R"({"TableName":"things","KeyConditionExpression":"pk = :a",)"
                R"("ExpressionAttributeValues":{":a":{"S":"a"}}})"},
      {"DescribeLimits", "{}"},
  };
  for (const Row& row : rows) {
    EXPECT_NE(ask(row.operation, row.request).find("is no operation here"), std::string::npos)
        << row.operation << ": " << ask(row.operation, row.request);
  }
  EXPECT_TRUE(store_->describe_table("things").has_value());
}

}  // namespace
}  // namespace norn::cli
