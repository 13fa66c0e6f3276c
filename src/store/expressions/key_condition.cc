#include "store/expressions/key_condition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/errors.h"
#include "store/expressions/condition_tree.h"
#include "store/expressions/key_condition_usual.h"
#include "store/limits.h"

namespace norn::store {
namespace {

using Kind = ConditionNode::Kind;
using Conditions = std::map<std::string, SortCondition>;  // By key attribute.

// The same comparison with its operands exchanged.
Kind mirrored(Kind kind) {
  switch (kind) {
    case Kind::kLess:
      return Kind::kGreater;
    case Kind::kLessOrEqual:
      return Kind::kGreaterOrEqual;
    case Kind::kGreater:
      return Kind::kLess;
    case Kind::kGreaterOrEqual:
      return Kind::kLessOrEqual;
    default:
      return kind;
  }
}

SortCondition::Kind sort_kind(Kind kind) {
  switch (kind) {
    case Kind::kLess:
      return SortCondition::Kind::kLess;
    case Kind::kLessOrEqual:
      return SortCondition::Kind::kLessOrEqual;
    case Kind::kGreater:
      return SortCondition::Kind::kGreater;
    case Kind::kGreaterOrEqual:
      return SortCondition::Kind::kGreaterOrEqual;
    case Kind::kBetween:
      return SortCondition::Kind::kBetween;
    case Kind::kBeginsWith:
      return SortCondition::Kind::kBeginsWith;
    default:
      return SortCondition::Kind::kEqual;
  }
}

bool is_allowed(Kind kind) {
  switch (kind) {
    case Kind::kAnd:
    case Kind::kEqual:
    case Kind::kLess:
    case Kind::kLessOrEqual:
    case Kind::kGreater:
    case Kind::kGreaterOrEqual:
    case Kind::kBetween:
    case Kind::kBeginsWith:
      return true;
    default:
      return false;
  }
}

// Which operand names the key attribute. The others are values.
Result<size_t> key_operand(const ConditionNode& node) {
  const bool first_only = node.kind == Kind::kBetween || node.kind == Kind::kBeginsWith;
  if (first_only && node.operands[0].path() == nullptr) {
    return validation(
        fmt::format("Invalid condition in KeyConditionExpression: {} operator must have the key "
                    "attribute as its first operand",
                    to_name(node.kind)));
  }
  std::optional<size_t> found;
  for (size_t i = 0; i < node.operands.size(); ++i) {
    if (node.operands[i].size) {
      return validation("KeyConditionExpressions cannot contain nested operations");
    }
    const Path* path = node.operands[i].path();
    if (path == nullptr) {
      continue;
    }
    if (found) {
      return validation(
          "Invalid condition in KeyConditionExpression: Multiple attribute names used in one "
          "condition");
    }
    if (!path->steps.empty()) {
      return validation("KeyConditionExpressions cannot have conditions on nested attributes");
    }
    found = i;
  }
  if (!found) {
    return validation("Invalid condition in KeyConditionExpression: No key attribute specified");
  }
  return *found;
}

Result<void> collect(const ConditionNode& node, Conditions& conditions) {
  if (!is_allowed(node.kind)) {
    return validation(
        fmt::format("Invalid operator used in KeyConditionExpression: {}", to_name(node.kind)));
  }
  if (node.kind == Kind::kAnd) {
    for (const auto& child : node.children) {
      NORN_TRY(collect(*child, conditions));
    }
    return {};
  }
  NORN_ASSIGN(const size_t key, key_operand(node));
  const bool reversed = key != 0;
  SortCondition condition;
  condition.kind = sort_kind(reversed ? mirrored(node.kind) : node.kind);
  condition.low = *node.operands[reversed ? 0 : 1].literal();
  if (node.kind == Kind::kBetween) {
    condition.high = *node.operands[2].literal();
  }
  const std::string& attribute = node.operands[key].path()->attribute;
  if (!conditions.emplace(attribute, std::move(condition)).second) {
    return validation("KeyConditionExpressions must only contain one condition per key");
  }
  return {};
}

// A value that a key attribute could have.
Result<void> check_value(const KeyAttribute& attribute, const Value& value, bool is_partition) {
  if (value.type() != attribute.type) {
    return invalid_parameter("Condition parameter type does not match schema type");
  }
  if (value.type() == Type::kNumber) {
    return {};
  }
  const bool string = value.type() == Type::kString;
  const size_t bytes = string ? value.as<std::string>().size() : value.as<Binary>().bytes.size();
  if (bytes == 0) {
    return validation(
        fmt::format("One or more parameter values are not valid. The AttributeValue for a key "
                    "attribute cannot contain an empty {} value. Key: {}",
                    string ? "string" : "binary", attribute.name));
  }
  if (is_partition && bytes > kMaxPartitionKeyBytes) {
    return invalid_parameter(fmt::format(
        "Size of hashkey has exceeded the maximum size limit of{} bytes", kMaxPartitionKeyBytes));
  }
  if (!is_partition && bytes > kMaxSortKeyBytes) {
    return invalid_parameter(
        fmt::format("Aggregated size of all range keys has exceeded the size limit of {} bytes",
                    kMaxSortKeyBytes));
  }
  return {};
}

Result<void> check_values(const KeyAttribute& attribute, const SortCondition& condition,
                          bool is_partition) {
  NORN_TRY(check_value(attribute, condition.low, is_partition));
  if (condition.kind == SortCondition::Kind::kBetween) {
    NORN_TRY(check_value(attribute, condition.high, is_partition));
  }
  return {};
}

std::unexpected<Error> missed(const KeyAttribute& attribute) {
  return item_fault(fmt::format("Query condition missed key schema element: {}", attribute.name));
}

std::unexpected<Error> not_supported() {
  return item_fault("Query key condition not supported");
}

// The values of a partition key that has several attributes, each of which must be known.
Result<Value> partition_of_several(Conditions& conditions, const KeySchema& key) {
  std::vector<const KeyAttribute*> attributes;
  key.each_partition([&](const KeyAttribute& attribute) { attributes.push_back(&attribute); });
  List values;
  for (const KeyAttribute* attribute : attributes) {
    const auto found = conditions.find(attribute->name);
    if (found == conditions.end()) {
      return missed(*attribute);
    }
    NORN_TRY(check_values(*attribute, found->second, true));
    if (found->second.kind != SortCondition::Kind::kEqual) {
      return not_supported();
    }
    values.push_back(std::move(found->second.low));
  }
  return values.size() == 1 ? std::move(values.front()) : Value(std::move(values));
}

// Conditions on sort attributes go from the left: all but the last one are equalities.
Result<void> narrow_several(Conditions& conditions, const KeySchema& key, KeyCondition& result) {
  std::vector<const KeyAttribute*> attributes;
  key.each_sort([&](const KeyAttribute& attribute) { attributes.push_back(&attribute); });
  std::vector<std::string_view> without_equality;
  for (const KeyAttribute* attribute : attributes) {
    const auto found = conditions.find(attribute->name);
    if (found == conditions.end()) {
      without_equality.push_back(attribute->name);
      continue;
    }
    if (!without_equality.empty()) {
      return validation(fmt::format(
          "RANGE key attributes {} must have equality conditions specified in the query because a "
          "condition is present on key attribute {}",
          fmt::join(without_equality, ", "), attribute->name));
    }
    NORN_TRY(check_values(*attribute, found->second, false));
    if (result.sort) {
      result.sort_prefix.push_back(std::move(result.sort->low));
    }
    result.sort = std::move(found->second);
    if (result.sort->kind != SortCondition::Kind::kEqual) {
      without_equality.push_back(attribute->name);
    }
  }
  return {};
}

// The condition on an index whose key has several partition or sort attributes.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html
Result<KeyCondition> condition_on_several(Conditions& conditions, const KeySchema& key) {
  KeyCondition result;
  NORN_ASSIGN(result.partition, partition_of_several(conditions, key));
  for (const auto& [attribute, condition] : conditions) {
    if (!is_key_attribute(key, attribute)) {
      return not_supported();
    }
  }
  NORN_TRY(narrow_several(conditions, key, result));
  return result;
}

bool begins_with(const Value& value, const Value& prefix) {
  if (value.type() != prefix.type()) {
    return false;
  }
  if (const auto* text = value.get_if<std::string>()) {
    return text->starts_with(prefix.as<std::string>());
  }
  const auto* binary = value.get_if<Binary>();
  return binary != nullptr && binary->bytes.starts_with(prefix.as<Binary>().bytes);
}

}  // namespace

bool SortCondition::holds(const Value& sort) const {
  if (kind == Kind::kBeginsWith) {
    return begins_with(sort, low);
  }
  const auto order = compare_scalars(sort, low);
  if (!order) {
    return false;
  }
  switch (kind) {
    case Kind::kEqual:
      return *order == 0;
    case Kind::kLess:
      return *order < 0;
    case Kind::kLessOrEqual:
      return *order <= 0;
    case Kind::kGreater:
      return *order > 0;
    case Kind::kGreaterOrEqual:
      return *order >= 0;
    case Kind::kBetween: {
      const auto upper = compare_scalars(sort, high);
      return *order >= 0 && upper && *upper <= 0;
    }
    case Kind::kBeginsWith:
      break;
  }
  return false;
}

bool KeyCondition::holds_for_sort(const Key& key) const {
  if (!sort) {
    return true;
  }
  const List* values = key.sort->get_if<List>();
  if (values == nullptr) {
    return sort->holds(*key.sort);
  }
  const auto narrowed = values->begin() + static_cast<std::ptrdiff_t>(sort_prefix.size());
  return std::equal(sort_prefix.begin(), sort_prefix.end(), values->begin(), narrowed) &&
         sort->holds(*narrowed);
}

Result<KeyCondition> KeyCondition::parse(std::string_view text, const KeySchema& key,
                                         PlaceholderUse& placeholders) {
  if (auto usual = parse_usual(text, key, placeholders)) {
    NORN_TRY(check_value(key.partition, usual->partition, true));
    if (usual->sort) {
      NORN_TRY(check_values(*key.sort, *usual->sort, false));
    }
    return std::move(*usual);
  }
  NORN_ASSIGN(const std::unique_ptr<ConditionNode> root,
              parse_condition(text, "KeyConditionExpression", placeholders));
  Conditions conditions;
  NORN_TRY(collect(*root, conditions));
  if (key.has_several()) {
    return condition_on_several(conditions, key);
  }
  if (conditions.size() > 2) {
    return item_fault("Conditions can be of length 1 or 2 only");
  }
  if (conditions.size() == 2 && !key.sort) {
    return not_supported();
  }
  const auto partition = conditions.find(key.partition.name);
  if (partition == conditions.end()) {
    return missed(key.partition);
  }
  NORN_TRY(check_values(key.partition, partition->second, true));
  if (partition->second.kind != SortCondition::Kind::kEqual) {
    return not_supported();
  }
  KeyCondition result;
  result.partition = std::move(partition->second.low);
  if (conditions.size() == 1) {
    return result;
  }
  const auto sort = conditions.find(key.sort->name);
  if (sort == conditions.end()) {
    return missed(*key.sort);
  }
  NORN_TRY(check_values(*key.sort, sort->second, false));
  result.sort = std::move(sort->second);
  return result;
}

}  // namespace norn::store
