#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "dynamodb/api/item_input.h"
#include "dynamodb/api/item_operations.h"
#include "dynamodb/legacy/legacy_parameters.h"
#include "dynamodb/render.h"
#include "dynamodb/table_name.h"
#include "dynamodb/validation_envelope.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;

// The parameters that decide the form of the reply.
struct ReplyForm {
  CapacityDetail capacity = CapacityDetail::kNone;
  bool collections = false;
};

ReplyForm reply_form(const Input& input) {
  return {capacity_detail(input), input.text("ReturnItemCollectionMetrics") == "SIZE"};
}

// An estimate in gigabytes: a range of whole ones, the size being somewhere in it.
void append_collection(std::string& out, const store::ItemCollection& collection) {
  constexpr double kGigabyte = 1024.0 * 1024 * 1024;
  const double low = std::floor(static_cast<double>(collection.bytes) / kGigabyte);
  ObjectWriter object(out);
  object.key("ItemCollectionKey").append(collection.key.json());
  ListWriter range(object.key("SizeEstimateRangeGB"));
  append_double(range.next(), low);
  append_double(range.next(), low + 1);
  range.close();
  object.close();
}

void append_collections(std::string& out, const store::ItemCollections& collections) {
  ObjectWriter tables(out);
  for (const auto& [table, of_table] : collections) {
    ListWriter list(tables.escaped_key(table));
    for (const auto& collection : of_table) append_collection(list.next(), collection);
    list.close();
  }
  tables.close();
}

void append_reply(std::string& out, const store::WriteResult& result, const ReplyForm& form) {
  ObjectWriter object(out);
  if (result.attributes) object.key("Attributes").append(result.attributes->json());
  if (form.capacity != CapacityDetail::kNone) {
    append_capacity(object.key("ConsumedCapacity"), result.capacity, form.capacity);
  }
  if (form.collections && result.item_collection) {
    append_collection(object.key("ItemCollectionMetrics"), *result.item_collection);
  }
  object.close();
}

// Writes that were not done go back in the form in which they came.
void append_unprocessed(std::string& out, const store::BatchWriteRequest& unprocessed) {
  std::map<std::string, std::string> by_table;
  for (const auto& write : unprocessed.writes) {
    const auto* const put = std::get_if<store::BatchWriteRequest::Put>(&write);
    const auto* const remove = std::get_if<store::BatchWriteRequest::Delete>(&write);
    std::string& list = by_table[put != nullptr ? put->table : remove->table];
    if (!list.empty()) list.push_back(',');
    list.append(put != nullptr ? R"({"PutRequest":{"Item":)" : R"({"DeleteRequest":{"Key":)")
        .append(put != nullptr ? put->item.json() : remove->key.json())
        .append("}}");
  }
  ObjectWriter tables(out);
  for (const auto& [table, list] : by_table) {
    tables.escaped_key(table).append("[").append(list).append("]");
  }
  tables.close();
}

void append_reply(std::string& out, const store::BatchWriteResult& result, const ReplyForm& form) {
  ObjectWriter object(out);
  append_unprocessed(object.key("UnprocessedItems"), result.unprocessed);
  if (form.collections && !result.item_collections.empty()) {
    append_collections(object.key("ItemCollectionMetrics"), result.item_collections);
  }
  if (form.capacity != CapacityDetail::kNone) {
    append_capacities(object.key("ConsumedCapacity"), result.capacity, form.capacity);
  }
  object.close();
}

void append_reply(std::string& out, const store::TransactWriteResult& result,
                  const ReplyForm& form) {
  ObjectWriter object(out);
  if (form.collections && !result.item_collections.empty()) {
    append_collections(object.key("ItemCollectionMetrics"), result.item_collections);
  }
  if (form.capacity != CapacityDetail::kNone) {
    append_capacities(object.key("ConsumedCapacity"), result.capacity, form.capacity,
                      units_of_writes(result.capacity));
  }
  object.close();
}

enum class ErrorWords : uint8_t { kAsTheyAre, kInEnvelope };

void submit(const Context& context, const Input& input, store::WriteRequest request, Answer answer,
            ErrorWords words = ErrorWords::kAsTheyAre) {
  const ReplyForm form = reply_form(input);
  answer.skip_compression();
  context.store.submit(
      std::move(request), [form, answer, words](Result<store::WriteReply> reply) mutable {
        if (!reply) {
          return answer.fail(words == ErrorWords::kInEnvelope
                                 ? in_envelope_if_of_expressions(std::move(reply).error())
                                 : reply.error());
        }
        std::visit([&](const auto& result) { append_reply(answer.body(), result, form); }, *reply);
        answer.succeed();
      });
}

// The condition of a write, and what happens when it does not hold.
template <typename Write>
Result<void> read_condition(const Input& input, Write& write) {
  NORN_ASSIGN(write.condition, read_expression(input, "ConditionExpression"));
  write.return_item_on_condition_failure = returns_item_on_failure(input);
  return {};
}

// What PutItem, UpdateItem and DeleteItem have in common; `item_name` is "Item" or "Key".
template <typename Write>
Result<void> read_write_parameters(const Input& input,
                                   std::initializer_list<std::string_view> expressions,
                                   std::string_view item_name, store::Item& item, Write& write) {
  NORN_TRY(read_condition(input, write));
  NORN_TRY(read_placeholders(input, expressions, write.placeholders, PlaceholderWords::kWrite));
  NORN_ASSIGN(item, read_item(input, item_name));
  write.return_values = read_return_values(input);
  return apply_legacy(input, write);
}

Result<store::TransactWriteRequest::Action> read_put_action(const Input& input) {
  store::PutRequest put;
  NORN_ASSIGN(put.table, table_name(input.text("TableName")));
  NORN_ASSIGN(put.item, read_item(input, "Item"));
  NORN_TRY(read_condition(input, put));
  NORN_TRY(read_placeholders(input, {"ConditionExpression"}, put.placeholders));
  return put;
}

Result<store::TransactWriteRequest::Action> read_update_action(const Input& input) {
  store::UpdateRequest update;
  NORN_ASSIGN(update.table, table_name(input.text("TableName")));
  NORN_ASSIGN(update.key, read_item(input, "Key"));
  NORN_ASSIGN(update.update, read_expression(input, "UpdateExpression"));
  NORN_TRY(read_condition(input, update));
  NORN_TRY(
      read_placeholders(input, {"UpdateExpression", "ConditionExpression"}, update.placeholders));
  return update;
}

template <typename Write>  // DeleteRequest or ConditionCheck.
Result<store::TransactWriteRequest::Action> read_key_action(const Input& input) {
  Write write;
  NORN_ASSIGN(write.table, table_name(input.text("TableName")));
  NORN_ASSIGN(write.key, read_item(input, "Key"));
  NORN_TRY(read_condition(input, write));
  NORN_TRY(read_placeholders(input, {"ConditionExpression"}, write.placeholders));
  return write;
}

Result<store::TransactWriteRequest::Action> read_action(const Input& input) {
  using Read = Result<store::TransactWriteRequest::Action> (*)(const Input&);
  constexpr std::pair<std::string_view, Read> kActionReaders[] = {
      {"ConditionCheck", read_key_action<store::ConditionCheck>},
      {"Put", read_put_action},
      {"Delete", read_key_action<store::DeleteRequest>},
      {"Update", read_update_action},
  };
  Read chosen = nullptr;
  Input parameters;
  for (const auto& [name, read] : kActionReaders) {
    if (!input.has(name)) continue;
    if (chosen != nullptr) {
      return store::validation(
          "TransactItems can only contain one of Check, Put, Update or Delete");
    }
    chosen = read;
    parameters = input.structure(name);
  }
  if (chosen == nullptr) {
    return store::validation(
        "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
  }
  return chosen(parameters);
}

Result<void> read_batch_write(std::string_view table, const Input& input,
                              store::BatchWriteRequest& request) {
  const bool puts = input.has("PutRequest");
  if (puts == input.has("DeleteRequest")) {
    return store::validation(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
        "supported datatypes");
  }
  if (puts) {
    NORN_ASSIGN(store::Item item, read_item(input.structure("PutRequest"), "Item"));
    request.writes.emplace_back(store::BatchWriteRequest::Put{std::string(table), std::move(item)});
  } else {
    NORN_ASSIGN(store::Item key, read_item(input.structure("DeleteRequest"), "Key"));
    request.writes.emplace_back(
        store::BatchWriteRequest::Delete{std::string(table), std::move(key)});
  }
  return {};
}

}  // namespace

Result<void> put_item(const Context& context, const Input& input, Answer answer) {
  store::PutRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  NORN_TRY(in_envelope(
      read_write_parameters(input, {"ConditionExpression"}, "Item", request.item, request)));
  submit(context, input, std::move(request), answer, ErrorWords::kInEnvelope);
  return {};
}

Result<void> update_item(const Context& context, const Input& input, Answer answer) {
  store::UpdateRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  const auto read = [&]() -> Result<void> {
    NORN_ASSIGN(request.update, read_expression(input, "UpdateExpression"));
    return read_write_parameters(input, {"UpdateExpression", "ConditionExpression"}, "Key",
                                 request.key, request);
  };
  NORN_TRY(in_envelope(read()));
  submit(context, input, std::move(request), answer, ErrorWords::kInEnvelope);
  return {};
}

Result<void> delete_item(const Context& context, const Input& input, Answer answer) {
  store::DeleteRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  NORN_TRY(in_envelope(
      read_write_parameters(input, {"ConditionExpression"}, "Key", request.key, request)));
  submit(context, input, std::move(request), answer, ErrorWords::kInEnvelope);
  return {};
}

Result<void> batch_write_item(const Context& context, const Input& input, Answer answer) {
  if (input.count("RequestItems") == 0) {
    return store::validation("The requestItems parameter is required for BatchWriteItem");
  }
  store::BatchWriteRequest request;
  const auto read_table = [&](std::string_view name, element list) -> Result<void> {
    NORN_ASSIGN(const std::string table, table_name(name));
    for (const element json : simdjson::dom::array(list.get_array().value_unsafe())) {
      NORN_TRY(read_batch_write(table, Input(json), request));
    }
    return {};
  };
  NORN_TRY(input.each_member("RequestItems", read_table));
  submit(context, input, std::move(request), answer);
  return {};
}

Result<void> transact_write_items(const Context& context, const Input& input, Answer answer) {
  store::TransactWriteRequest request;
  request.client_token = input.text("ClientRequestToken");
  NORN_TRY(input.each("TransactItems", [&](element json) -> Result<void> {
    NORN_ASSIGN(auto action, read_action(Input(json)));
    request.actions.push_back(std::move(action));
    return {};
  }));
  submit(context, input, std::move(request), answer);
  return {};
}

}  // namespace norn::dynamodb
