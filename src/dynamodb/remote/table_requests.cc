#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/json_text.h"
#include "dynamodb/remote/requests.h"
#include "dynamodb/render.h"

namespace norn::dynamodb {
namespace {

void append_attributes(ObjectWriter& object,
                       const std::vector<store::AttributeDefinition>& attributes) {
  ListWriter list(object.key("AttributeDefinitions"));
  for (const store::AttributeDefinition& attribute : attributes) {
    ObjectWriter element(list.next());
    element.text("AttributeName", attribute.name);
    element.text("AttributeType", attribute.type);
    element.close();
  }
  list.close();
}

void append_key(ObjectWriter& object, const std::vector<store::KeyElement>& key) {
  ListWriter list(object.key("KeySchema"));
  for (const store::KeyElement& part : key) {
    ObjectWriter element(list.next());
    element.text("AttributeName", part.name);
    element.text("KeyType", part.role);
    element.close();
  }
  list.close();
}

void append_throughput(ObjectWriter& object, const std::optional<store::Throughput>& throughput) {
  if (!throughput) return;
  ObjectWriter content(object.key("ProvisionedThroughput"));
  content.integer("ReadCapacityUnits", throughput->read_units);
  content.integer("WriteCapacityUnits", throughput->write_units);
  content.close();
}

void append_partial(ObjectWriter& object, std::string_view name,
                    const std::optional<store::PartialThroughput>& units, std::string_view read,
                    std::string_view write) {
  if (!units) return;
  ObjectWriter content(object.key(name));
  if (units->read_units) content.integer(read, *units->read_units);
  if (units->write_units) content.integer(write, *units->write_units);
  content.close();
}

void append_on_demand_limits(ObjectWriter& object,
                             const std::optional<store::PartialThroughput>& units) {
  append_partial(object, "OnDemandThroughput", units, "MaxReadRequestUnits",
                 "MaxWriteRequestUnits");
}

void append_warm_units(ObjectWriter& object, const std::optional<store::PartialThroughput>& units) {
  append_partial(object, "WarmThroughput", units, "ReadUnitsPerSecond", "WriteUnitsPerSecond");
}

void append_encryption_key(ObjectWriter& object, const std::optional<std::string>& key) {
  ObjectWriter content(object.key("SSESpecification"));
  content.boolean("Enabled", key.has_value());
  if (key) content.text("SSEType", "KMS");
  if (key && !key->empty()) content.text("KMSMasterKeyId", *key);
  content.close();
}

void append_index(std::string& out, const store::IndexDefinition& index) {
  ObjectWriter object(out);
  object.text("IndexName", index.name);
  append_key(object, index.key);
  ObjectWriter projection(object.key("Projection"));
  projection.text("ProjectionType", store::to_name(index.projection.kind));
  if (!index.projection.non_key_attributes.empty()) {
    ListWriter list(projection.key("NonKeyAttributes"));
    for (const std::string& name : index.projection.non_key_attributes) {
      append_json_string(list.next(), name);
    }
    list.close();
  }
  projection.close();
  append_throughput(object, index.throughput);
  append_on_demand_limits(object, index.on_demand);
  append_warm_units(object, index.warm);
  object.close();
}

void append_indexes(ObjectWriter& object, std::string_view name,
                    const std::vector<store::IndexDefinition>& indexes) {
  if (indexes.empty()) return;
  ListWriter list(object.key(name));
  for (const store::IndexDefinition& index : indexes) append_index(list.next(), index);
  list.close();
}

void append_stream_specification(ObjectWriter& object,
                                 const std::optional<store::StreamView>& view) {
  ObjectWriter content(object.key("StreamSpecification"));
  content.boolean("StreamEnabled", view.has_value());
  if (view) content.text("StreamViewType", store::to_name(*view));
  content.close();
}

void append_tags(ObjectWriter& object, const store::Tags& tags) {
  ListWriter list(object.key("Tags"));
  for (const auto& [key, value] : tags) {
    ObjectWriter element(list.next());
    element.text("Key", key);
    element.text("Value", value);
    element.close();
  }
  list.close();
}

void append_index_updates(ObjectWriter& object, const store::UpdateTableRequest& request) {
  std::set<std::string> updated;
  for (const auto& [index, throughput] : request.index_throughput) updated.insert(index);
  for (const auto& [index, limits] : request.index_on_demand) updated.insert(index);
  for (const auto& [index, warm] : request.index_warm) updated.insert(index);
  if (request.create_indexes.empty() && request.delete_indexes.empty() && updated.empty()) return;
  ListWriter list(object.key("GlobalSecondaryIndexUpdates"));
  for (const store::IndexDefinition& index : request.create_indexes) {
    ObjectWriter element(list.next());
    append_index(element.key("Create"), index);
    element.close();
  }
  for (const std::string& index : request.delete_indexes) {
    ObjectWriter element(list.next());
    ObjectWriter content(element.key("Delete"));
    content.text("IndexName", index);
    content.close();
    element.close();
  }
  const auto find = [](const auto& by_index, const std::string& index) {
    const auto found = by_index.find(index);
    return found != by_index.end() ? std::optional(found->second) : std::nullopt;
  };
  for (const std::string& index : updated) {
    ObjectWriter element(list.next());
    ObjectWriter content(element.key("Update"));
    content.text("IndexName", index);
    append_throughput(content, find(request.index_throughput, index));
    append_on_demand_limits(content, find(request.index_on_demand, index));
    append_warm_units(content, find(request.index_warm, index));
    content.close();
    element.close();
  }
  list.close();
}

}  // namespace

std::string to_request(const store::CreateTableRequest& request) {
  std::string out;
  ObjectWriter object(out);
  object.text("TableName", request.table);
  append_attributes(object, request.attributes);
  append_key(object, request.key);
  append_indexes(object, "LocalSecondaryIndexes", request.local_indexes);
  append_indexes(object, "GlobalSecondaryIndexes", request.global_indexes);
  object.text("BillingMode", store::to_name(request.billing));
  append_throughput(object, request.throughput);
  append_on_demand_limits(object, request.on_demand);
  append_warm_units(object, request.warm);
  if (request.encryption_key) append_encryption_key(object, request.encryption_key);
  if (request.stream) append_stream_specification(object, request.stream);
  if (request.deletion_protection) object.boolean("DeletionProtectionEnabled", true);
  if (request.table_class) object.text("TableClass", store::to_name(*request.table_class));
  if (!request.tags.empty()) append_tags(object, request.tags);
  object.close();
  return out;
}

std::string to_request(const store::UpdateTableRequest& request) {
  std::string out;
  ObjectWriter object(out);
  object.text("TableName", request.table);
  if (!request.attributes.empty()) append_attributes(object, request.attributes);
  append_index_updates(object, request);
  if (request.billing) object.text("BillingMode", store::to_name(*request.billing));
  append_throughput(object, request.throughput);
  append_on_demand_limits(object, request.on_demand);
  append_warm_units(object, request.warm);
  if (request.encryption) append_encryption_key(object, request.encryption->key);
  if (request.stream) append_stream_specification(object, request.stream->view);
  if (request.deletion_protection) {
    object.boolean("DeletionProtectionEnabled", *request.deletion_protection);
  }
  if (request.table_class) object.text("TableClass", store::to_name(*request.table_class));
  object.close();
  return out;
}

std::string to_request(const store::ListTablesRequest& request) {
  std::string out;
  ObjectWriter object(out);
  if (!request.start_after.empty()) object.text("ExclusiveStartTableName", request.start_after);
  if (request.limit) object.integer("Limit", *request.limit);
  object.close();
  return out;
}

std::string to_request(const store::UpdateTtlRequest& request) {
  std::string out;
  ObjectWriter object(out);
  object.text("TableName", request.table);
  ObjectWriter content(object.key("TimeToLiveSpecification"));
  content.text("AttributeName", request.attribute);
  content.boolean("Enabled", request.enabled);
  content.close();
  object.close();
  return out;
}

std::string table_request(std::string_view table) {
  std::string out;
  ObjectWriter object(out);
  object.text("TableName", table);
  object.close();
  return out;
}

std::string tag_request(std::string_view arn, const store::Tags& tags) {
  std::string out;
  ObjectWriter object(out);
  object.text("ResourceArn", arn);
  append_tags(object, tags);
  object.close();
  return out;
}

std::string untag_request(std::string_view arn, const std::vector<std::string>& keys) {
  std::string out;
  ObjectWriter object(out);
  object.text("ResourceArn", arn);
  ListWriter list(object.key("TagKeys"));
  for (const std::string& key : keys) append_json_string(list.next(), key);
  list.close();
  object.close();
  return out;
}

std::string list_tags_request(std::string_view arn, std::string_view next_token) {
  std::string out;
  ObjectWriter object(out);
  object.text("ResourceArn", arn);
  if (!next_token.empty()) object.text("NextToken", next_token);
  object.close();
  return out;
}

}  // namespace norn::dynamodb
