#include "dynamodb/api/table_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "dynamodb/input.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/requests/table_requests.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;

Result<store::IndexProjection> read_projection(const Input& input) {
  store::IndexProjection projection;
  const std::string_view type = input.text("ProjectionType");
  if (type == "ALL") {
    projection.kind = store::ProjectionKind::kAll;
  } else if (type == "KEYS_ONLY") {
    projection.kind = store::ProjectionKind::kKeysOnly;
  } else if (type == "INCLUDE") {
    projection.kind = store::ProjectionKind::kInclude;
  } else {
    return store::invalid_parameter("Unknown ProjectionType: null");
  }
  NORN_TRY(input.each("NonKeyAttributes", [&](element name) -> Result<void> {
    projection.non_key_attributes.emplace_back(name.get_string().value_unsafe());
    return {};
  }));
  return projection;
}

std::vector<store::AttributeDefinition> read_definitions(const Input& input) {
  std::vector<store::AttributeDefinition> definitions;
  static_cast<void>(input.each("AttributeDefinitions", [&](element entry) -> Result<void> {
    const Input definition(entry);
    definitions.push_back({std::string(definition.text("AttributeName")),
                           std::string(definition.text("AttributeType"))});
    return {};
  }));
  return definitions;
}

std::vector<store::KeyElement> read_key_schema(const Input& input) {
  std::vector<store::KeyElement> key;
  static_cast<void>(input.each("KeySchema", [&](element entry) -> Result<void> {
    const Input part(entry);
    key.push_back({std::string(part.text("AttributeName")), std::string(part.text("KeyType"))});
    return {};
  }));
  return key;
}

std::optional<store::Throughput> read_throughput(const Input& input,
                                                 std::string_view name = "ProvisionedThroughput") {
  if (!input.has(name)) return std::nullopt;
  const Input throughput = input.structure(name);
  return store::Throughput{throughput.integer("ReadCapacityUnits").value_or(0),
                           throughput.integer("WriteCapacityUnits").value_or(0)};
}

std::optional<store::PartialThroughput> read_partial(const Input& input, std::string_view name,
                                                     std::string_view read,
                                                     std::string_view write) {
  if (!input.has(name)) return std::nullopt;
  const Input units = input.structure(name);
  return store::PartialThroughput{units.integer(read), units.integer(write)};
}

std::optional<store::PartialThroughput> read_on_demand(const Input& input) {
  return read_partial(input, "OnDemandThroughput", "MaxReadRequestUnits", "MaxWriteRequestUnits");
}

std::optional<store::PartialThroughput> read_warm(const Input& input) {
  return read_partial(input, "WarmThroughput", "ReadUnitsPerSecond", "WriteUnitsPerSecond");
}

// One index of CreateTable, or the one that UpdateTable creates.
Result<store::IndexDefinition> read_index(const Input& index) {
  store::IndexDefinition definition;
  definition.name = index.text("IndexName");
  definition.key = read_key_schema(index);
  NORN_ASSIGN(definition.projection, read_projection(index.structure("Projection")));
  definition.throughput = read_throughput(index);
  definition.on_demand = read_on_demand(index);
  definition.warm = read_warm(index);
  return definition;
}

// The indexes that a restored table keeps. An empty list keeps none.
Result<std::optional<std::vector<store::IndexDefinition>>> read_index_override(
    const Input& input, std::string_view name) {
  if (!input.has(name)) return std::nullopt;
  std::vector<store::IndexDefinition> indexes;
  NORN_TRY(input.each(name, [&](element entry) -> Result<void> {
    NORN_ASSIGN(store::IndexDefinition index, read_index(Input(entry)));
    indexes.push_back(std::move(index));
    return {};
  }));
  return indexes;
}

// A list that is there but empty is an error.
Result<std::vector<store::IndexDefinition>> read_indexes(const Input& input,
                                                         std::string_view name) {
  if (input.has(name) && input.count(name) == 0) {
    return store::invalid_parameter(fmt::format("List of {} is empty", name));
  }
  std::vector<store::IndexDefinition> indexes;
  NORN_TRY(input.each(name, [&](element entry) -> Result<void> {
    NORN_ASSIGN(store::IndexDefinition index, read_index(Input(entry)));
    indexes.push_back(std::move(index));
    return {};
  }));
  return indexes;
}

// What UpdateTable cannot change together with encryption.
constexpr std::array<std::string_view, 8> kChanges = {
    "ProvisionedThroughput",       "BillingMode",
    "GlobalSecondaryIndexUpdates", "StreamSpecification",
    "DeletionProtectionEnabled",   "TableClass",
    "OnDemandThroughput",          "WarmThroughput"};

bool has_any(const Input& input, auto names) {
  return std::ranges::any_of(names, [&](std::string_view name) { return input.has(name); });
}

std::optional<store::BillingMode> read_billing(const Input& input,
                                               std::string_view name = "BillingMode") {
  if (!input.has(name)) return std::nullopt;
  return input.text(name) == "PAY_PER_REQUEST" ? store::BillingMode::kPayPerRequest
                                               : store::BillingMode::kProvisioned;
}

Result<std::optional<store::TableClass>> read_table_class(const Input& input) {
  if (!input.has("TableClass")) return std::nullopt;
  const std::string_view name = input.text("TableClass");
  for (const auto table_class :
       {store::TableClass::kStandard, store::TableClass::kStandardInfrequentAccess}) {
    if (name == store::to_name(table_class)) return table_class;
  }
  return store::validation(
      "Invalid table-class parameter provided. Please try again with a valid table-class value: "
      "[STANDARD, STANDARD_INFREQUENT_ACCESS].");
}

std::optional<store::StreamView> read_view(const Input& stream) {
  const std::string_view name = stream.text("StreamViewType");
  for (const auto view : {store::StreamView::kKeysOnly, store::StreamView::kNewImage,
                          store::StreamView::kOldImage, store::StreamView::kNewAndOldImages}) {
    if (name == store::to_name(view)) return view;
  }
  return std::nullopt;
}

Result<std::optional<store::StreamView>> read_new_stream(const Input& input) {
  if (!input.has("StreamSpecification")) return std::nullopt;
  const Input stream = input.structure("StreamSpecification");
  const std::optional<store::StreamView> view = read_view(stream);
  if (stream.flag("StreamEnabled") && !view) {
    return store::invalid_parameter(
        "Table is being created with a stream enabled, UpdateViewType is required");
  }
  if (!stream.flag("StreamEnabled") && view) {
    return store::invalid_parameter(
        "Table is being created with a stream disabled, UpdateViewType should not be specified");
  }
  return view;
}

Result<std::optional<store::UpdateTableRequest::StreamChange>> read_stream_change(
    const Input& input) {
  if (!input.has("StreamSpecification")) return std::nullopt;
  const Input stream = input.structure("StreamSpecification");
  const std::optional<store::StreamView> view = read_view(stream);
  if (stream.flag("StreamEnabled") && !view) {
    return store::invalid_parameter("If stream is being enabled then UpdateViewType is required");
  }
  if (!stream.flag("StreamEnabled") && view) {
    return store::invalid_parameter(
        "If stream is being disabled, then UpdateViewType must not be specified");
  }
  return store::UpdateTableRequest::StreamChange{view};
}

// Encryption at rest is the file system's here: its settings are checked, kept and told of.
Result<void> check_encryption(const Input& input) {
  const Input encryption = input.structure("SSESpecification");
  const std::string_view type = encryption.text("SSEType");
  if (encryption.boolean("Enabled") == false) {
    for (const std::string_view member : {"SSEType", "KMSMasterKeyId"}) {
      if (encryption.has(member)) {
        return store::invalid_parameter(
            fmt::format("{} can not be specified if Enabled is false", member));
      }
    }
  }
  if (type == "AES256") {
    return store::invalid_parameter("SSEType AES256 is not supported");
  }
  if (encryption.has("KMSMasterKeyId") && type.empty()) {
    return store::invalid_parameter("SSEType KMS is required if KMSMasterKeyId is specified");
  }
  return {};
}

// The key of SSESpecification if it turns encryption with a key on.
std::optional<std::string> read_encryption_key(const Input& input) {
  const Input encryption = input.structure("SSESpecification");
  if (!encryption.boolean("Enabled").value_or(encryption.has("SSEType"))) return std::nullopt;
  return std::string(encryption.text("KMSMasterKeyId"));
}

Result<void> read_throughput_update(const Input& update, store::UpdateTableRequest& request) {
  std::string name(update.text("IndexName"));
  const std::optional<store::Throughput> throughput = read_throughput(update);
  const auto on_demand = read_on_demand(update);
  const auto warm = read_warm(update);
  if (on_demand) request.index_on_demand.emplace(name, *on_demand);
  if (warm) request.index_warm.emplace(name, *warm);
  if (!throughput) {
    if (on_demand || warm) return {};
    return store::invalid_parameter(fmt::format(
        "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {}", name));
  }
  if (request.index_throughput.contains(name)) {
    return store::invalid_parameter(fmt::format(
        "Only one global secondary index update per index is allowed simultaneously. Index: {}",
        name));
  }
  request.index_throughput.emplace(std::move(name), *throughput);
  return {};
}

Result<void> read_index_update(const Input& update, store::UpdateTableRequest& request) {
  const int actions = static_cast<int>(update.has("Update")) +
                      static_cast<int>(update.has("Create")) +
                      static_cast<int>(update.has("Delete"));
  if (actions == 0) {
    return store::invalid_parameter(
        "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
        "GlobalSecondaryIndexUpdate.Delete must not be null");
  }
  if (actions > 1) {
    return store::invalid_parameter(
        "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object");
  }
  if (update.has("Update")) return read_throughput_update(update.structure("Update"), request);
  if (update.has("Delete")) {
    request.delete_indexes.emplace_back(update.structure("Delete").text("IndexName"));
    return {};
  }
  NORN_ASSIGN(store::IndexDefinition index, read_index(update.structure("Create")));
  request.create_indexes.push_back(std::move(index));
  return {};
}

}  // namespace

Result<store::CreateTableRequest> read_create_table(const Input& input) {
  store::CreateTableRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  request.attributes = read_definitions(input);
  request.key = read_key_schema(input);
  request.billing = read_billing(input).value_or(store::BillingMode::kProvisioned);
  request.throughput = read_throughput(input);
  NORN_ASSIGN(request.local_indexes, read_indexes(input, "LocalSecondaryIndexes"));
  NORN_ASSIGN(request.global_indexes, read_indexes(input, "GlobalSecondaryIndexes"));
  NORN_ASSIGN(request.stream, read_new_stream(input));
  NORN_TRY(check_encryption(input));
  request.encryption_key = read_encryption_key(input);
  request.on_demand = read_on_demand(input);
  request.warm = read_warm(input);
  NORN_ASSIGN(request.table_class, read_table_class(input));
  request.deletion_protection = input.flag("DeletionProtectionEnabled");
  NORN_ASSIGN(request.tags, read_tags(input));
  return request;
}

Result<store::UpdateTableRequest> read_update_table(const Input& input) {
  store::UpdateTableRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  NORN_TRY(check_encryption(input));
  if (input.has("SSESpecification") && has_any(input, kChanges)) {
    return store::invalid_parameter(
        "Server-Side Encryption modification must be the only operation in the request");
  }
  if (input.has("SSESpecification")) {
    request.encryption = store::UpdateTableRequest::EncryptionChange{read_encryption_key(input)};
  }
  request.on_demand = read_on_demand(input);
  request.warm = read_warm(input);
  request.attributes = read_definitions(input);
  request.billing = read_billing(input);
  request.throughput = read_throughput(input);
  NORN_ASSIGN(request.table_class, read_table_class(input));
  request.deletion_protection = input.boolean("DeletionProtectionEnabled");
  NORN_ASSIGN(request.stream, read_stream_change(input));
  NORN_TRY(input.each("GlobalSecondaryIndexUpdates",
                      [&](element update) { return read_index_update(Input(update), request); }));
  return request;
}

Result<store::RestoreTableRequest> read_restore_table(const Input& input) {
  store::RestoreTableRequest request;
  request.backup_arn = input.text("BackupArn");
  request.target = input.text("TargetTableName");
  request.billing = read_billing(input, "BillingModeOverride");
  request.throughput = read_throughput(input, "ProvisionedThroughputOverride");
  NORN_ASSIGN(request.local_indexes, read_index_override(input, "LocalSecondaryIndexOverride"));
  NORN_ASSIGN(request.global_indexes, read_index_override(input, "GlobalSecondaryIndexOverride"));
  return request;
}

Result<store::Tags> read_tags(const Input& input) {
  store::Tags tags;
  NORN_TRY(input.each("Tags", [&](simdjson::dom::element entry) -> Result<void> {
    const Input tag(entry);
    if (!tag.has("Key")) return store::validation("The Tag Key provided is invalid, Key: null");
    if (!tag.has("Value")) {
      return store::validation("The Tag Value provided is invalid, Value: null");
    }
    if (!tags.emplace(tag.text("Key"), tag.text("Value")).second) {
      return store::validation(fmt::format(
          "Duplicate Tag Keys provided as input: Duplicate Tag Key found {}", tag.text("Key")));
    }
    return {};
  }));
  return tags;
}

Result<std::string> tagged_table(std::string_view arn) {
  if (!is_arn(arn)) {
    return store::invalid_parameter(fmt::format("ARNs must start with 'arn:': {}", arn));
  }
  const bool has_all_parts = std::ranges::count(arn, ':') >= 5;
  if (!has_all_parts || arn.find(":dynamodb:") == std::string_view::npos) {
    return store::invalid_parameter(
        fmt::format("Provided Arn is not a DynamoDB resource arn: {}", arn));
  }
  Result<std::string> table = table_name(arn);
  if (!table) {
    return store::invalid_parameter(
        fmt::format("Invalid resource arn provided, only table or stream is accepted. Provided "
                    "resource arn: {}",
                    arn));
  }
  return table;
}

}  // namespace norn::dynamodb
