#include "store/expressions/condition_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "store/limits.h"
#include "store/wire/wire.h"

namespace norn::store {
namespace {

using Kind = ConditionNode::Kind;
using Operands = std::vector<ConditionOperand>;

constexpr std::array kFunctions = {
    ConditionFunction{"attribute_exists", 1, Kind::kAttributeExists},
    ConditionFunction{"attribute_not_exists", 1, Kind::kAttributeNotExists},
    ConditionFunction{"attribute_type", 2, Kind::kAttributeType},
    ConditionFunction{"begins_with", 2, Kind::kBeginsWith},
    ConditionFunction{"contains", 2, Kind::kContains},
    ConditionFunction{"size", 1, std::nullopt},
};

// The operand's type as far as it does not depend on the item.
std::optional<Type> static_type(const ConditionOperand& operand) {
  if (operand.size) {
    return Type::kNumber;
  }
  const Value* literal = operand.literal();
  return literal != nullptr ? std::optional(literal->type()) : std::nullopt;
}

bool has_order(Type type) {
  return type == Type::kString || type == Type::kNumber || type == Type::kBinary;
}

void note_type(ExpressionParser& parser, std::string_view name, std::string_view type) {
  parser.note(Fault::kOperandType,
              fmt::format("Incorrect operand type for operator or function; operator or function: "
                          "{}, operand type: {}",
                          name, type));
}

// Notes the first operand whose type is known and not allowed.
template <typename Allowed>
bool check_types(ExpressionParser& parser, std::string_view name, const Operands& operands,
                 Allowed allowed) {
  for (const ConditionOperand& operand : operands) {
    if (const auto type = static_type(operand); type && !allowed(*type)) {
      note_type(parser, name, type_name(*type));
      return false;
    }
  }
  return true;
}

void check_distinct(ExpressionParser& parser, std::string_view name, const Operands& operands) {
  const Path* first = operands.front().path();
  // An undefined placeholder stands as a path without a name, and has its own fault.
  if (first == nullptr || first->attribute.empty()) {
    return;
  }
  const bool repeated = std::any_of(operands.begin() + 1, operands.end(), [&](const auto& operand) {
    return operand.path() != nullptr && *operand.path() == *first;
  });
  if (repeated) {
    parser.note(Fault::kDistinct,
                fmt::format("The first operand must be distinct from the remaining operands for "
                            "this operator or function; operator: {}, first operand: {}",
                            name, to_text(*first)));
  }
}

// As DynamoDB shows a scalar in messages.
std::string shown(const Value& value) {
  std::string text;
  if (const auto* string = value.get_if<std::string>()) {
    text = *string;
  } else if (const auto* number = value.get_if<Number>()) {
    text = number->to_string();
  } else if (const auto* binary = value.get_if<Binary>()) {
    text = base64_encode(binary->bytes);
  }
  return fmt::format("AttributeValue: {{{}:{}}}", type_name(value.type()), text);
}

void check_bounds(ExpressionParser& parser, const ConditionOperand& low,
                  const ConditionOperand& high) {
  if (low.literal() == nullptr || high.literal() == nullptr) {
    return;
  }
  const auto order = compare_scalars(*low.literal(), *high.literal());
  if (order && *order <= 0) {
    return;
  }
  parser.note(
      Fault::kOperandType,
      fmt::format("The BETWEEN operator requires {}; lower bound operand: {}, upper bound operand: "
                  "{}",
                  order ? "upper bound to be greater than or equal to lower bound"
                        : "same data type for lower and upper bounds",
                  shown(*low.literal()), shown(*high.literal())));
}

void check_attribute_type(ExpressionParser& parser, const Operands& operands) {
  const auto type = static_type(operands[1]);
  if (type != Type::kString) {
    note_type(parser, "attribute_type", type ? type_name(*type) : "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    return;
  }
  const std::string& name = operands[1].literal()->as<std::string>();
  if (!type_from_name(name)) {
    parser.note(Fault::kOperandType,
                fmt::format("Invalid attribute type name found; type: {}, valid types: "
                            "{{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}",
                            name));
  }
}

void check_path(ExpressionParser& parser, std::string_view name, const ConditionOperand& operand) {
  if (operand.path() == nullptr) {
    parser.note(
        Fault::kOperandType,
        fmt::format("Operator or function requires a document path; operator or function: {}",
                    name));
  }
}

}  // namespace

std::string_view to_name(Kind kind) {
  constexpr std::array<std::string_view, 16> kNames = {"AND",
                                                       "OR",
                                                       "NOT",
                                                       "=",
                                                       "<>",
                                                       "<",
                                                       "<=",
                                                       ">",
                                                       ">=",
                                                       "BETWEEN",
                                                       "IN",
                                                       "attribute_exists",
                                                       "attribute_not_exists",
                                                       "attribute_type",
                                                       "begins_with",
                                                       "contains"};
  return kNames[static_cast<size_t>(kind)];
}

std::optional<ConditionFunction> find_condition_function(std::string_view name) {
  const auto* const found = std::ranges::find(kFunctions, name, &ConditionFunction::name);
  return found != kFunctions.end() ? std::optional(*found) : std::nullopt;
}

bool check_call(ExpressionParser& parser, const ConditionFunction& function,
                const Operands& operands) {
  if (operands.size() != function.operands) {
    parser.note(Fault::kOperandCount,
                fmt::format("Incorrect number of operands for operator or function; operator or "
                            "function: {}, number of operands: {}",
                            function.name, operands.size()));
    return false;
  }
  check_distinct(parser, function.name, operands);
  if (!function.kind) {
    check_types(parser, function.name, operands, [](Type type) {
      return type != Type::kNumber && type != Type::kBool && type != Type::kNull;
    });
  } else if (function.kind == Kind::kAttributeType) {
    check_attribute_type(parser, operands);
  } else if (function.kind == Kind::kBeginsWith) {
    check_types(parser, function.name, operands,
                [](Type type) { return type == Type::kString || type == Type::kBinary; });
  } else if (function.kind != Kind::kContains) {
    check_path(parser, function.name, operands[0]);
  }
  return true;
}

void check_comparison(ExpressionParser& parser, Kind kind, const Operands& operands) {
  check_distinct(parser, to_name(kind), operands);
  if (kind == Kind::kIn) {
    if (operands.size() - 1 > kMaxInOperands && !parser.generated()) {
      parser.note(Fault::kOperandCount,
                  fmt::format("The IN operator is provided with too many operands; number of "
                              "operands: {}",
                              operands.size() - 1));
    }
    return;
  }
  if (kind == Kind::kEqual || kind == Kind::kNotEqual) {
    return;
  }
  if (check_types(parser, to_name(kind), operands, has_order) && kind == Kind::kBetween) {
    check_bounds(parser, operands[1], operands[2]);
  }
}

void settle_comparison(ExpressionParser& parser) {
  parser.settle_comparison({Fault::kUndefinedName, Fault::kUndefinedValue, Fault::kOperandCount,
                            Fault::kDistinct, Fault::kOperandType});
}

}  // namespace norn::store
