#include "cli/commands/put_command.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>

#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/plain_json.h"
#include "cli/printable.h"
#include "cli/table_desk.h"
#include "cli/table_keys.h"
#include "store/wire/wire.h"

namespace norn::cli {
namespace {

constexpr std::string_view kPutHelp =
    R"(Writes one item into a table, in place of one with the same key.

Examples
  norn put shop '{"id": "tea", "price": 2.5, "tags": ["green", "loose"]}'
  norn put shop - <item.json                            the item is in a file
  norn put shop '{"id": {"S": "tea"}, "tags": {"SS": ["green"]}}' --dynamodb-json
  norn put shop '{"id": "tea"}' --if-new                exits with 4 if there is one already

Texts become strings, lists become lists; sets and binary values need --dynamodb-json.

Options
  --dynamodb-json     the item is DynamoDB JSON ({"S":"text"}), and so is what --json prints
  --json              print JSON: "table", and "replaced", the item that was there before, or null
  --if-new            only if there is no item with this key
  --force             write to one of Norn's own tables: they hold accounts, rights and what belongs
                      together, and what is written past the apps can lock people out
  --help              this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

constexpr size_t kMaxItemText = size_t{4} << 20;

Result<std::string> read_item(std::istream& in) {
  std::string text;
  char buffer[65'536];
  while (in.read(buffer, sizeof(buffer)) || in.gcount() > 0) {
    text.append(buffer, static_cast<size_t>(in.gcount()));
    if (text.size() > kMaxItemText) {
      return fail(ErrorCode::kInvalid, "The input is longer than an item can be (400 KB).");
    }
  }
  return text;
}

}  // namespace

PutCommand::PutCommand()
    : Command({.name = "put",
               .group = CommandGroup::kTables,
               .summary = "write one item",
               .help = kPutHelp}) {}

void PutCommand::declare(CLI::App& app) {
  data_.add_to(app);
  app.add_option("table", table_)->required();
  app.add_option("item", item_)->required();
  flags_.add_to(app);
  app.add_flag("--if-new", if_new_);
  app.add_flag("--force", force_);
}

Result<void> PutCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

Result<int> PutCommand::run(Console& console) {
  TableDesk desk(data_.options(), console.clock, force_);
  NORN_TRY(desk.open());
  std::string item = item_;
  if (item == "-") {
    NORN_ASSIGN(item, read_item(console.in));
  }
  if (!flags_.dynamodb_json) {
    NORN_ASSIGN(item, typed_from_plain(item));
  }
  announce_store(console, desk.location());
  NORN_ASSIGN(const TableKey key, key_of(desk, table_));
  std::string request;
  ObjectWriter writer(request);
  writer.text("TableName", table_);
  writer.key("Item").append(item);
  if (if_new_ && !key.empty()) {
    writer.text("ConditionExpression", "attribute_not_exists(#key)");
    ObjectWriter names(writer.key("ExpressionAttributeNames"));
    names.text("#key", key.front().name);
    names.close();
  }
  if (flags_.json) writer.text("ReturnValues", "ALL_OLD");
  writer.close();
  const auto reply = desk.call("PutItem", request);
  if (!reply && if_new_ && exit_code_of(reply.error()) == kExitRefused &&
      reply.error().message.starts_with("The conditional request failed")) {
    return fail(ErrorCode::kConditionalCheckFailed,
                "Nothing was changed: there is an item with this key.");
  }
  if (!reply) return std::unexpected(reply.error());
  if (flags_.json) return print_put(console, *reply);
  console.out << fmt::format("The item is in {}.\n", table_);
  return kExitOk;
}

Result<int> PutCommand::print_put(Console& console, const std::string& reply) const {
  simdjson::dom::parser parser;
  simdjson::dom::element item;
  std::string replaced = "null";
  if (parser.parse(reply)["Attributes"].get(item) == simdjson::SUCCESS) {
    NORN_ASSIGN(const store::Map attributes, store::map_from_json(simdjson::minify(item)));
    replaced = item_json(flags_, attributes);
  }
  std::string json;
  ObjectWriter object(json);
  object.text("table", table_);
  object.key("replaced").append(replaced);
  object.close();
  console.out << printable(json) << "\n";
  return kExitOk;
}

}  // namespace norn::cli
