#include "dynamodb/remote/errors.h"

#include <gtest/gtest.h>

#include <string_view>

#include "store/errors.h"

namespace norn::dynamodb {
namespace {

TEST(RemoteErrors, HaveTheCodeOfTheirType) {
  struct Row {
    int status;
    std::string_view body;
    ErrorCode code;
    std::string_view message;
    Verdict verdict;
  };
  const Row rows[] = {
      {400, R"({"__type":"com.amazon.coral.validate#ValidationException","message":"no"})",
       ErrorCode::kValidation, "no", Verdict::kFinal},
      {400, R"({"__type":"ResourceNotFoundException","Message":"none"})",
       ErrorCode::kResourceNotFound, "none", Verdict::kFinal},
      {400, R"({"__type":"x#ProvisionedThroughputExceededException","message":"slow"})",
       ErrorCode::kProvisionedThroughputExceeded, "slow", Verdict::kNotDone},
      {400, R"({"__type":"x#ThrottlingException","message":"slow"})", ErrorCode::kThrottled, "slow",
       Verdict::kNotDone},
      {400, R"({"__type":"x#TransactionInProgressException","Message":"wait"})",
       ErrorCode::kTransactionInProgress, "wait", Verdict::kNotDone},
      {400, R"({"__type":"x#ExpiredTokenException","message":"old"})",
       ErrorCode::kUnrecognizedClient, "old", Verdict::kExpiredCredentials},
      {400, R"({"__type":"x#LimitExceededException","message":"many"})", ErrorCode::kLimitExceeded,
       "many", Verdict::kFinal},
      {400, R"({"__type":"x#PointInTimeRecoveryUnavailableException","message":"off"})",
       ErrorCode::kConflict, "off", Verdict::kFinal},
      {400, R"({"__type":"x#InvalidRestoreTimeException","message":"early"})",
       ErrorCode::kValidation, "early", Verdict::kFinal},
      {500, R"({"__type":"x#InternalServerError","message":"oops"})", ErrorCode::kInternal,
       "The endpoint answered InternalServerError: oops", Verdict::kUnknown},
      {400, R"({"__type":"x#NewException","message":"news"})", ErrorCode::kInternal,
       "The endpoint answered NewException: news", Verdict::kFinal},
      {503, "<html>busy</html>", ErrorCode::kInternal,
       "The endpoint answered with status 503: <html>busy</html>", Verdict::kNotDone},
      {502, "", ErrorCode::kInternal, "The endpoint answered with status 502: ", Verdict::kUnknown},
      {404, "<UnknownOperationException/>\n", ErrorCode::kUnknownOperation,
       "The endpoint answered with status 404: <UnknownOperationException/>\n", Verdict::kFinal},
  };
  for (const Row& row : rows) {
    const RemoteFailure failure =
        read_failure({.status = row.status, .headers = {}, .body = std::string(row.body)});
    EXPECT_EQ(failure.error.code, row.code) << row.body;
    EXPECT_EQ(failure.error.message, row.message);
    EXPECT_EQ(failure.verdict, row.verdict) << row.body;
  }
}

TEST(RemoteErrors, OfConditionsHaveTheItem) {
  const RemoteFailure failure = read_failure(
      {.status = 400,
       .headers = {},
       .body = R"({"__type":"x#ConditionalCheckFailedException","Item":{"a":{"N":"1.0"}},)"
               R"("message":"The conditional request failed"})"});
  const auto* detail = dynamic_cast<const store::ConditionFailure*>(failure.error.detail.get());
  ASSERT_NE(detail, nullptr);
  ASSERT_TRUE(detail->item.has_value());
  EXPECT_EQ(detail->item->json(), R"({"a":{"N":"1"}})");
}

TEST(RemoteErrors, OfTransactionsHaveTheReasons) {
  const RemoteFailure failure = read_failure(
      {.status = 400,
       .headers = {},
       .body = R"({"__type":"x#TransactionCanceledException","Message":"cancelled",)"
               R"("CancellationReasons":[{"Code":"None"},{"Code":"ConditionalCheckFailed",)"
               R"("Message":"The conditional request failed","Item":{"a":{"S":"b"}}}]})"});
  EXPECT_EQ(failure.error.code, ErrorCode::kTransactionCanceled);
  const auto* detail = dynamic_cast<const store::Cancellation*>(failure.error.detail.get());
  ASSERT_NE(detail, nullptr);
  ASSERT_EQ(detail->reasons.size(), 2u);
  EXPECT_EQ(detail->reasons[0].code, "None");
  EXPECT_EQ(detail->reasons[1].code, "ConditionalCheckFailed");
  EXPECT_EQ(detail->reasons[1].message, "The conditional request failed");
  EXPECT_EQ(detail->reasons[1].item->json(), R"({"a":{"S":"b"}})");
}

}  // namespace
}  // namespace norn::dynamodb
