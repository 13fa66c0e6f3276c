#include "cli/commands/scan_command.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "cli/exit_code.h"
#include "cli/table_desk.h"
#include "cli/table_keys.h"

namespace norn::cli {
namespace {

constexpr std::string_view kScanHelp =
    R"(Prints all items of a table, or those that a filter lets through.

Examples
  norn scan calendsync --limit 20
  norn scan calendsync --filter 'entityType = :t' --values '{":t": "ENTRY"}' --json

It reads the whole table, which takes time and, on a remote store, costs money: `norn query` reads
one partition.

Options
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

ScanCommand::ScanCommand()
    : Command({.name = "scan",
               .group = CommandGroup::kTables,
               .summary = "print all items of a table",
               .help = kScanHelp}) {}

void ScanCommand::declare(CLI::App& app) {
  data_.add_to(app);
  output_.add_to(app);
  read_.add_to(app);
  app.add_option("table", table_)->required();
}

Result<void> ScanCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

Result<int> ScanCommand::run(Console& console) {
  TableDesk desk(data_.options(), console.clock);
  NORN_TRY(desk.open());
  announce_store(console, desk.location());
  NORN_ASSIGN(const TableKey key, key_of(desk, table_, read_.index));
  std::vector<std::string> first;
  for (const KeyAttribute& attribute : key) first.push_back(attribute.name);
  ItemPrinter printer(console, output_, std::move(first));
  NORN_TRY(print_pages(desk, {.operation = "Scan", .table = table_}, read_, printer));
  printer.finish();
  return kExitOk;
}

}  // namespace norn::cli
