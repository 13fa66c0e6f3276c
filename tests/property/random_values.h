#pragma once

#include "property/random_source.h"
#include "store/schema.h"
#include "store/value.h"

// Small worlds of values, so that random requests meet each other: the same keys are written again
// and again, and conditions hold about as often as not.
namespace norn::testing {

// The attributes that indexes may have as keys, each with one type: g is S, h is N, b is B.
inline const std::vector<store::KeyAttribute> kIndexAttributes = {
    {"g", store::Type::kString}, {"h", store::Type::kNumber}, {"b", store::Type::kBinary}};
inline const std::vector<std::string> kPlainAttributes = {"v0", "v1", "v2", "m", "l"};
inline const std::string kTtlAttribute = "expires";

// How many values of the table's keys, and of an index's, there are.
size_t partition_choices(const store::TableSchema& schema);
inline constexpr size_t kSortChoices = 8;
inline constexpr size_t kIndexChoices = 3;

// One of a few values of a key, in an order unlike that of their text.
store::Value random_key_value(RandomSource& random, store::Type type, size_t choices);
// Any of the ten types, nested at most `depth` levels.
store::Value random_value(RandomSource& random, int depth);
store::Value random_number(RandomSource& random);
store::Value random_set(RandomSource& random);

// A key of the table; sometimes one that does not fit it.
store::Map random_key(RandomSource& random, const store::TableSchema& schema);
store::Map random_item(RandomSource& random, const store::TableSchema& schema, int64_t now_s);

}  // namespace norn::testing
