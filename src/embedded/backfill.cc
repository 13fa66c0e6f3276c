#include "embedded/backfill.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "embedded/table_ops.h"
#include "store/key.h"
#include "store/ttl.h"

namespace norn::embedded {
namespace {

constexpr size_t kItemsPerStep = 256;
constexpr size_t kBytesPerStep = size_t{1} << 20;

struct Step {
  std::string last_key;  // The last item looked at.
  bool more = false;
};

using Visit = std::function<Result<void>(const std::string& item_key, store::ItemView item)>;

// Visits the items of a table after `cursor`.
Result<Step> visit_items(Database& database, SpaceId table, const std::string& cursor,
                         const Visit& visit) {
  const KeyRange range = entries_range(table);
  const rocksdb::Slice upper(range.end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  read.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> items(
      database.rocks().NewIterator(read, database.items()));
  Step step{cursor, false};
  size_t count = 0;
  size_t bytes = 0;
  // The smallest key after the cursor is the cursor and a zero byte.
  for (items->Seek(cursor.empty() ? range.begin : cursor + '\0'); items->Valid(); items->Next()) {
    if (count == kItemsPerStep || bytes > kBytesPerStep) {
      step.more = true;
      break;
    }
    NORN_ASSIGN(const auto item, store::Item::decode_view(items->value().ToStringView()));
    step.last_key = items->key().ToString();
    NORN_TRY(visit(step.last_key, item));
    ++count;
    bytes += items->value().size();
  }
  if (!items->status().ok()) {
    return std::unexpected(error_of(items->status()));
  }
  return step;
}

// Stages the entry of one item in one index, and counts it.
Result<void> stage_entry(WriteGroup& group, const Table& table, size_t position,
                         store::ItemView item) {
  const store::IndexChange change =
      store::index_change(*table.schema, table.schema->indexes[position], std::nullopt, item);
  if (!change.put) {
    return {};
  }
  NORN_ASSIGN(const store::Key key, store::key_of_item(table.schema->key, item));
  const SpaceId id = table.index_ids[position];
  group.batch().Put(group.database().indexes(), index_key(id, *change.put, key),
                    change.entry.bytes());
  NORN_ASSIGN(Counters counters, group.counters(id));
  counters.items += static_cast<uint64_t>(change.entries_delta);
  counters.bytes += static_cast<uint64_t>(change.bytes_delta);
  group.put_meta(counters_key(id), encode(counters));
  return {};
}

void complete_index(Table& table, size_t position) {
  table.backfill_cursors[position].reset();
  table.description.schema.indexes[position].status = store::IndexStatus::kActive;
  table.description.indexes[position].schema.status = store::IndexStatus::kActive;
}

}  // namespace

Result<bool> backfill_indexes(WriteGroup& group, const std::string& name) {
  const Table* current = group.catalog().find(name);
  if (current == nullptr) {
    return false;
  }
  const auto unfinished = std::ranges::find_if(
      current->backfill_cursors, [](const auto& cursor) { return cursor.has_value(); });
  if (unfinished == current->backfill_cursors.end()) {
    return false;
  }
  const auto position = static_cast<size_t>(unfinished - current->backfill_cursors.begin());
  NORN_ASSIGN(const Step step, visit_items(group.database(), current->id, **unfinished,
                                           [&](const std::string&, store::ItemView item) {
                                             return stage_entry(group, *current, position, item);
                                           }));
  Table table = *current;
  if (step.more) {
    table.backfill_cursors[position] = step.last_key;
  } else {
    complete_index(table, position);
  }
  stage_table(group, std::move(table));
  return true;
}

Result<bool> backfill_expiry(WriteGroup& group, const std::string& name, std::string& cursor) {
  const Table* current = group.catalog().find(name);
  if (current == nullptr || !current->ttl_backfilling) {
    return false;
  }
  NORN_ASSIGN(const Step step,
              visit_items(group.database(), current->id, cursor,
                          [&](const std::string& key, store::ItemView item) -> Result<void> {
                            if (const auto at = store::expiry_s(item, current->ttl.attribute)) {
                              group.batch().Put(group.database().expiry(),
                                                expiry_key(current->id, *at, key), "");
                            }
                            return {};
                          }));
  cursor = step.last_key;
  if (!step.more) {
    Table table = *current;
    table.ttl_backfilling = false;
    stage_table(group, std::move(table));
  }
  return step.more;
}

}  // namespace norn::embedded
