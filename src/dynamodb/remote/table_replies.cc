#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dynamodb/remote/replies.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;

// The enumerator with the wire's name; `other` when the name is a new one.
template <typename Enum>
Enum from_name(std::string_view name, std::initializer_list<Enum> values, Enum other) {
  const auto* const found =
      std::ranges::find_if(values, [&](Enum value) { return store::to_name(value) == name; });
  return found == values.end() ? other : *found;
}

using Attributes = std::vector<store::AttributeDefinition>;

store::Type type_of(const Attributes& attributes, std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &store::AttributeDefinition::name);
  if (found != attributes.end() && found->type == "N") return store::Type::kNumber;
  if (found != attributes.end() && found->type == "B") return store::Type::kBinary;
  return store::Type::kString;
}

Result<store::KeySchema> read_key(const RemoteObject& object, const Attributes& attributes) {
  store::KeySchema key;
  NORN_TRY(object.each("KeySchema", [&](element json) -> Result<void> {
    const RemoteObject part(json);
    const std::string_view name = part.text("AttributeName");
    store::KeyAttribute attribute{std::string(name), type_of(attributes, name)};
    if (part.text("KeyType") == "RANGE") {
      if (!key.sort) {
        key.sort = std::move(attribute);
      } else {
        key.more_sort.push_back(std::move(attribute));
      }
    } else if (key.partition.name.empty()) {
      key.partition = std::move(attribute);
    } else {
      key.more_partition.push_back(std::move(attribute));
    }
    return {};
  }));
  if (key.partition.name.empty()) {
    return fail(ErrorCode::kInternal, "The endpoint described a table or index without a key.");
  }
  return key;
}

std::optional<store::Throughput> read_throughput(const RemoteObject& object) {
  if (!object.find("ProvisionedThroughput")) return std::nullopt;
  const RemoteObject content = object.object("ProvisionedThroughput");
  return store::Throughput{content.integer("ReadCapacityUnits").value_or(0),
                           content.integer("WriteCapacityUnits").value_or(0)};
}

// Seconds since 1970, with a fraction.
int64_t read_time_ms(const RemoteObject& object, std::string_view name) {
  return std::llround(object.number(name).value_or(0) * 1000);
}

std::optional<int64_t> read_limit(const RemoteObject& object, std::string_view name) {
  // An engine may tell of a limit that was cleared.
  const auto limit = object.integer(name);
  return limit.value_or(0) > 0 ? limit : std::nullopt;
}

// `Description` is that of a table or an index.
template <typename Description>
void read_settings(const RemoteObject& object, Description& description) {
  const RemoteObject throughput = object.object("ProvisionedThroughput");
  description.throughput_times = {read_time_ms(throughput, "LastIncreaseDateTime"),
                                  read_time_ms(throughput, "LastDecreaseDateTime")};
  const RemoteObject on_demand = object.object("OnDemandThroughput");
  description.on_demand = {read_limit(on_demand, "MaxReadRequestUnits"),
                           read_limit(on_demand, "MaxWriteRequestUnits")};
  const RemoteObject warm = object.object("WarmThroughput");
  description.warm = {warm.integer("ReadUnitsPerSecond").value_or(0),
                      warm.integer("WriteUnitsPerSecond").value_or(0)};
}

uint64_t read_size(const RemoteObject& object, std::string_view name) {
  return static_cast<uint64_t>(std::max<int64_t>(object.integer(name).value_or(0), 0));
}

Result<void> read_indexes(const RemoteObject& root, bool global, store::TableDescription& table) {
  const auto add = [&](element json) -> Result<void> {
    const RemoteObject object(json);
    store::IndexSchema schema;
    schema.name = object.text("IndexName");
    NORN_ASSIGN(schema.key, read_key(object, table.attributes));
    const RemoteObject projection = object.object("Projection");
    using enum store::ProjectionKind;
    schema.projection.kind =
        from_name(projection.text("ProjectionType"), {kAll, kKeysOnly, kInclude}, kAll);
    NORN_TRY(projection.each("NonKeyAttributes", [&](element name) -> Result<void> {
      std::string_view text;
      if (name.get_string().get(text) == simdjson::SUCCESS) {
        schema.projection.non_key_attributes.emplace_back(text);
      }
      return {};
    }));
    schema.global = global;
    using Status = store::IndexStatus;
    // An index that is UPDATING has its throughput changed and can be read.
    schema.status = from_name(object.text("IndexStatus"), {Status::kCreating, Status::kDeleting},
                              Status::kActive);
    table.schema.indexes.push_back(std::move(schema));
    store::IndexDescription& index = table.indexes.emplace_back();
    index.schema = table.schema.indexes.back();
    if (table.billing == store::BillingMode::kProvisioned && global) {
      index.throughput = read_throughput(object);
    }
    if (global) read_settings(object, index);
    index.arn = object.text("IndexArn");
    index.item_count = read_size(object, "ItemCount");
    index.size_bytes = read_size(object, "IndexSizeBytes");
    return {};
  };
  return root.each(global ? "GlobalSecondaryIndexes" : "LocalSecondaryIndexes", add);
}

void read_stream_of_table(const RemoteObject& root, store::TableDescription& table) {
  using enum store::StreamView;
  const RemoteObject stream = root.object("StreamSpecification");
  if (stream.flag("StreamEnabled")) {
    table.stream = from_name(stream.text("StreamViewType"),
                             {kKeysOnly, kNewImage, kOldImage, kNewAndOldImages}, kNewAndOldImages);
  }
  table.stream_arn = root.text("LatestStreamArn");
  table.stream_label = root.text("LatestStreamLabel");
}

}  // namespace

Result<store::TableDescription> read_table(const RemoteObject& root) {
  store::TableDescription table;
  table.schema.name = root.text("TableName");
  NORN_TRY(root.each("AttributeDefinitions", [&](element json) -> Result<void> {
    const RemoteObject attribute(json);
    table.attributes.push_back({std::string(attribute.text("AttributeName")),
                                std::string(attribute.text("AttributeType"))});
    return {};
  }));
  using Billing = store::BillingMode;
  table.throughput = read_throughput(root).value_or(store::Throughput());
  const std::string_view billing = root.object("BillingModeSummary").text("BillingMode");
  // The billing of tables that have never been on demand is absent.
  table.billing = from_name(billing, {Billing::kPayPerRequest}, Billing::kProvisioned);
  if (table.billing == Billing::kPayPerRequest) table.throughput = {};
  table.was_on_demand = table.billing == Billing::kProvisioned && !billing.empty();
  table.on_demand_since_ms =
      read_time_ms(root.object("BillingModeSummary"), "LastUpdateToPayPerRequestDateTime");
  read_settings(root, table);
  const RemoteObject encryption = root.object("SSEDescription");
  if (const std::string_view status = encryption.text("Status");
      !status.empty() && status != "DISABLED" && status != "DISABLING") {
    table.encryption_key = encryption.text("KMSMasterKeyArn");
  }
  using Status = store::TableStatus;
  // A status of which we know nothing is one in which the table cannot be used.
  table.status =
      from_name(root.text("TableStatus"), {Status::kCreating, Status::kDeleting, Status::kActive},
                Status::kUpdating);
  // The key of a table that is being deleted is absent.
  if (root.find("KeySchema")) {
    NORN_ASSIGN(table.schema.key, read_key(root, table.attributes));
  }
  NORN_TRY(read_indexes(root, false, table));
  NORN_TRY(read_indexes(root, true, table));
  table.id = root.text("TableId");
  table.arn = root.text("TableArn");
  table.created_ms = read_time_ms(root, "CreationDateTime");
  table.item_count = read_size(root, "ItemCount");
  table.size_bytes = read_size(root, "TableSizeBytes");
  table.deletion_protection = root.flag("DeletionProtectionEnabled");
  using Class = store::TableClass;
  const std::string_view table_class = root.object("TableClassSummary").text("TableClass");
  if (!table_class.empty()) {
    table.table_class =
        from_name(table_class, {Class::kStandardInfrequentAccess}, Class::kStandard);
  }
  read_stream_of_table(root, table);
  return table;
}

Result<store::ListTablesResult> read_table_names(const RemoteObject& root) {
  store::ListTablesResult result;
  NORN_TRY(root.each("TableNames", [&](element json) -> Result<void> {
    std::string_view name;
    if (json.get_string().get(name) == simdjson::SUCCESS) result.tables.emplace_back(name);
    return {};
  }));
  if (const std::string_view last = root.text("LastEvaluatedTableName"); !last.empty()) {
    result.last_table = last;
  }
  return result;
}

store::TtlDescription read_ttl(const RemoteObject& description) {
  store::TtlDescription ttl;
  const std::string_view status = description.text("TimeToLiveStatus");
  ttl.enabled = status == "ENABLED" || status == "ENABLING" || description.flag("Enabled");
  if (ttl.enabled) ttl.attribute = description.text("AttributeName");
  return ttl;
}

}  // namespace norn::dynamodb
