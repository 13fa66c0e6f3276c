#include "dynamodb/legacy/legacy_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamodb/expression_writer.h"
#include "dynamodb/legacy/legacy_conditions.h"
#include "dynamodb/legacy/legacy_members.h"
#include "dynamodb/legacy/legacy_updates.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace {

using Names = std::span<const std::string_view>;

// The parameters that exist in both ways, in the order in which errors name them.
struct Parameters {
  Names legacy;
  Names expressions;
  std::string_view conditions;  // The one that ConditionalOperator joins; empty without any.
};

constexpr std::array<std::string_view, 2> kLegacyWrite = {"Expected", "ConditionalOperator"};
constexpr std::array<std::string_view, 1> kWrite = {"ConditionExpression"};
constexpr std::array<std::string_view, 3> kLegacyUpdate = {"AttributeUpdates", "Expected",
                                                           "ConditionalOperator"};
constexpr std::array<std::string_view, 2> kUpdate = {"UpdateExpression", "ConditionExpression"};
constexpr std::array<std::string_view, 1> kLegacyGet = {"AttributesToGet"};
constexpr std::array<std::string_view, 1> kGet = {"ProjectionExpression"};
constexpr std::array<std::string_view, 4> kLegacyQuery = {"AttributesToGet", "QueryFilter",
                                                          "ConditionalOperator", "KeyConditions"};
constexpr std::array<std::string_view, 3> kQuery = {"ProjectionExpression", "FilterExpression",
                                                    "KeyConditionExpression"};
constexpr std::array<std::string_view, 3> kLegacyScan = {"AttributesToGet", "ScanFilter",
                                                         "ConditionalOperator"};
constexpr std::array<std::string_view, 2> kScan = {"ProjectionExpression", "FilterExpression"};

std::vector<std::string_view> present(const Input& input, Names names) {
  std::vector<std::string_view> found;
  std::ranges::copy_if(names, std::back_inserter(found),
                       [&](std::string_view name) { return input.has(name); });
  return found;
}

Result<void> check_conditional_operator(const Input& input, std::string_view conditions) {
  if (conditions.empty() || !input.has("ConditionalOperator")) return {};
  const size_t count = input.count(conditions);
  if (count == 0) {
    return store::validation("ConditionalOperator cannot be used without Filter or Expected");
  }
  if (count == 1) {
    return store::validation(
        "ConditionalOperator can only be used when Filter or Expected has two or more elements");
  }
  return {};
}

// Whether there are older parameters. Refuses them beside expressions.
Result<bool> uses_legacy(const Input& input, const Parameters& parameters) {
  const std::vector<std::string_view> legacy = present(input, parameters.legacy);
  if (legacy.empty()) return false;
  const std::vector<std::string_view> expressions = present(input, parameters.expressions);
  if (!expressions.empty()) {
    return store::validation(fmt::format(
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {{{}}} Expression parameters: {{{}}}",
        fmt::join(legacy, ", "), fmt::join(expressions, ", ")));
  }
  NORN_TRY(check_conditional_operator(input, parameters.conditions));
  for (const std::string_view unused : {"ExpressionAttributeNames", "ExpressionAttributeValues"}) {
    if (input.has(unused)) {
      return store::validation(
          fmt::format("{} can only be specified when using expressions", unused));
    }
  }
  return true;
}

store::Placeholders take_generated(ExpressionWriter writer) {
  store::Placeholders placeholders = std::move(writer).take();
  placeholders.generated = true;
  return placeholders;
}

Result<std::string> attributes_to_get_expression(const Input& input, ExpressionWriter& writer) {
  std::vector<std::string> paths;
  std::set<std::string_view> seen;
  const auto write = [&](simdjson::dom::element element) -> Result<void> {
    const std::string_view attribute = element.get_string().value_unsafe();
    if (!seen.insert(attribute).second) {
      return store::invalid_parameter(
          fmt::format("Duplicate value in attribute name: {}", attribute));
    }
    paths.push_back(writer.name(attribute));
    return check_attribute_name(attribute);
  };
  NORN_TRY(input.each("AttributesToGet", write));
  return fmt::format("{}", fmt::join(paths, ", "));
}

// Of put and delete.
template <typename Request>
Result<void> apply_to_write(const Input& input, Request& request) {
  NORN_ASSIGN(const bool legacy, uses_legacy(input, {kLegacyWrite, kWrite, "Expected"}));
  if (!legacy) return {};
  ExpressionWriter writer;
  NORN_ASSIGN(request.condition, expected_expression(input, writer));
  request.placeholders = take_generated(std::move(writer));
  return {};
}

// Of GetItem, and BatchGetItem's tables.
template <typename Request>
Result<void> apply_to_get(const Input& input, Request& request) {
  NORN_ASSIGN(const bool legacy, uses_legacy(input, {kLegacyGet, kGet, ""}));
  if (!legacy) return {};
  ExpressionWriter writer;
  NORN_ASSIGN(request.projection, attributes_to_get_expression(input, writer));
  request.placeholders = take_generated(std::move(writer));
  return {};
}

// A mark with which none of the request's own placeholders begin. Each of them rules out one at
// most, so one is found soon.
std::string free_mark(const store::Placeholders& taken) {
  const auto clashes = [](const auto& entries, const std::string& prefix) {
    const auto next = entries.lower_bound(prefix);
    return next != entries.end() && next->first.starts_with(prefix);
  };
  for (size_t i = 0;; ++i) {
    std::string mark = fmt::format("{}_", i);
    if (!clashes(taken.names, "#n" + mark) && !clashes(taken.values, ":v" + mark)) return mark;
  }
}

// KeyConditions are allowed beside the other expressions of a query, which keep their limits.
Result<void> add_key_conditions(const Input& input, store::QueryRequest& request) {
  ExpressionWriter writer(free_mark(request.placeholders));
  NORN_ASSIGN(request.key_condition, key_conditions_expression(input, writer));
  store::Placeholders added = std::move(writer).take();
  request.placeholders.names.merge(added.names);
  request.placeholders.values.merge(added.values);
  return {};
}

}  // namespace

Result<void> apply_legacy(const Input& input, store::PutRequest& request) {
  return apply_to_write(input, request);
}

Result<void> apply_legacy(const Input& input, store::DeleteRequest& request) {
  return apply_to_write(input, request);
}

Result<void> apply_legacy(const Input& input, store::UpdateRequest& request) {
  NORN_ASSIGN(const bool legacy, uses_legacy(input, {kLegacyUpdate, kUpdate, "Expected"}));
  if (!legacy) return {};
  ExpressionWriter writer;
  NORN_ASSIGN(request.update, attribute_updates_expression(input, writer));
  NORN_ASSIGN(request.condition, expected_expression(input, writer));
  request.placeholders = take_generated(std::move(writer));
  return {};
}

Result<void> apply_legacy(const Input& input, store::GetRequest& request) {
  return apply_to_get(input, request);
}

Result<void> apply_legacy(const Input& input, store::BatchGetRequest::Table& request) {
  return apply_to_get(input, request);
}

Result<void> apply_legacy(const Input& input, store::QueryRequest& request) {
  const bool only_keys = !input.has("KeyConditionExpression") && input.has("KeyConditions") &&
                         present(input, kLegacyQuery).size() == 1;
  if (only_keys && !present(input, kQuery).empty()) return add_key_conditions(input, request);
  // Without KeyConditionExpression, errors do not count KeyConditions among what is mixed.
  const bool keys_clash = input.has("KeyConditionExpression") || present(input, kQuery).empty();
  const Names clashing = keys_clash ? Names(kLegacyQuery) : Names(kLegacyQuery).first(3);
  NORN_ASSIGN(const bool legacy, uses_legacy(input, {clashing, kQuery, "QueryFilter"}));
  if (!legacy) return {};
  ExpressionWriter writer;
  NORN_ASSIGN(request.filter, filter_expression(input, "QueryFilter", writer));
  NORN_ASSIGN(request.projection, attributes_to_get_expression(input, writer));
  if (input.has("KeyConditions")) {
    NORN_ASSIGN(request.key_condition, key_conditions_expression(input, writer));
  }
  request.placeholders = take_generated(std::move(writer));
  return {};
}

Result<void> apply_legacy(const Input& input, store::ScanRequest& request) {
  NORN_ASSIGN(const bool legacy, uses_legacy(input, {kLegacyScan, kScan, "ScanFilter"}));
  if (!legacy) return {};
  ExpressionWriter writer;
  NORN_ASSIGN(request.projection, attributes_to_get_expression(input, writer));
  NORN_ASSIGN(request.filter, filter_expression(input, "ScanFilter", writer));
  request.placeholders = take_generated(std::move(writer));
  return {};
}

}  // namespace norn::dynamodb
