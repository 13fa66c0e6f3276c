#pragma once

#include <string>
#include <vector>

#include "apps/shared/tables.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::cli {

struct Table {
  store::CreateTableRequest schema;
  std::string ttl_attribute = {};  // Empty: nothing expires.
};

// The one list of all tables.
std::vector<Table> all_tables(const apps::TableNames& names);
Result<void> ensure_tables(store::Store& store, const std::vector<Table>& tables);

}  // namespace norn::cli
