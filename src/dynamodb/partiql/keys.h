#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "dynamodb/partiql/ast.h"
#include "store/schema.h"

// The key conditions of a WHERE clause.
namespace norn::dynamodb::partiql {

// The conditions that must all hold: the members of an AND, or the condition itself.
std::vector<const Predicate*> conjuncts(const std::optional<Predicate>& where);

// Whether IN with a single value counts as an equality: it does in reads, not in writes.
enum class SingleIn : bool { kIsEquality, kIsCondition };

// The key that a WHERE clause fixes by equality, and its other conditions.
struct KeyUse {
  store::Map key;                      // Key attributes only.
  bool complete = false;               // All key attributes are there.
  std::string conflict;                // A key attribute that has two values; empty if none.
  std::vector<const Predicate*> rest;  // Conditions beside the key, and further values of it.
};
KeyUse use_of_key(const store::KeySchema& schema, const std::optional<Predicate>& where,
                  SingleIn single_in);

// The values that `attribute` may have where the condition holds, each once; nullopt when any may.
// Errors: values that DynamoDB refuses to read one after the other.
Result<std::optional<std::vector<store::Value>>> candidates(const Predicate& predicate,
                                                            std::string_view attribute);

// A condition on `sort` that a key condition can hold: its path is on the left then.
std::optional<Predicate> sort_condition(const Predicate& predicate,
                                        const store::KeyAttribute& sort);

// Refuses values that a key attribute cannot have, in equalities and IN.
Result<void> check_key_type(const store::KeyAttribute& attribute, const Predicate& predicate);
Result<void> check_key_type(const store::KeyAttribute& attribute, const store::Value& value);

}  // namespace norn::dynamodb::partiql
