#include "dynamodb/api/index_input.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "store/errors.h"

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

}  // namespace

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

std::optional<store::Throughput> read_throughput(const Input& input) {
  if (!input.has("ProvisionedThroughput")) return std::nullopt;
  const Input throughput = input.structure("ProvisionedThroughput");
  return store::Throughput{throughput.integer("ReadCapacityUnits").value_or(0),
                           throughput.integer("WriteCapacityUnits").value_or(0)};
}

Result<store::IndexDefinition> read_index(const Input& index) {
  store::IndexDefinition definition;
  definition.name = index.text("IndexName");
  definition.key = read_key_schema(index);
  NORN_ASSIGN(definition.projection, read_projection(index.structure("Projection")));
  definition.throughput = read_throughput(index);
  return definition;
}

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

}  // namespace norn::dynamodb
