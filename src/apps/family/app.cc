#include "apps/family/app.h"

namespace norn::family {

std::vector<apps::Table> FamilyApp::tables(const apps::TableNames& names) const {
  store::CreateTableRequest table = apps::single_table(names.family());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  apps::add_index(table, "GSI3", "GSI3PK", "GSI3SK");
  return {{.schema = std::move(table)}};
}

}  // namespace norn::family
