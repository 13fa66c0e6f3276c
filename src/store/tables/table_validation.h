#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/requests/table_requests.h"

namespace norn::store {

Result<void> check_table_name(std::string_view table);

// The description of the table that CreateTable asks for, without the facts that only an engine
// knows (id, ARNs, times, counters). Errors have DynamoDB's wording.
Result<TableDescription> describe_new_table(const CreateTableRequest& request);

// Refuses a change of the table while an earlier change of it is going on.
Result<void> check_table_idle(const TableDescription& current);

// Refuses DeleteTable if the table is protected or another change of it is going on.
Result<void> check_delete_table(const TableDescription& current);

// The description after UpdateTable. Created indexes are in it with status kCreating, deleted ones
// with kDeleting; the stream's ARN and label are left as they were.
Result<TableDescription> describe_updated_table(const TableDescription& current,
                                                const UpdateTableRequest& request);

// The description after the deletion of an index is complete, without the index and without the
// attribute definitions that only it used.
TableDescription describe_without_index(TableDescription current, std::string_view index);

Result<void> check_list_tables(const ListTablesRequest& request);

// The description after UpdateTimeToLive.
Result<TtlDescription> describe_updated_ttl(const TtlDescription& current,
                                            const UpdateTtlRequest& request);

// The tags of a table after the change.
Result<Tags> changed_tags(const Tags& current, const ChangeTagsRequest& request);
Result<void> check_tags(const Tags& tags);

// The names of things, the same in every engine of ours.
std::string table_arn(std::string_view table);
std::string index_arn(std::string_view table, std::string_view index);
std::string stream_arn(std::string_view table, std::string_view label);
std::string stream_label(int64_t created_ms);  // 2026-11-15T05:27:29.123

}  // namespace norn::store
