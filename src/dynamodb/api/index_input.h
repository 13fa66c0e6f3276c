#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "dynamodb/input.h"
#include "store/requests/table_requests.h"

// The parts of requests that describe keys and indexes.
namespace norn::dynamodb {

std::vector<store::AttributeDefinition> read_definitions(const Input& input);  // Of all attributes.
std::optional<store::Throughput> read_throughput(const Input& input);

// One index of CreateTable, or the one that UpdateTable creates.
Result<store::IndexDefinition> read_index(const Input& index);
// A list of them. One that is there but empty is an error.
Result<std::vector<store::IndexDefinition>> read_indexes(const Input& input, std::string_view name);

std::vector<store::KeyElement> read_key_schema(const Input& input);

}  // namespace norn::dynamodb
