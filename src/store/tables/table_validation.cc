#include "store/tables/table_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "store/errors.h"
#include "store/limits.h"
#include "store/tables/index_validation.h"
#include "store/tables/table_settings.h"

namespace norn::store {
namespace {

constexpr size_t kMinTableNameBytes = 3;
constexpr size_t kMaxTableNameBytes = 255;
constexpr int64_t kMaxTablesPerPage = 100;

Result<void> check_all_members(const CreateTableRequest& request) {
  Constraints constraints;
  check_members(constraints, request.attributes);
  if (request.throughput) {
    check_members(constraints, *request.throughput, "provisionedThroughput");
  }
  check_members(constraints, request.key, "keySchema");
  for (size_t i = 0; i < request.local_indexes.size(); ++i) {
    check_members(constraints, request.local_indexes[i], false,
                  fmt::format("localSecondaryIndexes.{}.member", i + 1));
  }
  for (size_t i = 0; i < request.global_indexes.size(); ++i) {
    check_members(constraints, request.global_indexes[i], true,
                  fmt::format("globalSecondaryIndexes.{}.member", i + 1));
  }
  return constraints.check();
}

Result<void> check_billing(const CreateTableRequest& request) {
  if (request.billing == BillingMode::kPayPerRequest) {
    if (request.throughput) {
      return invalid_parameter(
          "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
          "PAY_PER_REQUEST");
    }
    return {};
  }
  if (!request.throughput) {
    return invalid_parameter(
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
        "PROVISIONED");
  }
  return check_bounds(*request.throughput);
}

// A local index has the table's partition key and a sort key of its own.
Result<void> check_local_index(const IndexSchema& index, const KeySchema& table_key) {
  if (!index.key.sort) {
    return invalid_parameter(
        fmt::format("Index KeySchema does not have a range key for index: {}", index.name));
  }
  if (index.key.partition.name != table_key.partition.name) {
    return invalid_parameter(
        fmt::format("Index KeySchema does not have the same leading hash key as table KeySchema "
                    "for index: {}. index hash key: {}, table hash key: {}",
                    index.name, index.key.partition.name, table_key.partition.name));
  }
  return {};
}

Result<void> add_local_indexes(const CreateTableRequest& request, TableSchema& schema) {
  if (request.local_indexes.empty()) {
    return {};
  }
  if (!schema.key.sort) {
    return invalid_parameter(
        "Table KeySchema does not have a range key, which is required when specifying a "
        "LocalSecondaryIndex");
  }
  for (const IndexDefinition& definition : request.local_indexes) {
    NORN_ASSIGN(IndexSchema index, make_index(definition, false, request.attributes));
    NORN_TRY(check_local_index(index, schema.key));
    if (schema.find_index(index.name) != nullptr) {
      return invalid_parameter(fmt::format("Duplicate index name: {}", index.name));
    }
    schema.indexes.push_back(std::move(index));
  }
  if (request.local_indexes.size() > kMaxLocalIndexes) {
    return invalid_parameter(fmt::format(
        "Number of LocalSecondaryIndexes exceeds per-table limit of {}", kMaxLocalIndexes));
  }
  return {};
}

Result<void> add_global_indexes(const CreateTableRequest& request, TableSchema& schema) {
  for (const IndexDefinition& definition : request.global_indexes) {
    NORN_ASSIGN(IndexSchema index, make_index(definition, true, request.attributes));
    NORN_TRY(check_index_throughput(definition, request.billing));
    if (schema.find_index(index.name) != nullptr) {
      return invalid_parameter(fmt::format("Duplicate index name: {}", index.name));
    }
    schema.indexes.push_back(std::move(index));
  }
  if (request.global_indexes.size() > kMaxGlobalIndexes) {
    return invalid_parameter(fmt::format(
        "GlobalSecondaryIndex count exceeds the per-table limit of {}", kMaxGlobalIndexes));
  }
  return {};
}

Result<TableSchema> make_schema(const CreateTableRequest& request) {
  TableSchema schema;
  schema.name = request.table;
  if (request.key.size() > request.attributes.size()) {
    return validation("Invalid KeySchema: Some index key attribute have no definition");
  }
  NORN_TRY(check_distinct_names(request.attributes));
  NORN_ASSIGN(schema.key, make_key(request.key, request.attributes, KeyAttributes::kOneOfEach));
  if (request.local_indexes.empty() && request.global_indexes.empty() &&
      request.key.size() != request.attributes.size()) {
    return invalid_parameter(
        "Number of attributes in KeySchema does not exactly match number of attributes defined in "
        "AttributeDefinitions");
  }
  NORN_TRY(add_local_indexes(request, schema));
  NORN_TRY(add_global_indexes(request, schema));
  NORN_TRY(check_projected_count(schema.indexes));
  const std::vector<std::string> used = used_names(schema);
  if (used.size() != request.attributes.size()) {
    return invalid_parameter(
        fmt::format("Some AttributeDefinitions are not used. AttributeDefinitions: {}, keys used: "
                    "{}",
                    names_text(request.attributes), names_text(used)));
  }
  return schema;
}

}  // namespace

Result<void> check_table_name(std::string_view table) {
  if (table.empty()) {
    return validation("The parameter 'TableName' is required but was not present in the request");
  }
  if (table.size() < kMinTableNameBytes || table.size() > kMaxTableNameBytes) {
    return validation(
        "TableName must be at least 3 characters long and at most 255 characters long");
  }
  return Constraints().name(table, kMinTableNameBytes, kMaxTableNameBytes, "tableName").check();
}

Result<TableDescription> describe_new_table(const CreateTableRequest& request) {
  NORN_TRY(check_table_name(request.table));
  NORN_TRY(check_all_members(request));
  NORN_TRY(check_billing(request));
  TableDescription table;
  NORN_ASSIGN(table.schema, make_schema(request));
  NORN_TRY(check_tags(request.tags));
  table.attributes = request.attributes;
  for (const IndexSchema& schema : table.schema.indexes) {
    IndexDescription& index = table.indexes.emplace_back();
    index.schema = schema;
  }
  for (size_t i = 0; i < request.global_indexes.size(); ++i) {
    table.indexes[request.local_indexes.size() + i].throughput =
        request.global_indexes[i].throughput;
  }
  table.billing = request.billing;
  table.throughput = request.throughput.value_or(Throughput{});
  NORN_TRY(describe_new_settings(request, table));
  table.deletion_protection = request.deletion_protection;
  table.table_class = request.table_class;
  table.stream = request.stream;
  return table;
}

Result<void> check_table_idle(const TableDescription& current) {
  if (current.status == TableStatus::kActive) {
    return {};
  }
  const std::string_view doing = current.status == TableStatus::kCreating   ? "created"
                                 : current.status == TableStatus::kDeleting ? "deleted"
                                                                            : "updated";
  return table_in_use(
      fmt::format("Attempt to change a resource which is still in use: Table is being {}: {}",
                  doing, current.schema.name));
}

Result<void> check_delete_table(const TableDescription& current) {
  NORN_TRY(check_table_idle(current));
  if (current.deletion_protection) {
    return validation(
        "Resource cannot be deleted as it is currently protected against deletion. Disable "
        "deletion protection first.");
  }
  return {};
}

Result<void> check_list_tables(const ListTablesRequest& request) {
  Constraints constraints;
  if (request.limit) {
    constraints.at_least(*request.limit, 1, "limit")
        .at_most(*request.limit, kMaxTablesPerPage, "limit");
  }
  if (!request.start_after.empty()) {
    constraints.name(request.start_after, kMinTableNameBytes, kMaxTableNameBytes,
                     "exclusiveStartTableName");
  }
  return constraints.check();
}

Result<TtlDescription> describe_updated_ttl(const TtlDescription& current,
                                            const UpdateTtlRequest& request) {
  NORN_TRY(
      Constraints()
          .text(request.attribute, 1, kMaxKeyNameBytes, "timeToLiveSpecification.attributeName")
          .check());
  if (current.enabled && current.attribute != request.attribute) {
    return validation(fmt::format(
        "TimeToLive is active on a different AttributeName: current AttributeName is {}",
        current.attribute));
  }
  if (current.enabled == request.enabled) {
    return validation(request.enabled ? "TimeToLive is already enabled"
                                      : "TimeToLive is already disabled");
  }
  return TtlDescription{request.enabled, request.enabled ? request.attribute : ""};
}

}  // namespace norn::store
