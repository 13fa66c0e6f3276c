#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/store.h"

namespace norn::apps {

// The names of the tables as this installation has them: with its prefix.
struct TableNames {
  std::string prefix = {};

  std::string of(std::string_view name) const { return prefix + std::string(name); }
  std::string norn() const { return of("norn"); }
  std::string calendars() const { return of("calendsync"); }
  std::string planner() const { return of("ProductivityData"); }
  std::string projects() const { return of("calendar-app-data"); }
  std::string bookings() const { return of("cal-app-sam"); }
  std::string family() const { return of("Yggdrasil"); }
};

// The beginning of a table in which every design of ours is alike: PK and SK, both texts, paid by
// request.
store::CreateTableRequest single_table(std::string name);
// Adds an index on two text attributes that carries whole items.
void add_index(store::CreateTableRequest& table, std::string name, std::string_view partition,
               std::string_view sort);

// A table that an app has.
struct Table {
  store::CreateTableRequest schema;
  std::string ttl_attribute = {};  // Empty: nothing expires.
};

// Creates the table when it is not there and waits until it can be used. What is there already has
// to have the same keys and indexes (kConflict otherwise: it is somebody else's); a stream that it
// lacks is turned on, and so is `ttl_attribute` unless that is empty.
Result<void> ensure_table(store::Store& store, const store::CreateTableRequest& table,
                          std::string_view ttl_attribute);
Result<void> ensure_tables(store::Store& store, const std::vector<Table>& tables);

}  // namespace norn::apps
