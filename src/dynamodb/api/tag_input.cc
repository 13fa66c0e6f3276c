#include "dynamodb/api/tag_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "dynamodb/table_name.h"
#include "store/errors.h"

namespace norn::dynamodb {

Result<store::Tags> read_tags(const Input& input) {
  store::Tags tags;
  NORN_TRY(input.each("Tags", [&](simdjson::dom::element entry) -> Result<void> {
    const Input tag(entry);
    if (!tag.has("Key")) return store::validation("The Tag Key provided is invalid, Key: null");
    if (!tag.has("Value")) {
      return store::validation("The Tag Value provided is invalid, Value: null");
    }
    if (!tags.emplace(tag.text("Key"), tag.text("Value")).second) {
      return store::validation(fmt::format(
          "Duplicate Tag Keys provided as input: Duplicate Tag Key found {}", tag.text("Key")));
    }
    return {};
  }));
  return tags;
}

Result<std::string> tagged_table(std::string_view arn) {
  if (!is_arn(arn)) {
    return store::invalid_parameter(fmt::format("ARNs must start with 'arn:': {}", arn));
  }
  const bool has_all_parts = std::ranges::count(arn, ':') >= 5;
  if (!has_all_parts || arn.find(":dynamodb:") == std::string_view::npos) {
    return store::invalid_parameter(
        fmt::format("Provided Arn is not a DynamoDB resource arn: {}", arn));
  }
  Result<std::string> table = table_name(arn);
  if (!table) {
    return store::invalid_parameter(
        fmt::format("Invalid resource arn provided, only table or stream is accepted. Provided "
                    "resource arn: {}",
                    arn));
  }
  return table;
}

}  // namespace norn::dynamodb
