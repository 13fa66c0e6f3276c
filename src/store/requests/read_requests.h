#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "store/item.h"
#include "store/requests/capacity.h"
#include "store/requests/write_requests.h"

namespace norn::store {

struct GetRequest {
  std::string table;
  Item key;
  std::string projection;  // ProjectionExpression; empty means the whole item.
  Placeholders placeholders;
  bool consistent = false;
};

struct GetResult {
  std::optional<Item> item;
  ConsumedCapacity capacity;
};

// kAuto: the attributes of the projection, if there is one; otherwise all that the table or index
// has.
enum class Select : uint8_t {
  kAuto,
  kAllAttributes,
  kAllProjectedAttributes,
  kSpecificAttributes,
  kCount
};

// The parameters that query and scan share.
struct PageRequest {
  std::string table;
  std::string index;  // Empty means the table itself.
  std::string filter;
  std::string projection;
  Placeholders placeholders;
  Select select = Select::kAuto;
  std::optional<int64_t> limit;     // Of items looked at, before the filter.
  std::optional<Item> start_after;  // ExclusiveStartKey: the last_key of the previous page.
  bool consistent = false;
  // When given, the items are appended to it as JSON, with commas between them, and are not listed
  // in the result: so a reply on the wire costs one copy of them. After an error its content is
  // undefined.
  std::string* json_items = nullptr;
};

struct QueryRequest : PageRequest {
  std::string key_condition;
  bool forward = true;
};

struct ScanRequest : PageRequest {
  // Both or neither: this worker's share of a parallel scan.
  std::optional<int64_t> segment;
  std::optional<int64_t> total_segments;
};

struct PageResult {
  ItemList items;  // Empty with Select::kCount, and when they were wanted as JSON.
  int64_t count = 0;
  int64_t scanned_count = 0;
  // Where the next page starts. Present does not promise that there is more; absent means the end.
  std::optional<Item> last_key;
  ConsumedCapacity capacity;
};

// Up to 100 keys of any tables.
struct BatchGetRequest {
  struct Table {
    std::string table;
    std::vector<Item> keys;
    std::string projection;
    Placeholders placeholders;
    bool consistent = false;
  };
  std::vector<Table> tables;
};

struct BatchGetResult {
  std::map<std::string, ItemList> items;  // By table, in no order; missing items are left out.
  BatchGetRequest unprocessed;            // The keys whose items did not fit in 16 MB.
  std::map<std::string, ConsumedCapacity> capacity;
};

// Up to 100 items as they stood at one moment.
struct TransactGetRequest {
  struct Get {
    std::string table;
    Item key;
    std::string projection;
    Placeholders placeholders;
  };
  std::vector<Get> gets;
};

struct TransactGetResult {
  // In the order of the request; without those of which the projection leaves nothing.
  std::vector<std::optional<Item>> items;
  std::map<std::string, ConsumedCapacity> capacity;
};

}  // namespace norn::store
