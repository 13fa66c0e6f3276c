#include "apps/events/schema.h"

namespace norn::events {

store::CreateTableRequest planner_table(const apps::TableNames& tables) {
  store::CreateTableRequest table = apps::single_table(tables.planner());
  apps::add_index(table, "GSI1-YearView", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2-RecurrenceLookup", "GSI2PK", "GSI2SK");
  apps::add_index(table, "GSI3", "GSI3PK", "GSI3SK");
  apps::add_index(table, "GSI4", "GSI4PK", "GSI4SK");
  return table;
}

}  // namespace norn::events
