#include "apps/app.h"

#include <algorithm>
#include <iterator>

namespace norn::apps {

std::vector<Table> tables_of(const Apps& apps, const TableNames& names) {
  std::vector<Table> tables;
  for (const auto& app : apps) std::ranges::move(app->tables(names), std::back_inserter(tables));
  return tables;
}

std::vector<Scope> scopes_of(const Apps& apps) {
  std::vector<Scope> scopes;
  for (const auto& app : apps) std::ranges::move(app->scopes(), std::back_inserter(scopes));
  return scopes;
}

}  // namespace norn::apps
