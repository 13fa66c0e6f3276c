#include "cli/commands/tables_command.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/table_desk.h"
#include "cli/text_table.h"

namespace norn::cli {
namespace {

constexpr std::string_view kTablesHelp =
    R"(Lists the tables of the store, or describes one of them.

Examples
  norn tables                                           names, items, bytes, indexes
  norn tables calendsync                                its keys, indexes, stream and expiry
  norn tables --json | jq -r '.[].name'

DynamoDB counts items and bytes every few hours only.

Options
  --json              one JSON document: a list, or with a table what DescribeTable says of it
  --help              this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

using simdjson::dom::array;
using simdjson::dom::object;

std::unexpected<Error> not_understood() {
  return fail(ErrorCode::kUnavailable, "The store gave no answer that is understood.");
}

Result<std::string> ask_about(TableDesk& desk, std::string_view operation, std::string_view table) {
  std::string request;
  ObjectWriter writer(request);
  writer.text("TableName", table);
  writer.close();
  auto reply = desk.call(operation, request);
  if (!reply) return std::unexpected(desk.explained(reply.error(), table));
  return reply;
}

std::string_view text_of_table(const object& owner, std::string_view name) {
  std::string_view text;
  if (owner[name].get(text) != simdjson::SUCCESS) return {};
  return text;
}

int64_t number_of_table(const object& table, std::string_view name) {
  int64_t number = 0;
  if (table[name].get(number) != simdjson::SUCCESS) return 0;
  return number;
}

std::vector<object> indexes_of(const object& table) {
  std::vector<object> all;
  for (const char* const kind : {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"}) {
    array indexes;
    if (table[kind].get(indexes) != simdjson::SUCCESS) continue;
    for (const object index : indexes) all.push_back(index);
  }
  return all;
}

// "PK, SK (N)": the type is only shown if it is not text.
std::string key_text(const object& table, const object& owner) {
  std::string text;
  array schema;
  array definitions;
  if (owner["KeySchema"].get(schema) != simdjson::SUCCESS) return text;
  if (table["AttributeDefinitions"].get(definitions) != simdjson::SUCCESS) return text;
  for (const object part : schema) {
    const std::string_view name = text_of_table(part, "AttributeName");
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    for (const object definition : definitions) {
      const std::string_view type = text_of_table(definition, "AttributeType");
      if (text_of_table(definition, "AttributeName") == name && type != "S") {
        text += fmt::format(" ({})", type);
      }
    }
  }
  return text;
}

Result<std::string> list_of_tables(TableDesk& desk, bool is_json) {
  NORN_ASSIGN(const std::vector<std::string> names, desk.tables());
  TextTable text({"TABLE", "ITEMS", "BYTES", "KEY", "INDEXES"});
  text.align_right(1);
  text.align_right(2);
  std::string json;
  ListWriter list(json);
  for (const std::string& name : names) {
    NORN_ASSIGN(const std::string reply, ask_about(desk, "DescribeTable", name));
    simdjson::dom::parser parser;
    object table;
    if (parser.parse(reply)["Table"].get(table) != simdjson::SUCCESS) return not_understood();
    const int64_t items = number_of_table(table, "ItemCount");
    const int64_t bytes = number_of_table(table, "TableSizeBytes");
    ObjectWriter row(list.next());
    row.text("name", name);
    row.integer("items", items);
    row.integer("bytes", bytes);
    std::string indexes;
    ListWriter index_names(row.key("indexes"));
    for (const object& index : indexes_of(table)) {
      const std::string_view index_name = text_of_table(index, "IndexName");
      append_json_string(index_names.next(), index_name);
      indexes += fmt::format("{}{}", indexes.empty() ? "" : ", ", index_name);
    }
    index_names.close();
    row.close();
    text.add({name, fmt::to_string(items), fmt::to_string(bytes), key_text(table, table), indexes});
  }
  list.close();
  if (is_json) return json + "\n";
  return names.empty() ? "There are no tables.\n" : text.text();
}

Result<std::string> description_of_table(TableDesk& desk, const std::string& name, bool is_json) {
  NORN_ASSIGN(const std::string reply, ask_about(desk, "DescribeTable", name));
  NORN_ASSIGN(const std::string expiry, ask_about(desk, "DescribeTimeToLive", name));
  simdjson::dom::parser parser;
  object table;
  if (parser.parse(reply)["Table"].get(table) != simdjson::SUCCESS) return not_understood();
  if (is_json) return simdjson::minify(table) + "\n";
  std::string text =
      fmt::format("table    {} ({})\nkey      {}\nitems    {}\nbytes    {}\n", name,
                  text_of_table(table, "TableStatus"), key_text(table, table),
                  number_of_table(table, "ItemCount"), number_of_table(table, "TableSizeBytes"));
  for (const object& index : indexes_of(table)) {
    text +=
        fmt::format("index    {}: {}\n", text_of_table(index, "IndexName"), key_text(table, index));
  }
  object stream;
  if (table["StreamSpecification"].get(stream) == simdjson::SUCCESS) {
    text += fmt::format("stream   {}\n", text_of_table(stream, "StreamViewType"));
  }
  simdjson::dom::parser expiry_parser;
  object ttl;
  if (expiry_parser.parse(expiry)["TimeToLiveDescription"].get(ttl) == simdjson::SUCCESS) {
    const std::string_view attribute = text_of_table(ttl, "AttributeName");
    if (!attribute.empty()) text += fmt::format("expires  by {}\n", attribute);
  }
  return text;
}

}  // namespace

TablesCommand::TablesCommand()
    : Command({.name = "tables",
               .group = CommandGroup::kTables,
               .summary = "list the tables, or describe one",
               .help = kTablesHelp}) {}

void TablesCommand::declare(CLI::App& app) {
  data_.add_to(app);
  json_.add_to(app);
  app.add_option("table", table_);
}

Result<void> TablesCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

Result<int> TablesCommand::run(Console& console) {
  TableDesk desk(data_.options(), console.clock);
  NORN_TRY(desk.open());
  announce_store(console, desk.location());
  NORN_ASSIGN(const std::string text, table_.empty()
                                          ? list_of_tables(desk, json_.on)
                                          : description_of_table(desk, table_, json_.on));
  console.out << text;
  return kExitOk;
}

}  // namespace norn::cli
