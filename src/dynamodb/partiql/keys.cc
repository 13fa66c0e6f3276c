#include "dynamodb/partiql/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "store/errors.h"

namespace norn::dynamodb::partiql {
namespace {

using PredicateKind = Predicate::Kind;
using store::Value;

bool is_attribute(const Operand& operand, std::string_view attribute) {
  const store::Path* path = operand.path();
  return path != nullptr && path->steps.empty() && path->attribute == attribute;
}

// The value of `attribute = value`, in either order.
const Value* equality(const Predicate& predicate, std::string_view attribute) {
  if (predicate.kind != PredicateKind::kCompare || predicate.name != "=") return nullptr;
  if (is_attribute(predicate.operands[0], attribute)) return predicate.operands[1].value();
  if (is_attribute(predicate.operands[1], attribute)) return predicate.operands[0].value();
  return nullptr;
}

// The values of `attribute IN [value, ...]`; empty when it is none.
std::vector<Value> membership(const Predicate& predicate, std::string_view attribute) {
  std::vector<Value> values;
  if (predicate.kind != PredicateKind::kIn || !is_attribute(predicate.operands[0], attribute))
    return values;
  for (size_t i = 1; i < predicate.operands.size(); ++i) {
    const Value* value = predicate.operands[i].value();
    if (value == nullptr) return {};
    values.push_back(*value);
  }
  return values;
}

std::unexpected<Error> overlapping() {
  return store::validation(
      "Overlapping conditions with range keys are not supported in where clause");
}

bool contains(const std::vector<Value>& values, const Value& value) {
  return std::ranges::find(values, value) != values.end();
}

// Branches of an OR may ask for one partition several times only when each of them has further
// conditions (and DynamoDB would look whether the sort keys are apart).
bool says_more(const Predicate& branch) {
  return branch.kind == PredicateKind::kAnd;
}

using Candidates = Result<std::optional<std::vector<Value>>>;

Candidates candidates_of_any(const Predicate& any, std::string_view attribute) {
  std::vector<Value> all;
  std::vector<Value> bare;  // Of branches that ask for whole partitions.
  for (const Predicate& branch : any.children) {
    NORN_ASSIGN(std::optional<std::vector<Value>> found, candidates(branch, attribute));
    if (!found) return std::nullopt;
    for (Value& value : *found) {
      if (contains(all, value)) {
        if (!says_more(branch) || contains(bare, value)) return overlapping();
        continue;
      }
      if (!says_more(branch)) bare.push_back(value);
      all.push_back(std::move(value));
    }
  }
  return all;
}

Candidates candidates_of_all(const Predicate& all, std::string_view attribute) {
  std::optional<std::vector<Value>> best;
  for (const Predicate& child : all.children) {
    NORN_ASSIGN(std::optional<std::vector<Value>> found, candidates(child, attribute));
    if (found && (!best || found->size() < best->size())) best = std::move(found);
  }
  return best;
}

std::string_view mirrored(std::string_view comparator) {
  if (comparator == "<") return ">";
  if (comparator == "<=") return ">=";
  if (comparator == ">") return "<";
  if (comparator == ">=") return "<=";
  return comparator;
}

bool are_values(const Predicate& predicate, store::Type type) {
  return std::all_of(predicate.operands.begin() + 1, predicate.operands.end(),
                     [&](const Operand& operand) {
                       return operand.value() != nullptr && operand.value()->type() == type;
                     });
}

}  // namespace

std::vector<const Predicate*> conjuncts(const std::optional<Predicate>& where) {
  std::vector<const Predicate*> all;
  if (!where) return all;
  if (where->kind != PredicateKind::kAnd) return {&*where};
  for (const Predicate& child : where->children) all.push_back(&child);
  return all;
}

KeyUse use_of_key(const store::KeySchema& schema, const std::optional<Predicate>& where,
                  SingleIn single_in) {
  KeyUse use;
  // Adds the value when the condition is an equality of this key attribute and nothing new
  // otherwise.
  const auto take = [&](const Predicate& predicate, const std::string& attribute) {
    const Value* value = equality(predicate, attribute);
    const std::vector<Value> members = membership(predicate, attribute);
    if (value == nullptr && single_in == SingleIn::kIsEquality && members.size() == 1) {
      value = &members.front();
    }
    if (value == nullptr) return false;
    const auto [known, inserted] = use.key.try_emplace(attribute, *value);
    if (inserted || known->second == *value) return true;
    use.conflict = attribute;
    return false;
  };
  for (const Predicate* predicate : conjuncts(where)) {
    if (take(*predicate, schema.partition.name)) continue;
    if (schema.sort && take(*predicate, schema.sort->name)) continue;
    use.rest.push_back(predicate);
  }
  use.complete = use.key.size() == (schema.sort ? 2U : 1U);
  return use;
}

Candidates candidates(const Predicate& predicate, std::string_view attribute) {
  if (const Value* value = equality(predicate, attribute)) return std::vector<Value>{*value};
  if (predicate.kind == PredicateKind::kOr) return candidates_of_any(predicate, attribute);
  if (predicate.kind == PredicateKind::kAnd) return candidates_of_all(predicate, attribute);
  std::vector<Value> members = membership(predicate, attribute);
  if (members.empty()) return std::nullopt;
  for (size_t i = 1; i < members.size(); ++i) {
    if (std::find(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(i), members[i]) !=
        members.begin() + static_cast<std::ptrdiff_t>(i)) {
      return overlapping();
    }
  }
  return members;
}

std::optional<Predicate> sort_condition(const Predicate& predicate,
                                        const store::KeyAttribute& sort) {
  if (predicate.operands.size() < 2) return std::nullopt;
  Predicate condition = predicate;
  if (condition.kind == PredicateKind::kCompare && is_attribute(condition.operands[1], sort.name)) {
    std::swap(condition.operands[0], condition.operands[1]);
    condition.name = mirrored(condition.name);
  }
  const bool fits = condition.kind == PredicateKind::kBetween ||
                    (condition.kind == PredicateKind::kCompare && condition.name != "<>") ||
                    (condition.kind == PredicateKind::kCall && condition.name == "begins_with" &&
                     sort.type != store::Type::kNumber);
  if (!fits || !is_attribute(condition.operands[0], sort.name)) return std::nullopt;
  if (!are_values(condition, sort.type)) return std::nullopt;
  return condition;
}

Result<void> check_key_type(const store::KeyAttribute& attribute, const Predicate& predicate) {
  if (const Value* value = equality(predicate, attribute.name)) {
    return check_key_type(attribute, *value);
  }
  for (const Value& member : membership(predicate, attribute.name)) {
    NORN_TRY(check_key_type(attribute, member));
  }
  return {};
}

Result<void> check_key_type(const store::KeyAttribute& attribute, const Value& value) {
  if (value.type() == attribute.type) return {};
  return store::validation(
      fmt::format("Key attribute's data type should match its data type in table's schema: Key {}",
                  attribute.name));
}

}  // namespace norn::dynamodb::partiql
