#include "support/builders.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/check.h"
#include "support/replies.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr std::string_view kSortsFollow = "|";

std::vector<std::pair<std::string, std::string>> parse_key(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> parts;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (word == kSortsFollow) continue;
    const size_t colon = word.find(':');
    NORN_CHECK(colon != std::string::npos, "a key is written name:type");
    parts.emplace_back(word.substr(0, colon), word.substr(colon + 1));
  }
  return parts;
}

void define(std::vector<AttributeDefinition>& attributes, std::string_view key) {
  for (auto& [name, type] : parse_key(key)) {
    const bool known = std::ranges::any_of(
        attributes, [&](const AttributeDefinition& attribute) { return attribute.name == name; });
    if (!known) attributes.push_back({name, type});
  }
}

std::vector<KeyElement> elements(std::string_view key) {
  std::vector<KeyElement> result;
  const size_t sorts = key.find(kSortsFollow);
  const size_t partitions = sorts == key.npos ? 1 : parse_key(key.substr(0, sorts)).size();
  for (auto& [name, type] : parse_key(key)) {
    result.push_back({name, result.size() < partitions ? "HASH" : "RANGE"});
  }
  return result;
}

IndexDefinition index_definition(std::string name, std::string_view key, IndexOptions options) {
  IndexDefinition index;
  index.name = std::move(name);
  index.key = elements(key);
  index.projection.kind = options.include.empty() ? options.kind : ProjectionKind::kInclude;
  index.projection.non_key_attributes = std::move(options.include);
  return index;
}

}  // namespace

Value num(int64_t value) {
  return Value::number(value);
}

Value num(std::string_view text) {
  return Value(must(Number::parse(text)));
}

Value bin(std::string bytes) {
  return Value(Binary{std::move(bytes)});
}

Value yes() {
  return Value::boolean(true);
}

Value no() {
  return Value::boolean(false);
}

Value null() {
  return Value(Null{});
}

Value map(Map members) {
  return Value(std::move(members));
}

Value list(List members) {
  return Value(std::move(members));
}

Value string_set(std::vector<std::string> members) {
  return Value(StringSet::make(std::move(members)));
}

Value number_set(std::initializer_list<std::string_view> members) {
  std::vector<Number> numbers;
  for (const std::string_view member : members) numbers.push_back(must(Number::parse(member)));
  return Value(NumberSet::make(std::move(numbers)));
}

Value binary_set(std::vector<std::string> members) {
  std::vector<Binary> binaries;
  for (std::string& member : members) binaries.push_back({std::move(member)});
  return Value(BinarySet::make(std::move(binaries)));
}

Item item(const Map& attributes) {
  return Item::from_map(attributes);
}

Placeholders values(Map values) {
  return both({}, std::move(values));
}

Placeholders names(Names names) {
  return both(std::move(names), {});
}

Placeholders both(Names names, Map values) {
  Placeholders placeholders;
  placeholders.names = std::move(names);
  placeholders.values = std::move(values);
  return placeholders;
}

PutRequest put(std::string table, const Map& attributes) {
  return put_if(std::move(table), attributes, "");
}

PutRequest put_if(std::string table, const Map& attributes, std::string condition,
                  Placeholders placeholders) {
  PutRequest request;
  request.table = std::move(table);
  request.item = item(attributes);
  request.condition = std::move(condition);
  request.placeholders = std::move(placeholders);
  return request;
}

UpdateRequest update(std::string table, const Map& key, std::string expression,
                     Placeholders placeholders) {
  return update_if(std::move(table), key, std::move(expression), "", std::move(placeholders));
}

UpdateRequest update_if(std::string table, const Map& key, std::string expression,
                        std::string condition, Placeholders placeholders) {
  UpdateRequest request;
  request.table = std::move(table);
  request.key = item(key);
  request.update = std::move(expression);
  request.condition = std::move(condition);
  request.placeholders = std::move(placeholders);
  return request;
}

DeleteRequest remove(std::string table, const Map& key) {
  return remove_if(std::move(table), key, "");
}

DeleteRequest remove_if(std::string table, const Map& key, std::string condition,
                        Placeholders placeholders) {
  DeleteRequest request;
  request.table = std::move(table);
  request.key = item(key);
  request.condition = std::move(condition);
  request.placeholders = std::move(placeholders);
  return request;
}

ConditionCheck check(std::string table, const Map& key, std::string condition,
                     Placeholders placeholders) {
  ConditionCheck request;
  request.table = std::move(table);
  request.key = item(key);
  request.condition = std::move(condition);
  request.placeholders = std::move(placeholders);
  return request;
}

GetRequest get(std::string table, const Map& key) {
  GetRequest request;
  request.table = std::move(table);
  request.key = item(key);
  request.consistent = true;
  return request;
}

QueryRequest query(std::string table, std::string key_condition, Placeholders placeholders) {
  return query_index(std::move(table), "", std::move(key_condition), std::move(placeholders));
}

QueryRequest query_index(std::string table, std::string index, std::string key_condition,
                         Placeholders placeholders) {
  QueryRequest request;
  request.table = std::move(table);
  request.index = std::move(index);
  request.key_condition = std::move(key_condition);
  request.placeholders = std::move(placeholders);
  return request;
}

ScanRequest scan(std::string table, std::string index) {
  ScanRequest request;
  request.table = std::move(table);
  request.index = std::move(index);
  return request;
}

TransactWriteRequest transaction(std::vector<TransactWriteRequest::Action> actions,
                                 std::string token) {
  TransactWriteRequest request;
  request.actions = std::move(actions);
  request.client_token = std::move(token);
  return request;
}

BatchWriteRequest batch(
    std::vector<std::variant<BatchWriteRequest::Put, BatchWriteRequest::Delete>> writes) {
  BatchWriteRequest request;
  request.writes = std::move(writes);
  return request;
}

BatchWriteRequest::Put batch_put(std::string table, const Map& attributes) {
  return {std::move(table), item(attributes)};
}

BatchWriteRequest::Delete batch_delete(std::string table, const Map& key) {
  return {std::move(table), item(key)};
}

BatchGetRequest::Table keys_of(std::string table, const std::vector<Map>& keys) {
  BatchGetRequest::Table part;
  part.table = std::move(table);
  for (const Map& key : keys) part.keys.push_back(item(key));
  part.consistent = true;
  return part;
}

TransactGetRequest::Get transact_get(std::string table, const Map& key) {
  TransactGetRequest::Get get;
  get.table = std::move(table);
  get.key = item(key);
  return get;
}

CreateTableRequest table(std::string name, std::string_view key) {
  CreateTableRequest request;
  request.table = std::move(name);
  define(request.attributes, key);
  request.key = elements(key);
  return request;
}

void add_global_index(CreateTableRequest& request, std::string name, std::string_view key,
                      IndexOptions options) {
  define(request.attributes, key);
  request.global_indexes.push_back(index_definition(std::move(name), key, std::move(options)));
}

void add_local_index(CreateTableRequest& request, std::string name, std::string_view key,
                     IndexOptions options) {
  define(request.attributes, key);
  request.local_indexes.push_back(index_definition(std::move(name), key, std::move(options)));
}

UpdateTableRequest create_index(std::string table, std::string name, std::string_view key,
                                IndexOptions options) {
  UpdateTableRequest request;
  request.table = std::move(table);
  define(request.attributes, key);
  request.create_indexes.push_back(index_definition(std::move(name), key, std::move(options)));
  return request;
}

UpdateTableRequest delete_index(std::string table, std::string name) {
  UpdateTableRequest request;
  request.table = std::move(table);
  request.delete_indexes.push_back(std::move(name));
  return request;
}

UpdateTableRequest change_stream(std::string table, std::optional<StreamView> view) {
  UpdateTableRequest request;
  request.table = std::move(table);
  request.stream.emplace().view = view;
  return request;
}

}  // namespace norn::testing
