#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/expressions/expression_parser.h"
#include "store/expressions/path.h"

namespace norn::store {

// What a SET action assigns.
struct UpdateOperand {
  enum class Kind : uint8_t { kPath, kLiteral, kPlus, kMinus, kIfNotExists, kListAppend };
  Kind kind = Kind::kPath;
  Path path;                             // Of kPath.
  Literal literal;                       // Of kLiteral.
  std::vector<UpdateOperand> arguments;  // Of all others: two.
};

struct UpdateAction {
  enum class Kind : uint8_t { kSet, kRemove, kAdd, kDelete };
  Kind kind = Kind::kSet;
  Path path;
  UpdateOperand operand;  // Unused by kRemove; a literal for kAdd and kDelete.
};

struct UpdateTree {
  bool generated = false;  // See Placeholders.
  std::vector<UpdateAction> actions;
};

Result<UpdateTree> parse_update(std::string_view text, PlaceholderUse& placeholders);

}  // namespace norn::store
