#pragma once

#include <optional>
#include <string_view>

#include "base/error.h"
#include "store/expressions/expression_names.h"
#include "store/schema.h"
#include "store/value.h"

namespace norn::store {

// The part of a KeyConditionExpression that narrows the sort key.
struct SortCondition {
  enum class Kind : uint8_t {
    kEqual,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kBetween,
    kBeginsWith
  };
  Kind kind = Kind::kEqual;
  Value low;   // The operand; the lower bound of kBetween.
  Value high;  // The upper bound of kBetween.

  bool holds(const Value& sort) const;
};

struct KeyCondition {
  Value partition;
  std::optional<SortCondition> sort;

  // `key` is the schema of the table or index that is queried. Errors: a missing partition key, an
  // unsupported operator, an attribute that is no key, a value of the wrong type.
  static Result<KeyCondition> parse(std::string_view text, const KeySchema& key,
                                    PlaceholderUse& placeholders);
};

}  // namespace norn::store
