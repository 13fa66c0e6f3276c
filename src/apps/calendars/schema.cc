#include "apps/calendars/schema.h"

#include <utility>

namespace norn::calendars {

store::CreateTableRequest calendars_table(std::string name) {
  store::CreateTableRequest table = apps::single_table(std::move(name));
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  apps::add_index(table, "GSI3", "GSI3PK", "GSI3SK");
  return table;
}

}  // namespace norn::calendars
