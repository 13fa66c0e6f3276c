#include "embedded/reader.h"

#include <rocksdb/snapshot.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/errors.h"
#include "store/limits.h"
#include "store/tables/missing_table.h"

namespace norn::embedded {
namespace {

Result<std::optional<store::Item>> load(Database& database, const std::string& key,
                                        const rocksdb::Snapshot* snapshot) {
  rocksdb::PinnableSlice bytes;
  NORN_ASSIGN(const bool found, database.read(database.items(), key, snapshot, bytes));
  if (!found) {
    return std::nullopt;
  }
  NORN_ASSIGN(const store::ItemView item, store::Item::decode_view(bytes.ToStringView()));
  return store::Item::copy_of(item);
}

Result<const Table*> find_table(const Catalog& catalog, std::string_view name) {
  const Table* table = catalog.find(name);
  if (table == nullptr) {
    return store::table_not_found(name);
  }
  return table;
}

store::ConsumedCapacity capacity_of(const Table& table, const std::optional<store::Item>& item,
                                    store::ReadConsistency consistency) {
  store::ConsumedCapacity capacity;
  capacity.table = table.schema->name;
  capacity.table_read_units = store::read_units(item ? item->size_bytes() : 0, consistency);
  return capacity;
}

SpaceId space_of(const Table& table, const store::ReadPlan& plan) {
  if (plan.index == nullptr) {
    return table.id;
  }
  return table.index_ids[static_cast<size_t>(plan.index - table.schema->indexes.data())];
}

// The range that is left after the page's start position was taken off.
Result<KeyRange> page_range(SpaceId space, const store::ReadPlan& plan) {
  KeyRange range = range_of(space, plan);
  if (!plan.start_after) {
    return range;
  }
  std::string position = position_key(space, plan);
  if (!plan.key_condition && !range.contains(position)) {
    return store::validation(
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
        "ExclusiveStartKey with correct Segment. TotalSegments: " +
        std::to_string(plan.total_segments) + " Segment: " + std::to_string(plan.segment));
  }
  if (plan.forward) {
    position.push_back('\0');  // The next possible key.
    range.begin = std::max(range.begin, position);
  } else {
    range.end = std::min(range.end, position);
  }
  return range;
}

// Walks one range in one direction and gathers a page.
class PageWalk {
 public:
  PageWalk(Database& database, const Table& table, const store::ReadPlan& plan, KeyRange range)
      : database_(database),
        table_(table),
        plan_(plan),
        range_(std::move(range)),
        lower_(range_.begin),
        upper_(range_.end),
        page_(plan) {
    if (plan.fetch_whole_items) {
      // The entries and the items they stand for must be of one moment.
      snapshot_.emplace(&database.rocks());
      read_.snapshot = snapshot_->snapshot();
    }
    read_.iterate_lower_bound = &lower_;
    read_.iterate_upper_bound = &upper_;
  }

  Result<store::PageResult> run() {
    if (range_.begin >= range_.end) {
      return std::move(page_).finish(/*exhausted=*/true);
    }
    auto* family = plan_.index == nullptr ? database_.items() : database_.indexes();
    const std::unique_ptr<rocksdb::Iterator> entries(database_.rocks().NewIterator(read_, family));
    bool room = true;
    for (start(*entries); entries->Valid() && room; step(*entries)) {
      NORN_ASSIGN(room, offer(entries->value().ToStringView()));
    }
    if (!entries->status().ok()) {
      return std::unexpected(error_of(entries->status()));
    }
    return std::move(page_).finish(/*exhausted=*/room);
  }

 private:
  void start(rocksdb::Iterator& entries) {
    if (plan_.forward) {
      entries.SeekToFirst();
    } else {
      entries.SeekToLast();
    }
  }
  void step(rocksdb::Iterator& entries) {
    if (plan_.forward) {
      entries.Next();
    } else {
      entries.Prev();
    }
  }

  Result<bool> offer(std::string_view bytes) {
    NORN_ASSIGN(const store::ItemView entry, store::Item::decode_view(bytes));
    if (!plan_.fetch_whole_items) {
      return page_.offer(entry);
    }
    NORN_ASSIGN(const store::Key key, store::key_of_item(table_.schema->key, entry));
    NORN_ASSIGN(const auto whole, load(database_, item_key(table_.id, key), read_.snapshot));
    if (!whole) {
      return fail(ErrorCode::kCorruption, "an index entry has no item");
    }
    return page_.offer(entry, whole->view());
  }

  Database& database_;
  const Table& table_;
  const store::ReadPlan& plan_;
  KeyRange range_;
  rocksdb::Slice lower_;
  rocksdb::Slice upper_;
  std::optional<rocksdb::ManagedSnapshot> snapshot_;
  rocksdb::ReadOptions read_;
  store::PageBuilder page_;
};

// A key of a batch, with where it stands in the request.
struct BatchKey {
  const Table* table = nullptr;
  const store::BatchGetRequest::Table* request = nullptr;
  const store::Item* key = nullptr;
  store::GetPlan plan;
};

Result<std::vector<BatchKey>> plan_batch(const Catalog& catalog,
                                         const store::BatchGetRequest& request) {
  std::vector<BatchKey> keys;
  for (const auto& part : request.tables) {
    NORN_ASSIGN(const Table* table, find_table(catalog, part.table));
    for (const store::Item& key : part.keys) {
      NORN_ASSIGN(auto plan,
                  store::plan_get(table->schema, key, part.projection, part.placeholders));
      keys.push_back({table, &part, &key, std::move(plan)});
    }
  }
  return keys;
}

void put_back(store::BatchGetRequest& unprocessed, const BatchKey& key) {
  if (unprocessed.tables.empty() || unprocessed.tables.back().table != key.request->table) {
    store::BatchGetRequest::Table part = *key.request;
    part.keys.clear();
    unprocessed.tables.push_back(std::move(part));
  }
  unprocessed.tables.back().keys.push_back(*key.key);
}

void add(std::map<std::string, store::ConsumedCapacity>& total,
         const store::ConsumedCapacity& capacity) {
  const auto [entry, is_new] = total.try_emplace(capacity.table, capacity);
  if (!is_new) {
    entry->second.add(capacity);
  }
}

}  // namespace

Result<store::GetResult> read_item(Database& database, const Catalog& catalog,
                                   const store::GetRequest& request) {
  const Table* table = catalog.find(request.table);
  if (table == nullptr) {
    return store::missing_table(request);
  }
  NORN_ASSIGN(const auto& plan, store::plan_get(table->schema, request.key, request.projection,
                                                request.placeholders));
  Result<store::GetResult> result(std::in_place);
  NORN_ASSIGN(result->item, load(database, item_key(table->id, plan.key), nullptr));
  result->capacity = capacity_of(
      *table, result->item,
      request.consistent ? store::ReadConsistency::kStrong : store::ReadConsistency::kEventual);
  if (result->item && plan.projection) {
    result->item = plan.project(std::move(*result->item));
  }
  return result;
}

Result<store::PageResult> read_page(Database& database, const Table& table,
                                    const store::ReadPlan& plan) {
  NORN_ASSIGN(KeyRange range, page_range(space_of(table, plan), plan));
  return PageWalk(database, table, plan, std::move(range)).run();
}

Result<store::BatchGetResult> read_batch(Database& database, const Catalog& catalog,
                                         const store::BatchGetRequest& request) {
  NORN_TRY(store::check_batch_get(request));
  NORN_ASSIGN(const auto keys, plan_batch(catalog, request));
  store::BatchGetResult result;
  size_t bytes = 0;
  for (const BatchKey& key : keys) {
    result.items.try_emplace(key.request->table);
    NORN_ASSIGN(auto item, load(database, item_key(key.table->id, key.plan.key), nullptr));
    const size_t size = item ? item->size_bytes() : 0;
    if (bytes + size > store::kMaxBatchGetBytes) {
      put_back(result.unprocessed, key);
      continue;
    }
    bytes += size;
    const auto consistency = key.request->consistent ? store::ReadConsistency::kStrong
                                                     : store::ReadConsistency::kEventual;
    add(result.capacity, capacity_of(*key.table, item, consistency));
    if (item) {
      result.items[key.request->table].append(key.plan.project(std::move(*item)));
    }
  }
  return result;
}

Result<store::TransactGetResult> read_transaction(Database& database, const Catalog& catalog,
                                                  const store::TransactGetRequest& request) {
  NORN_TRY(store::check_transact_get(request));
  std::vector<std::pair<const Table*, store::GetPlan>> plans;
  std::vector<store::CancellationReason> reasons(request.gets.size());
  for (size_t i = 0; i < request.gets.size(); ++i) {
    const auto& get = request.gets[i];
    NORN_ASSIGN(const Table* table, find_table(catalog, get.table));
    auto plan = store::plan_get(table->schema, get.key, get.projection, get.placeholders);
    if (plan) {
      plans.emplace_back(table, std::move(*plan));
    } else if (store::is_item_fault(plan.error())) {
      reasons[i] = store::reason_of(plan.error());
    } else {
      return std::unexpected(std::move(plan).error());
    }
  }
  if (plans.size() < request.gets.size()) {
    return store::transaction_canceled(std::move(reasons));
  }
  rocksdb::ManagedSnapshot snapshot(&database.rocks());
  store::TransactGetResult result;
  size_t bytes = 0;
  for (const auto& [table, plan] : plans) {
    NORN_ASSIGN(auto item, load(database, item_key(table->id, plan.key), snapshot.snapshot()));
    add(result.capacity, capacity_of(*table, item, store::ReadConsistency::kTransactional));
    bytes += item ? item->size_bytes() : 0;
    if (item && plan.projection) {
      item = plan.project(std::move(*item));
      if (item->count() == 0) {
        item = std::nullopt;
      }
    }
    result.items.push_back(std::move(item));
  }
  if (bytes > store::kMaxTransactBytes) {
    return store::validation("Member must have aggregate item size less than or equal to 4194304");
  }
  return result;
}

}  // namespace norn::embedded
