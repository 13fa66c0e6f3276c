#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "dynamodb/input.h"
#include "store/capacity.h"
#include "store/item.h"

// Pieces of replies as JSON, appended to `out`.
namespace norn::dynamodb {

// An object under construction: puts the commas where they belong.
//   ObjectWriter object(out);
//   object.text("TableName", name);
//   object.key("Item").append(item.json());
//   object.close();
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_.push_back('{'); }
  // Starts a member: the caller appends its value to what is returned. Names need no escapes.
  std::string& key(std::string_view name);
  // The same for a name that came from a request.
  std::string& escaped_key(std::string_view name);
  void text(std::string_view name, std::string_view value);
  void integer(std::string_view name, int64_t value);
  void boolean(std::string_view name, bool value);
  void close() { out_.push_back('}'); }

 private:
  void separate();

  std::string& out_;
  bool first_ = true;
};

// The same for a list: `next` goes before every element.
class ListWriter {
 public:
  explicit ListWriter(std::string& out) : out_(out) { out_.push_back('['); }
  std::string& next();
  void close() { out_.push_back(']'); }

 private:
  std::string& out_;
  bool first_ = true;
};

// Seconds since 1970 with three decimals, as DynamoDB writes times.
void append_seconds(std::string& out, int64_t milliseconds);
// A capacity or size: "1.0", "0.5", "12.0".
void append_double(std::string& out, double value);

enum class CapacityDetail : uint8_t { kNone, kTotal, kIndexes };
CapacityDetail capacity_detail(const Input& input);  // ReturnConsumedCapacity.

// Whether the total is told apart into read and write units as transactions do.
enum class CapacityUnits : uint8_t { kTotal, kRead, kWrite };

// {"TableName":...,"CapacityUnits":...,...}
void append_capacity(std::string& out, const store::ConsumedCapacity& capacity,
                     CapacityDetail detail, CapacityUnits units = CapacityUnits::kTotal);
// A list of them, one per table.
void append_capacities(std::string& out,
                       const std::map<std::string, store::ConsumedCapacity>& by_table,
                       CapacityDetail detail, CapacityUnits units = CapacityUnits::kTotal);

}  // namespace norn::dynamodb
