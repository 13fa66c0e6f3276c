#include <fmt/format.h>
#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/json_writer.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "store/backups.h"
#include "store/errors.h"

// Global tables of 2017, which DynamoDB no longer creates, and the auto scaling of replicas. No
// table here has a replica, so the answers are those for a table of one region.
namespace norn::dynamodb {
namespace {

std::unexpected<Error> legacy_not_supported() {
  return store::invalid_parameter(
      "DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB "
      "global tables version 2019.11.21, instead of version 2017.11.29 (Legacy).");
}

std::string no_global_table(std::string_view name) {
  return fmt::format("Global table with name: '{}' does not exist.", name);
}

std::unexpected<Error> global_table_not_found(std::string message) {
  return store::wire_error(ErrorCode::kResourceNotFound, "GlobalTableNotFoundException",
                           std::move(message));
}

Result<void> create_global_table(const Context& /*context*/, const Input& input,
                                 std::string& /*out*/) {
  if (input.count("ReplicationGroup") == 0) {
    return store::invalid_parameter("Global table must have atleast one replica");
  }
  return legacy_not_supported();
}

Result<void> describe_global_table(const Context& /*context*/, const Input& input,
                                   std::string& /*out*/) {
  return global_table_not_found(
      fmt::format("Global table not found: {}", no_global_table(input.text("GlobalTableName"))));
}

Result<void> list_global_tables(const Context& /*context*/, const Input& /*input*/,
                                std::string& out) {
  out = R"({"GlobalTables":[]})";
  return {};
}

Result<void> update_global_table(const Context& context, const Input& input, std::string& out) {
  bool creates = false;
  const auto read = [&](simdjson::dom::element json) -> Result<void> {
    const Input update(json);
    if (update.has("Create") && update.has("Delete")) {
      return store::invalid_parameter(
          "A ReplicaUpdate structure cannot contain both a create replica action and a delete "
          "replica action");
    }
    if (!update.has("Create") && !update.has("Delete")) {
      return store::validation("One or more parameter values were invalid");
    }
    creates |= update.has("Create");
    return {};
  };
  if (input.count("ReplicaUpdates") == 0) {
    return store::validation("One or more parameter values were invalid");
  }
  NORN_TRY(input.each("ReplicaUpdates", read));
  if (creates) return legacy_not_supported();
  return describe_global_table(context, input, out);
}

Result<void> global_table_settings(const Context& /*context*/, const Input& input,
                                   std::string& /*out*/) {
  return global_table_not_found(no_global_table(input.text("GlobalTableName")));
}

Result<void> replica_auto_scaling(const Context& /*context*/, const Input& input,
                                  std::string& /*out*/) {
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  return fail(ErrorCode::kResourceNotFound, no_global_table(table));
}

constexpr Operation kGlobalTableOperations[] = {
    {"CreateGlobalTable", &kCreateGlobalTableInput, create_global_table},
    {"DescribeGlobalTable", &kGlobalTableNameInput, describe_global_table},
    {"ListGlobalTables", &kListGlobalTablesInput, list_global_tables},
    {"UpdateGlobalTable", &kUpdateGlobalTableInput, update_global_table},
    {"DescribeGlobalTableSettings", &kGlobalTableNameInput, global_table_settings},
    {"UpdateGlobalTableSettings", &kUpdateGlobalTableSettingsInput, global_table_settings},
    {"DescribeTableReplicaAutoScaling", &kTableNameInput, replica_auto_scaling},
    {"UpdateTableReplicaAutoScaling", &kUpdateReplicaScalingInput, replica_auto_scaling},
};

}  // namespace

std::span<const Operation> global_table_operations() {
  return kGlobalTableOperations;
}

}  // namespace norn::dynamodb
