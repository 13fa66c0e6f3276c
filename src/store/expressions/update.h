#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/expressions/expression_names.h"
#include "store/expressions/path.h"
#include "store/item.h"
#include "store/schema.h"

namespace norn::store {

struct UpdateTree;  // store/expressions/update_tree.h

// A compiled UpdateExpression. Immutable; `apply` may be repeated.
class Update {
 public:
  // Refuses paths that overlap and paths that change the key.
  static Result<Update> parse(std::string_view text, const KeySchema& key,
                              PlaceholderUse& placeholders);

  // The attributes after the update. Every operand is read from `before`, whatever the order of the
  // clauses. Errors: a missing attribute, operands of the wrong type, a path that leads nowhere.
  Result<Map> apply(Map before) const;

  // Whether it consists of REMOVE and DELETE only, and so cannot bring an item into being.
  bool only_removes() const;

  // The paths that it writes or removes, for ReturnValues UPDATED_OLD and UPDATED_NEW.
  std::vector<Path> touched() const;

 private:
  explicit Update(std::shared_ptr<const UpdateTree> tree) : tree_(std::move(tree)) {}

  // Shared so that compiled requests can be copied; the tree never changes.
  std::shared_ptr<const UpdateTree> tree_;
};

}  // namespace norn::store
