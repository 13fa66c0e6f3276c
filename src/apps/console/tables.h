#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/console/cursors.h"
#include "apps/shared/redaction.h"
#include "apps/shared/tables.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"
#include "store/stream_tail.h"

namespace norn::console {

// A comparison of an attribute with values.
struct Comparison {
  std::string attribute = {};
  std::string op = {};  // One of kSortOperators or kFilterOperators.
  std::vector<store::Value> values = {};
  std::string field = {};  // The member of the request, for errors.
};

inline constexpr std::string_view kSortOperators[] = {"=",  "<",       "<=",         ">",
                                                      ">=", "between", "begins_with"};
inline constexpr std::string_view kFilterOperators[] = {
    "=", "<>", "<", "<=", ">", ">=", "contains", "begins_with", "exists", "not_exists"};

// A page of a table or an index.
struct PageQuestion {
  std::string table;
  std::string index = {};                      // Empty: the table itself.
  std::optional<store::Value> partition = {};  // Without: a scan.
  std::optional<Comparison> sort = {};         // The attribute is that of the key.
  std::vector<Comparison> filter = {};         // All of them have to hold.
  bool descending = false;
  int64_t limit = 25;  // Of items in the page.
  std::optional<std::string> after = {};
};

struct Page {
  std::vector<apps::Shown> items;
  std::optional<std::string> after;  // Where the next one begins; nullopt: there is none.
  int64_t scanned = 0;               // Items looked at.
  double capacity_units = 0;
};

struct TableFacts {
  store::TableDescription table;
  store::TtlDescription ttl;
  bool is_own = false;  // Norn's own (Redaction::is_own).
};

struct ItemChange {
  std::string id;
  int64_t at_ms = 0;
  store::StreamEvent event = store::StreamEvent::kInsert;
  store::Item keys = {};
  std::optional<store::Item> item = {};
  std::optional<store::Item> before = {};
  std::vector<std::string> hidden = {};
};

struct Changes {
  std::vector<ItemChange> changes;  // The oldest first.
  std::string after;
  bool missed = false;  // There were changes after the position which cannot be read any more.
};

// The tables of the store as the console shows them. Everything that leaves it has gone through
// Redaction; filters, and conditions on the sort key of the table `norn`, are evaluated on what is
// left, so that they cannot ask about anything hidden. May block; safe from any thread.
class Tables {
 public:
  static constexpr size_t kMaxTables = 500;
  static constexpr int64_t kMaxItems = 100;     // Of a page.
  static constexpr int64_t kMaxScanned = 1000;  // Looked at for a page that has a filter.
  static constexpr size_t kMaxFilters = 5;
  static constexpr int64_t kMaxChanges = 100;
  // A page ends before it gets longer than this with another item.
  static constexpr size_t kPageBytes = size_t{1} << 20;

  // Without `writes_own`, Norn's own tables are only read. Of a store that others use as well, only
  // tables with the prefix of this installation are there; and if `only` is not empty, only these.
  Tables(store::Store& store, const apps::TableNames& tables, Ids& ids, bool writes_own,
         std::vector<std::string> only = {});

  // By name.
  Result<std::vector<TableFacts>> list();
  Result<Page> page(const PageQuestion& question);
  // The changes after a position; without one, the last ones, unless there were too many to look
  // through.
  Result<Changes> changes(const std::string& table, const std::optional<std::string>& after);

  // Puts an item: a new one, or in place of `replaces`, which is the item as it was shown. Returns
  // kConflict, with the item as it is now, if it is not so any more, and kForbidden for an item
  // with hidden values and for Norn's own tables.
  Result<void> put(const std::string& table, const store::Item& item,
                   const std::optional<store::Item>& replaces);
  // The same for deleting it.
  Result<void> remove(const std::string& table, const store::Item& item);

  bool writes_own() const { return writes_own_; }
  // The key of an item of the table, without what is hidden, for the log. Empty without a table or
  // a key.
  std::string key_for_log(const std::string& table, const store::Item& item);
  std::string value_for_log(const std::string& table, const store::Value& value) const;

 private:
  // Whether a table of the store may be this installation's.
  bool reaches(const std::string& table) const;
  Result<store::TableDescription> describe(const std::string& table);
  // The table, if its items may be written.
  Result<store::TableDescription> describe_writable(const std::string& table);
  // The last changes up to where `tail` is.
  Result<std::vector<ItemChange>> recent_changes(const std::string& table, apps::TableKind kind,
                                                 const store::StreamTail& tail);
  // The item of the same key, if it is as it was shown. Otherwise kConflict.
  Result<store::Item> unchanged_item(const store::TableSchema& schema, const store::Item& shown);
  Result<std::optional<store::Item>> read(const store::TableSchema& schema,
                                          const store::Item& like);
  // kConflict, with the present item if it may be shown.
  std::unexpected<Error> changed(const store::TableSchema& schema, const store::Item& like);

  store::Store& store_;
  const std::string prefix_;
  const std::vector<std::string> only_;
  const apps::Redaction redaction_;
  const bool writes_own_;
  Cursors cursors_;
};

// {"item": {...}, "hidden": [...]}
void append_shown(std::string& out, const apps::Shown& shown);

}  // namespace norn::console
