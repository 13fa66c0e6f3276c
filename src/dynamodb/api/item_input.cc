#include "dynamodb/api/item_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "store/errors.h"
#include "store/wire/dom.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;

constexpr std::string_view kNames = "ExpressionAttributeNames";
constexpr std::string_view kValues = "ExpressionAttributeValues";
constexpr std::string_view kProjectionParameter = "ProjectionExpression";

Result<void> check_not_empty(const Input& input, std::string_view name) {
  if (input.has(name) && input.count(name) == 0) {
    return store::validation(fmt::format("{} must not be empty", name));
  }
  return {};
}

Result<void> check_expressions_present(const Input& input,
                                       std::initializer_list<std::string_view> expressions,
                                       bool has_values, PlaceholderWords words) {
  const auto present = [&](std::string_view name) { return input.has(name); };
  if (input.has(kNames) && std::none_of(expressions.begin(), expressions.end(), present)) {
    return store::validation(
        "ExpressionAttributeNames can only be specified when using expressions");
  }
  std::vector<std::string_view> with_values(expressions);
  std::erase(with_values, kProjectionParameter);
  if (has_values && std::none_of(with_values.begin(), with_values.end(), present)) {
    if (words == PlaceholderWords::kWrite) {
      return store::validation(
          "ExpressionAttributeValues can only be specified when using expressions");
    }
    return store::validation(fmt::format(
        "ExpressionAttributeValues can only be specified when using expressions: {} {} null",
        fmt::join(with_values, " and "), with_values.size() > 1 ? "are" : "is"));
  }
  return {};
}

}  // namespace

Result<store::Item> read_item(const Input& input, std::string_view name) {
  const auto json = input.find(name);
  return json ? store::item_from_dom(*json) : store::Item();
}

Result<std::string> read_expression(const Input& input, std::string_view name) {
  const auto json = input.find(name);
  if (!json) return std::string();
  const std::string_view text = json->get_string().value_unsafe();
  if (text.empty()) {
    return store::validation(fmt::format("Invalid {}: The expression can not be empty;", name));
  }
  return std::string(text);
}

Result<void> read_placeholders(const Input& input,
                               std::initializer_list<std::string_view> expressions,
                               store::Placeholders& out, PlaceholderWords words) {
  // A projection alone uses no values, so unused ones are not reported.
  const bool has_values =
      input.has(kValues) && !std::ranges::equal(expressions, std::array{kProjectionParameter});
  if (!input.has(kNames) && !has_values) return {};
  NORN_TRY(check_expressions_present(input, expressions, has_values, words));
  NORN_TRY(check_not_empty(input, kNames));
  NORN_TRY(input.each_member(kNames, [&](std::string_view key, element name) -> Result<void> {
    out.names.emplace(key, name.get_string().value_unsafe());
    return {};
  }));
  if (!has_values) return {};
  NORN_TRY(check_not_empty(input, kValues));
  return input.each_member(kValues, [&](std::string_view key, element json) -> Result<void> {
    auto value = store::value_from_dom(json);
    if (!value && words != PlaceholderWords::kOlder) return std::unexpected(value.error());
    if (!value) {
      return store::validation(
          fmt::format("ExpressionAttributeValues contains invalid value: {} for key {}",
                      value.error().message, key));
    }
    out.values.insert_or_assign(std::string(key), std::move(*value));
    return {};
  });
}

store::ReturnValues read_return_values(const Input& input) {
  const std::string_view asked = input.text("ReturnValues");
  if (asked == "ALL_OLD") return store::ReturnValues::kAllOld;
  if (asked == "ALL_NEW") return store::ReturnValues::kAllNew;
  if (asked == "UPDATED_OLD") return store::ReturnValues::kUpdatedOld;
  if (asked == "UPDATED_NEW") return store::ReturnValues::kUpdatedNew;
  return store::ReturnValues::kNone;
}

bool returns_item_on_failure(const Input& input) {
  return input.text("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
}

}  // namespace norn::dynamodb
