#include "apps/projects/app.h"

namespace norn::projects {

std::vector<apps::Table> ProjectsApp::tables(const apps::TableNames& names) const {
  store::CreateTableRequest table = apps::single_table(names.projects());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  return {{.schema = std::move(table)}};
}

}  // namespace norn::projects
