#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/error.h"
#include "store/continuous_backups.h"
#include "store/item.h"
#include "store/requests/table_requests.h"

// Whole tables, read and filled: exports and imports. A part of the contract that not every store
// has.
namespace norn::store {

// A table that gets its items before it can be used. Until it is published it is CREATING, and has
// no items for readers. If it is destroyed before that, or the process ends, nothing is left of it.
// For one thread at a time.
class NewTable {
 public:
  virtual ~NewTable() = default;

  virtual const TableDescription& table() const = 0;
  // Returns kValidation with the reason if the table cannot have the item.
  virtual Result<void> check(ItemView item) const = 0;
  // Puts items that `check` takes. Of two items with one key the later one stays.
  virtual Result<void> put(std::span<const Item> items) = 0;
  // Makes it a table like any other. Called once.
  virtual Result<void> publish() = 0;
};

// Safe to call from any thread. What the calls return must not outlive it.
class BulkTables {
 public:
  virtual ~BulkTables() = default;

  // The table as it is at this moment, whatever is written later. Reading it fails when the table
  // is deleted meanwhile.
  virtual Result<std::unique_ptr<TableAtTime>> read_now(std::string_view table) = 0;
  // Returns kResourceInUse if there is a table of that name, or one is being created.
  virtual Result<std::unique_ptr<NewTable>> begin_table(const CreateTableRequest& request) = 0;
};

}  // namespace norn::store
