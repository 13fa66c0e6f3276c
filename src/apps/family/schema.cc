#include "apps/family/schema.h"

namespace norn::family {

store::CreateTableRequest family_table(const apps::TableNames& tables) {
  store::CreateTableRequest table = apps::single_table(tables.family());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  apps::add_index(table, "GSI3", "GSI3PK", "GSI3SK");
  return table;
}

}  // namespace norn::family
