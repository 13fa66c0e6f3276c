#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "store/expressions/expression_parser.h"
#include "store/expressions/path.h"

namespace norn::store {

// An operand of a comparison or function: what is at a path, a value of the request, or the size()
// of either.
struct ConditionOperand {
  std::variant<Path, Literal> source;
  bool size = false;

  const Path* path() const { return size ? nullptr : std::get_if<Path>(&source); }
  const Value* literal() const {
    const auto* held = size ? nullptr : std::get_if<Literal>(&source);
    return held != nullptr ? held->get() : nullptr;
  }
};

struct ConditionNode {
  enum class Kind : uint8_t {
    kAnd,
    kOr,
    kNot,
    kEqual,
    kNotEqual,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kBetween,
    kIn,
    kAttributeExists,
    kAttributeNotExists,
    kAttributeType,
    kBeginsWith,
    kContains,
  };
  Kind kind = Kind::kAnd;
  std::vector<std::unique_ptr<ConditionNode>> children;  // Of kAnd, kOr (two or more) and kNot.
  std::vector<ConditionOperand> operands;                // Of all others.
};

// As the expression writes it: "AND", "<>", "begins_with".
std::string_view to_name(ConditionNode::Kind kind);

// Parses a ConditionExpression, FilterExpression or KeyConditionExpression.
Result<std::unique_ptr<ConditionNode>> parse_condition(std::string_view text,
                                                       std::string_view parameter,
                                                       PlaceholderUse& placeholders);

}  // namespace norn::store
