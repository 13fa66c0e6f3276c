#include "cli/commands/delete_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/table_desk.h"
#include "cli/table_keys.h"

namespace norn::cli {
namespace {

constexpr std::string_view kDeleteHelp =
    R"(Removes one item from a table.

Examples
  norn delete shop id=tea
  norn delete shop id=tea --json >tea.json              keeps what it was

A key is NAME=VALUE for each of its attributes, as `norn tables TABLE` shows them; numbers and
base64 are written as they are. DynamoDB JSON will do as well: '{"PK":{"S":"a"},"SK":{"S":"b"}}'.

Options
  --json              print the item that was removed, as JSON
  --dynamodb-json     the same with DynamoDB's types ({"S":"text"})
  --force             write to one of Norn's own tables: they hold accounts, rights and what belongs
                      together, and what is written past the apps can lock people out
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

DeleteCommand::DeleteCommand()
    : Command({.name = "delete",
               .group = CommandGroup::kTables,
               .summary = "remove one item",
               .help = kDeleteHelp}) {}

void DeleteCommand::declare(CLI::App& app) {
  data_.add_to(app);
  output_.add_to(app);
  app.add_option("table", table_)->required();
  app.add_option("key", key_)->required();
  app.add_flag("--force", force_);
}

Result<void> DeleteCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

Result<int> DeleteCommand::run(Console& console) {
  TableDesk desk(data_.options(), console.clock, force_);
  NORN_TRY(desk.open());
  announce_store(console, desk.location());
  NORN_ASSIGN(const TableKey key, key_of(desk, table_));
  NORN_ASSIGN(const std::string key_json, item_key_json(key, key_));
  std::string request;
  ObjectWriter writer(request);
  writer.text("TableName", table_);
  writer.key("Key").append(key_json);
  writer.text("ReturnValues", "ALL_OLD");
  writer.close();
  NORN_ASSIGN(const std::string reply, desk.call("DeleteItem", request));
  simdjson::dom::parser parser;
  simdjson::dom::element item;
  if (parser.parse(reply)["Attributes"].get(item) != simdjson::SUCCESS) {
    return fail(ErrorCode::kNotFound, fmt::format("The table {} has no item with the key {}.",
                                                  table_, fmt::join(key_, " ")));
  }
  if (output_.json || output_.dynamodb_json) {
    NORN_TRY(print_item(console, output_, simdjson::minify(item)));
  } else {
    console.out << fmt::format("The item is no longer in {}.\n", table_);
  }
  return kExitOk;
}

}  // namespace norn::cli
