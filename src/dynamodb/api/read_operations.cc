#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "dynamodb/api/item_input.h"
#include "dynamodb/api/item_operations.h"
#include "dynamodb/legacy/legacy_parameters.h"
#include "dynamodb/render.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/wire/dom.h"

namespace norn::dynamodb {
namespace {

store::Select read_select(const Input& input) {
  const std::string_view asked = input.text("Select");
  if (asked == "ALL_ATTRIBUTES") return store::Select::kAllAttributes;
  if (asked == "ALL_PROJECTED_ATTRIBUTES") return store::Select::kAllProjectedAttributes;
  if (asked == "SPECIFIC_ATTRIBUTES") return store::Select::kSpecificAttributes;
  if (asked == "COUNT") return store::Select::kCount;
  return store::Select::kAuto;
}

// DynamoDB names the position of some faults, but not of all.
Error starting_key_error(Error error) {
  for (const std::string_view unprefixed : {"contains duplicates", "number set", "numeric value",
                                            "significant digits", "number with magnitude"}) {
    if (error.message.find(unprefixed) != std::string::npos) return error;
  }
  error.message.insert(0, "The provided starting key is invalid: ");
  return error;
}

Result<void> read_page(const Input& input, store::PageRequest& request) {
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  request.index = input.text("IndexName");
  request.select = read_select(input);
  request.limit = input.integer("Limit");
  request.consistent = input.flag("ConsistentRead");
  NORN_ASSIGN(request.filter, read_expression(input, "FilterExpression"));
  NORN_ASSIGN(request.projection, read_expression(input, "ProjectionExpression"));
  if (input.has("ExclusiveStartKey")) {
    auto key = read_item(input, "ExclusiveStartKey");
    if (!key) return std::unexpected(starting_key_error(std::move(key).error()));
    request.start_after = std::move(*key);
  }
  return {};
}

// The items are written by the store itself while it reads them, so they come first.
template <typename Read>
Result<void> append_page(std::string& out, const Input& input, store::PageRequest& request,
                         Read read) {
  const bool with_items = request.select != store::Select::kCount;
  ObjectWriter object(out);
  if (with_items) {
    object.key("Items").push_back('[');
    request.json_items = &out;
  }
  NORN_ASSIGN(const store::PageResult page, read());
  if (with_items) out.push_back(']');
  object.integer("Count", page.count);
  object.integer("ScannedCount", page.scanned_count);
  if (page.last_key) object.key("LastEvaluatedKey").append(page.last_key->json());
  const CapacityDetail detail = capacity_detail(input);
  if (detail != CapacityDetail::kNone) {
    append_capacity(object.key("ConsumedCapacity"), page.capacity, detail);
  }
  object.close();
  return {};
}

Result<store::BatchGetRequest::Table> read_batch_table(std::string_view name, const Input& input) {
  store::BatchGetRequest::Table table;
  NORN_ASSIGN(table.table, table_name(name));
  NORN_ASSIGN(table.projection, read_expression(input, "ProjectionExpression"));
  NORN_TRY(read_placeholders(input, {"ProjectionExpression"}, table.placeholders));
  NORN_TRY(apply_legacy(input, table));
  table.consistent = input.flag("ConsistentRead");
  NORN_TRY(input.each("Keys", [&](simdjson::dom::element json) -> Result<void> {
    NORN_ASSIGN(store::Item key, store::item_from_dom(json));
    table.keys.push_back(std::move(key));
    return {};
  }));
  return table;
}

// Keys that were not read go back in the form in which they came.
void append_unprocessed(std::string& out, const store::BatchGetRequest& unprocessed) {
  ObjectWriter tables(out);
  for (const auto& table : unprocessed.tables) {
    ObjectWriter object(tables.escaped_key(table.table));
    ListWriter keys(object.key("Keys"));
    for (const store::Item& key : table.keys) keys.next().append(key.json());
    keys.close();
    if (!table.projection.empty()) object.text("ProjectionExpression", table.projection);
    if (!table.placeholders.names.empty()) {
      ObjectWriter names(object.key("ExpressionAttributeNames"));
      for (const auto& [key, name] : table.placeholders.names) names.text(key, name);
      names.close();
    }
    if (table.consistent) object.boolean("ConsistentRead", true);
    object.close();
  }
  tables.close();
}

}  // namespace

Result<void> get_item(const Context& context, const Input& input, std::string& out) {
  store::GetRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  NORN_ASSIGN(request.projection, read_expression(input, "ProjectionExpression"));
  NORN_TRY(read_placeholders(input, {"ProjectionExpression"}, request.placeholders));
  NORN_TRY(apply_legacy(input, request));
  NORN_ASSIGN(request.key, read_item(input, "Key"));
  request.consistent = input.flag("ConsistentRead");
  NORN_ASSIGN(const store::GetResult result, context.store.get(request));

  const CapacityDetail detail = capacity_detail(input);
  ObjectWriter object(out);
  if (result.item) object.key("Item").append(result.item->json());
  if (detail != CapacityDetail::kNone) {
    append_capacity(object.key("ConsumedCapacity"), result.capacity, detail);
  }
  object.close();
  return {};
}

Result<void> query(const Context& context, const Input& input, std::string& out) {
  store::QueryRequest request;
  NORN_TRY(read_page(input, request));
  NORN_ASSIGN(request.key_condition, read_expression(input, "KeyConditionExpression"));
  NORN_TRY(read_placeholders(input,
                             {"ProjectionExpression", "FilterExpression", "KeyConditionExpression"},
                             request.placeholders, PlaceholderWords::kQuery));
  NORN_TRY(apply_legacy(input, request));
  request.forward = input.boolean("ScanIndexForward").value_or(true);
  return append_page(out, input, request, [&] { return context.store.query(request); });
}

Result<void> scan(const Context& context, const Input& input, std::string& out) {
  store::ScanRequest request;
  NORN_TRY(read_page(input, request));
  NORN_TRY(
      read_placeholders(input, {"ProjectionExpression", "FilterExpression"}, request.placeholders));
  NORN_TRY(apply_legacy(input, request));
  request.segment = input.integer("Segment");
  request.total_segments = input.integer("TotalSegments");
  return append_page(out, input, request, [&] { return context.store.scan(request); });
}

Result<void> batch_get_item(const Context& context, const Input& input, std::string& out) {
  if (input.count("RequestItems") == 0) {
    return store::validation("The requestItems parameter is required for BatchGetItem");
  }
  store::BatchGetRequest request;
  std::vector<std::string_view> asked;  // Tables as the client calls them: by name or by ARN.
  NORN_TRY(input.each_member(
      "RequestItems", [&](std::string_view name, simdjson::dom::element json) -> Result<void> {
        NORN_ASSIGN(auto table, read_batch_table(name, Input(json)));
        request.tables.push_back(std::move(table));
        asked.push_back(name);
        return {};
      }));
  NORN_ASSIGN(const store::BatchGetResult result, context.store.batch_get(request));

  const CapacityDetail detail = capacity_detail(input);
  ObjectWriter object(out);
  ObjectWriter responses(object.key("Responses"));
  for (size_t i = 0; i < asked.size(); ++i) {
    ListWriter items(responses.escaped_key(asked[i]));
    if (const auto found = result.items.find(request.tables[i].table);
        found != result.items.end()) {
      for (const store::ItemView item : found->second) items.next().append(item.json());
    }
    items.close();
  }
  responses.close();
  append_unprocessed(object.key("UnprocessedKeys"), result.unprocessed);
  if (detail != CapacityDetail::kNone) {
    append_capacities(object.key("ConsumedCapacity"), result.capacity, detail);
  }
  object.close();
  return {};
}

Result<void> transact_get_items(const Context& context, const Input& input, std::string& out) {
  store::TransactGetRequest request;
  const auto read_get = [&](simdjson::dom::element json) -> Result<void> {
    const Input action = Input(json).structure("Get");
    store::TransactGetRequest::Get get;
    NORN_ASSIGN(get.table, table_name(action.text("TableName")));
    NORN_ASSIGN(get.key, read_item(action, "Key"));
    NORN_ASSIGN(get.projection, read_expression(action, "ProjectionExpression"));
    NORN_TRY(read_placeholders(action, {"ProjectionExpression"}, get.placeholders));
    request.gets.push_back(std::move(get));
    return {};
  };
  NORN_TRY(input.each("TransactItems", read_get));
  NORN_ASSIGN(const store::TransactGetResult result, context.store.transact_get(request));

  const CapacityDetail detail = capacity_detail(input);
  ObjectWriter object(out);
  ListWriter responses(object.key("Responses"));
  for (const auto& item : result.items) {
    ObjectWriter response(responses.next());
    if (item) response.key("Item").append(item->json());
    response.close();
  }
  responses.close();
  if (detail != CapacityDetail::kNone) {
    append_capacities(object.key("ConsumedCapacity"), result.capacity, detail,
                      CapacityUnits::kRead);
  }
  object.close();
  return {};
}

}  // namespace norn::dynamodb
