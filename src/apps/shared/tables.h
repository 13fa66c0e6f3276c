#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/store.h"

namespace norn::apps {

inline constexpr std::string_view kProjectsTable = "calendar-app-data";
inline constexpr std::string_view kFamilyTable = "Yggdrasil";

// The names of this installation's tables, with its prefix.
struct TableNames {
  std::string prefix = {};

  std::string of(std::string_view name) const { return prefix + std::string(name); }
  std::string norn() const { return of("norn"); }
  std::string search() const { return of("norn-search"); }
  std::string files() const { return of("norn-files"); }
  std::string calendars() const { return of("calendsync"); }
  std::string planner() const { return of("ProductivityData"); }
  std::string projects() const { return of(kProjectsTable); }
  std::string bookings() const { return of("cal-app-sam"); }
  std::string family() const { return of(kFamilyTable); }
};

// The part of a table's schema that all designs share: text keys PK and SK, pay per request, and a
// stream.
store::CreateTableRequest single_table(std::string name);
// The search index (apps/search/index.h). It has no stream, because everything in it follows from
// the other tables.
store::CreateTableRequest search_table(const TableNames& names);
// The bytes of files (apps/files/files.h). It has no stream: what a file belongs to is in another
// table, and tells of it.
store::CreateTableRequest files_table(const TableNames& names);
// Adds an index on two text attributes that projects all attributes.
void add_index(store::CreateTableRequest& table, std::string name, std::string_view partition,
               std::string_view sort);

// A table that an app has.
struct Table {
  store::CreateTableRequest schema;
  std::string ttl_attribute = {};  // Empty: nothing expires.
};

// Creates the table if it does not exist, and waits until it is active. Returns kConflict if a
// table of that name has other keys or indexes. Turns on a missing stream, and TTL on
// `ttl_attribute` unless that is empty.
Result<void> ensure_table(store::Store& store, const store::CreateTableRequest& table,
                          std::string_view ttl_attribute);
Result<void> ensure_tables(store::Store& store, const std::vector<Table>& tables);

}  // namespace norn::apps
