#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "store/item.h"
#include "store/requests/capacity.h"

namespace norn::store {

// Placeholders used by the expressions of one request: "#name" -> attribute name, ":value" ->
// value.
struct Placeholders {
  std::map<std::string, std::string, std::less<>> names;
  Map values;
  // Written by Norn itself from parameters of another form, which have no limits on the length and
  // the operators of expressions, and errors of their own. Never set from the wire.
  bool generated = false;
};

enum class ReturnValues : uint8_t { kNone, kAllOld, kUpdatedOld, kAllNew, kUpdatedNew };

// Creates or replaces one item.
struct PutRequest {
  std::string table;
  Item item;
  std::string condition;  // ConditionExpression; empty means none. So for all expressions below.
  Placeholders placeholders;
  ReturnValues return_values = ReturnValues::kNone;  // kNone or kAllOld.
  bool return_item_on_condition_failure = false;
};

// Changes one item, creating it when it does not exist.
struct UpdateRequest {
  std::string table;
  Item key;
  std::string update;  // UpdateExpression; empty creates the item without further attributes.
  std::string condition;
  Placeholders placeholders;
  ReturnValues return_values = ReturnValues::kNone;
  bool return_item_on_condition_failure = false;
};

// Removes one item. Removing an item that does not exist succeeds.
struct DeleteRequest {
  std::string table;
  Item key;
  std::string condition;
  Placeholders placeholders;
  ReturnValues return_values = ReturnValues::kNone;  // kNone or kAllOld.
  bool return_item_on_condition_failure = false;
};

// Holds when `condition` is true of the item; writes nothing. Transactions only.
struct ConditionCheck {
  std::string table;
  Item key;
  std::string condition;
  Placeholders placeholders;
  bool return_item_on_condition_failure = false;
};

// The items of one partition of a table with local indexes.
struct ItemCollection {
  Item key;            // The partition key alone.
  uint64_t bytes = 0;  // Over the table and its local indexes, after the write.
  friend bool operator==(const ItemCollection&, const ItemCollection&) = default;
};
// By table.
using ItemCollections = std::map<std::string, std::vector<ItemCollection>>;

struct WriteResult {
  std::optional<Item> attributes;  // As `return_values` asked, when there are any.
  ConsumedCapacity capacity;
  std::optional<ItemCollection> item_collection;  // When the table has local indexes.
};

// Up to 25 puts and deletes, each for itself: without conditions, in no order.
struct BatchWriteRequest {
  struct Put {
    std::string table;
    Item item;
  };
  struct Delete {
    std::string table;
    Item key;
  };
  std::vector<std::variant<Put, Delete>> writes;
};

struct BatchWriteResult {
  BatchWriteRequest unprocessed;                     // To be sent again by the caller.
  std::map<std::string, ConsumedCapacity> capacity;  // By table.
  ItemCollections item_collections;                  // Those that were written to, each once.
};

// Up to 100 actions on distinct items in any tables: all or none.
struct TransactWriteRequest {
  using Action = std::variant<PutRequest, UpdateRequest, DeleteRequest, ConditionCheck>;
  std::vector<Action> actions;
  // A retry with the same token and the same actions within 10 minutes succeeds without writing
  // again, and consumes the capacity of reading the items. Empty means none.
  std::string client_token;
};

struct TransactWriteResult {
  std::map<std::string, ConsumedCapacity> capacity;  // By table.
  ItemCollections item_collections;
};

}  // namespace norn::store
