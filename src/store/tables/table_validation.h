#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/requests/table_requests.h"

namespace norn::store {

Result<void> check_table_name(std::string_view table);

// What CreateTable asks for, as a description without the facts only an engine knows (id, ARNs,
// times, counters). Errors in DynamoDB's words.
Result<TableDescription> describe_new_table(const CreateTableRequest& request);

// Whether the table can be changed: it is not while an earlier change of it goes on.
Result<void> check_table_idle(const TableDescription& current);

// Whether DeleteTable may delete it: it is not protected, and nothing else is being done to it.
Result<void> check_delete_table(const TableDescription& current);

// What UpdateTable makes of `current`. Created indexes are in it with status kCreating, deleted
// ones with kDeleting; the stream's ARN and label are left as they were.
Result<TableDescription> describe_updated_table(const TableDescription& current,
                                                const UpdateTableRequest& request);

// What is left of `current` when the deletion of an index is complete: neither the index nor the
// attribute definitions that only it used.
TableDescription describe_without_index(TableDescription current, std::string_view index);

Result<void> check_list_tables(const ListTablesRequest& request);

// What UpdateTimeToLive makes of `current`.
Result<TtlDescription> describe_updated_ttl(const TtlDescription& current,
                                            const UpdateTtlRequest& request);

// What a table's tags are after the change.
Result<Tags> changed_tags(const Tags& current, const ChangeTagsRequest& request);
Result<void> check_tags(const Tags& tags);

// The names of things, the same in every engine of ours.
std::string table_arn(std::string_view table);
std::string index_arn(std::string_view table, std::string_view index);
std::string stream_arn(std::string_view table, std::string_view label);
std::string stream_label(int64_t created_ms);  // 2026-11-15T05:27:29.123

}  // namespace norn::store
