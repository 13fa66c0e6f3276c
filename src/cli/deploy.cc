#include "cli/deploy.h"

#include <fmt/format.h>

#include <istream>
#include <ostream>

#include "apps/all.h"
#include "apps/calendars/schema.h"
#include "apps/calendars/seed.h"

namespace norn::cli {
namespace {

bool agrees(std::istream& in, std::ostream& out, const std::string& question) {
  out << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(in, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

std::vector<apps::Table> tables_of(const DeployCommand& command) {
  if (command.table_name) return {{.schema = calendars::calendars_table(*command.table_name)}};
  return apps::tables_of(apps::all_apps(), {.prefix = command.data.table_prefix});
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

}  // namespace

Result<void> deploy(const DeployCommand& command, store::Store& store, const std::string& location,
                    std::istream& in, bool on_terminal, std::ostream& out) {
  const std::vector<apps::Table> tables = tables_of(command);
  std::string names;
  for (const apps::Table& table : tables) {
    names += (names.empty() ? "" : ", ") + table.schema.table;
  }
  const std::string question =
      command.destroy ? fmt::format("Delete {} with all that is in them, in {}?", names, location)
                      : fmt::format("Create {} in {}?", names, location);
  out << fmt::format("The data is in {}\n", location);
  if (command.destroy && !command.force && !on_terminal) {
    return fail(ErrorCode::kForbidden,
                fmt::format("Nothing was done: there is no terminal to ask on. Say --force if {} "
                            "in {} shall be deleted with all that is in them.",
                            names, location));
  }
  if (!command.force && !agrees(in, out, question)) {
    return fail(ErrorCode::kForbidden, "Nothing was done. Answer y, or say --force.");
  }
  if (command.destroy) return destroy(store, tables, out);
  NORN_TRY(apps::ensure_tables(store, tables));
  for (const apps::Table& table : tables) out << table.schema.table << " is ready\n";
  return {};
}

Result<void> seed(const SeedCommand& command, store::Store& store, const std::string& location,
                  const Clock& clock, std::ostream& out) {
  const apps::TableNames names{.prefix = command.data.table_prefix};
  const std::string table = command.table_name.value_or(names.calendars());
  const Date today = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(clock.now_ms())));
  const calendars::SeedRequest request{.calendar_id = command.calendar_id,
                                       .highlighted_day = command.highlighted_day.value_or(today),
                                       .count = command.count};
  NORN_TRY(calendars::check_seed(request));
  out << fmt::format("The data is in {}\n", location) << std::flush;
  NORN_TRY(apps::ensure_tables(store, {{.schema = calendars::calendars_table(table)}}));
  RandomIds ids;
  NORN_ASSIGN(const int64_t made, calendars::seed(store, table, clock, ids, request));
  out << fmt::format("{} entries around {} are in calendar {} of {}\n", made,
                     date_text(request.highlighted_day), command.calendar_id, table);
  return {};
}

}  // namespace norn::cli
