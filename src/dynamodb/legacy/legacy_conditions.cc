#include "dynamodb/legacy/legacy_conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "dynamodb/legacy/legacy_members.h"
#include "store/errors.h"
#include "store/limits.h"
#include "store/value.h"
#include "store/wire/dom.h"

namespace norn::dynamodb {
namespace {

using store::Type;
using store::Value;

// The types that an operator can compare with.
enum class Operands : uint8_t { kAny, kScalars, kContents, kTexts };

// How an operator is written as an expression.
enum class Form : uint8_t { kInfix, kBetween, kIn, kCall, kNotContains };

struct Operator {
  std::string_view name;
  size_t least;  // How many values it takes,
  size_t most;   // or kNoLimit.
  Operands operands;
  Form form;
  std::string_view text;
  bool of_keys;  // Whether a key condition can have it.
};

constexpr size_t kNoLimit = SIZE_MAX;

constexpr std::array kComparisonOperators = {
    Operator{"EQ", 1, 1, Operands::kAny, Form::kInfix, "=", true},
    Operator{"NE", 1, 1, Operands::kAny, Form::kInfix, "<>", false},
    Operator{"LT", 1, 1, Operands::kScalars, Form::kInfix, "<", true},
    Operator{"LE", 1, 1, Operands::kScalars, Form::kInfix, "<=", true},
    Operator{"GT", 1, 1, Operands::kScalars, Form::kInfix, ">", true},
    Operator{"GE", 1, 1, Operands::kScalars, Form::kInfix, ">=", true},
    Operator{"BETWEEN", 2, 2, Operands::kScalars, Form::kBetween, "", true},
    Operator{"BEGINS_WITH", 1, 1, Operands::kTexts, Form::kCall, "begins_with", true},
    Operator{"IN", 1, kNoLimit, Operands::kScalars, Form::kIn, "", false},
    Operator{"CONTAINS", 1, 1, Operands::kContents, Form::kCall, "contains", false},
    Operator{"NOT_CONTAINS", 1, 1, Operands::kContents, Form::kNotContains, "", false},
    Operator{"NULL", 0, 0, Operands::kAny, Form::kCall, "attribute_not_exists", false},
    Operator{"NOT_NULL", 0, 0, Operands::kAny, Form::kCall, "attribute_exists", false},
};

const Operator& find_operator(std::string_view name) {
  const auto* const found = std::ranges::find(kComparisonOperators, name, &Operator::name);
  NORN_CHECK(found != kComparisonOperators.end(),
             "the request's shape allows these operators only");
  return *found;
}

bool takes(Operands operands, Type type) {
  switch (operands) {
    case Operands::kAny:
      return true;
    case Operands::kContents:
      if (type == Type::kBool || type == Type::kNull) return true;
      [[fallthrough]];
    case Operands::kScalars:
      if (type == Type::kNumber) return true;
      [[fallthrough]];
    case Operands::kTexts:
      return type == Type::kString || type == Type::kBinary;
  }
  return false;
}

Result<void> check_values(const Operator& op, const std::vector<Value>& values) {
  if (values.size() < op.least || values.size() > op.most) {
    return store::invalid_parameter(
        fmt::format("Invalid number of argument(s) for the {} ComparisonOperator", op.name));
  }
  for (const Value& value : values) {
    if (value.type() != values.front().type()) {
      return store::invalid_parameter(
          "AttributeValues inside AttributeValueList must be of same type");
    }
    if (!takes(op.operands, value.type())) {
      return store::invalid_parameter(
          fmt::format("ComparisonOperator {} is not valid for {} AttributeValue type", op.name,
                      type_name(value.type())));
    }
  }
  if (op.form == Form::kBetween && *store::compare_scalars(values[0], values[1]) > 0) {
    return store::validation(
        "The BETWEEN condition was provided a range where the lower bound is greater than the "
        "upper bound");
  }
  return {};
}

Result<std::vector<Value>> read_list(const Input& condition) {
  std::vector<Value> values;
  const auto read = [&](simdjson::dom::element element) -> Result<void> {
    NORN_ASSIGN(Value value, store::value_from_dom(element));
    values.push_back(std::move(value));
    return {};
  };
  NORN_TRY(condition.each("AttributeValueList", read));
  return values;
}

Result<std::string> write(std::string_view attribute, const Operator& op, std::vector<Value> values,
                          ExpressionWriter& writer) {
  NORN_TRY(check_values(op, values));
  const std::string name = writer.name(attribute);
  std::vector<std::string> operands;
  for (Value& value : values) operands.push_back(writer.value(std::move(value)));
  switch (op.form) {
    case Form::kInfix:
      return fmt::format("{} {} {}", name, op.text, operands[0]);
    case Form::kBetween:
      return fmt::format("{} BETWEEN {} AND {}", name, operands[0], operands[1]);
    case Form::kIn:
      return fmt::format("{} IN ({})", name, fmt::join(operands, ", "));
    case Form::kNotContains:
      // Unlike NE, it is false of attributes that are not there.
      return fmt::format("(attribute_exists({}) AND NOT contains({}, {}))", name, name,
                         operands[0]);
    case Form::kCall:
      break;
  }
  return operands.empty() ? fmt::format("{}({})", op.text, name)
                          : fmt::format("{}({}, {})", op.text, name, operands[0]);
}

// A Condition: what filters and key conditions consist of.
Result<std::string> write_condition(std::string_view attribute, const Input& condition,
                                    ExpressionWriter& writer) {
  NORN_TRY(check_attribute_name(attribute));
  NORN_ASSIGN(std::vector<Value> values, read_list(condition));
  return write(attribute, find_operator(condition.text("ComparisonOperator")), std::move(values),
               writer);
}

std::unexpected<Error> invalid_expected(std::string_view what, std::string_view attribute) {
  return store::invalid_parameter(fmt::format("{} for Attribute: {}", what, attribute));
}

// An ExpectedAttributeValue without ComparisonOperator.
Result<std::string> write_exists(std::string_view attribute, const Input& expected,
                                 ExpressionWriter& writer) {
  if (expected.has("AttributeValueList")) {
    return invalid_expected("AttributeValueList can only be used with a ComparisonOperator",
                            attribute);
  }
  const std::optional<bool> exists = expected.boolean("Exists");
  const auto json = expected.find("Value");
  if (exists.value_or(true) && !json) {
    return invalid_expected(
        fmt::format("Value must be provided when Exists is {}", exists ? "true" : "null"),
        attribute);
  }
  if (!exists.value_or(true) && json) {
    return invalid_expected("Value cannot be used when Exists is false", attribute);
  }
  if (!json) return write(attribute, find_operator("NULL"), {}, writer);
  NORN_ASSIGN(Value value, store::value_from_dom(*json));
  return write(attribute, find_operator("EQ"), {std::move(value)}, writer);
}

Result<std::string> write_expected(std::string_view attribute, const Input& expected,
                                   ExpressionWriter& writer) {
  NORN_TRY(check_attribute_name(attribute));
  const auto json = expected.find("Value");
  if (json && expected.has("AttributeValueList")) {
    return invalid_expected("Value and AttributeValueList cannot be used together", attribute);
  }
  if (!expected.has("ComparisonOperator")) return write_exists(attribute, expected, writer);
  if (expected.has("Exists")) {
    return invalid_expected("Exists and ComparisonOperator cannot be used together", attribute);
  }
  const Operator& op = find_operator(expected.text("ComparisonOperator"));
  if (op.least > 0 && !json && !expected.has("AttributeValueList")) {
    return invalid_expected(
        fmt::format("Value or AttributeValueList must be used with ComparisonOperator: {}",
                    op.name),
        attribute);
  }
  NORN_ASSIGN(std::vector<Value> values, read_list(expected));
  if (json) {
    NORN_ASSIGN(Value value, store::value_from_dom(*json));
    values.push_back(std::move(value));
  }
  return write(attribute, op, std::move(values), writer);
}

template <typename Write>
Result<std::string> join(const Input& input, std::string_view parameter, ExpressionWriter& writer,
                         std::string_view conjunction, Write write_one) {
  std::vector<std::string> terms;
  for (const auto& [attribute, member] : legacy_members(input, parameter)) {
    NORN_ASSIGN(std::string term, write_one(attribute, member, writer));
    terms.push_back(std::move(term));
  }
  return fmt::format("{}", fmt::join(terms, conjunction));
}

std::string_view conjunction_of(const Input& input) {
  return input.text("ConditionalOperator") == "OR" ? " OR " : " AND ";
}

}  // namespace

Result<std::string> expected_expression(const Input& input, ExpressionWriter& writer) {
  return join(input, "Expected", writer, conjunction_of(input), write_expected);
}

Result<std::string> filter_expression(const Input& input, std::string_view parameter,
                                      ExpressionWriter& writer) {
  return join(input, parameter, writer, conjunction_of(input), write_condition);
}

Result<std::string> key_conditions_expression(const Input& input, ExpressionWriter& writer) {
  NORN_ASSIGN(std::string expression,
              join(input, "KeyConditions", writer, " AND ", write_condition));
  const LegacyMembers members = legacy_members(input, "KeyConditions");
  // More than two are for an index whose key has more attributes; the store looks at that.
  constexpr size_t kOfIndex = 2 * store::kMaxKeyPartAttributes;
  if (members.empty() || members.size() > (input.has("IndexName") ? kOfIndex : 2)) {
    return store::validation("Conditions can be of length 1 or 2 only");
  }
  for (const auto& [attribute, condition] : members) {
    if (!find_operator(condition.text("ComparisonOperator")).of_keys) {
      return store::validation("Attempted conditional constraint is not an indexable operation");
    }
  }
  return expression;
}

}  // namespace norn::dynamodb
