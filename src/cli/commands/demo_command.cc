#include "cli/commands/demo_command.h"

#include <ostream>
#include <string>

#include "cli/exit_code.h"
#include "cli/operator_desk.h"

namespace norn::cli {
namespace {

constexpr std::string_view kDemoHelp =
    R"(Puts a family and a small team into an empty store: shared calendars, planners, projects, a
cottage and a boat to book, and a family tree, with dates around today. It prints their addresses
and random passwords, once. The first of them is the administrator.

Examples
  norn demo                                             into the default folder
  norn demo --data /tmp/norn-demo && norn serve --data /tmp/norn-demo
  norn serve --demo --data /tmp/norn-demo               the same at once
  rm -r /tmp/norn-demo                                  when you have seen it

A store that has data is refused: choose another folder.

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
  --json              print JSON
  --help              this text
)";

}  // namespace

DemoCommand::DemoCommand()
    : Command({.name = "demo",
               .group = CommandGroup::kServer,
               .summary = "fill an empty data folder with a family and a team, to look around",
               .help = kDemoHelp}) {}

void DemoCommand::declare(CLI::App& app) {
  data_.add_to(app);
  json_.add_to(app);
}

Result<void> DemoCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

Result<int> DemoCommand::run(Console& console) {
  OperatorDesk desk(data_.options(), console.clock);
  NORN_TRY(desk.open(OperatorDesk::Folder::kIsMade));
  announce_store(console, desk.location());
  NORN_ASSIGN(const std::string text,
              desk.ask(OperatorRequest("demo").boolean("json", json_.on).json()));
  console.out << text;
  return kExitOk;
}

}  // namespace norn::cli
