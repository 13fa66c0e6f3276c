#pragma once

#include <optional>
#include <string_view>

#include "store/expressions/expression_names.h"
#include "store/expressions/key_condition.h"
#include "store/schema.h"

namespace norn::store {

// Reads a condition that is written as almost all are, without taking it apart as a whole language:
//
//   PK = :value
//   PK = :value AND SK = :value
//   PK = :value AND SK BETWEEN :value AND :value
//   PK = :value AND begins_with(SK, :value)
//
// nullopt when it is written otherwise, when a part of the key has several attributes, and when
// anything about it is not right; KeyCondition::parse then finds out what. Whether the values can
// be those of keys is not looked at.
std::optional<KeyCondition> parse_usual(std::string_view text, const KeySchema& key,
                                        PlaceholderUse& placeholders);

}  // namespace norn::store
