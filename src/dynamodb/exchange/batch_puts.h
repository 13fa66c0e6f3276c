#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "store/store.h"

namespace norn::exchange {

// An item on its way into a table, and the line that it came from.
struct NumberedItem {
  store::Item item;
  size_t line = 0;
};

// Is told of an item that the store refuses (its key is missing, it is too large), with the reason.
// An error ends the work. Calls may come from several threads.
using RefuseItem = std::function<Result<void>(const NumberedItem& item, const Error& why)>;

// Puts items into a table, in batches of 25. What a batch leaves unprocessed is sent again, after
// pauses. Two items of one key must not be among them. Returns the number of items that were put.
Result<size_t> put_items(store::Store& store, const std::string& table,
                         const std::vector<NumberedItem>& items, const RefuseItem& refuse);

// The same on several threads; returns when all is done.
Result<size_t> put_items_in_parallel(store::Store& store, const std::string& table,
                                     std::vector<NumberedItem> items, size_t threads,
                                     const RefuseItem& refuse);

}  // namespace norn::exchange
