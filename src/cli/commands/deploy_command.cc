#include "cli/commands/deploy_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>
#include <vector>

#include "apps/all.h"
#include "apps/calendars/schema.h"
#include "cli/exit_code.h"
#include "cli/open_data.h"
#include "store/store.h"

namespace norn::cli {
namespace {

constexpr std::string_view kDeployHelp =
    R"(Creates the tables, or destroys them with all that is in them.

Examples
  norn deploy                                           in the default folder
  norn deploy --store dynamodb --endpoint-url http://127.0.0.1:8000 --region us-east-1
  norn deploy --table-name my-test-table                one table like calendsync, and no other
  norn deploy --destroy --force

Options
  --force             do not ask before it is done; needed to destroy without a terminal
  --destroy           delete the tables instead of creating them
  --table-name NAME   only one table, with the keys and indexes of calendsync
  --help              this text

Where the data is, as for `norn serve`: in a folder that no server is using, or behind an endpoint.
If neither --store nor --data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or
DYNAMODB_ENDPOINT names an endpoint, it is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

bool agrees(std::istream& in, std::ostream& out, const std::string& question) {
  out << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(in, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

std::vector<apps::Table> deployed_tables(const DeployOptions& options) {
  if (options.table_name) return {{.schema = calendars::calendars_table(*options.table_name)}};
  return apps::tables_of(apps::all_apps(), {.prefix = options.data.table_prefix});
}

Result<void> destroy(store::Store& store, const std::vector<apps::Table>& tables,
                     std::ostream& out) {
  for (const apps::Table& table : tables) {
    const auto deleted = store.delete_table(table.schema.table);
    const bool missing = !deleted && (deleted.error().code == ErrorCode::kResourceNotFound ||
                                      deleted.error().code == ErrorCode::kTableNotFound);
    if (!deleted && !missing) return std::unexpected(deleted.error());
    out << table.schema.table << (missing ? " was not there\n" : " is deleted\n");
  }
  return {};
}

Result<void> deploy(const DeployOptions& options, store::Store& store, const std::string& location,
                    Console& console) {
  std::ostream& out = console.out;
  const std::vector<apps::Table> tables = deployed_tables(options);
  std::string names;
  for (const apps::Table& table : tables) {
    names += (names.empty() ? "" : ", ") + table.schema.table;
  }
  const std::string question =
      options.destroy ? fmt::format("Delete {} with all that is in them, in {}?", names, location)
                      : fmt::format("Create {} in {}?", names, location);
  out << fmt::format("The data is in {}\n", location);
  if (options.destroy && !options.force && !console.in_is_terminal) {
    return fail(ErrorCode::kForbidden,
                fmt::format("Nothing was done: there is no terminal to ask on. Say --force if {} "
                            "in {} shall be deleted with all that is in them.",
                            names, location));
  }
  if (!options.force && !agrees(console.in, console.out, question)) {
    return fail(ErrorCode::kForbidden, "Nothing was done. Answer y, or say --force.");
  }
  if (options.destroy) return destroy(store, tables, out);
  NORN_TRY(apps::ensure_tables(store, tables));
  for (const apps::Table& table : tables) out << table.schema.table << " is ready\n";
  return {};
}

}  // namespace

DeployCommand::DeployCommand()
    : Command({.name = "deploy",
               .group = CommandGroup::kServer,
               .summary = "create the tables (`serve` does so, too), or destroy them",
               .help = kDeployHelp}) {}

void DeployCommand::declare(CLI::App& app) {
  data_.add_to(app);
  app.add_option("--table-name", options_.table_name);
  app.add_flag("--force", options_.force);
  app.add_flag("--destroy", options_.destroy);
}

Result<void> DeployCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  options_.data = data_.options();
  return {};
}

Result<int> DeployCommand::run(Console& console) {
  NORN_ASSIGN(const Data data, open_data(options_.data, console.clock));
  NORN_TRY(deploy(options_, data.store(), data.location, console));
  return kExitOk;
}

}  // namespace norn::cli
