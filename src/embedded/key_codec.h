#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/expressions/key_condition.h"
#include "store/key.h"
#include "store/requests/read_plan.h"

// The bytes of RocksDB keys are made here and nowhere else. Byte order is key order: within a
// partition entries sort as DynamoDB sorts them. docs/store_format.md describes the layout.
namespace norn::embedded {

// A table or an index: both are a range of keys that starts with this number.
using SpaceId = uint32_t;

// The key of an item: space, hash of the partition key, partition key, sort key.
std::string item_key(SpaceId table, const store::Key& key);

// The key of an index entry: the same for the index's key, then the item's own key, so that items
// with equal index keys stay apart and in a fixed order.
std::string index_key(SpaceId index, const store::Key& key, const store::Key& table_key);

// The keys of one collection of a table (all items of a partition key, over its LSIs).
std::string partition_prefix(SpaceId space, const store::Value& partition);

// A half-open range of keys.
struct KeyRange {
  std::string begin;
  std::string end;
  bool contains(std::string_view key) const { return begin <= key && key < end; }
};

KeyRange space_range(SpaceId space);
// A key in front of all others of the space. A record stands there as long as the space exists: a
// backward walk stops at it, instead of passing everything that was dropped in front of the space.
std::string fence_key(SpaceId space);
// All keys of the space but the fence.
KeyRange entries_range(SpaceId space);
// The entries that a query or scan walks, without regard to where its page starts.
KeyRange range_of(SpaceId space, const store::ReadPlan& plan);
// The key of the entry after which a page starts.
std::string position_key(SpaceId space, const store::ReadPlan& plan);

// The smallest key that is greater than every key with this prefix.
std::string after_prefix(std::string prefix);

// Big-endian integers, so that byte order is number order.
void append_u32(std::string& out, uint32_t value);
void append_u64(std::string& out, uint64_t value);
uint32_t read_u32(std::string_view bytes);
uint64_t read_u64(std::string_view bytes);

// The memory-comparable form of a key value (S, N or B), before escaping. Public for its test.
void append_comparable(std::string& out, const store::Value& value);

}  // namespace norn::embedded
