#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

// Resource policies as DynamoDB keeps them: without white space, with members in a fixed order, and
// with values instead of lists of one value. Two documents that mean the same are then equal.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/access-control-resource-based.html
namespace norn::dynamodb {

enum class PolicyOf : uint8_t { kTable, kStream };

// Returns kValidation, in DynamoDB's words, if the text is no policy. Who the principals are is not
// known here, so they are not looked up.
Result<std::string> canonical_policy(std::string_view text, PolicyOf resource);

// As GetResourcePolicy shows it: a document without a version is one of 2008-10-17.
std::string shown_policy(std::string_view canonical);

}  // namespace norn::dynamodb
