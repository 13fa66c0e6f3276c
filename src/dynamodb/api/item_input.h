#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/error.h"
#include "dynamodb/input.h"
#include "store/item.h"
#include "store/requests/write_requests.h"

// The parameters that operations on items have in common.
namespace norn::dynamodb {

// An Item or Key. A missing one has no attributes.
Result<store::Item> read_item(const Input& input, std::string_view name);

// An expression. A missing one is empty; an empty one is refused.
Result<std::string> read_expression(const Input& input, std::string_view name);

// How DynamoDB words errors of placeholders.
enum class PlaceholderWords : uint8_t {
  kOlder,  // Errors of values name the placeholder.
  kQuery,  // They do not.
  kWrite,  // Nor does the request for expressions name those that are missing.
};

// ExpressionAttributeNames and -Values. `expressions` are those that the operation may have.
Result<void> read_placeholders(const Input& input,
                               std::initializer_list<std::string_view> expressions,
                               store::Placeholders& out,
                               PlaceholderWords words = PlaceholderWords::kOlder);

store::ReturnValues read_return_values(const Input& input);
bool returns_item_on_failure(const Input& input);

}  // namespace norn::dynamodb
