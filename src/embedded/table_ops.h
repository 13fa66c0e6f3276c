#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "embedded/write_group.h"
#include "store/requests/table_requests.h"
#include "store/table_settings.h"

// Changes of tables as the committer runs them: in one order with all writes of items.
namespace norn::embedded {

Result<store::TableDescription> create_table(WriteGroup& group,
                                             const store::CreateTableRequest& request,
                                             const store::TableSettings& settings = {});
// The two halves of it, for a table that gets its items before it appears: one with its ids that no
// catalog has, and its way into the catalog. What is in between is dropped when the store is
// opened, if it comes to no end (drop_prepared_tables).
Result<Table> prepare_table(WriteGroup& group, const store::CreateTableRequest& request);
Result<store::TableDescription> publish_table(WriteGroup& group, Table table);
Result<void> drop_prepared_table(WriteGroup& group, SpaceId table,
                                 const std::vector<SpaceId>& indexes);
Result<void> drop_prepared_tables(WriteGroup& group);
Result<bool> has_prepared_tables(Database& database);

Result<store::TableDescription> update_table(WriteGroup& group,
                                             const store::UpdateTableRequest& request);
Result<store::TableDescription> delete_table(WriteGroup& group, std::string_view name);
Result<store::TtlDescription> update_ttl(WriteGroup& group, const store::UpdateTtlRequest& request);
Result<void> change_tags(WriteGroup& group, const store::ChangeTagsRequest& request);
Result<void> change_settings(WriteGroup& group, std::string_view name,
                             const store::ChangeTableSettings& change);

// Replaces a table in the staged catalog, with its record.
void stage_table(WriteGroup& group, Table table);

// The description with the counters as of the last durable write.
Result<store::TableDescription> describe(Database& database, const Table& table);

}  // namespace norn::embedded
