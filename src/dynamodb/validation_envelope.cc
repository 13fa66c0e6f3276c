#include "dynamodb/validation_envelope.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace norn::dynamodb {
namespace {

constexpr std::string_view kEnvelope = "1 validation error detected: ";

// How messages begin that are about expressions.
constexpr std::array<std::string_view, 6> kOfExpressions = {"Invalid ConditionExpression: ",
                                                            "Invalid UpdateExpression: ",
                                                            "ExpressionAttributeNames ",
                                                            "ExpressionAttributeValues ",
                                                            "Value provided in ExpressionAttribute",
                                                            "ReturnValues can only be "};

// And those that are about values or about several parameters.
constexpr std::array<std::string_view, 6> kOfValues = {
    "One or more parameter values were invalid: ",
    "The parameter cannot be converted to a numeric",
    "Attempting to store more than 38 ",
    "Number ",
    "Nesting Levels have exceeded ",
    "Can not use both expression and "};

// DynamoDB refuses these while it reads the request.
constexpr std::string_view kUnreadable = "Supplied AttributeValue ";

bool begins_with_any(std::string_view message, auto beginnings) {
  return std::ranges::any_of(
      beginnings, [&](std::string_view beginning) { return message.starts_with(beginning); });
}

}  // namespace

Result<void> in_envelope(Result<void> result) {
  if (result || result.error().code != ErrorCode::kValidation) return result;
  Error error = std::move(result).error();
  if (!error.message.starts_with(kUnreadable)) error.message.insert(0, kEnvelope);
  return std::unexpected(std::move(error));
}

Error in_envelope_if_of_expressions(Error error) {
  if (error.code == ErrorCode::kValidation && begins_with_any(error.message, kOfExpressions)) {
    error.message.insert(0, kEnvelope);
  }
  return error;
}

std::string without_envelope(std::string_view message) {
  if (message.starts_with(kEnvelope)) {
    const std::string_view content = message.substr(kEnvelope.size());
    if (begins_with_any(content, kOfExpressions) || begins_with_any(content, kOfValues)) {
      message = content;
    }
  }
  return std::string(message);
}

}  // namespace norn::dynamodb
