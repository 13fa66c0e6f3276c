#include "dynamodb/validation_envelope.h"

#include <gtest/gtest.h>

#include <string>

#include "store/errors.h"

namespace norn::dynamodb {
namespace {

std::string enveloped(std::string message) {
  return in_envelope(store::validation(std::move(message))).error().message;
}

TEST(ValidationEnvelope, IsPutAroundFaultsOfParameters) {
  EXPECT_EQ(enveloped("Invalid UpdateExpression: no"),
            "1 validation error detected: Invalid UpdateExpression: no");
  EXPECT_EQ(enveloped("Supplied AttributeValue is empty, must"),
            "Supplied AttributeValue is empty, must");
  EXPECT_EQ(in_envelope(fail(ErrorCode::kSerialization, "no")).error().message, "no");
  EXPECT_TRUE(in_envelope({}).has_value());
}

TEST(ValidationEnvelope, IsNotPutAroundFaultsThatDependOnTheTable) {
  const auto said = [](ErrorCode code, std::string message) {
    return in_envelope_if_of_expressions({code, std::move(message), nullptr}).message;
  };
  EXPECT_EQ(said(ErrorCode::kValidation, "Invalid ConditionExpression: no"),
            "1 validation error detected: Invalid ConditionExpression: no");
  for (const char* const message :
       {"One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N",
        "One or more parameter values were invalid: Cannot update attribute pk. This attribute is "
        "part of the key",
        "The document path provided in the update expression is invalid for update",
        "Item size has exceeded the maximum allowed size"}) {
    EXPECT_EQ(said(ErrorCode::kValidation, message), message);
  }
  EXPECT_EQ(said(ErrorCode::kInternal, "Invalid ConditionExpression: no"),
            "Invalid ConditionExpression: no");
}

TEST(ValidationEnvelope, IsTakenOff) {
  const std::string envelope = "1 validation error detected: ";
  for (const std::string message :
       {"Invalid UpdateExpression: no", "ExpressionAttributeValues must not be empty",
        "One or more parameter values were invalid: An string set  may not be empty",
        "Number overflow. Attempting to store a number"}) {
    EXPECT_EQ(without_envelope(envelope + message), message);
    EXPECT_EQ(without_envelope(message), message);
  }
  for (const std::string message :
       {"Value '0' at 'limit' failed to satisfy constraint: Member must",
        "Value at 'TableName' failed to satisfy constraint: Member must",
        "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES"}) {
    EXPECT_EQ(without_envelope(envelope + message), envelope + message);
  }
}

}  // namespace
}  // namespace norn::dynamodb
