#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "store/errors.h"
#include "store/key.h"
#include "store/limits.h"
#include "store/tables/index_validation.h"
#include "store/tables/table_settings.h"
#include "store/tables/table_validation.h"

namespace norn::store {
namespace {

bool changes_indexes(const UpdateTableRequest& request) {
  return !request.create_indexes.empty() || !request.delete_indexes.empty();
}

bool changes_throughput(const UpdateTableRequest& request) {
  return request.throughput || request.billing || !request.index_throughput.empty();
}

bool changes_settings(const UpdateTableRequest& request) {
  return request.on_demand || request.warm || request.encryption ||
         !request.index_on_demand.empty() || !request.index_warm.empty();
}

Result<void> check_all_members(const UpdateTableRequest& request) {
  Constraints constraints;
  check_members(constraints, request.attributes);
  if (request.throughput) {
    check_members(constraints, *request.throughput, "provisionedThroughput");
  }
  size_t position = 0;
  for (const IndexDefinition& index : request.create_indexes) {
    check_members(constraints, index, true,
                  fmt::format("globalSecondaryIndexUpdates.{}.member.create", ++position));
  }
  for (const auto& [name, throughput] : request.index_throughput) {
    check_members(constraints, throughput,
                  fmt::format("globalSecondaryIndexUpdates.{}.member.update.provisionedThroughput",
                              ++position));
  }
  return constraints.check();
}

// Which changes one request may have.
Result<void> check_combination(const UpdateTableRequest& request) {
  const bool others = changes_indexes(request) || changes_throughput(request) || request.stream ||
                      changes_settings(request);
  if (!others && !request.deletion_protection && !request.table_class) {
    return validation(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
        "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
        "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
        "OnDemandThroughput, WarmThroughput or TableClass is required");
  }
  if (request.table_class && (others || request.deletion_protection)) {
    return invalid_parameter("TableClass modification must be the only operation in the request");
  }
  if (request.deletion_protection && others) {
    return invalid_parameter(
        "DeletionProtection modification must be the only operation in the request");
  }
  const bool only_on_demand = request.billing == BillingMode::kPayPerRequest &&
                              !request.throughput && request.index_throughput.empty();
  if (request.stream && changes_throughput(request) && !only_on_demand) {
    return invalid_parameter("You cannot modify stream status while updating table IOPS");
  }
  if (changes_indexes(request) && changes_throughput(request)) {
    return invalid_parameter("You cannot create or delete index while updating table IOPS");
  }
  if (changes_indexes(request) && request.stream) {
    return invalid_parameter("You cannot create or delete index while changing stream status");
  }
  return {};
}

IndexDescription* find_global(TableDescription& table, std::string_view name) {
  const auto found =
      std::find_if(table.indexes.begin(), table.indexes.end(), [&](const IndexDescription& index) {
        return index.schema.global && index.schema.name == name;
      });
  return found == table.indexes.end() ? nullptr : &*found;
}

std::unexpected<Error> will_not_change(std::string_view what, std::string_view kind,
                                       const Throughput& throughput) {
  return validation(fmt::format(
      "The provisioned throughput for the {0} will not change. The requested value equals the "
      "current value. Current ReadCapacityUnits provisioned for the {1}: {2}. Requested "
      "ReadCapacityUnits: {2}. Current WriteCapacityUnits provisioned for the {1}: {3}. Requested "
      "WriteCapacityUnits: {3}. Refer to the Amazon DynamoDB Developer Guide for current limits "
      "and how to request higher limits.",
      what, kind, throughput.read_units, throughput.write_units));
}

Result<void> update_index_throughput(const UpdateTableRequest& request, bool switching,
                                     TableDescription& table) {
  for (const auto& [name, throughput] : request.index_throughput) {
    IndexDescription* index = find_global(table, name);
    if (index == nullptr) {
      return validation(
          fmt::format("Cannot update an index that is not a GlobalSecondaryIndex: {}", name));
    }
    if (table.billing == BillingMode::kPayPerRequest) {
      return invalid_parameter(
          fmt::format("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for "
                      "index: {} when BillingMode is PAY_PER_REQUEST",
                      name));
    }
    NORN_TRY(check_bounds(throughput));
    if (!switching && index->throughput == throughput) {
      return will_not_change(fmt::format("index {}", name), "index", throughput);
    }
    index->throughput = throughput;
  }
  return {};
}

Result<void> update_throughput(const UpdateTableRequest& request, TableDescription& table) {
  const bool switching = request.billing && *request.billing != table.billing;
  table.was_on_demand |= switching && table.billing == BillingMode::kPayPerRequest;
  table.billing = request.billing.value_or(table.billing);
  if (request.billing == BillingMode::kProvisioned && !request.throughput) {
    return invalid_parameter(
        "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
  }
  if (request.throughput) {
    if (table.billing == BillingMode::kPayPerRequest) {
      return invalid_parameter(
          "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
          "PAY_PER_REQUEST");
    }
    NORN_TRY(check_bounds(*request.throughput));
    if (!switching && *request.throughput == table.throughput) {
      return will_not_change("table", "table", table.throughput);
    }
    table.throughput = *request.throughput;
  }
  NORN_TRY(update_index_throughput(request, switching, table));
  for (IndexDescription& index : table.indexes) {
    if (switching && table.billing == BillingMode::kProvisioned && index.schema.global &&
        !request.index_throughput.contains(index.schema.name)) {
      return invalid_parameter(
          fmt::format("ProvisionedThroughput must be specified for index: {}", index.schema.name));
    }
    if (table.billing == BillingMode::kPayPerRequest) {
      index.throughput.reset();
    }
  }
  if (table.billing == BillingMode::kPayPerRequest) {
    table.throughput = Throughput{};
  }
  return {};
}

std::unexpected<Error> too_many_index_changes() {
  return fail(ErrorCode::kLimitExceeded,
              "Subscriber limit exceeded: Only 1 online index can be created or deleted "
              "simultaneously per table");
}

Result<void> check_index_changes(const UpdateTableRequest& request, const TableDescription& table) {
  std::set<std::string_view> seen;
  const auto once = [&](std::string_view name) -> Result<void> {
    if (!seen.insert(name).second) {
      return invalid_parameter(
          fmt::format("Only one global secondary index update per index is allowed "
                      "simultaneously. Index: {}",
                      name));
    }
    return {};
  };
  for (const IndexDefinition& index : request.create_indexes) {
    NORN_TRY(once(index.name));
  }
  for (const std::string& name : request.delete_indexes) {
    NORN_TRY(once(name));
  }
  for (const auto& [name, throughput] : request.index_throughput) {
    NORN_TRY(once(name));
  }
  const bool in_progress =
      std::any_of(table.schema.indexes.begin(), table.schema.indexes.end(),
                  [](const IndexSchema& index) { return index.status != IndexStatus::kActive; });
  const size_t changes = request.create_indexes.size() + request.delete_indexes.size();
  if (changes > 1 || (changes == 1 && in_progress)) {
    return too_many_index_changes();
  }
  return {};
}

std::string schema_text(const KeySchema& key) {
  std::vector<std::string> elements;
  const auto add = [&](const KeyAttribute& attribute, std::string_view role) {
    elements.push_back(fmt::format("SchemaElement: key{{{}:{}:{}}}", attribute.name,
                                   type_name(attribute.type), role));
  };
  key.each_partition([&](const KeyAttribute& attribute) { add(attribute, "HASH"); });
  key.each_sort([&](const KeyAttribute& attribute) { add(attribute, "RANGE"); });
  return fmt::format("Schema:[{}]", fmt::join(elements, ", "));
}

// The first key with the attribute: the table's, or that of an index.
const KeySchema& key_with(const TableSchema& schema, std::string_view attribute) {
  for (const IndexSchema& index : schema.indexes) {
    if (!is_key_attribute(schema.key, attribute) && is_key_attribute(index.key, attribute)) {
      return index.key;
    }
  }
  return schema.key;
}

// The definitions of a new index's key must not contradict what the table has. DynamoDB takes no
// notice of others: what is defined stays as it is, and what nothing uses is left out.
Result<void> merge_definitions(const UpdateTableRequest& request, const IndexSchema& index,
                               Definitions& definitions, const TableSchema& schema) {
  TableSchema with_index = schema;
  with_index.indexes.push_back(index);
  const std::vector<std::string> used = used_names(with_index);
  for (const AttributeDefinition& definition : request.attributes) {
    if (std::find(used.begin(), used.end(), definition.name) == used.end()) {
      continue;
    }
    const AttributeDefinition* known = find_definition(definitions, definition.name);
    if (known == nullptr) {
      definitions.push_back(definition);
    } else if (known->type != definition.type && is_key_attribute(index.key, definition.name)) {
      return invalid_parameter(
          fmt::format("Attributes cannot be redefined. Please check that your attribute has the "
                      "same type as previously defined. Existing schema: {} New schema: {}",
                      schema_text(key_with(schema, definition.name)), schema_text(index.key)));
    }
  }
  return {};
}

Result<void> create_index(const UpdateTableRequest& request, TableDescription& table) {
  const IndexDefinition& definition = request.create_indexes.front();
  if (table.schema.find_index(definition.name) != nullptr) {
    return validation("Attempting to create an index which already exists");
  }
  if (request.attributes.empty()) {
    return invalid_parameter(
        fmt::format("AttributeDefinitions is not specified for index: {}", definition.name));
  }
  NORN_TRY(check_distinct_names(request.attributes));
  NORN_ASSIGN(IndexSchema index, make_index(definition, true, request.attributes));
  index.status = IndexStatus::kCreating;
  NORN_TRY(check_index_throughput(definition, table.billing));
  NORN_TRY(merge_definitions(request, index, table.attributes, table.schema));

  const auto count = std::count_if(table.schema.indexes.begin(), table.schema.indexes.end(),
                                   [](const IndexSchema& other) { return other.global; });
  if (static_cast<size_t>(count) >= kMaxGlobalIndexes) {
    return fail(ErrorCode::kLimitExceeded,
                fmt::format("Subscriber limit exceeded: GlobalSecondaryIndex count exceeds the "
                            "per-table limit of {}",
                            kMaxGlobalIndexes));
  }
  IndexDescription description;
  description.schema = index;
  description.throughput = definition.throughput;
  NORN_TRY(describe_new_settings(definition, table, description));
  table.schema.indexes.push_back(std::move(index));
  table.indexes.push_back(std::move(description));
  return check_projected_count(table.schema.indexes);
}

Result<void> delete_index(const std::string& name, TableDescription& table) {
  for (size_t i = 0; i < table.schema.indexes.size(); ++i) {
    IndexSchema& index = table.schema.indexes[i];
    if (index.name == name && index.global) {
      index.status = IndexStatus::kDeleting;
      table.indexes[i].schema.status = IndexStatus::kDeleting;
      return {};
    }
    if (index.name == name) {
      return validation(
          fmt::format("Cannot delete an index that is not a GlobalSecondaryIndex: {}", name));
    }
  }
  return fail(ErrorCode::kResourceNotFound, "Requested resource not found");
}

Result<void> update_stream(const UpdateTableRequest::StreamChange& change,
                           TableDescription& table) {
  if (change.view && table.stream) {
    return validation(
        fmt::format("Table already has an enabled stream: TableName: {}", table.schema.name));
  }
  if (!change.view && !table.stream) {
    return validation(
        fmt::format("Table has no stream to disable: TableName: {}", table.schema.name));
  }
  table.stream = change.view;
  return {};
}

}  // namespace

Result<TableDescription> describe_updated_table(const TableDescription& current,
                                                const UpdateTableRequest& request) {
  NORN_TRY(check_table_name(request.table));
  NORN_TRY(check_all_members(request));
  NORN_TRY(check_combination(request));
  NORN_TRY(check_table_idle(current));
  TableDescription table = current;
  NORN_TRY(check_index_changes(request, table));
  NORN_TRY(update_throughput(request, table));
  NORN_TRY(update_settings(request, current, table));
  if (!request.create_indexes.empty()) {
    NORN_TRY(create_index(request, table));
  }
  if (!request.delete_indexes.empty()) {
    NORN_TRY(delete_index(request.delete_indexes.front(), table));
  }
  if (request.stream) {
    NORN_TRY(update_stream(*request.stream, table));
  }
  table.deletion_protection = request.deletion_protection.value_or(table.deletion_protection);
  if (request.table_class) {
    table.table_class = request.table_class;
  }
  return table;
}

TableDescription describe_without_index(TableDescription current, std::string_view index) {
  std::erase_if(current.indexes,
                [&](const IndexDescription& other) { return other.schema.name == index; });
  std::erase_if(current.schema.indexes,
                [&](const IndexSchema& other) { return other.name == index; });
  const std::vector<std::string> used = used_names(current.schema);
  std::erase_if(current.attributes, [&](const AttributeDefinition& definition) {
    return std::find(used.begin(), used.end(), definition.name) == used.end();
  });
  return current;
}

}  // namespace norn::store
