#include "dynamodb/remote/requests.h"

#include <map>
#include <variant>

#include "base/json_text.h"
#include "dynamodb/render.h"
#include "store/wire/wire.h"

namespace norn::dynamodb {
namespace {

void text_if_any(ObjectWriter& object, std::string_view name, std::string_view value) {
  if (!value.empty()) object.text(name, value);
}

void append_names(ObjectWriter& object, const store::Placeholders& placeholders) {
  if (placeholders.names.empty()) return;
  ObjectWriter names(object.key("ExpressionAttributeNames"));
  for (const auto& [placeholder, name] : placeholders.names) {
    append_json_string(names.escaped_key(placeholder), name);
  }
  names.close();
}

void append_placeholders(ObjectWriter& object, const store::Placeholders& placeholders) {
  append_names(object, placeholders);
  if (!placeholders.values.empty()) {
    store::append_json(object.key("ExpressionAttributeValues"), placeholders.values);
  }
}

std::string_view name_of(store::ReturnValues values) {
  switch (values) {
    case store::ReturnValues::kNone:
      return "";
    case store::ReturnValues::kAllOld:
      return "ALL_OLD";
    case store::ReturnValues::kUpdatedOld:
      return "UPDATED_OLD";
    case store::ReturnValues::kAllNew:
      return "ALL_NEW";
    case store::ReturnValues::kUpdatedNew:
      return "UPDATED_NEW";
  }
  return "";
}

std::string_view name_of(store::Select select) {
  switch (select) {
    case store::Select::kAuto:
      return "";
    case store::Select::kAllAttributes:
      return "ALL_ATTRIBUTES";
    case store::Select::kAllProjectedAttributes:
      return "ALL_PROJECTED_ATTRIBUTES";
    case store::Select::kSpecificAttributes:
      return "SPECIFIC_ATTRIBUTES";
    case store::Select::kCount:
      return "COUNT";
  }
  return "";
}

void append_condition(ObjectWriter& object, const auto& write) {
  text_if_any(object, "ConditionExpression", write.condition);
  append_placeholders(object, write.placeholders);
  if (write.return_item_on_condition_failure) {
    object.text("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
  }
}

void append_action(ObjectWriter& object, const store::PutRequest& write) {
  object.text("TableName", write.table);
  object.key("Item").append(write.item.json());
  append_condition(object, write);
}

void append_action(ObjectWriter& object, const store::UpdateRequest& write) {
  object.text("TableName", write.table);
  object.key("Key").append(write.key.json());
  text_if_any(object, "UpdateExpression", write.update);
  append_condition(object, write);
}

// A delete, or the check of a condition.
void append_action(ObjectWriter& object, const auto& write) {
  object.text("TableName", write.table);
  object.key("Key").append(write.key.json());
  append_condition(object, write);
}

void ask_for_metrics(ObjectWriter& object) {
  object.text("ReturnConsumedCapacity", "INDEXES");
  object.text("ReturnItemCollectionMetrics", "SIZE");
}

std::string write_request(const auto& write) {
  std::string out;
  ObjectWriter object(out);
  append_action(object, write);
  text_if_any(object, "ReturnValues", name_of(write.return_values));
  ask_for_metrics(object);
  object.close();
  return out;
}

std::string_view action_name(const store::TransactWriteRequest::Action& action) {
  constexpr std::string_view kNames[] = {"Put", "Update", "Delete", "ConditionCheck"};
  return kNames[action.index()];
}

void append_page(ObjectWriter& object, const store::PageRequest& request) {
  object.text("TableName", request.table);
  text_if_any(object, "IndexName", request.index);
  text_if_any(object, "FilterExpression", request.filter);
  text_if_any(object, "ProjectionExpression", request.projection);
  append_placeholders(object, request.placeholders);
  text_if_any(object, "Select", name_of(request.select));
  if (request.limit) object.integer("Limit", *request.limit);
  if (request.start_after) object.key("ExclusiveStartKey").append(request.start_after->json());
  if (request.consistent) object.boolean("ConsistentRead", true);
  object.text("ReturnConsumedCapacity", "INDEXES");
}

}  // namespace

std::string to_request(const store::PutRequest& request) {
  return write_request(request);
}

std::string to_request(const store::UpdateRequest& request) {
  return write_request(request);
}

std::string to_request(const store::DeleteRequest& request) {
  return write_request(request);
}

std::string to_request(const store::BatchWriteRequest& request) {
  using Write = std::variant<store::BatchWriteRequest::Put, store::BatchWriteRequest::Delete>;
  std::map<std::string_view, std::vector<const Write*>> by_table;
  for (const Write& write : request.writes) {
    const auto& table = std::visit([](const auto& one) -> const auto& { return one.table; }, write);
    by_table[table].push_back(&write);
  }
  std::string out;
  ObjectWriter object(out);
  ObjectWriter tables(object.key("RequestItems"));
  for (const auto& [table, writes] : by_table) {
    ListWriter list(tables.escaped_key(table));
    for (const Write* write : writes) {
      if (const auto* put = std::get_if<store::BatchWriteRequest::Put>(write)) {
        list.next().append(R"({"PutRequest":{"Item":)").append(put->item.json()).append("}}");
      } else {
        const auto& removal = std::get<store::BatchWriteRequest::Delete>(*write);
        list.next().append(R"({"DeleteRequest":{"Key":)").append(removal.key.json()).append("}}");
      }
    }
    list.close();
  }
  tables.close();
  ask_for_metrics(object);
  object.close();
  return out;
}

std::string to_request(const store::TransactWriteRequest& request, std::string_view token) {
  std::string out;
  ObjectWriter object(out);
  ListWriter list(object.key("TransactItems"));
  for (const auto& action : request.actions) {
    ObjectWriter element(list.next());
    ObjectWriter content(element.key(action_name(action)));
    std::visit([&](const auto& write) { append_action(content, write); }, action);
    content.close();
    element.close();
  }
  list.close();
  object.text("ClientRequestToken", token);
  ask_for_metrics(object);
  object.close();
  return out;
}

std::string to_request(const store::GetRequest& request) {
  std::string out;
  ObjectWriter object(out);
  object.text("TableName", request.table);
  object.key("Key").append(request.key.json());
  text_if_any(object, "ProjectionExpression", request.projection);
  append_names(object, request.placeholders);
  if (request.consistent) object.boolean("ConsistentRead", true);
  object.text("ReturnConsumedCapacity", "INDEXES");
  object.close();
  return out;
}

std::string to_request(const store::QueryRequest& request) {
  std::string out;
  ObjectWriter object(out);
  text_if_any(object, "KeyConditionExpression", request.key_condition);
  append_page(object, request);
  if (!request.forward) object.boolean("ScanIndexForward", false);
  object.close();
  return out;
}

std::string to_request(const store::ScanRequest& request) {
  std::string out;
  ObjectWriter object(out);
  append_page(object, request);
  if (request.segment) object.integer("Segment", *request.segment);
  if (request.total_segments) object.integer("TotalSegments", *request.total_segments);
  object.close();
  return out;
}

std::string to_request(const store::BatchGetRequest& request) {
  std::string out;
  ObjectWriter object(out);
  ObjectWriter tables(object.key("RequestItems"));
  for (const store::BatchGetRequest::Table& table : request.tables) {
    ObjectWriter content(tables.escaped_key(table.table));
    ListWriter keys(content.key("Keys"));
    for (const store::Item& key : table.keys) keys.next().append(key.json());
    keys.close();
    text_if_any(content, "ProjectionExpression", table.projection);
    append_names(content, table.placeholders);
    if (table.consistent) content.boolean("ConsistentRead", true);
    content.close();
  }
  tables.close();
  object.text("ReturnConsumedCapacity", "INDEXES");
  object.close();
  return out;
}

std::string to_request(const store::TransactGetRequest& request) {
  std::string out;
  ObjectWriter object(out);
  ListWriter list(object.key("TransactItems"));
  for (const store::TransactGetRequest::Get& get : request.gets) {
    ObjectWriter element(list.next());
    ObjectWriter content(element.key("Get"));
    content.text("TableName", get.table);
    content.key("Key").append(get.key.json());
    text_if_any(content, "ProjectionExpression", get.projection);
    append_names(content, get.placeholders);
    content.close();
    element.close();
  }
  list.close();
  object.text("ReturnConsumedCapacity", "INDEXES");
  object.close();
  return out;
}

}  // namespace norn::dynamodb
