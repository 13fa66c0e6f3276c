#include "dynamodb/table_name.h"

#include <fmt/format.h>

#include "store/errors.h"
#include "store/requests/constraints.h"

namespace norn::dynamodb {
namespace {

constexpr size_t kFieldsBeforeResource = 5;  // arn:partition:service:region:account:
constexpr std::string_view kTable = "table/";

}  // namespace

bool is_arn(std::string_view text) {
  return text.starts_with("arn:");
}

Result<std::string> table_name(std::string_view text) {
  if (!is_arn(text)) return std::string(text);
  std::string_view rest = text;
  bool of_dynamodb = false;
  for (size_t field = 0; field < kFieldsBeforeResource; ++field) {
    const size_t colon = rest.find(':');
    if (colon == std::string_view::npos) {
      of_dynamodb = false;
      break;
    }
    if (field == 2) of_dynamodb = rest.substr(0, colon) == "dynamodb";
    rest.remove_prefix(colon + 1);
  }
  if (!of_dynamodb || !rest.starts_with(kTable) ||
      !store::is_resource_name(rest.substr(kTable.size()))) {
    return store::validation(fmt::format("Invalid table ARN: {}", text));
  }
  return std::string(rest.substr(kTable.size()));
}

}  // namespace norn::dynamodb
