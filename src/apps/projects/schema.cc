#include "apps/projects/schema.h"

namespace norn::projects {

store::CreateTableRequest projects_table(const apps::TableNames& tables) {
  store::CreateTableRequest table = apps::single_table(tables.projects());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  return table;
}

}  // namespace norn::projects
