#include "dynamodb/api/direct_call.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

class DirectCall : public ::testing::Test {
 protected:
  DirectCall() { must(store_.create_table(table("songs", "pk:S"))); }

  Result<std::string> call(std::string_view operation, std::string_view json) {
    return dynamodb::call_directly({store_, clock_}, operation, json);
  }

  ManualClock clock_{1'700'000'000'000};
  ModelStore store_{clock_};
};

TEST_F(DirectCall, AnswersReadsAndWrites) {
  EXPECT_EQ(call("PutItem", R"({"TableName":"songs","Item":{"pk":{"S":"a"}}})"), "{}");
  EXPECT_EQ(call("GetItem", R"({"TableName":"songs","Key":{"pk":{"S":"a"}}})"),
            R"({"Item":{"pk":{"S":"a"}}})");
}

TEST_F(DirectCall, ReturnsTheErrorsOfTheApi) {
  const struct {
    const char* operation;
    const char* json;
    ErrorCode code;
  } rows[] = {
      {"PutItem", R"({"TableName":"tunes","Item":{"pk":{"S":"a"}}})", ErrorCode::kResourceNotFound},
      {"PutItem",
       R"j({"TableName":"songs","Item":{"pk":{"S":"a"}},)j"
       R"j("ConditionExpression":"attribute_exists(pk)"})j",
       ErrorCode::kConditionalCheckFailed},
      {"GetItem", R"({"TableName":"songs","Key":{"id":{"S":"a"}}})", ErrorCode::kValidation},
      {"GetItem", R"({"TableName":5})", ErrorCode::kSerialization},
      {"GetItem", "[]", ErrorCode::kSerialization},
      {"GetItem", "{", ErrorCode::kSerialization},
      {"Dance", "{}", ErrorCode::kUnknownOperation},
  };
  for (const auto& row : rows) {
    const auto reply = call(row.operation, row.json);
    ASSERT_FALSE(reply) << row.json;
    EXPECT_EQ(reply.error().code, row.code) << row.json << reply.error().message;
  }
}

}  // namespace
}  // namespace norn::testing
