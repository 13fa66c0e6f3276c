#include "store/tables/index_validation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "store/errors.h"
#include "store/key.h"
#include "store/limits.h"

namespace norn::store {
namespace {

constexpr size_t kMinIndexNameBytes = 3;
constexpr size_t kMaxIndexNameBytes = 255;
constexpr int64_t kMaxThroughput = 1'000'000'000'000;

KeyAttribute make_key_attribute(const std::string& name, const Definitions& definitions) {
  const AttributeDefinition* definition = find_definition(definitions, name);
  // The members were checked before, so the type is one of S, N and B.
  return KeyAttribute{name, *type_from_name(definition->type)};
}

Result<void> check_distinct_elements(const std::vector<KeyElement>& key, KeyAttributes attributes) {
  std::set<std::string_view> seen;
  const bool are_distinct = std::ranges::all_of(
      key, [&](const KeyElement& element) { return seen.insert(element.name).second; });
  if (are_distinct) {
    return {};
  }
  const bool is_pair = key.size() == 2 && key[0].role != key[1].role;
  return validation(
      is_pair || attributes == KeyAttributes::kOneOfEach
          ? "Both the Hash Key and the Range Key element in the KeySchema have the same name"
          : "The KeySchema contains multiple key attributes with the same name");
}

// The order and number of the elements of a key that may have several of each role.
Result<void> check_several(const std::vector<KeyElement>& key) {
  const auto is_hash = [](const KeyElement& element) { return element.role == "HASH"; };
  if (!std::ranges::is_partitioned(key, is_hash)) {
    return invalid_parameter(
        "All HASH key attributes must precede RANGE key attributes in the KeySchema");
  }
  const auto hashes = static_cast<size_t>(std::ranges::count_if(key, is_hash));
  for (const auto& [role, count] :
       {std::pair("HASH", hashes), std::pair("RANGE", key.size() - hashes)}) {
    if (count > kMaxKeyPartAttributes) {
      return invalid_parameter(fmt::format(
          "The KeySchema exceeds the maximum allowed number of {} key attributes", role));
    }
  }
  return {};
}

Result<void> check_projection(const IndexProjection& projection) {
  const bool include = projection.kind == ProjectionKind::kInclude;
  if (include != !projection.non_key_attributes.empty()) {
    return invalid_parameter(
        fmt::format("ProjectionType is {}, but NonKeyAttributes is {}specified",
                    to_name(projection.kind), include ? "not " : ""));
  }
  std::set<std::string_view> seen;
  for (const std::string& name : projection.non_key_attributes) {
    if (!seen.insert(name).second) {
      return invalid_parameter(fmt::format("Duplicate element in NonKeyAttributes: {}", name));
    }
  }
  return {};
}

}  // namespace

const AttributeDefinition* find_definition(const Definitions& definitions, std::string_view name) {
  const auto found =
      std::find_if(definitions.begin(), definitions.end(),
                   [&](const AttributeDefinition& definition) { return definition.name == name; });
  return found == definitions.end() ? nullptr : &*found;
}

std::string names_text(const std::vector<std::string>& names) {
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::string names_text(const Definitions& definitions) {
  std::vector<std::string> names;
  for (const AttributeDefinition& definition : definitions) {
    names.push_back(definition.name);
  }
  return names_text(names);
}

void check_members(Constraints& constraints, const Definitions& definitions) {
  for (size_t i = 0; i < definitions.size(); ++i) {
    const std::string where = fmt::format("attributeDefinitions.{}.member", i + 1);
    constraints.text(definitions[i].name, 1, kMaxKeyNameBytes, where + ".attributeName")
        .one_of(definitions[i].type, {"B", "N", "S"}, where + ".attributeType");
  }
}

void check_members(Constraints& constraints, const std::vector<KeyElement>& key,
                   std::string_view where, size_t max_elements) {
  constraints.length(key.size(), 1, max_elements, key.empty() ? "[]" : "[...]", where);
  for (size_t i = 0; i < key.size(); ++i) {
    const std::string element = fmt::format("{}.{}.member", where, i + 1);
    constraints.text(key[i].name, 1, kMaxKeyNameBytes, element + ".attributeName")
        .one_of(key[i].role, {"HASH", "RANGE"}, element + ".keyType");
  }
}

void check_members(Constraints& constraints, const IndexDefinition& index, bool global,
                   std::string_view where) {
  constraints.name(index.name, kMinIndexNameBytes, kMaxIndexNameBytes,
                   fmt::format("{}.indexName", where));
  // Too many elements of a global index's key have an error of their own: see make_key.
  check_members(constraints, index.key, fmt::format("{}.keySchema", where),
                global ? std::numeric_limits<size_t>::max() : kMaxKeyElements);
  const std::vector<std::string>& non_key = index.projection.non_key_attributes;
  constraints.length(non_key.size(), 0, kMaxNonKeyAttributesPerIndex, names_text(non_key),
                     fmt::format("{}.projection.nonKeyAttributes", where));
  for (const std::string& name : non_key) {
    constraints.text(name, 1, kMaxKeyNameBytes,
                     fmt::format("{}.projection.nonKeyAttributes", where));
  }
  if (index.throughput) {
    check_members(constraints, *index.throughput, fmt::format("{}.provisionedThroughput", where));
  }
}

void check_members(Constraints& constraints, const Throughput& throughput, std::string_view where) {
  constraints.at_least(throughput.write_units, 1, fmt::format("{}.writeCapacityUnits", where))
      .at_least(throughput.read_units, 1, fmt::format("{}.readCapacityUnits", where));
}

Result<void> check_bounds(const Throughput& throughput) {
  if (throughput.read_units > kMaxThroughput) {
    return validation(fmt::format("Given value {} for ReadCapacityUnits is out of bounds",
                                  throughput.read_units));
  }
  if (throughput.write_units > kMaxThroughput) {
    return validation(fmt::format("Given value {} for WriteCapacityUnits is out of bounds",
                                  throughput.write_units));
  }
  return {};
}

Result<void> check_distinct_names(const Definitions& definitions) {
  std::set<std::string_view> seen;
  for (const AttributeDefinition& definition : definitions) {
    if (!seen.insert(definition.name).second) {
      return validation(fmt::format("Attribute Name is duplicated: {}", definition.name));
    }
  }
  return {};
}

Result<KeySchema> make_key(const std::vector<KeyElement>& key, const Definitions& definitions,
                           KeyAttributes attributes) {
  std::vector<std::string> names;
  for (const KeyElement& element : key) {
    names.push_back(element.name);
  }
  for (const std::string& name : names) {
    if (find_definition(definitions, name) == nullptr) {
      return invalid_parameter(
          fmt::format("Some index key attributes are not defined in AttributeDefinitions. Keys: "
                      "{}, AttributeDefinitions: {}",
                      names_text(names), names_text(definitions)));
    }
  }
  NORN_TRY(check_distinct_elements(key, attributes));
  if (key[0].role != "HASH") {
    return validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  }
  if (attributes == KeyAttributes::kUpToFour) {
    NORN_TRY(check_several(key));
  } else if (key.size() == 2 && key[1].role != "RANGE") {
    return validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  }
  KeySchema schema;
  schema.partition = make_key_attribute(names[0], definitions);
  for (size_t i = 1; i < key.size(); ++i) {
    KeyAttribute attribute = make_key_attribute(names[i], definitions);
    if (key[i].role == "HASH") {
      schema.more_partition.push_back(std::move(attribute));
    } else if (!schema.sort) {
      schema.sort = std::move(attribute);
    } else {
      schema.more_sort.push_back(std::move(attribute));
    }
  }
  return schema;
}

std::vector<KeyElement> key_elements(const KeySchema& key) {
  std::vector<KeyElement> elements;
  key.each_partition(
      [&](const KeyAttribute& attribute) { elements.push_back({attribute.name, "HASH"}); });
  key.each_sort(
      [&](const KeyAttribute& attribute) { elements.push_back({attribute.name, "RANGE"}); });
  return elements;
}

Result<IndexSchema> make_index(const IndexDefinition& index, bool global,
                               const Definitions& definitions) {
  IndexSchema schema;
  schema.name = index.name;
  schema.global = global;
  schema.projection = index.projection;
  NORN_ASSIGN(schema.key, make_key(index.key, definitions,
                                   global ? KeyAttributes::kUpToFour : KeyAttributes::kOneOfEach));
  NORN_TRY(check_projection(index.projection));
  return schema;
}

Result<void> check_index_throughput(const IndexDefinition& index, BillingMode billing) {
  if (billing == BillingMode::kPayPerRequest && index.throughput) {
    return invalid_parameter(
        fmt::format("ProvisionedThroughput should not be specified for index: {} when BillingMode "
                    "is PAY_PER_REQUEST",
                    index.name));
  }
  if (billing == BillingMode::kProvisioned && !index.throughput) {
    return invalid_parameter(
        fmt::format("ProvisionedThroughput is not specified for index: {}", index.name));
  }
  return {};
}

Result<void> check_projected_count(const std::vector<IndexSchema>& indexes) {
  size_t count = 0;
  for (const IndexSchema& index : indexes) {
    count += index.projection.non_key_attributes.size();
  }
  if (count > kMaxProjectedNonKeyAttributes) {
    return invalid_parameter(
        fmt::format("Number of NonKeyAttributes of all indexes exceeds the per-table limit of {}",
                    kMaxProjectedNonKeyAttributes));
  }
  return {};
}

std::vector<std::string> used_names(const TableSchema& schema) {
  std::vector<std::string> names = key_attribute_names(schema, nullptr);
  for (const IndexSchema& index : schema.indexes) {
    for (std::string& name : key_attribute_names(schema, &index)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
      }
    }
  }
  return names;
}

}  // namespace norn::store
