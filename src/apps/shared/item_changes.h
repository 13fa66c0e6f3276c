#pragma once

#include <string>
#include <vector>

#include "apps/shared/transaction.h"
#include "store/item.h"

// The actions of transactions on single items whose key is PK and SK, and their usual conditions.
namespace norn::apps {

// A change of an item: the action, and the item as it is after it.
struct Edit {
  Action action;
  store::Item item;
};
// Changes those of the attributes `names` that are different in `next`; all others stay. The
// condition is that the item exists and none of `names` was changed since `old` was read.
Edit edit(std::string table, store::ItemView old, const store::Item& next,
          const std::vector<std::string>& names);

// The condition of `put_new` is that there is no item of this key; `put_any` has none.
Action put_new(std::string table, store::Item item);
Action put_any(std::string table, store::Item item);

// Removes the item `old` if these attributes of it are unchanged.
Action remove_unchanged(std::string table, store::ItemView old,
                        const std::vector<std::string>& names);
// The same for all of its attributes.
Action remove_unchanged(std::string table, store::ItemView old);
// Without a condition. `key` may have more attributes than the key.
Action remove_any(std::string table, store::ItemView key);

// The conditions that an item exists, and that it does not.
Action is_there(std::string table, store::Item key);
Action is_missing(std::string table, store::Item key);

}  // namespace norn::apps
