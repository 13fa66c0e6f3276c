#pragma once

#include <cstdint>

#include "base/error.h"
#include "store/requests/table_requests.h"

// What tables are told of encryption and of throughput beyond what they provision. Stores keep
// these settings and describe them; none of them has an effect.
namespace norn::store {

// What a table or an index is warm for: as much as it was ever provisioned for, or asked to be.
Throughput warm_throughput(const TableDescription& table);
Throughput warm_throughput(const TableDescription& table, const IndexDescription& index);

// The settings of a new table, whose billing, throughput and indexes are described already.
Result<void> describe_new_settings(const CreateTableRequest& request, TableDescription& table);

// The settings of an index that UpdateTable creates.
Result<void> describe_new_settings(const IndexDefinition& definition, const TableDescription& table,
                                   IndexDescription& index);

// The settings after UpdateTable; billing and throughput are those after it already.
Result<void> update_settings(const UpdateTableRequest& request, const TableDescription& current,
                             TableDescription& table);

// Notes in `after` when its throughput was increased, decreased, or given up for on-demand billing.
void note_throughput_times(const TableDescription& before, TableDescription& after, int64_t now_ms);

}  // namespace norn::store
