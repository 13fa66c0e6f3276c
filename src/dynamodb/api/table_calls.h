#pragma once

#include <string>

#include "base/error.h"
#include "dynamodb/api/operation.h"

// The calls that table_operations() lists, by the file that has them.
namespace norn::dynamodb {

// ttl_calls.cc
Result<void> update_time_to_live(const Context& context, const Input& input, std::string& out);
Result<void> describe_time_to_live(const Context& context, const Input& input, std::string& out);

// tag_calls.cc
Result<void> tag_resource(const Context& context, const Input& input, std::string& out);
Result<void> untag_resource(const Context& context, const Input& input, std::string& out);
Result<void> list_tags_of_resource(const Context& context, const Input& input, std::string& out);

// info_calls.cc
Result<void> describe_limits(const Context& context, const Input& input, std::string& out);
Result<void> describe_endpoints(const Context& context, const Input& input, Answer answer);
Result<void> describe_continuous_backups(const Context& context, const Input& input,
                                         std::string& out);

}  // namespace norn::dynamodb
