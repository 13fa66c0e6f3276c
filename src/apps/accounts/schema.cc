#include "apps/accounts/schema.h"

namespace norn::accounts {

store::CreateTableRequest norn_table(const apps::TableNames& tables) {
  return apps::single_table(tables.norn());
}

}  // namespace norn::accounts
