#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "dynamodb/input.h"
#include "store/item.h"
#include "store/requests/capacity.h"

// Pieces of replies as JSON, appended to `out`.
namespace norn::dynamodb {

// Seconds since 1970 with three decimals, as DynamoDB writes times.
void append_seconds(std::string& out, int64_t milliseconds);
// A capacity or size: "1.0", "0.5", "12.0".
void append_double(std::string& out, double value);

enum class CapacityDetail : uint8_t { kNone, kTotal, kIndexes };
CapacityDetail capacity_detail(const Input& input);  // ReturnConsumedCapacity.

// Whether the total is split into read and write units, as for transactions.
enum class CapacityUnits : uint8_t { kTotal, kRead, kWrite };

// {"TableName":...,"CapacityUnits":...,...}
void append_capacity(std::string& out, const store::ConsumedCapacity& capacity,
                     CapacityDetail detail, CapacityUnits units = CapacityUnits::kTotal);
// A list of them, one per table.
void append_capacities(std::string& out,
                       const std::map<std::string, store::ConsumedCapacity>& by_table,
                       CapacityDetail detail, CapacityUnits units = CapacityUnits::kTotal);

// How the capacity of a transaction that writes is split: one that was done before has only read.
CapacityUnits units_of_writes(const std::map<std::string, store::ConsumedCapacity>& by_table);

}  // namespace norn::dynamodb
