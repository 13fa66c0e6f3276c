#include "dynamodb/api/table_render.h"

#include <algorithm>

#include "base/json_text.h"
#include "dynamodb/render.h"
#include "store/tables/table_settings.h"

namespace norn::dynamodb {
namespace {

using store::IndexDescription;
using store::TableDescription;

void append_throughput(std::string& out, const store::Throughput& throughput,
                       const store::ThroughputTimes& times) {
  ObjectWriter object(out);
  if (times.increased_ms != 0) {
    append_seconds(object.key("LastIncreaseDateTime"), times.increased_ms);
  }
  if (times.decreased_ms != 0) {
    append_seconds(object.key("LastDecreaseDateTime"), times.decreased_ms);
  }
  object.integer("NumberOfDecreasesToday", 0);
  object.integer("ReadCapacityUnits", throughput.read_units);
  object.integer("WriteCapacityUnits", throughput.write_units);
  object.close();
}

void append_on_demand(ObjectWriter& object, const store::PartialThroughput& limits) {
  if (!limits.read_units && !limits.write_units) return;
  ObjectWriter content(object.key("OnDemandThroughput"));
  if (limits.read_units) content.integer("MaxReadRequestUnits", *limits.read_units);
  if (limits.write_units) content.integer("MaxWriteRequestUnits", *limits.write_units);
  content.close();
}

// While something is created, only what was asked for is told of.
void append_warm(ObjectWriter& object, const store::Throughput& warm,
                 const store::Throughput& asked, bool is_creating) {
  if (is_creating && asked == store::Throughput{}) return;
  ObjectWriter content(object.key("WarmThroughput"));
  content.integer("ReadUnitsPerSecond", warm.read_units);
  content.integer("WriteUnitsPerSecond", warm.write_units);
  content.text("Status", is_creating ? "UPDATING" : "ACTIVE");
  content.close();
}

void append_encryption(ObjectWriter& object, const TableDescription& table) {
  if (!table.encryption_key) return;
  ObjectWriter content(object.key("SSEDescription"));
  content.text("Status", "ENABLED");
  content.text("SSEType", "KMS");
  content.text("KMSMasterKeyArn", *table.encryption_key);
  content.close();
}

void append_definitions(std::string& out, const TableDescription& table) {
  ListWriter list(out);
  for (const store::AttributeDefinition& attribute : table.attributes) {
    ObjectWriter object(list.next());
    object.text("AttributeName", attribute.name);
    object.text("AttributeType", attribute.type);
    object.close();
  }
  list.close();
}

void append_projection(std::string& out, const store::IndexProjection& projection) {
  ObjectWriter object(out);
  object.text("ProjectionType", store::to_name(projection.kind));
  if (!projection.non_key_attributes.empty()) {
    ListWriter names(object.key("NonKeyAttributes"));
    for (const std::string& name : projection.non_key_attributes) {
      append_json_string(names.next(), name);
    }
    names.close();
  }
  object.close();
}

void append_index_description(std::string& out, const TableDescription& table,
                              const IndexDescription& index) {
  const store::IndexSchema& schema = index.schema;
  ObjectWriter object(out);
  object.text("IndexName", schema.name);
  append_key_schema(object.key("KeySchema"), schema.key);
  append_projection(object.key("Projection"), schema.projection);
  if (schema.global) {
    object.text("IndexStatus", store::to_name(schema.status));
    // An index that came with its table never had anything to be filled with.
    if (schema.status == store::IndexStatus::kCreating &&
        table.status == store::TableStatus::kUpdating) {
      object.boolean("Backfilling", true);
    }
    append_throughput(object.key("ProvisionedThroughput"),
                      index.throughput.value_or(store::Throughput{}), index.throughput_times);
    append_on_demand(object, index.on_demand);
    append_warm(object, store::warm_throughput(table, index), index.warm,
                schema.status == store::IndexStatus::kCreating);
  }
  object.integer("IndexSizeBytes", static_cast<int64_t>(index.size_bytes));
  object.integer("ItemCount", static_cast<int64_t>(index.item_count));
  object.text("IndexArn", index.arn);
  object.close();
}

void append_index_descriptions(ObjectWriter& object, const TableDescription& table, bool global) {
  const auto of_this_kind = [&](const IndexDescription& index) {
    return index.schema.global == global;
  };
  if (std::ranges::none_of(table.indexes, of_this_kind)) return;
  ListWriter list(object.key(global ? "GlobalSecondaryIndexes" : "LocalSecondaryIndexes"));
  for (const IndexDescription& index : table.indexes) {
    if (of_this_kind(index)) append_index_description(list.next(), table, index);
  }
  list.close();
}

void append_billing(ObjectWriter& object, const TableDescription& table) {
  // DynamoDB omits the billing of tables that always had provisioned throughput.
  if (table.billing != store::BillingMode::kPayPerRequest && !table.was_on_demand) return;
  ObjectWriter billing(object.key("BillingModeSummary"));
  billing.text("BillingMode", store::to_name(table.billing));
  if (table.status != store::TableStatus::kCreating) {
    append_seconds(billing.key("LastUpdateToPayPerRequestDateTime"),
                   table.on_demand_since_ms != 0 ? table.on_demand_since_ms : table.created_ms);
  }
  billing.close();
}

void append_stream_settings(ObjectWriter& object, const TableDescription& table) {
  if (table.stream) {
    ObjectWriter stream(object.key("StreamSpecification"));
    stream.boolean("StreamEnabled", true);
    stream.text("StreamViewType", store::to_name(*table.stream));
    stream.close();
  }
  if (table.stream_arn.empty()) return;
  object.text("LatestStreamLabel", table.stream_label);
  object.text("LatestStreamArn", table.stream_arn);
}

// The members that the description of a table that is being deleted has, too.
void append_summary(ObjectWriter& object, const TableDescription& table) {
  object.text("TableName", table.schema.name);
  object.text("TableStatus", store::to_name(table.status));
  append_throughput(object.key("ProvisionedThroughput"), table.throughput, table.throughput_times);
  object.integer("TableSizeBytes", static_cast<int64_t>(table.size_bytes));
  object.integer("ItemCount", static_cast<int64_t>(table.item_count));
  object.text("TableArn", table.arn);
  object.text("TableId", table.id);
  append_billing(object, table);
  append_stream_settings(object, table);
  // DynamoDB omits the class of tables that were created without one.
  if (table.table_class) {
    ObjectWriter table_class(object.key("TableClassSummary"));
    table_class.text("TableClass", store::to_name(*table.table_class));
    table_class.close();
  }
  object.boolean("DeletionProtectionEnabled", table.deletion_protection);
}

}  // namespace

void append_key_schema(std::string& out, const store::KeySchema& key) {
  ListWriter list(out);
  const auto append = [&](const store::KeyAttribute& attribute, std::string_view type) {
    ObjectWriter object(list.next());
    object.text("AttributeName", attribute.name);
    object.text("KeyType", type);
    object.close();
  };
  key.each_partition([&](const store::KeyAttribute& attribute) { append(attribute, "HASH"); });
  key.each_sort([&](const store::KeyAttribute& attribute) { append(attribute, "RANGE"); });
  list.close();
}

void append_table(std::string& out, const TableDescription& table) {
  ObjectWriter object(out);
  append_table_members(object, table);
  object.close();
}

void append_index_infos(ObjectWriter& object, const TableDescription& table) {
  for (const bool global : {false, true}) {
    ListWriter list(object.key(global ? "GlobalSecondaryIndexes" : "LocalSecondaryIndexes"));
    for (const IndexDescription& index : table.indexes) {
      if (index.schema.global != global) continue;
      ObjectWriter info(list.next());
      info.text("IndexName", index.schema.name);
      append_key_schema(info.key("KeySchema"), index.schema.key);
      append_projection(info.key("Projection"), index.schema.projection);
      if (global && index.throughput) {
        ObjectWriter throughput(info.key("ProvisionedThroughput"));
        throughput.integer("ReadCapacityUnits", index.throughput->read_units);
        throughput.integer("WriteCapacityUnits", index.throughput->write_units);
        throughput.close();
      }
      info.close();
    }
    list.close();
  }
}

void append_table_members(ObjectWriter& object, const TableDescription& table) {
  append_definitions(object.key("AttributeDefinitions"), table);
  append_key_schema(object.key("KeySchema"), table.schema.key);
  append_seconds(object.key("CreationDateTime"), table.created_ms);
  append_summary(object, table);
  append_encryption(object, table);
  append_on_demand(object, table.on_demand);
  append_warm(object, store::warm_throughput(table), table.warm,
              table.status == store::TableStatus::kCreating);
  append_index_descriptions(object, table, false);
  append_index_descriptions(object, table, true);
}

void append_deleted_table(std::string& out, const TableDescription& table) {
  ObjectWriter object(out);
  append_summary(object, table);
  object.close();
}

}  // namespace norn::dynamodb
