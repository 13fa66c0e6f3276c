#include "store/errors.h"

#include <gtest/gtest.h>

#include "store/requests/constraints.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;

TEST(ErrorsTest, EveryCodeHasTheWiresName) {
  const struct {
    ErrorCode code;
    std::string_view name;
  } cases[] = {
      {ErrorCode::kValidation, "ValidationException"},
      {ErrorCode::kConditionalCheckFailed, "ConditionalCheckFailedException"},
      {ErrorCode::kTransactionCanceled, "TransactionCanceledException"},
      {ErrorCode::kTransactionConflict, "TransactionConflictException"},
      {ErrorCode::kTransactionInProgress, "TransactionInProgressException"},
      {ErrorCode::kIdempotentParameterMismatch, "IdempotentParameterMismatchException"},
      {ErrorCode::kItemCollectionSizeLimitExceeded, "ItemCollectionSizeLimitExceededException"},
      {ErrorCode::kLimitExceeded, "LimitExceededException"},
      {ErrorCode::kResourceInUse, "ResourceInUseException"},
      {ErrorCode::kResourceNotFound, "ResourceNotFoundException"},
      {ErrorCode::kTableNotFound, "TableNotFoundException"},
      {ErrorCode::kTrimmedDataAccess, "TrimmedDataAccessException"},
      {ErrorCode::kExpiredIterator, "ExpiredIteratorException"},
      {ErrorCode::kThrottled, "ThrottlingException"},
      {ErrorCode::kStorageFull, "InternalServerError"},
      {ErrorCode::kUnavailable, "InternalServerError"},
      {ErrorCode::kCorruption, "InternalServerError"},
      {ErrorCode::kInternal, "InternalServerError"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(error_type(c.code), c.name);
  }
}

TEST(ErrorsTest, FactoriesUseDynamoDbsWords) {
  EXPECT_EQ(table_not_found("Things").error().message, "Requested resource not found");
  EXPECT_EQ(table_unknown("Things").error().message,
            "Requested resource not found: Table: Things not found");
  EXPECT_EQ(table_not_found("Things").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(table_unknown("Things").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(invalid_parameter("x").error().message, "One or more parameter values were invalid: x");
  EXPECT_EQ(conditional_check_failed(std::nullopt).error().message,
            "The conditional request failed");
  EXPECT_EQ(table_in_use("busy").error().code, ErrorCode::kResourceInUse);
}

TEST(ErrorsTest, ACancelledTransactionListsItsReasons) {
  const Error failed = conditional_check_failed(item(R"({"PK":{"S":"a"}})")).error();
  const Error error = transaction_canceled({CancellationReason{}, reason_of(failed)}).error();
  EXPECT_EQ(error.code, ErrorCode::kTransactionCanceled);
  EXPECT_EQ(error.message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons [None, "
            "ConditionalCheckFailed]");
  const auto* detail = dynamic_cast<const Cancellation*>(error.detail.get());
  ASSERT_NE(detail, nullptr);
  ASSERT_EQ(detail->reasons.size(), 2U);
  EXPECT_EQ(detail->reasons[1].message, "The conditional request failed");
  EXPECT_EQ(detail->reasons[1].item->json(), R"({"PK":{"S":"a"}})");
}

TEST(ErrorsTest, ReasonsHaveCodesOfTheirOwn) {
  const struct {
    ErrorCode code;
    std::string_view reason;
  } cases[] = {
      {ErrorCode::kValidation, "ValidationError"},
      {ErrorCode::kItemCollectionSizeLimitExceeded, "ItemCollectionSizeLimitExceeded"},
      {ErrorCode::kTransactionConflict, "TransactionConflict"},
      {ErrorCode::kThrottled, "ThrottlingError"},
      {ErrorCode::kInternal, "InternalServerError"},
  };
  for (const auto& c : cases) {
    const CancellationReason reason = reason_of(Error{c.code, "why", nullptr});
    EXPECT_EQ(reason.code, c.reason);
    EXPECT_EQ(reason.message, "why");
  }
}

TEST(ErrorsTest, ItemFaultsCanBeToldFromOtherValidationErrors) {
  EXPECT_TRUE(is_item_fault(item_fault("x").error()));
  EXPECT_EQ(item_fault("x").error().code, ErrorCode::kValidation);
  EXPECT_FALSE(is_item_fault(validation("x").error()));
}

TEST(ConstraintsTest, AllThatFailAreReportedAtOnce) {
  EXPECT_EQ(outcome(Constraints().at_least(1, 1, "limit").check()), "ok");
  EXPECT_EQ(
      outcome(Constraints().at_least(0, 1, "limit").check()),
      "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member "
      "must have value greater than or equal to 1");
  EXPECT_EQ(outcome(Constraints()
                        .one_of("X", {"B", "N", "S"}, "attributeType")
                        .length(3, 1, 2, "[...]", "keySchema")
                        .check()),
            "2 validation errors detected: Value 'X' at 'attributeType' failed to satisfy "
            "constraint: Member must satisfy enum value set: [B, N, S]; Value '[...]' at "
            "'keySchema' failed to satisfy constraint: Member must have length less than or equal "
            "to 2");
  EXPECT_EQ(outcome(Constraints().name("a b", 3, 255, "indexName").check()),
            "1 validation error detected: Value 'a b' at 'indexName' failed to satisfy constraint: "
            "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
}

TEST(ConstraintsTest, AtMostTenAreReported) {
  Constraints constraints;
  for (int i = 0; i < 20; ++i) {
    constraints.at_most(2, 1, "limit");
  }
  EXPECT_TRUE(outcome(constraints.check()).starts_with("10 validation errors detected: "));
}

}  // namespace
}  // namespace norn::store
