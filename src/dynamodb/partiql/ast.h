#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dynamodb/partiql/lexer.h"
#include "store/expressions/path.h"
#include "store/value.h"

// The syntax tree of a statement, with its parameters filled in.
namespace norn::dynamodb::partiql {

// A path or a value, or the size() of either.
struct Operand {
  std::variant<store::Path, store::Value> source;
  bool size = false;
  Position at;

  const store::Path* path() const { return size ? nullptr : std::get_if<store::Path>(&source); }
  const store::Value* value() const { return size ? nullptr : std::get_if<store::Value>(&source); }
};

// A condition on an item.
struct Predicate {
  enum class Kind : uint8_t { kAnd, kOr, kNot, kCompare, kBetween, kIn, kCall };
  Kind kind = Kind::kAnd;
  std::string name;                 // Of a comparison ("=", "<>", "<", ...) or a function.
  std::vector<Predicate> children;  // Of kAnd and kOr (two or more) and kNot.
  std::vector<Operand> operands;    // Of all others.
};

struct Target {
  std::string table;
  std::string index;  // Empty means the table itself.
};

// One column of a SELECT. Its name in the reply is the path's last name with the indexes behind it:
// "c[0]" for a.b.c[0].
struct Column {
  store::Path path;
  std::string name;
};

struct OrderTerm {
  std::string attribute;
  bool ascending = true;
};

struct Select {
  Target from;
  std::vector<Column> columns;  // Empty means *.
  std::optional<Predicate> where;
  std::vector<OrderTerm> order;
};

struct Insert {
  Target into;
  store::Map item;
};

// The right side of a SET: one operand, or two with an operator or function between them.
struct Assignment {
  enum class Kind : uint8_t { kOperand, kPlus, kMinus, kListAppend, kSetAdd, kSetDelete };
  Kind kind = Kind::kOperand;
  store::Path target;
  std::vector<Operand> operands;  // Of kSetAdd and kSetDelete: only the set.
};

enum class Returning : uint8_t { kAllOld, kModifiedOld, kAllNew, kModifiedNew };

struct Update {
  Target table;
  std::vector<Assignment> assignments;
  std::vector<store::Path> removals;
  std::optional<Predicate> where;
  std::optional<Returning> returning;
};

struct Delete {
  Target from;
  std::optional<Predicate> where;
  std::optional<Returning> returning;
};

// EXISTS(SELECT ...): a condition of a transaction.
struct Exists {
  Select select;
};

using Statement = std::variant<Select, Insert, Update, Delete, Exists>;

inline bool is_read(const Statement& statement) {
  return std::holds_alternative<Select>(statement);
}
const Target& target_of(const Statement& statement);

}  // namespace norn::dynamodb::partiql
