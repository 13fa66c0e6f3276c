#include "dynamodb/remote/replies.h"

#include <algorithm>
#include <utility>

#include "store/wire/dom.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;
using store::ConsumedCapacity;

Result<std::optional<store::Item>> find_item(const RemoteObject& object, std::string_view name) {
  const auto json = object.find(name);
  if (!json) return std::nullopt;
  NORN_ASSIGN(store::Item item, store::item_from_dom(*json));
  return item;
}

// An object with CapacityUnits and, in transactions, Read- or WriteCapacityUnits.
ConsumedCapacity::Units read_units(const RemoteObject& object, CapacityOf what) {
  ConsumedCapacity::Units units;
  const auto read = object.number("ReadCapacityUnits");
  const auto write = object.number("WriteCapacityUnits");
  if (read || write) {
    units.read = read.value_or(0);
    units.write = write.value_or(0);
  } else {
    (what == CapacityOf::kReads ? units.read : units.write) =
        object.number("CapacityUnits").value_or(0);
  }
  return units;
}

ConsumedCapacity read_capacity(const RemoteObject& object, CapacityOf what) {
  ConsumedCapacity capacity;
  capacity.table = object.text("TableName");
  const ConsumedCapacity::Units table =
      read_units(object.find("Table") ? object.object("Table") : object, what);
  capacity.table_read_units = table.read;
  capacity.table_write_units = table.write;
  for (const bool local : {false, true}) {
    static_cast<void>(object.each_member(local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes",
                                         [&](std::string_view name, element json) -> Result<void> {
                                           ConsumedCapacity::Units units =
                                               read_units(RemoteObject(json), what);
                                           units.local = local;
                                           capacity.indexes[std::string(name)] = units;
                                           return {};
                                         }));
  }
  return capacity;
}

// The wire has only a range of gigabytes; its lower end is certain.
Result<store::ItemCollection> read_collection(const RemoteObject& object) {
  store::ItemCollection collection;
  NORN_ASSIGN(auto key, find_item(object, "ItemCollectionKey"));
  if (key) collection.key = std::move(*key);
  bool first = true;
  NORN_TRY(object.each("SizeEstimateRangeGB", [&](element json) -> Result<void> {
    double gigabytes = 0;
    if (std::exchange(first, false) && json.get_double().get(gigabytes) == simdjson::SUCCESS) {
      // More gigabytes than this, or less than none, would not be bytes that 64 bits can hold.
      constexpr double kMaxGigabytes = 1'000'000'000;
      gigabytes = std::clamp<double>(gigabytes, 0, kMaxGigabytes);
      collection.bytes = static_cast<uint64_t>(gigabytes * 1024 * 1024 * 1024);
    }
    return {};
  }));
  return collection;
}

}  // namespace

Result<store::WriteResult> read_write_result(const RemoteObject& root) {
  store::WriteResult result;
  NORN_ASSIGN(result.attributes, find_item(root, "Attributes"));
  result.capacity = read_capacity(root.object("ConsumedCapacity"), CapacityOf::kWrites);
  if (root.find("ItemCollectionMetrics")) {
    NORN_ASSIGN(auto collection, read_collection(root.object("ItemCollectionMetrics")));
    // Engines answer {} for tables without local indexes.
    if (collection.key.count() > 0) result.item_collection = std::move(collection);
  }
  return result;
}

Result<store::GetResult> read_get_result(const RemoteObject& root) {
  store::GetResult result;
  NORN_ASSIGN(result.item, find_item(root, "Item"));
  result.capacity = read_capacity(root.object("ConsumedCapacity"), CapacityOf::kReads);
  return result;
}

Result<store::PageResult> read_page_result(const RemoteObject& root) {
  store::PageResult result;
  NORN_TRY(root.each("Items", [&](element json) -> Result<void> {
    NORN_ASSIGN(const store::Item item, store::item_from_dom(json));
    result.items.append(item);
    return {};
  }));
  result.count = root.integer("Count").value_or(0);
  result.scanned_count = root.integer("ScannedCount").value_or(0);
  NORN_ASSIGN(result.last_key, find_item(root, "LastEvaluatedKey"));
  result.capacity = read_capacity(root.object("ConsumedCapacity"), CapacityOf::kReads);
  return result;
}

Result<store::TransactGetResult> read_transact_get_result(const RemoteObject& root, size_t count) {
  store::TransactGetResult result;
  NORN_TRY(root.each("Responses", [&](element json) -> Result<void> {
    NORN_ASSIGN(auto item, find_item(RemoteObject(json), "Item"));
    result.items.push_back(std::move(item));
    return {};
  }));
  if (result.items.size() != count) {
    return fail(ErrorCode::kInternal,
                "The endpoint answered TransactGetItems with another number of items.");
  }
  add_capacities(root, CapacityOf::kReads, result.capacity);
  return result;
}

Result<store::TransactWriteResult> read_transact_write_result(const RemoteObject& root) {
  store::TransactWriteResult result;
  add_capacities(root, CapacityOf::kWrites, result.capacity);
  NORN_TRY(add_collections(root, result.item_collections));
  return result;
}

Result<void> add_batch_items(const RemoteObject& root, std::map<std::string, store::ItemList>& to) {
  return root.each_member("Responses", [&](std::string_view table, element list) -> Result<void> {
    return each_element(list, [&](element json) -> Result<void> {
      NORN_ASSIGN(const store::Item item, store::item_from_dom(json));
      to[std::string(table)].append(item);
      return {};
    });
  });
}

void add_capacities(const RemoteObject& root, CapacityOf what,
                    std::map<std::string, ConsumedCapacity>& to) {
  static_cast<void>(root.each("ConsumedCapacity", [&](element json) -> Result<void> {
    ConsumedCapacity capacity = read_capacity(RemoteObject(json), what);
    ConsumedCapacity& sum = to[capacity.table];
    sum.table = capacity.table;
    sum.add(capacity);
    return {};
  }));
}

Result<void> add_collections(const RemoteObject& root, store::ItemCollections& to) {
  const auto add_table = [&](std::string_view table, element list) -> Result<void> {
    return each_element(list, [&](element json) -> Result<void> {
      NORN_ASSIGN(auto collection, read_collection(RemoteObject(json)));
      auto& of_table = to[std::string(table)];
      const auto known = std::ranges::find(of_table, collection.key, &store::ItemCollection::key);
      if (known == of_table.end()) {
        of_table.push_back(std::move(collection));
      } else {
        *known = std::move(collection);
      }
      return {};
    });
  };
  return root.each_member("ItemCollectionMetrics", add_table);
}

Result<store::BatchWriteRequest> read_unprocessed_items(const RemoteObject& root) {
  store::BatchWriteRequest request;
  const auto add_table = [&](std::string_view table, element list) -> Result<void> {
    return each_element(list, [&](element json) -> Result<void> {
      const RemoteObject write(json);
      NORN_ASSIGN(auto item, find_item(write.object("PutRequest"), "Item"));
      NORN_ASSIGN(auto key, find_item(write.object("DeleteRequest"), "Key"));
      if (item) {
        request.writes.push_back(
            store::BatchWriteRequest::Put{std::string(table), std::move(*item)});
      } else if (key) {
        request.writes.push_back(
            store::BatchWriteRequest::Delete{std::string(table), std::move(*key)});
      } else {
        return fail(ErrorCode::kInternal, "The endpoint's UnprocessedItems cannot be read.");
      }
      return {};
    });
  };
  NORN_TRY(root.each_member("UnprocessedItems", add_table));
  return request;
}

Result<store::BatchGetRequest> read_unprocessed_keys(const RemoteObject& root,
                                                     const store::BatchGetRequest& request) {
  store::BatchGetRequest rest;
  const auto add_table = [&](std::string_view name, element json) -> Result<void> {
    const auto asked =
        std::ranges::find(request.tables, name, &store::BatchGetRequest::Table::table);
    if (asked == request.tables.end()) {
      return fail(ErrorCode::kInternal, "The endpoint's UnprocessedKeys are of an unknown table.");
    }
    store::BatchGetRequest::Table table = *asked;
    table.keys.clear();
    NORN_TRY(RemoteObject(json).each("Keys", [&](element key) -> Result<void> {
      NORN_ASSIGN(store::Item item, store::item_from_dom(key));
      table.keys.push_back(std::move(item));
      return {};
    }));
    if (!table.keys.empty()) rest.tables.push_back(std::move(table));
    return {};
  };
  NORN_TRY(root.each_member("UnprocessedKeys", add_table));
  return rest;
}

}  // namespace norn::dynamodb
