#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "store/capacity.h"
#include "store/item.h"

namespace norn::store {

// Placeholders used by the expressions of one request: "#name" -> attribute name, ":value" ->
// value.
struct Placeholders {
  std::map<std::string, std::string, std::less<>> names;
  Map values;
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

// Removes one item; removing what is not there succeeds.
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

struct WriteResult {
  std::optional<Item> attributes;  // As `return_values` asked, when there are any.
  ConsumedCapacity capacity;
  // The partition's size over table and LSIs after the write; only for tables with LSIs.
  std::optional<uint64_t> item_collection_bytes;
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
};

// Up to 100 actions on distinct items in any tables: all or none.
struct TransactWriteRequest {
  using Action = std::variant<PutRequest, UpdateRequest, DeleteRequest, ConditionCheck>;
  std::vector<Action> actions;
  // A retry with the same token and the same actions within 10 minutes succeeds without writing
  // again. Empty means none.
  std::string client_token;
};

struct TransactWriteResult {
  std::map<std::string, ConsumedCapacity> capacity;  // By table.
};

}  // namespace norn::store
