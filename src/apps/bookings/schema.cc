#include "apps/bookings/schema.h"

namespace norn::bookings {

store::CreateTableRequest bookings_table(const apps::TableNames& tables) {
  store::CreateTableRequest table = apps::single_table(tables.bookings());
  table.attributes.push_back({"startDate", "S"});
  table.local_indexes.push_back(
      {.name = "startDateIndex",
       .key = {{"PK", "HASH"}, {"startDate", "RANGE"}},
       .projection = {.kind = store::ProjectionKind::kAll, .non_key_attributes = {}},
       .throughput = std::nullopt});
  return table;
}

}  // namespace norn::bookings
