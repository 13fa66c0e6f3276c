#include <algorithm>
#include <utility>

#include "property/random_operations.h"
#include "property/random_values.h"
#include "support/builders.h"

namespace norn::testing {

using namespace store;

namespace {

const std::vector<std::string> kKeyTypes = {"S", "N", "B"};
const std::vector<StreamView> kViews = {StreamView::kKeysOnly, StreamView::kNewImage,
                                        StreamView::kOldImage, StreamView::kNewAndOldImages};
// The keys that global indexes may have; "sk pk" only where there is a sort key. A second partition
// attribute has a plus.
const std::vector<std::vector<std::string>> kGlobalKeys = {
    {"g"},
    {"h"},
    {"b"},
    {"g", "h"},
    {"h", "b"},
    {"b", "g"},
    {"sk", "pk"},
    {"g", "pk"},
    {"g", "+h"},
    {"h", "b", "g"},
    {"g", "+b", "h", "pk"},
};

void define(std::vector<AttributeDefinition>& attributes, const std::string& name,
            const std::string& type) {
  const bool known = std::ranges::any_of(
      attributes, [&](const AttributeDefinition& attribute) { return attribute.name == name; });
  if (!known) attributes.push_back({name, type});
}

// The attributes that the index's key needs and that are not among `known`.
void define_key(std::vector<AttributeDefinition>& attributes, const IndexDefinition& index) {
  for (const KeyElement& element : index.key) {
    for (const KeyAttribute& attribute : kIndexAttributes) {
      if (attribute.name == element.name) {
        define(attributes, attribute.name, std::string(type_name(attribute.type)));
      }
    }
  }
}

}  // namespace

IndexDefinition RandomOperations::index_of(std::string name, const std::vector<std::string>& key) {
  IndexDefinition index;
  index.name = std::move(name);
  for (const std::string& attribute : key) {
    if (attribute.starts_with('+')) {
      index.key.push_back({attribute.substr(1), "HASH"});
    } else {
      index.key.push_back({attribute, index.key.empty() ? "HASH" : "RANGE"});
    }
  }
  switch (random_.below(3)) {
    case 0:
      index.projection.kind = ProjectionKind::kKeysOnly;
      break;
    case 1:
      index.projection.kind = ProjectionKind::kInclude;
      index.projection.non_key_attributes = {"v0", "m"};
      break;
    default:
      break;
  }
  return index;
}

CreateTableRequest RandomOperations::create_table(const std::string& table) {
  CreateTableRequest request;
  request.table = table;
  request.attributes.push_back({"pk", random_.pick(kKeyTypes)});
  request.key.push_back({"pk", "HASH"});
  const bool has_sort = random_.chance(75);
  if (has_sort) {
    request.attributes.push_back({"sk", random_.pick(kKeyTypes)});
    request.key.push_back({"sk", "RANGE"});
    for (const KeyAttribute& attribute : kIndexAttributes) {
      if (!random_.chance(30)) continue;
      request.local_indexes.push_back(index_of("local_" + attribute.name, {"pk", attribute.name}));
      define_key(request.attributes, request.local_indexes.back());
    }
  }
  for (size_t i = 0; i < kGlobalKeys.size(); ++i) {
    if (!random_.chance(25) || (!has_sort && kGlobalKeys[i][0] == "sk")) continue;
    request.global_indexes.push_back(index_of("global_" + std::to_string(i), kGlobalKeys[i]));
    define_key(request.attributes, request.global_indexes.back());
  }
  if (random_.chance(70)) request.stream = random_.pick(kViews);
  return request;
}

std::vector<Operation> RandomOperations::new_tables() {
  std::vector<Operation> operations;
  for (const std::string& name : kTables) {
    // Streams are named by the millisecond of their creation.
    operations.emplace_back(PassTime{1000, false});
    if (model_.describe_table(name)) operations.emplace_back(DeleteTable{name});
    operations.emplace_back(create_table(name));
    if (random_.chance(60)) {
      operations.emplace_back(UpdateTtlRequest{name, kTtlAttribute, true});
    }
  }
  schemas_.clear();
  return operations;
}

Operation RandomOperations::change_table() {
  const std::string& name = table();
  const TableSchema& of = schema(name);
  switch (random_.below(6)) {
    case 0:
      return UpdateTtlRequest{name, kTtlAttribute, random_.chance(70)};
    case 1: {
      return change_stream(name,
                           random_.chance(60) ? std::optional(random_.pick(kViews)) : std::nullopt);
    }
    case 2: {
      if (of.indexes.empty()) return DescribeTable{name};
      return delete_index(name, of.indexes[random_.below(of.indexes.size())].name);
    }
    case 3:
      if (random_.chance(70)) return DescribeTable{name};
      deleted_ = name;
      return DeleteTable{name};
    case 4:
      return create_table(name);
    default: {
      const size_t choice = random_.below(kGlobalKeys.size());
      UpdateTableRequest request;
      request.table = name;
      request.create_indexes.push_back(
          index_of("global_" + std::to_string(choice), kGlobalKeys[choice]));
      define_key(request.attributes, request.create_indexes[0]);
      return request;
    }
  }
}

}  // namespace norn::testing
