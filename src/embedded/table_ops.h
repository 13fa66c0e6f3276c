#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "embedded/write_group.h"
#include "store/requests/table_requests.h"

// Changes of tables as the committer runs them: in one order with all writes of items.
namespace norn::embedded {

Result<store::TableDescription> create_table(WriteGroup& group,
                                             const store::CreateTableRequest& request);
Result<store::TableDescription> update_table(WriteGroup& group,
                                             const store::UpdateTableRequest& request);
Result<store::TableDescription> delete_table(WriteGroup& group, std::string_view name);
Result<store::TtlDescription> update_ttl(WriteGroup& group, const store::UpdateTtlRequest& request);
Result<void> change_tags(WriteGroup& group, const store::ChangeTagsRequest& request);

// Replaces a table in the staged catalog, with its record.
void stage_table(WriteGroup& group, Table table);

// The description with the counters as of the last durable write.
Result<store::TableDescription> describe(Database& database, const Table& table);

}  // namespace norn::embedded
