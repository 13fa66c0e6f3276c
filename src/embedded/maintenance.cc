#include "embedded/maintenance.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/thread_priority.h"
#include "embedded/streams.h"
#include "embedded/table_ops.h"
#include "embedded/tokens.h"
#include "embedded/write_group.h"
#include "store/key.h"
#include "store/limits.h"
#include "store/ttl.h"

namespace norn::embedded {
namespace {

constexpr std::chrono::seconds kPeriod{1};

constexpr size_t kEntriesAtOnce = 256;
constexpr size_t kItemKeyOffset = sizeof(SpaceId) + sizeof(uint64_t);

// The due entries of one table in the expiry family, oldest first, a bounded number.
Result<std::vector<std::string>> due_entries(Database& database, const Table& table,
                                             int64_t now_s) {
  const int64_t oldest_s = std::max<int64_t>(0, now_s - store::kTtlIgnoredAfterS);
  const std::string begin = expiry_key(table.id, oldest_s, "");
  const std::string end = expiry_key(table.id, now_s + 1, "");
  const rocksdb::Slice upper(end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> entries(
      database.rocks().NewIterator(read, database.expiry()));
  std::vector<std::string> due;
  for (entries->Seek(begin); entries->Valid() && due.size() < kEntriesAtOnce; entries->Next()) {
    const auto at_s =
        static_cast<int64_t>(read_u64(entries->key().ToStringView().substr(sizeof(SpaceId))));
    if (store::is_expired(at_s, now_s)) {
      due.push_back(entries->key().ToString());
    }
  }
  if (!entries->status().ok()) {
    return std::unexpected(error_of(entries->status()));
  }
  return due;
}

// Deletes the items that these entries stand for, if they are still there and still due. Returns
// how many were deleted.
Result<size_t> expire(WriteGroup& group, const std::string& name,
                      const std::vector<std::string>& entries) {
  const Table* table = group.catalog().find(name);
  if (table == nullptr || !table->ttl.enabled) {
    return 0;
  }
  size_t deleted = 0;
  for (const std::string& entry : entries) {
    const auto at_s =
        static_cast<int64_t>(read_u64(std::string_view(entry).substr(sizeof(SpaceId))));
    std::string key = entry.substr(kItemKeyOffset);
    NORN_ASSIGN(const auto item, group.item(key));
    if (!item || store::expiry_s(*item, table->ttl.attribute) != at_s) {
      // The item is gone or lives longer now, and this entry is left over.
      group.batch().Delete(group.database().expiry(), entry);
      continue;
    }
    NORN_ASSIGN(store::Key item_key, store::key_of_item(table->schema->key, *item));
    ItemChange change =
        make_change(*table, std::move(key), std::move(item_key), item, std::nullopt);
    change.by_ttl = true;
    group.stage(std::move(change));
    ++deleted;
  }
  return deleted;
}

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

// Takes the next items of a table into its new indexes while writes go on. Returns whether there is
// more to do. A step is a job that starts its group and looks at a bounded number of items.
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

// The same for the expiry of items. `cursor` is the last item key looked at, empty at the start.
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

}  // namespace

Maintenance::Maintenance(Database& database, Committer& committer, const Clock& clock)
    : database_(database), committer_(committer), clock_(clock) {}

Maintenance::~Maintenance() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  if (thread_) {
    thread_->join();
  }
}

void Maintenance::start() {
  thread_.emplace([this] {
    set_thread_priority(ThreadPriority::kBackground);
    loop();
  });
}

void Maintenance::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_one();
}

bool Maintenance::stopping() const {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void Maintenance::loop() {
  while (true) {
    // A failure here is the store's failure (a full disk, a failed sync), which requests and the
    // health report show; the next round tries again.
    static_cast<void>(run_once());
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPeriod, [this] { return stopping_ || woken_; });
    woken_ = false;
    if (stopping_) {
      return;
    }
  }
}

Result<void> Maintenance::run_once() {
  NORN_TRY(fill_indexes(*committer_.catalog()));
  NORN_TRY(fill_expiry(*committer_.catalog()));
  NORN_TRY(expire_items(*committer_.catalog()));
  return trim();
}

Result<void> Maintenance::fill_indexes(const Catalog& catalog) {
  for (const auto& [name, table] : catalog.tables) {
    bool more = std::ranges::any_of(table->backfill_cursors,
                                    [](const auto& cursor) { return cursor.has_value(); });
    while (more && !stopping()) {
      NORN_ASSIGN(more, committer_.run<bool>(
                            [&](WriteGroup& group) { return backfill_indexes(group, name); },
                            {.starts_group = true}));
    }
  }
  return {};
}

Result<void> Maintenance::fill_expiry(const Catalog& catalog) {
  for (const auto& [name, table] : catalog.tables) {
    std::string cursor;
    bool more = table->ttl_backfilling;
    while (more && !stopping()) {
      NORN_ASSIGN(more, committer_.run<bool>(
                            [&](WriteGroup& group) { return backfill_expiry(group, name, cursor); },
                            {.starts_group = true}));
    }
  }
  return {};
}

Result<void> Maintenance::expire_items(const Catalog& catalog) {
  for (const auto& [name, table] : catalog.tables) {
    bool more = table->ttl.enabled;
    while (more && !stopping()) {
      NORN_ASSIGN(const auto due, entries_due(*table));
      more = !due.empty();
      if (more) {
        NORN_TRY(
            committer_.run<size_t>([&](WriteGroup& group) { return expire(group, name, due); }));
      }
    }
  }
  return {};
}

Result<std::vector<std::string>> Maintenance::entries_due(const Table& table) {
  NORN_ASSIGN(const auto held, database_.hold());
  return due_entries(database_, table, clock_.now_s());
}

Result<void> Maintenance::trim() {
  bool more = true;
  while (more && !stopping()) {
    NORN_ASSIGN(more, committer_.run<bool>(trim_streams, {.starts_group = true}));
  }
  more = true;
  while (more && !stopping()) {
    NORN_ASSIGN(more, committer_.run<bool>(forget_old_tokens));
  }
  return {};
}

}  // namespace norn::embedded
