#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/store.h"

// What a table is, beside its items: the file table.json of an export.
namespace norn::exchange {

inline constexpr std::string_view kDefinitionFile = "table.json";

struct TableDefinition {
  store::CreateTableRequest table;  // With its tags.
  store::TtlDescription ttl;
};

// {"Table":{...},"TimeToLiveDescription":{...},"Tags":[...]}: the replies of DescribeTable,
// DescribeTimeToLive and ListTagsOfResource.
Result<std::string> describe(store::Store& store, const store::TableDescription& table);

// Reads such a file; also the reply of `aws dynamodb describe-table`, or the request of a
// CreateTable. The error names the file.
Result<TableDefinition> read_definition(const std::filesystem::path& path);

// The definition of a table of a store.
Result<TableDefinition> definition_of(store::Store& store, const store::TableDescription& table);

// The table, if there is one.
Result<std::optional<store::TableDescription>> find_table(store::Store& store,
                                                          const std::string& table);
// Creates the table, and waits until it and its indexes can be used.
Result<store::TableDescription> create_and_wait(store::Store& store,
                                                const store::CreateTableRequest& table);
// Turns TTL on if the definition says so and it is off.
Result<void> turn_ttl_on(store::Store& store, const std::string& table,
                         const store::TtlDescription& ttl);
// All tables of a store whose names begin with `prefix`.
Result<std::vector<std::string>> all_tables(store::Store& store, std::string_view prefix);

}  // namespace norn::exchange
