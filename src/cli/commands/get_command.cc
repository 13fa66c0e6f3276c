#include "cli/commands/get_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>

#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/table_desk.h"
#include "cli/table_keys.h"

namespace norn::cli {
namespace {

constexpr std::string_view kGetHelp =
    R"(Prints one item of a table.

Examples
  norn get calendsync PK=CAL#1 SK=METADATA
  norn get calendsync PK=CAL#1 SK=METADATA --json | jq .name

A key is NAME=VALUE for each of its attributes, as `norn tables TABLE` shows them; numbers and
base64 are written as they are. DynamoDB JSON will do as well: '{"PK":{"S":"a"},"SK":{"S":"b"}}'.

Options
  --json              one JSON document instead of a table
  --dynamodb-json     the same with DynamoDB's types ({"S":"text"})
  --consistent        read what was last written, also of a remote store
  --help              this text

It exits with 3 if there is no such item.

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

}  // namespace

GetCommand::GetCommand()
    : Command({.name = "get",
               .group = CommandGroup::kTables,
               .summary = "print one item",
               .help = kGetHelp}) {}

void GetCommand::declare(CLI::App& app) {
  data_.add_to(app);
  output_.add_to(app);
  app.add_option("table", table_)->required();
  app.add_option("key", key_)->required();
  app.add_flag("--consistent", consistent_);
}

Result<void> GetCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

Result<int> GetCommand::run(Console& console) {
  TableDesk desk(data_.options(), console.clock);
  NORN_TRY(desk.open());
  announce_store(console, desk.location());
  NORN_ASSIGN(const TableKey key, key_of(desk, table_));
  NORN_ASSIGN(const std::string key_json, item_key_json(key, key_));
  std::string request;
  ObjectWriter writer(request);
  writer.text("TableName", table_);
  writer.key("Key").append(key_json);
  writer.boolean("ConsistentRead", consistent_);
  writer.close();
  NORN_ASSIGN(const std::string reply, desk.call("GetItem", request));
  simdjson::dom::parser parser;
  simdjson::dom::element item;
  if (parser.parse(reply)["Item"].get(item) != simdjson::SUCCESS) {
    return fail(ErrorCode::kNotFound, fmt::format("The table {} has no item with the key {}.",
                                                  table_, fmt::join(key_, " ")));
  }
  NORN_TRY(print_item(console, output_, simdjson::minify(item)));
  return kExitOk;
}

}  // namespace norn::cli
