#include <algorithm>
#include <functional>
#include <utility>

#include "base/check.h"
#include "store/errors.h"
#include "store/limits.h"
#include "store/requests/capacity.h"
#include "store/tables/missing_table.h"
#include "store/wire/wire.h"
#include "support/model_store.h"

namespace norn::testing {

using namespace store;

namespace {

std::strong_ordering order_of(const Key& left, const Key& right) {
  NORN_CHECK(left.partition.type() == right.partition.type(),
             "the keys of one table have one type");
  const auto order = compare_key_parts(left.partition, right.partition);
  if (order != 0) return order;
  return compare_sort(left, right);
}

uint32_t segment_of(const Value& partition, uint32_t total_segments) {
  return static_cast<uint32_t>(std::hash<std::string>{}(to_json(partition)) % total_segments);
}

bool is_wanted(const ReadPlan& plan, const Key& key) {
  if (!plan.key_condition) {
    return segment_of(key.partition, plan.total_segments) == plan.segment;
  }
  if (!(key.partition == plan.key_condition->partition)) return false;
  return plan.key_condition->holds_for_sort(key);
}

ReadConsistency consistency_of(bool consistent) {
  return consistent ? ReadConsistency::kStrong : ReadConsistency::kEventual;
}

void charge_read(ConsumedCapacity& capacity, const std::string& table, size_t bytes,
                 ReadConsistency consistency) {
  capacity.table = table;
  capacity.table_read_units += read_units(bytes, consistency);
}

}  // namespace

bool KeyOrder::operator()(const Key& left, const Key& right) const {
  return order_of(left, right) < 0;
}

Result<GetResult> ModelStore::get(const GetRequest& request) {
  const std::lock_guard lock(mutex_);
  const Result<Table*> known = find(request.table);
  if (!known) return missing_table(request);
  const Table* table = *known;
  NORN_ASSIGN(const GetPlan plan,
              plan_get(table->schema, request.key, request.projection, request.placeholders));
  GetResult result;
  size_t bytes = 0;
  if (const auto found = table->items.find(plan.key); found != table->items.end()) {
    bytes = found->second.size_bytes();
    result.item = plan.project(found->second);
  }
  charge_read(result.capacity, request.table, bytes, consistency_of(request.consistent));
  return result;
}

Result<PageResult> ModelStore::query(const QueryRequest& request) {
  const std::lock_guard lock(mutex_);
  const Result<Table*> known = find(request.table);
  if (!known) return missing_table(request);
  const Table* table = *known;
  NORN_ASSIGN(const ReadPlan plan, plan_query(table->schema, request));
  return read_page(*table, plan);
}

Result<PageResult> ModelStore::scan(const ScanRequest& request) {
  const std::lock_guard lock(mutex_);
  const Result<Table*> known = find(request.table);
  if (!known) return missing_table(request);
  const Table* table = *known;
  NORN_ASSIGN(const ReadPlan plan, plan_scan(table->schema, request));
  return read_page(*table, plan);
}

std::vector<ModelStore::Entry> ModelStore::entries_of(const Table& table, const ReadPlan& plan) {
  std::vector<Entry> entries;
  for (const auto& [table_key, item] : table.items) {
    const std::optional<Key> key =
        plan.index != nullptr ? key_in_index(*plan.index, item) : table_key;
    if (key && is_wanted(plan, *key)) entries.push_back({*key, table_key, &item});
  }
  return entries;
}

Result<PageResult> ModelStore::read_page(const Table& table, const ReadPlan& plan) const {
  std::vector<Entry> entries = entries_of(table, plan);
  const auto before = [forward = plan.forward](const Key& left_key, const Key& left_table_key,
                                               const Key& right_key, const Key& right_table_key) {
    auto order = order_of(left_key, right_key);
    if (order == 0) order = order_of(left_table_key, right_table_key);
    return forward ? order < 0 : order > 0;
  };
  std::ranges::sort(entries, [&before](const Entry& left, const Entry& right) {
    return before(left.key, left.table_key, right.key, right.table_key);
  });
  if (plan.start_after) {
    const PagePosition& start = *plan.start_after;
    std::erase_if(entries, [&](const Entry& entry) {
      return !before(start.key, start.table_key, entry.key, entry.table_key);
    });
  }

  PageBuilder page(plan);
  for (const Entry& entry : entries) {
    const std::optional<ItemView> whole =
        plan.fetch_whole_items ? std::optional<ItemView>(entry.item->view()) : std::nullopt;
    const bool taken =
        plan.index != nullptr
            ? page.offer(project_to_index(*table.schema, *plan.index, *entry.item), whole)
            : page.offer(*entry.item, whole);
    if (!taken) return std::move(page).finish(false);
  }
  return std::move(page).finish(true);
}

Result<BatchGetResult> ModelStore::batch_get(const BatchGetRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_TRY(check_batch_get(request));
  std::vector<std::pair<const Table*, std::vector<GetPlan>>> plans;
  for (const BatchGetRequest::Table& part : request.tables) {
    NORN_ASSIGN(const Table* table, find(part.table));
    plans.emplace_back(table, std::vector<GetPlan>());
    for (const Item& key : part.keys) {
      NORN_ASSIGN(GetPlan plan, plan_get(table->schema, key, part.projection, part.placeholders));
      plans.back().second.push_back(std::move(plan));
    }
  }

  BatchGetResult result;
  size_t total_bytes = 0;
  for (size_t i = 0; i < request.tables.size(); ++i) {
    const BatchGetRequest::Table& part = request.tables[i];
    const auto& [table, part_plans] = plans[i];
    BatchGetRequest::Table rest = part;
    rest.keys.clear();
    ItemList& items = result.items[part.table];
    for (size_t j = 0; j < part_plans.size(); ++j) {
      const auto found = table->items.find(part_plans[j].key);
      const size_t bytes = found == table->items.end() ? 0 : found->second.size_bytes();
      if (total_bytes + bytes > kMaxBatchGetBytes) {
        rest.keys.push_back(part.keys[j]);
        continue;
      }
      total_bytes += bytes;
      if (found != table->items.end()) items.append(part_plans[j].project(found->second));
      charge_read(result.capacity[part.table], part.table, bytes, consistency_of(part.consistent));
    }
    if (!rest.keys.empty()) result.unprocessed.tables.push_back(std::move(rest));
  }
  return result;
}

Result<TransactGetResult> ModelStore::transact_get(const TransactGetRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_TRY(check_transact_get(request));
  std::vector<GetPlan> plans;
  std::vector<CancellationReason> reasons;
  for (const TransactGetRequest::Get& part : request.gets) {
    NORN_ASSIGN(const Table* table, find(part.table));
    Result<GetPlan> plan = plan_get(table->schema, part.key, part.projection, part.placeholders);
    if (!plan && !is_item_fault(plan.error())) return std::unexpected(plan.error());
    reasons.push_back(plan ? CancellationReason{} : reason_of(plan.error()));
    if (plan) plans.push_back(std::move(*plan));
  }
  if (plans.size() < reasons.size()) return transaction_canceled(std::move(reasons));

  TransactGetResult result;
  size_t total_bytes = 0;
  for (size_t i = 0; i < plans.size(); ++i) {
    const TransactGetRequest::Get& part = request.gets[i];
    const GetPlan& plan = plans[i];
    NORN_ASSIGN(const Table* table, find(part.table));
    size_t bytes = 0;
    std::optional<Item>& item = result.items.emplace_back();
    if (const auto found = table->items.find(plan.key); found != table->items.end()) {
      bytes = found->second.size_bytes();
      item = plan.project(found->second);
      if (item->count() == 0) item.reset();
    }
    total_bytes += bytes;
    charge_read(result.capacity[part.table], part.table, bytes, ReadConsistency::kTransactional);
  }
  if (total_bytes > kMaxTransactBytes) {
    return validation("Member must have aggregate item size less than or equal to 4194304");
  }
  return result;
}

}  // namespace norn::testing
