#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "store/expressions/condition.h"
#include "store/expressions/key_condition.h"
#include "store/expressions/projection.h"
#include "store/key.h"
#include "store/requests/read_requests.h"

namespace norn::store {

// Where a page starts: after the entry with this key in the table or index read. Index entries with
// equal index keys are ordered by the table's key, so an index position has both.
struct PagePosition {
  Key key;        // In what is read: the index's key, or the table's.
  Key table_key;  // The same as `key` when the table itself is read.
};

// A query or scan, validated and compiled. Engines walk the entries it names in order and hand them
// to a PageBuilder; what a page holds is decided there.
struct ReadPlan {
  std::shared_ptr<const TableSchema> schema;  // Kept alive while the plan is used.
  const IndexSchema* index = nullptr;         // Of `schema`; nullptr means the table itself.
  const KeySchema& key() const { return index != nullptr ? index->key : schema->key; }

  std::optional<KeyCondition> key_condition;  // Queries only.
  bool forward = true;
  uint32_t segment = 0;  // Scans only.
  uint32_t total_segments = 1;

  std::optional<PagePosition> start_after;
  std::optional<Condition> filter;
  std::optional<Projection> projection;
  bool count_only = false;
  // An LSI was asked for attributes that it does not carry: the engine hands over the whole item.
  bool fetch_whole_items = false;
  std::optional<int64_t> limit;
  ReadConsistency consistency = ReadConsistency::kEventual;
  std::string* json_items = nullptr;  // PageRequest::json_items.
};

Result<ReadPlan> plan_query(std::shared_ptr<const TableSchema> schema, const QueryRequest& request);
Result<ReadPlan> plan_scan(std::shared_ptr<const TableSchema> schema, const ScanRequest& request);

// Gathers one page: filter, projection, Limit, the 1 MB rule, counts and capacity.
class PageBuilder {
 public:
  explicit PageBuilder(const ReadPlan& plan) : plan_(plan) {}

  // Offers the next entry in order. `entry` is what the table or index holds; `whole` is the
  // table's item, given when the plan asks to fetch it. Returns false when the page is full: an
  // entry that was refused is the first of the next page.
  bool offer(ItemView entry, std::optional<ItemView> whole = std::nullopt);

  // `exhausted`: the engine has no further entry.
  PageResult finish(bool exhausted) &&;

 private:
  bool fits(size_t page_bytes) const;
  void take(ItemView item);
  void list(ItemView item);
  Item last_key() const;
  ConsumedCapacity capacity() const;

  const ReadPlan& plan_;
  PageResult page_;
  size_t entry_bytes_ = 0;  // Of the entries looked at.
  size_t page_bytes_ =
      0;  // What the 1 MB rule counts: entries, or the whole items fetched for them.
  double fetch_units_ = 0;  // For whole items fetched from the table.
  // The entry looked at last, which becomes the page's last key. It is kept here only when it is
  // not the last of the listed items as it stands, because a full copy per entry would be wasted.
  std::string last_entry_;
  bool last_is_listed_ = false;
  size_t last_json_at_ = 0;  // Where the last item starts in plan_.json_items.
  bool full_ = false;
};

// A single read, validated and compiled.
struct GetPlan {
  std::shared_ptr<const TableSchema> schema;
  Key key;
  std::optional<Projection> projection;

  Item project(Item item) const;
};
Result<GetPlan> plan_get(std::shared_ptr<const TableSchema> schema, ItemView key,
                         const std::string& projection, const Placeholders& placeholders);

// Checks of whole batches and transactions that need no table: counts, duplicates.
Result<void> check_batch_get(const BatchGetRequest& request);
Result<void> check_transact_get(const TransactGetRequest& request);

}  // namespace norn::store
