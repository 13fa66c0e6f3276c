#include <algorithm>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/api/table_calls.h"
#include "dynamodb/api/table_input.h"
#include "dynamodb/api/table_render.h"
#include "dynamodb/render.h"
#include "dynamodb/shapes/shapes_tables.h"
#include "dynamodb/table_name.h"

// Tables are ready, changed or gone by the time of the reply. DynamoDB takes a while for that, and
// says so in its replies: ours say the same, because programs wait for the next state, which
// DescribeTable then tells at once.
namespace norn::dynamodb {
namespace {

using store::IndexStatus;
using store::TableDescription;
using store::TableStatus;

void append_named_table(std::string& out, std::string_view name, const TableDescription& table) {
  ObjectWriter object(out);
  append_table(object.key(name), table);
  object.close();
}

Result<void> create_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const store::CreateTableRequest request, read_create_table(input));
  NORN_ASSIGN(TableDescription table, context.store.create_table(request));
  table.status = TableStatus::kCreating;
  for (store::IndexDescription& index : table.indexes) {
    index.schema.status = IndexStatus::kCreating;
  }
  append_named_table(out, "TableDescription", table);
  return {};
}

Result<void> describe_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::string name, table_name(input.text("TableName")));
  NORN_ASSIGN(const TableDescription table, context.store.describe_table(name));
  append_named_table(out, "Table", table);
  return {};
}

Result<void> list_tables(const Context& context, const Input& input, std::string& out) {
  store::ListTablesRequest request;
  request.start_after = input.text("ExclusiveStartTableName");
  request.limit = input.integer("Limit");
  NORN_ASSIGN(const store::ListTablesResult page, context.store.list_tables(request));
  ObjectWriter object(out);
  ListWriter names(object.key("TableNames"));
  for (const std::string& name : page.tables) append_json_string(names.next(), name);
  names.close();
  if (page.last_table) object.text("LastEvaluatedTableName", *page.last_table);
  object.close();
  return {};
}

// The indexes of `before` that a request deletes, as they are told of while they go.
void append_deleted_indexes(TableDescription& table, const TableDescription& before,
                            const std::vector<std::string>& deleted) {
  for (const store::IndexDescription& index : before.indexes) {
    const auto has_name = [&](const store::IndexDescription& other) {
      return other.schema.name == index.schema.name;
    };
    if (std::ranges::find(deleted, index.schema.name) == deleted.end()) continue;
    if (std::ranges::any_of(table.indexes, has_name)) continue;
    table.indexes.push_back(index);
    table.indexes.back().schema.status = IndexStatus::kDeleting;
  }
}

Result<void> update_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const store::UpdateTableRequest request, read_update_table(input));
  TableDescription before;
  const bool unchanged = changes_nothing_here(input);
  if (unchanged || !request.delete_indexes.empty()) {
    NORN_ASSIGN(before, context.store.describe_table(request.table));
  }
  TableDescription table = before;
  if (!unchanged) {
    NORN_ASSIGN(table, context.store.update_table(request));
    append_deleted_indexes(table, before, request.delete_indexes);
  }
  table.status = TableStatus::kUpdating;
  for (store::IndexDescription& index : table.indexes) {
    const bool created = std::ranges::any_of(
        request.create_indexes, [&](const auto& other) { return other.name == index.schema.name; });
    if (created) index.schema.status = IndexStatus::kCreating;
  }
  append_named_table(out, "TableDescription", table);
  return {};
}

Result<void> delete_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::string name, table_name(input.text("TableName")));
  NORN_ASSIGN(TableDescription table, context.store.delete_table(name));
  table.status = TableStatus::kDeleting;
  ObjectWriter object(out);
  append_deleted_table(object.key("TableDescription"), table);
  object.close();
  return {};
}

constexpr Operation kTableOperations[] = {
    {"CreateTable", &kCreateTableInput, create_table, Operation::kPool},
    {"DescribeTable", &kTableNameInput, describe_table},
    {"ListTables", &kListTablesInput, list_tables},
    {"UpdateTable", &kUpdateTableInput, update_table, Operation::kPool},
    {"DeleteTable", &kTableNameInput, delete_table, Operation::kPool},
    {"UpdateTimeToLive", &kUpdateTimeToLiveInput, update_time_to_live, Operation::kPool},
    {"DescribeTimeToLive", &kTableNameInput, describe_time_to_live},
    {"TagResource", &kTagResourceInput, tag_resource, Operation::kPool},
    {"UntagResource", &kUntagResourceInput, untag_resource, Operation::kPool},
    {"ListTagsOfResource", &kListTagsOfResourceInput, list_tags_of_resource},
    {"DescribeLimits", &kNoInput, describe_limits},
    {"DescribeEndpoints", &kNoInput, describe_endpoints},
    {"DescribeContinuousBackups", &kTableNameInput, describe_continuous_backups},
};

}  // namespace

std::span<const Operation> table_operations() {
  return kTableOperations;
}

}  // namespace norn::dynamodb
