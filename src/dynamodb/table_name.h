#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::dynamodb {

// The name of the table that a TableName or ResourceArn parameter means: a name stands for itself,
// and arn:aws:dynamodb:REGION:ACCOUNT:table/NAME for NAME, whatever region and account it has.
Result<std::string> table_name(std::string_view text);
bool is_arn(std::string_view text);

}  // namespace norn::dynamodb
