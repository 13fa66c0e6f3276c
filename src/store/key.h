#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"
#include "store/schema.h"

namespace norn::store {

// The values of a key, of a table or of an index. Where the schema has several partition or sort
// attributes, that part is a list of their values in the order of the schema.
struct Key {
  Value partition;
  std::optional<Value> sort;
  friend bool operator==(const Key&, const Key&) = default;
};

// The order of an index or table: sort values ascending (partitions have no order).
std::strong_ordering compare_sort(const Key& left, const Key& right);

// The order of two partitions or sort keys of one schema: of several attributes, the first one in
// which they differ counts.
std::strong_ordering compare_key_parts(const Value& left, const Value& right);

// The key that an item has in its table. Errors name the attribute that is missing, has the
// wrong type, is empty or is too long.
Result<Key> key_of_item(const KeySchema& schema, ItemView item);

// The key in a request that names an item (or an entry of an index) by exactly its key attributes.
Result<Key> key_of_request(const KeySchema& schema, ItemView key);

// The item's key in an index, or nullopt when the item lacks one of its attributes (or has it with
// another type, empty or too long, from before there was an index) and so is not in the index.
std::optional<Key> key_in_index(const IndexSchema& index, ItemView item);

// Refuses an item that could not be indexed: an index key attribute of the wrong type, empty or
// too long.
Result<void> check_index_keys(const TableSchema& schema, ItemView item);

// The same for an item after an update, with DynamoDB's wording for updates. Attributes that the
// update did not touch may stay as they are.
Result<void> check_updated_index_keys(const TableSchema& schema, std::optional<ItemView> before,
                                      ItemView after);

// Whether `attribute` is one of the key's.
bool is_key_attribute(const KeySchema& key, std::string_view attribute);

// The names of the table's key attributes and, when given, the index's, each once.
std::vector<std::string> key_attribute_names(const TableSchema& schema, const IndexSchema* index);

// The same key as text, equal for equal keys: for finding duplicates.
std::string key_text(const Key& key);

// The key attributes of `item` (the table's and, when given, the index's) as an item of their own,
// for LastEvaluatedKey and the Keys of a stream record.
Item key_attributes(const TableSchema& schema, const IndexSchema* index, ItemView item);

// Whether `index` carries the attribute (of every item that has it).
bool index_carries(const TableSchema& schema, const IndexSchema& index, std::string_view attribute);

// The attributes of `item` that `index` carries. With ProjectionKind::kAll that is the item itself:
// callers that want no copy test for it first.
Item project_to_index(const TableSchema& schema, const IndexSchema& index, ItemView item);

// The effect of a write on one index: the keys of the entry before and after, and whether the
// entry's bytes change. Both are absent if there is nothing to do, as always for an index that is
// being deleted.
struct IndexChange {
  std::optional<Key> remove;  // An entry to delete: the old key, when it is no longer valid.
  std::optional<Key> put;     // An entry to write (new, moved, or with changed attributes).
  Item entry;                 // What `put` writes, projected.
  int64_t entries_delta = 0;  // For the index's counters.
  int64_t bytes_delta = 0;
  double write_units = 0;  // By DynamoDB's accounting, not transactional.
};
IndexChange index_change(const TableSchema& schema, const IndexSchema& index,
                         std::optional<ItemView> before, std::optional<ItemView> after);

}  // namespace norn::store
