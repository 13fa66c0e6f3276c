#include "cli/tables.h"

#include "apps/accounts/schema.h"
#include "apps/bookings/schema.h"
#include "apps/calendars/schema.h"
#include "apps/family/schema.h"
#include "apps/planner/schema.h"
#include "apps/projects/schema.h"

namespace norn::cli {

std::vector<Table> all_tables(const apps::TableNames& names) {
  return {{.schema = accounts::norn_table(names), .ttl_attribute = "ttl"},
          {.schema = calendars::calendars_table(names.calendars())},
          {.schema = planner::planner_table(names), .ttl_attribute = "ttl"},
          {.schema = projects::projects_table(names)},
          {.schema = bookings::bookings_table(names), .ttl_attribute = "ttl"},
          {.schema = family::family_table(names)}};
}

Result<void> ensure_tables(store::Store& store, const std::vector<Table>& tables) {
  for (const Table& table : tables) {
    NORN_TRY(apps::ensure_table(store, table.schema, table.ttl_attribute));
  }
  return {};
}

}  // namespace norn::cli
