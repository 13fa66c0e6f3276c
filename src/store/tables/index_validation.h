#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/requests/constraints.h"
#include "store/requests/table_requests.h"
#include "store/schema.h"

// The rules of keys, indexes and throughput that CreateTable and UpdateTable share.
namespace norn::store {

using Definitions = std::vector<AttributeDefinition>;

// How many elements the key of a table or local index has at most.
inline constexpr size_t kMaxKeyElements = 2;

const AttributeDefinition* find_definition(const Definitions& definitions, std::string_view name);

// "[a, b]"
std::string names_text(const std::vector<std::string>& names);
std::string names_text(const Definitions& definitions);

// Checks of single members; `where` is the path in front of them
// ("globalSecondaryIndexes.1.member").
void check_members(Constraints& constraints, const Definitions& definitions);
void check_members(Constraints& constraints, const std::vector<KeyElement>& key,
                   std::string_view where, size_t max_elements = kMaxKeyElements);
void check_members(Constraints& constraints, const IndexDefinition& index, bool global,
                   std::string_view where);
void check_members(Constraints& constraints, const Throughput& throughput, std::string_view where);

Result<void> check_bounds(const Throughput& throughput);
Result<void> check_distinct_names(const Definitions& definitions);

// How many attributes the partition key and the sort key may have.
enum class KeyAttributes : uint8_t { kOneOfEach, kUpToFour };

Result<KeySchema> make_key(const std::vector<KeyElement>& key, const Definitions& definitions,
                           KeyAttributes attributes);
Result<IndexSchema> make_index(const IndexDefinition& index, bool global,
                               const Definitions& definitions);

// A throughput belongs to the indexes of provisioned tables, and only there.
Result<void> check_index_throughput(const IndexDefinition& index, BillingMode billing);

// The rules about all indexes together: their number and what they project.
Result<void> check_projected_count(const std::vector<IndexSchema>& indexes);

// The names that the keys of the table and of its indexes use, each once.
std::vector<std::string> used_names(const TableSchema& schema);

}  // namespace norn::store
