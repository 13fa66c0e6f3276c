#include "dynamodb/render.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_text.h"

namespace norn::dynamodb {
namespace {

void append_units(ObjectWriter& object, double read, double write, CapacityUnits units) {
  append_double(object.key("CapacityUnits"), read + write);
  if (units == CapacityUnits::kRead) append_double(object.key("ReadCapacityUnits"), read);
  if (units == CapacityUnits::kWrite) append_double(object.key("WriteCapacityUnits"), write);
}

void append_indexes(ObjectWriter& object, const store::ConsumedCapacity& capacity, bool local,
                    CapacityUnits units) {
  const auto of_this_kind = [&](const auto& entry) { return entry.second.local == local; };
  if (std::none_of(capacity.indexes.begin(), capacity.indexes.end(), of_this_kind)) return;
  ObjectWriter list(object.key(local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes"));
  for (const auto& [name, used] : capacity.indexes) {
    if (used.local != local) continue;
    ObjectWriter index(list.key(name));
    append_units(index, used.read, used.write, units);
    index.close();
  }
  list.close();
}

}  // namespace

void append_seconds(std::string& out, int64_t milliseconds) {
  fmt::format_to(std::back_inserter(out), "{}.{:03}", milliseconds / 1000, milliseconds % 1000);
}

void append_double(std::string& out, double value) {
  // At least one decimal, as Java writes a double: SDKs in typed languages read it as one.
  const size_t begin = out.size();
  fmt::format_to(std::back_inserter(out), "{}", value);
  if (out.find_first_of(".e", begin) == std::string::npos) out.append(".0");
}

CapacityDetail capacity_detail(const Input& input) {
  const std::string_view asked = input.text("ReturnConsumedCapacity");
  if (asked == "TOTAL") return CapacityDetail::kTotal;
  if (asked == "INDEXES") return CapacityDetail::kIndexes;
  return CapacityDetail::kNone;
}

void append_capacity(std::string& out, const store::ConsumedCapacity& capacity,
                     CapacityDetail detail, CapacityUnits units) {
  ObjectWriter object(out);
  object.text("TableName", capacity.table);
  append_units(object, capacity.total_read_units(), capacity.total_write_units(), units);
  if (detail == CapacityDetail::kIndexes) {
    ObjectWriter table(object.key("Table"));
    append_units(table, capacity.table_read_units, capacity.table_write_units, units);
    table.close();
    append_indexes(object, capacity, false, units);
    append_indexes(object, capacity, true, units);
  }
  object.close();
}

void append_capacities(std::string& out,
                       const std::map<std::string, store::ConsumedCapacity>& by_table,
                       CapacityDetail detail, CapacityUnits units) {
  ListWriter list(out);
  for (const auto& [table, capacity] : by_table)
    append_capacity(list.next(), capacity, detail, units);
  list.close();
}

CapacityUnits units_of_writes(const std::map<std::string, store::ConsumedCapacity>& by_table) {
  const bool has_read = std::ranges::any_of(
      by_table, [](const auto& entry) { return entry.second.total_read_units() > 0; });
  return has_read ? CapacityUnits::kRead : CapacityUnits::kWrite;
}

}  // namespace norn::dynamodb
