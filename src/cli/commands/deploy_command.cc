#include "cli/commands/deploy_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string_view>
#include <vector>

#include "apps/all.h"
#include "apps/calendars/schema.h"
#include "base/json_writer.h"
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
  --json              print JSON: the tables, and whether each is "ready", "deleted" or "missing"
  --help              this text

Where the data is, as for `norn serve`: in a folder that no server is using, or behind an endpoint.
If neither --store nor --data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or
DYNAMODB_ENDPOINT names an endpoint, it is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

bool agrees(Console& console, const std::string& question) {
  console.err << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(console.in, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

std::vector<apps::Table> deployed_tables(const DeployOptions& options) {
  if (options.table_name) return {{.schema = calendars::calendars_table(*options.table_name)}};
  return apps::tables_of(apps::all_apps(), {.prefix = options.data.table_prefix});
}

// Says what became of each table: as lines at once, or as JSON at the end.
class DeployReport {
 public:
  enum class Fate : uint8_t { kReady, kDeleted, kMissing };

  DeployReport(std::ostream& out, bool is_json) : out_(out), is_json_(is_json) {}

  void add(const std::string& table, Fate fate) {
    static constexpr std::string_view kTexts[] = {"is ready", "is deleted", "was not there"};
    static constexpr std::string_view kStates[] = {"ready", "deleted", "missing"};
    if (!is_json_) {
      out_ << table << ' ' << kTexts[static_cast<size_t>(fate)] << '\n' << std::flush;
      return;
    }
    ObjectWriter one(tables_.next());
    one.text("name", table);
    one.text("state", kStates[static_cast<size_t>(fate)]);
    one.close();
  }
  void finish() {
    if (!is_json_) return;
    tables_.close();
    out_ << "{\"tables\":" << json_ << "}\n";
  }

 private:
  std::ostream& out_;
  const bool is_json_;
  std::string json_;
  ListWriter tables_{json_};
};

Result<void> destroy(store::Store& store, const std::vector<apps::Table>& tables,
                     DeployReport& report) {
  for (const apps::Table& table : tables) {
    const auto deleted = store.delete_table(table.schema.table);
    const bool missing = !deleted && (deleted.error().code == ErrorCode::kResourceNotFound ||
                                      deleted.error().code == ErrorCode::kTableNotFound);
    if (!deleted && !missing) return std::unexpected(deleted.error());
    report.add(table.schema.table,
               missing ? DeployReport::Fate::kMissing : DeployReport::Fate::kDeleted);
  }
  return {};
}

Result<void> deploy(const DeployOptions& options, store::Store& store, const std::string& location,
                    Console& console) {
  const std::vector<apps::Table> tables = deployed_tables(options);
  std::string names;
  for (const apps::Table& table : tables) {
    names += (names.empty() ? "" : ", ") + table.schema.table;
  }
  const std::string question =
      options.destroy ? fmt::format("Delete {} with all that is in them, in {}?", names, location)
                      : fmt::format("Create {} in {}?", names, location);
  announce_store(console, location);
  if (options.destroy && !options.force && !console.in_is_terminal) {
    return fail(ErrorCode::kForbidden,
                fmt::format("Nothing was done: there is no terminal to ask on. Say --force if {} "
                            "in {} shall be deleted with all that is in them.",
                            names, location));
  }
  if (!options.force && !agrees(console, question)) {
    return fail(ErrorCode::kForbidden, "Nothing was done. Answer y, or say --force.");
  }
  DeployReport report(console.out, options.json);
  if (options.destroy) {
    NORN_TRY(destroy(store, tables, report));
  } else {
    NORN_TRY(apps::ensure_tables(store, tables));
    for (const apps::Table& table : tables) {
      report.add(table.schema.table, DeployReport::Fate::kReady);
    }
  }
  report.finish();
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
  json_.add_to(app);
}

Result<void> DeployCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  options_.data = data_.options();
  options_.json = json_.on;
  return {};
}

Result<int> DeployCommand::run(Console& console) {
  NORN_ASSIGN(const Data data, open_data(options_.data, console.clock));
  NORN_TRY(deploy(options_, data.store(), data.location, console));
  return kExitOk;
}

}  // namespace norn::cli
