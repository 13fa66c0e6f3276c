#include <fmt/format.h>
#include <simdjson.h>

#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "apps/console/routes_parts.h"
#include "apps/console/sentences.h"
#include "apps/shared/routes.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "rest/json_document.h"
#include "store/wire/wire.h"

// Tables, their items and their changes.
namespace norn::console {
namespace {

using rest::Access;
using rest::JsonInput;

// An item has 400 KB, and its JSON is a few times as long if there is much to escape. Putting one
// takes two of them.
constexpr size_t kMaxItemBodyBytes = size_t{4} << 20;
constexpr size_t kMaxNameBytes = 255;  // Of tables and indexes.
constexpr size_t kMaxAttributeBytes = 65'535;
constexpr size_t kMaxCursorBytes = 8192;
constexpr size_t kMaxOperands = 2;
constexpr int64_t kDefaultItems = 25;

constexpr rest::TextRule kIndexRule{.max = kMaxNameBytes};

// Values and items that are none are mistakes of the request.
template <typename T>
Result<T> as_input(Result<T> read, std::string_view field) {
  if (read) return read;
  return invalid(field, kStoreRefuses(read.error().message));
}

// A body whose values are read by the store: JsonInput checks what is around them.
class Body {
 public:
  static Result<std::unique_ptr<Body>> of(rest::Call& call) {
    NORN_ASSIGN(const std::string_view text, call.text_body("application/json"));
    auto body = std::make_unique<Body>();
    NORN_ASSIGN(body->object_, rest::parse_object(body->parser_, text));
    body->input_.emplace(body->object_, "");
    return body;
  }

  JsonInput& input() { return *input_; }
  // An object that JsonInput has found, by its address: "/sort/values/0".
  simdjson::dom::element at(const std::string& address) const {
    return object_.at_pointer(address).value_unsafe();
  }
  Result<store::Value> value(const std::string& address, std::string_view field) const {
    return as_input(store::value_from_json(simdjson::minify(at(address))), field);
  }
  Result<store::Item> item(std::string_view name) {
    NORN_TRY(input_->object(name));
    return as_input(store::Item::from_json(simdjson::minify(at(fmt::format("/{}", name)))), name);
  }

 private:
  simdjson::dom::parser parser_;
  simdjson::dom::object object_;
  std::optional<JsonInput> input_;
};

template <size_t kCount>
std::vector<std::string_view> choices_of(const std::string_view (&operators)[kCount]) {
  return {std::begin(operators), std::end(operators)};
}

Result<std::optional<Comparison>> sort_in(Body& body) {
  NORN_ASSIGN(std::optional<JsonInput> input, body.input().optional_object("sort"));
  if (!input) return std::nullopt;
  Comparison sort{.field = input->path_of("values")};
  NORN_ASSIGN(sort.op, input->choice("operator", choices_of(kSortOperators)));
  NORN_ASSIGN(const std::vector<JsonInput> values, input->objects("values", kMaxOperands));
  NORN_TRY(input->finish());
  for (size_t i = 0; i < values.size(); ++i) {
    NORN_ASSIGN(store::Value value, body.value(fmt::format("/sort/values/{}", i), sort.field));
    sort.values.push_back(std::move(value));
  }
  return sort;
}

Result<Comparison> filter_in(const Body& body, JsonInput& input, size_t number) {
  Comparison filter{.field = input.path_of("value")};
  NORN_ASSIGN(filter.attribute, input.secret("attribute", kMaxAttributeBytes));
  NORN_ASSIGN(filter.op, input.choice("operator", choices_of(kFilterOperators)));
  NORN_ASSIGN(const auto value, input.optional_object("value"));
  NORN_TRY(input.finish());
  if (filter.attribute.empty()) {
    return invalid(input.path_of("attribute"), kStoreRefuses("The name is empty."));
  }
  if (value) {
    NORN_ASSIGN(store::Value read,
                body.value(fmt::format("/filter/{}/value", number), filter.field));
    filter.values.push_back(std::move(read));
  }
  return filter;
}

// The members that query and scan share.
Result<PageQuestion> question_in(const rest::Call& call, Body& body) {
  JsonInput& input = body.input();
  PageQuestion question{.table = call.path("table")};
  NORN_ASSIGN(const auto index, input.optional_text("index", kIndexRule));
  question.index = index.value_or("");
  NORN_ASSIGN(const auto limit, input.optional_integer("limit", 1, Tables::kMaxItems));
  question.limit = limit.value_or(kDefaultItems);
  NORN_ASSIGN(question.after, input.optional_secret("after", kMaxCursorBytes));
  if (!input.has("filter") || input.is_null("filter")) return question;
  NORN_ASSIGN(std::vector<JsonInput> filters, input.objects("filter", Tables::kMaxFilters));
  for (size_t i = 0; i < filters.size(); ++i) {
    NORN_ASSIGN(Comparison filter, filter_in(body, filters[i], i));
    question.filter.push_back(std::move(filter));
  }
  return question;
}

// What is asked for, without the values of filters.
std::string keys_for_log(const Parts& parts, const PageQuestion& question) {
  if (!question.partition) return {};
  std::string keys = parts.tables.value_for_log(question.table, *question.partition);
  if (!question.sort) return keys;
  keys += " " + question.sort->op;
  for (const store::Value& value : question.sort->values) {
    keys += " " + parts.tables.value_for_log(question.table, value);
  }
  return keys;
}

Result<void> reply_page(const Parts& parts, rest::Call& call, std::string_view what,
                        const PageQuestion& question) {
  audit(call, what, question.table, question.index, keys_for_log(parts, question));
  NORN_ASSIGN(const Page page, parts.tables.page(question));
  ObjectWriter object(call.json());
  ListWriter items(object.key("items"));
  for (const apps::Shown& shown : page.items) append_shown(items.next(), shown);
  items.close();
  if (page.after) {
    object.text("after", *page.after);
  } else {
    object.null("after");
  }
  object.integer("scanned", page.scanned);
  object.key("capacityUnits").append(fmt::format("{}", page.capacity_units));
  object.close();
  return {};
}

Result<void> query(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto body, Body::of(call));
  NORN_ASSIGN(PageQuestion question, question_in(call, *body));
  NORN_TRY(body->input().object("partition"));
  NORN_ASSIGN(question.partition, body->value("/partition", "partition"));
  NORN_ASSIGN(question.sort, sort_in(*body));
  NORN_ASSIGN(const auto descending, body->input().optional_boolean("descending"));
  question.descending = descending.value_or(false);
  NORN_TRY(body->input().finish());
  return reply_page(parts, call, "query", question);
}

Result<void> scan(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto body, Body::of(call));
  NORN_ASSIGN(const PageQuestion question, question_in(call, *body));
  NORN_TRY(body->input().finish());
  return reply_page(parts, call, "scan", question);
}

void append_key(std::string& out, const store::KeyAttribute& key) {
  ObjectWriter object(out);
  object.text("name", key.name);
  object.text("type", store::type_name(key.type));
  object.close();
}

void append_keys(ObjectWriter& object, const store::KeySchema& schema) {
  append_key(object.key("partitionKey"), schema.partition);
  if (schema.sort) {
    append_key(object.key("sortKey"), *schema.sort);
  } else {
    object.null("sortKey");
  }
}

void append_index(std::string& out, const store::IndexSchema& index) {
  ObjectWriter object(out);
  object.text("name", index.name);
  object.text("kind", index.global ? "global" : "local");
  append_keys(object, index.key);
  object.text("projection", store::to_name(index.projection.kind));
  object.close();
}

void append_table(std::string& out, const TableFacts& facts) {
  const store::TableDescription& table = facts.table;
  ObjectWriter object(out);
  object.text("name", table.schema.name);
  object.boolean("own", facts.is_own);
  object.text("status", store::to_name(table.status));
  append_keys(object, table.schema.key);
  ListWriter indexes(object.key("indexes"));
  for (const store::IndexSchema& index : table.schema.indexes) append_index(indexes.next(), index);
  indexes.close();
  object.integer("itemCount", static_cast<int64_t>(table.item_count));
  object.integer("bytes", static_cast<int64_t>(table.size_bytes));
  object.boolean("stream", table.stream.has_value());
  if (facts.ttl.enabled) {
    object.text("ttl", facts.ttl.attribute);
  } else {
    object.null("ttl");
  }
  object.close();
}

Result<void> list_tables(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::vector<TableFacts> tables, parts.tables.list());
  ObjectWriter object(call.json());
  ListWriter list(object.key("tables"));
  for (const TableFacts& table : tables) append_table(list.next(), table);
  list.close();
  object.close();
  return {};
}

void append_image(ObjectWriter& object, std::string_view name,
                  const std::optional<store::Item>& image) {
  if (image) {
    object.key(name).append(image->json());
  } else {
    object.null(name);
  }
}

void append_change(std::string& out, const ItemChange& change) {
  constexpr std::string_view kEvents[] = {"INSERT", "MODIFY", "REMOVE"};
  ObjectWriter object(out);
  object.text("id", change.id);
  object.text("at", timestamp_ms(change.at_ms));
  object.text("kind", kEvents[static_cast<size_t>(change.event)]);
  object.key("keys").append(change.keys.json());
  append_image(object, "item", change.item);
  append_image(object, "before", change.before);
  ListWriter hidden(object.key("hidden"));
  for (const std::string& name : change.hidden) append_json_string(hidden.next(), name);
  hidden.close();
  object.close();
}

Result<void> list_changes(const Parts& parts, rest::Call& call) {
  const std::string& table = call.path("table");
  const auto after = call.query("after");
  // The page asks every two seconds: the beginning is enough.
  if (!after) audit(call, "changes", table, "", "");
  NORN_ASSIGN(const Changes changes, parts.tables.changes(table, after));
  ObjectWriter object(call.json());
  ListWriter list(object.key("changes"));
  for (const ItemChange& change : changes.changes) append_change(list.next(), change);
  list.close();
  object.text("after", changes.after);
  object.boolean("missed", changes.missed);
  object.close();
  return {};
}

Result<void> put_item(const Parts& parts, rest::Call& call) {
  const std::string& table = call.path("table");
  NORN_ASSIGN(const auto body, Body::of(call));
  JsonInput& input = body->input();
  NORN_ASSIGN(const store::Item item, body->item("item"));
  std::optional<store::Item> replaces;
  if (input.has("replaces") && !input.is_null("replaces")) {
    NORN_ASSIGN(replaces, body->item("replaces"));
  }
  NORN_TRY(input.finish());
  audit(call, replaces ? "replace" : "create", table, "", parts.tables.key_for_log(table, item));
  NORN_TRY(parts.tables.put(table, item, replaces));
  call.no_content();
  return {};
}

Result<void> delete_item(const Parts& parts, rest::Call& call) {
  const std::string& table = call.path("table");
  NORN_ASSIGN(const auto body, Body::of(call));
  NORN_ASSIGN(const store::Item item, body->item("item"));
  NORN_TRY(body->input().finish());
  audit(call, "delete", table, "", parts.tables.key_for_log(table, item));
  NORN_TRY(parts.tables.remove(table, item));
  call.no_content();
  return {};
}

template <size_t kCount>
std::string enum_of(const std::string_view (&operators)[kCount]) {
  std::string list;
  ListWriter writer(list);
  for (const std::string_view each : operators) append_json_string(writer.next(), each);
  writer.close();
  return list;
}

void add_table_schemas(rest::Api& api) {
  api.add_schema("ConsoleKey", R"({"type":"object","additionalProperties":false,
    "required":["name","type"],
    "properties":{"name":{"type":"string"},"type":{"enum":["S","N","B"]}}})");
  api.add_schema("ConsoleIndex", R"({"type":"object","additionalProperties":false,
    "required":["name","kind","partitionKey","sortKey","projection"],
    "properties":{"name":{"type":"string"},"kind":{"enum":["global","local"]},
      "partitionKey":{"$ref":"#/components/schemas/ConsoleKey"},
      "sortKey":{"anyOf":[{"$ref":"#/components/schemas/ConsoleKey"},{"type":"null"}]},
      "projection":{"enum":["ALL","KEYS_ONLY","INCLUDE"]}}})");
  api.add_schema("ConsoleTable", R"({"type":"object","additionalProperties":false,
    "required":["name","own","status","partitionKey","sortKey","indexes","itemCount","bytes",
      "stream","ttl"],
    "properties":{"name":{"type":"string"},
      "own":{"type":"boolean",
        "description":"Whether Norn alone writes to it."},
      "status":{"type":"string"},
      "partitionKey":{"$ref":"#/components/schemas/ConsoleKey"},
      "sortKey":{"anyOf":[{"$ref":"#/components/schemas/ConsoleKey"},{"type":"null"}]},
      "indexes":{"type":"array","items":{"$ref":"#/components/schemas/ConsoleIndex"}},
      "itemCount":{"type":"integer"},"bytes":{"type":"integer"},
      "stream":{"type":"boolean"},
      "ttl":{"type":["string","null"],
        "description":"The attribute with the time at which an item expires."}}})");
  api.add_schema("ConsoleTableList", R"({"type":"object","additionalProperties":false,
    "required":["tables"],
    "properties":{"tables":{"type":"array",
      "items":{"$ref":"#/components/schemas/ConsoleTable"}}}})");
  // DynamoDB JSON: {"S":"text"}, and of an item {"PK":{"S":"text"}}.
  api.add_schema("AttributeValue", R"({"type":"object","additionalProperties":true,
    "minProperties":1,"maxProperties":1,
    "description":"A value as DynamoDB JSON has it, such as {\"S\":\"text\"}."})");
  api.add_schema("TableItem", R"({"type":"object","additionalProperties":true,
    "description":"An item as DynamoDB JSON."})");
  api.add_schema("ConsoleItem", R"({"type":"object","additionalProperties":false,
    "required":["item","hidden"],
    "properties":{"item":{"$ref":"#/components/schemas/TableItem"},
      "hidden":{"type":"array","items":{"type":"string"},
        "description":"Attributes that are left out, and keys without their secret part."}}})");
}

std::string filter_schema() {
  return apps::filled_in(R"({"type":["array","null"],"maxItems":$FILTERS,"items":{
      "type":"object","additionalProperties":false,"required":["attribute","operator"],
      "properties":{"attribute":{"type":"string","minLength":1},
        "operator":{"enum":$OPERATORS},
        "value":{"anyOf":[{"$ref":"#/components/schemas/AttributeValue"},{"type":"null"}]}}},
      "description":"All of them have to hold."})",
                         {{"$FILTERS", std::to_string(Tables::kMaxFilters)},
                          {"$OPERATORS", enum_of(kFilterOperators)}});
}

void add_question_schemas(rest::Api& api) {
  const std::string shared = apps::filled_in(
      R"("index":{"type":["string","null"],"maxLength":$NAME},
      "filter":$FILTER,
      "limit":{"type":["integer","null"],"minimum":1,"maximum":$ITEMS,
        "description":"Of the page; by default $DEFAULT."},
      "after":{"type":["string","null"],"maxLength":$CURSOR,
        "description":"Of the page before."})",
      {{"$NAME", std::to_string(kMaxNameBytes)},
       {"$FILTER", filter_schema()},
       {"$ITEMS", std::to_string(Tables::kMaxItems)},
       {"$DEFAULT", std::to_string(kDefaultItems)},
       {"$CURSOR", std::to_string(kMaxCursorBytes)}});
  api.add_schema("ConsoleQuery", apps::filled_in(R"({"type":"object","additionalProperties":false,
    "required":["partition"],
    "properties":{"partition":{"$ref":"#/components/schemas/AttributeValue"},
      "sort":{"type":["object","null"],"additionalProperties":false,
        "required":["operator","values"],
        "properties":{"operator":{"enum":$OPERATORS},
          "values":{"type":"array","maxItems":$OPERANDS,
            "items":{"$ref":"#/components/schemas/AttributeValue"}}}},
      "descending":{"type":["boolean","null"]},
      $SHARED}})",
                                                 {{"$OPERATORS", enum_of(kSortOperators)},
                                                  {"$OPERANDS", std::to_string(kMaxOperands)},
                                                  {"$SHARED", shared}}));
  api.add_schema("ConsoleScan", apps::filled_in(R"({"type":"object","additionalProperties":false,
    "properties":{$SHARED}})",
                                                {{"$SHARED", shared}}));
  api.add_schema("ConsolePage", R"({"type":"object","additionalProperties":false,
    "required":["items","after","scanned","capacityUnits"],
    "properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/ConsoleItem"}},
      "after":{"type":["string","null"],"description":"For the next page; null: there is none."},
      "scanned":{"type":"integer","description":"How many items were looked at."},
      "capacityUnits":{"type":"number","description":"What that took, as DynamoDB counts."}}})");
}

void add_write_schemas(rest::Api& api) {
  api.add_schema("ConsolePut", R"({"type":"object","additionalProperties":false,
    "required":["item"],
    "properties":{"item":{"$ref":"#/components/schemas/TableItem"},
      "replaces":{"anyOf":[{"$ref":"#/components/schemas/TableItem"},{"type":"null"}],
        "description":"The item as it was shown; null or left out: there must be none yet."}}})");
  api.add_schema("ConsoleDeletion", R"({"type":"object","additionalProperties":false,
    "required":["item"],
    "properties":{"item":{"$ref":"#/components/schemas/TableItem",
      "description":"As it was shown."}}})");
  api.add_schema("ConsoleChanges", R"({"type":"object","additionalProperties":false,
    "required":["changes","after","missed"],
    "properties":{"changes":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["id","at","kind","keys","item","before","hidden"],
        "properties":{"id":{"type":"string"},"at":{"type":"string","format":"date-time"},
          "kind":{"enum":["INSERT","MODIFY","REMOVE"]},
          "keys":{"$ref":"#/components/schemas/TableItem"},
          "item":{"anyOf":[{"$ref":"#/components/schemas/TableItem"},{"type":"null"}]},
          "before":{"anyOf":[{"$ref":"#/components/schemas/TableItem"},{"type":"null"}]},
          "hidden":{"type":"array","items":{"type":"string"}}}}},
      "after":{"type":"string","description":"The position after them."},
      "missed":{"type":"boolean",
        "description":"Whether there were changes after the position that are gone."}}})");
}

void add_reading_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/console/tables",
           .operation = "listConsoleTables",
           .tag = kTag,
           .summary = "The tables of the store.",
           .access = Access::kAdministrator,
           .replies = {{.status = 200, .description = "The tables.", .schema = "ConsoleTableList"}},
           .heavy = true,
           .handle = confirmed(parts, list_tables)});
  api.add({.method = "POST",
           .path = "/api/v1/console/tables/{table}/query",
           .operation = "queryConsoleTable",
           .tag = kTag,
           .summary = "Items of one partition of a table or an index. Changes nothing.",
           .access = Access::kAdministrator,
           .request = "ConsoleQuery",
           .replies = {{.status = 200, .description = "A page.", .schema = "ConsolePage"}},
           .problems = {404, 409},
           .heavy = true,
           .handle = confirmed(parts, query)});
  api.add({.method = "POST",
           .path = "/api/v1/console/tables/{table}/scan",
           .operation = "scanConsoleTable",
           .tag = kTag,
           .summary = "Items of a table or an index, in no order. Changes nothing.",
           .access = Access::kAdministrator,
           .request = "ConsoleScan",
           .replies = {{.status = 200, .description = "A page.", .schema = "ConsolePage"}},
           .problems = {404, 409},
           .heavy = true,
           .handle = confirmed(parts, scan)});
  api.add({.method = "GET",
           .path = "/api/v1/console/tables/{table}/changes",
           .operation = "listConsoleChanges",
           .tag = kTag,
           .summary =
               "What was changed in a table after a position, at most 100 changes. Without a "
               "position: the last ones.",
           .access = Access::kAdministrator,
           .query = {{.name = "after", .description = "The position."}},
           .replies = {{.status = 200, .description = "Changes.", .schema = "ConsoleChanges"}},
           .problems = {404, 409},
           .handle = confirmed(parts, list_changes)});
}

void add_writing_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "PUT",
           .path = "/api/v1/console/tables/{table}/items",
           .operation = "putConsoleItem",
           .tag = kTag,
           .summary = "Makes an item, or puts one in place of what was shown. 409 has the item as "
                      "it is, if it is another one by now.",
           .access = Access::kAdministrator,
           .request = "ConsolePut",
           .request_bytes = kMaxItemBodyBytes,
           .replies = {{.status = 204, .description = "Written."}},
           .problems = {404, 409},
           .handle = confirmed(parts, put_item)});
  api.add({.method = "POST",
           .path = "/api/v1/console/tables/{table}/items/deletion",
           .operation = "deleteConsoleItem",
           .tag = kTag,
           .summary = "Deletes an item if it is as it was shown. 409 has the item as it is, if it "
                      "is another one by now.",
           .access = Access::kAdministrator,
           .request = "ConsoleDeletion",
           .request_bytes = kMaxItemBodyBytes,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409},
           .handle = confirmed(parts, delete_item)});
}

}  // namespace

void add_table_routes(rest::Api& api, const Parts& parts) {
  add_table_schemas(api);
  add_question_schemas(api);
  add_write_schemas(api);
  add_reading_routes(api, parts);
  add_writing_routes(api, parts);
}

}  // namespace norn::console
