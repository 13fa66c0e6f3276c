#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::dynamodb {

// The table of a TableName or ResourceArn parameter: a name as it is, or the NAME of
// arn:aws:dynamodb:REGION:ACCOUNT:table/NAME with any region and account.
Result<std::string> table_name(std::string_view text);
bool is_arn(std::string_view text);

}  // namespace norn::dynamodb
