#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/expressions/expression_names.h"
#include "store/key.h"
#include "store/schema.h"
#include "store/value.h"

namespace norn::store {

// The part of a KeyConditionExpression that narrows the sort key: one attribute of it.
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
  Value partition;                    // As in a Key.
  std::optional<SortCondition> sort;  // Of the last sort attribute that has a condition.
  // What the sort attributes in front of that one are equal to.
  std::vector<Value> sort_prefix = {};

  // Whether the sort key of an entry of this partition meets the condition.
  bool holds_for_sort(const Key& key) const;

  // `key` is the schema of the table or index that is queried. Errors: a missing partition key, an
  // unsupported operator, an attribute that is no key, a value of the wrong type.
  static Result<KeyCondition> parse(std::string_view text, const KeySchema& key,
                                    PlaceholderUse& placeholders);
};

}  // namespace norn::store
