#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "dynamodb/input.h"
#include "store/requests/table_requests.h"

namespace norn::dynamodb {

// The member Tags: a list of keys and values.
Result<store::Tags> read_tags(const Input& input);

// The table that a ResourceArn means. Only tables have tags here.
Result<std::string> tagged_table(std::string_view arn);

}  // namespace norn::dynamodb
