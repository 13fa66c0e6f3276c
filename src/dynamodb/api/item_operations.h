#pragma once

#include <string>

#include "base/error.h"
#include "dynamodb/api/operation.h"

// The operations on items. Their table is in item_operations.cc.
namespace norn::dynamodb {

Result<void> get_item(const Context& context, const Input& input, std::string& out);
Result<void> query(const Context& context, const Input& input, std::string& out);
Result<void> scan(const Context& context, const Input& input, std::string& out);
Result<void> batch_get_item(const Context& context, const Input& input, std::string& out);
Result<void> transact_get_items(const Context& context, const Input& input, std::string& out);

Result<void> put_item(const Context& context, const Input& input, Answer answer);
Result<void> update_item(const Context& context, const Input& input, Answer answer);
Result<void> delete_item(const Context& context, const Input& input, Answer answer);
Result<void> batch_write_item(const Context& context, const Input& input, Answer answer);
Result<void> transact_write_items(const Context& context, const Input& input, Answer answer);

}  // namespace norn::dynamodb
