#include "dynamodb/api/error_reply.h"

#include <gtest/gtest.h>

#include "store/errors.h"

namespace norn::dynamodb {
namespace {

store::Item item() {
  return store::Item::from_map({{"a", store::Value("x")}});
}

std::string body_of(const Error& error, int status = 400) {
  std::string out;
  EXPECT_EQ(append_error(out, error), status);
  return out;
}

TEST(ErrorReply, HasDynamoDbsTypeAndMessage) {
  EXPECT_EQ(body_of(store::validation("No \"way\"").error()),
            R"({"__type":"com.amazon.coral.validate#ValidationException",)"
            R"("message":"No \"way\""})");
  EXPECT_EQ(body_of(store::table_not_found("x").error()),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
            R"("message":"Requested resource not found"})");
  EXPECT_EQ(body_of({ErrorCode::kSerialization, "", nullptr}),
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

TEST(ErrorReply, IsUtf8WhateverItsMessageQuotes) {
  EXPECT_EQ(body_of(store::validation("a \xc3\xa9 b").error()),
            "{\"__type\":\"com.amazon.coral.validate#ValidationException\","
            "\"message\":\"a \xc3\xa9 b\"}");
  EXPECT_EQ(body_of(store::validation("a \xc3\xa9 \xff").error()),
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"a ?? ?"})");
}

TEST(ErrorReply, CarriesTheItemOfAFailedCondition) {
  EXPECT_EQ(body_of(store::conditional_check_failed(item()).error()),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("Item":{"a":{"S":"x"}},"message":"The conditional request failed"})");
}

TEST(ErrorReply, CarriesTheReasonsOfACancelledTransaction) {
  const auto error = store::transaction_canceled(
      {{}, {"ConditionalCheckFailed", "The conditional request failed", item()}});
  EXPECT_EQ(body_of(error.error()),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
            R"("CancellationReasons":[{"Code":"None"},{"Item":{"a":{"S":"x"}},)"
            R"("Code":"ConditionalCheckFailed","Message":"The conditional request failed"}],)"
            R"("Message":"Transaction cancelled, please refer cancellation reasons for specific )"
            R"(reasons [None, ConditionalCheckFailed]"})");
}

TEST(ErrorReply, IsTheServersFaultWhenItIs) {
  EXPECT_EQ(body_of({ErrorCode::kStorageFull, "no space", nullptr}, 500),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"
            R"("message":"no space"})");
}

}  // namespace
}  // namespace norn::dynamodb
