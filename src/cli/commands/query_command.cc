#include "cli/commands/query_command.h"

#include <CLI/CLI.hpp>

#include "cli/exit_code.h"
#include "cli/table_desk.h"
#include "cli/table_keys.h"

namespace norn::cli {
namespace {

constexpr std::string_view kQueryHelp =
    R"(Prints the items of one partition of a table, in the order of their sort key.

Examples
  norn query calendsync PK=CAL#1
  norn query calendsync PK=CAL#1 'SK^=ENTRY#' --reverse --limit 10
  norn query calendsync PK=CAL#1 --filter 'title = :t' --values '{":t": "Tea"}'
  norn query calendsync --key 'PK = :p AND SK BETWEEN :a AND :b' \
    --values '{":p": "CAL#1", ":a": "ENTRY#2025", ":b": "ENTRY#2026"}' --json

The partition key is NAME=VALUE. The sort key may be NAME=VALUE, NAME^=PREFIX, or be compared by <,
<=, > or >= (in quotes, because of the shell).

Options
  --key EXPR          a DynamoDB key condition expression instead, with --values and --names
  --reverse           from the last to the first
  --index NAME        read this index instead of the table
  --filter EXPR       only items for which this holds: a DynamoDB condition expression ...
  --values JSON       ... with its values, {":v": "text"}, or with types, {":v": {"S": "text"}} ...
  --names JSON        ... and names for attributes that cannot be written in it, {"#n": "name"}
  --limit N           at most so many items (default: all)
  --consistent        read what was last written, also of a remote store
  --json              one JSON document instead of a table
  --dynamodb-json     the same with DynamoDB's types ({"S":"text"})
  --help              this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

}  // namespace

QueryCommand::QueryCommand()
    : Command({.name = "query",
               .group = CommandGroup::kTables,
               .summary = "print the items of one partition",
               .help = kQueryHelp}) {}

void QueryCommand::declare(CLI::App& app) {
  data_.add_to(app);
  output_.add_to(app);
  read_.add_to(app);
  app.add_option("table", table_)->required();
  app.add_option("conditions", words_);
  app.add_option("--key", key_);
  app.add_flag("--reverse", reverse_);
}

Result<void> QueryCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  if (words_.empty() == key_.empty()) {
    return fail(ErrorCode::kInvalid, "say which items: either NAME=VALUE or --key");
  }
  return {};
}

Result<int> QueryCommand::run(Console& console) {
  TableDesk desk(data_.options(), console.clock);
  NORN_TRY(desk.open());
  announce_store(console, desk.location());
  NORN_ASSIGN(const TableKey key, key_of(desk, table_, read_.index));
  ReadRequest request{
      .operation = "Query", .table = table_, .key_expression = key_, .reverse = reverse_};
  if (key_.empty()) {
    NORN_ASSIGN(KeyCondition condition, key_condition(key, words_));
    request.key_expression = std::move(condition.expression);
    request.key_names = std::move(condition.names);
    request.key_values = std::move(condition.values);
  }
  std::vector<std::string> first;
  for (const KeyAttribute& attribute : key) first.push_back(attribute.name);
  ItemPrinter printer(console, output_, std::move(first));
  NORN_TRY(print_pages(desk, request, read_, printer));
  printer.finish();
  return kExitOk;
}

}  // namespace norn::cli
