#include "embedded/item_ops.h"

#include <map>
#include <optional>
#include <utility>

#include "embedded/tokens.h"
#include "store/errors.h"
#include "store/requests/capacity.h"

namespace norn::embedded {
namespace {

// A write that was decided but not staged.
struct Decided {
  ItemChange change;
  bool writes = false;
  std::optional<store::Item> returned;
  store::ConsumedCapacity capacity;
};

// Growth of item collections that earlier actions of the same transaction will cause.
using PendingGrowth = std::map<std::string, int64_t>;

Result<const Table*> bind(const WriteGroup& group, store::ItemWrite& write) {
  const Table* table = group.catalog().find(write.table());
  if (table == nullptr) {
    return store::table_not_found(write.table());
  }
  if (table->schema != write.shared_schema()) {
    NORN_ASSIGN(write, store::ItemWrite::make(table->schema, write.request()));
  }
  return table;
}

Result<void> check_collection(WriteGroup& group, const ItemChange& change, PendingGrowth& pending,
                              uint64_t max_bytes) {
  if (!change.table->schema->has_local_indexes()) {
    return {};
  }
  const int64_t delta = change.collection_delta();
  int64_t& growth = pending[partition_prefix(change.table->id, change.key.partition)];
  growth += delta;
  NORN_ASSIGN(const uint64_t bytes, group.collection_bytes(change));
  if (delta > 0 && static_cast<int64_t>(bytes) + growth > static_cast<int64_t>(max_bytes)) {
    return fail(ErrorCode::kItemCollectionSizeLimitExceeded, "Collection size exceeded.");
  }
  return {};
}

Result<Decided> decide(WriteGroup& group, store::ItemWrite& write, bool transactional,
                       PendingGrowth& pending, uint64_t max_collection_bytes) {
  NORN_ASSIGN(const Table* table, bind(group, write));
  std::string key = item_key(table->id, write.key());
  NORN_ASSIGN(const auto before, group.item(key));
  NORN_ASSIGN(auto outcome, write.apply(before));
  Decided decided;
  decided.writes = outcome.writes;
  decided.returned = std::move(outcome.returned);
  if (!outcome.writes) {
    decided.change.table = table;
    decided.change.key = write.key();
    decided.capacity = write.capacity(before, before, transactional, {});
    return decided;
  }
  decided.change =
      make_change(*table, std::move(key), write.key(), before, std::move(outcome.after));
  decided.capacity =
      write.capacity(before, decided.change.after_view(), transactional, decided.change.indexes);
  NORN_TRY(check_collection(group, decided.change, pending, max_collection_bytes));
  return decided;
}

// An error of one action is a reason to cancel the transaction; a missing table or a failing disk
// is not about the action and is returned as it is.
bool cancels(const Error& error) {
  return error.code == ErrorCode::kConditionalCheckFailed ||
         (error.code == ErrorCode::kValidation && !store::is_request_fault(error)) ||
         error.code == ErrorCode::kItemCollectionSizeLimitExceeded;
}

void add_capacity(std::map<std::string, store::ConsumedCapacity>& total,
                  const store::ConsumedCapacity& capacity) {
  const auto [entry, is_new] = total.try_emplace(capacity.table, capacity);
  if (!is_new) {
    entry->second.add(capacity);
  }
}

store::Item collection_key(const Table& table, const store::Key& key) {
  return store::Item::from_map({{table.schema->key.partition.name, key.partition}});
}

// The item collections that a request writes to, for its reply.
class TouchedCollections {
 public:
  void note(const ItemChange& change) {
    if (!change.table->schema->has_local_indexes()) {
      return;
    }
    ItemChange touched;
    touched.table = change.table;
    touched.key = change.key;
    touched_.try_emplace(partition_prefix(change.table->id, change.key.partition),
                         std::move(touched));
  }

  // To be asked when all changes have been staged.
  Result<store::ItemCollections> sizes(WriteGroup& group) const {
    store::ItemCollections collections;
    for (const auto& [prefix, change] : touched_) {
      NORN_ASSIGN(const uint64_t bytes, group.collection_bytes(change));
      collections[change.table->schema->name].push_back(
          {collection_key(*change.table, change.key), bytes});
    }
    return collections;
  }

 private:
  std::map<std::string, ItemChange> touched_;
};

Result<store::ItemCollections> stage_all(WriteGroup& group, std::vector<Decided>& decided,
                                         std::map<std::string, store::ConsumedCapacity>& capacity) {
  TouchedCollections collections;
  for (Decided& one : decided) {
    add_capacity(capacity, one.capacity);
    collections.note(one.change);
    if (one.writes) {
      group.stage(std::move(one.change));
    }
  }
  return collections.sizes(group);
}

// What a transaction that was done already costs: the reads of its items as they are now.
Result<store::TransactWriteResult> done_before(WriteGroup& group, const Transaction& transaction) {
  store::TransactWriteResult result;
  for (const store::ItemWrite& write : transaction.writes) {
    const Table* table = group.catalog().find(write.table());
    if (table == nullptr) {
      continue;
    }
    NORN_ASSIGN(const auto item, group.item(item_key(table->id, write.key())));
    store::ConsumedCapacity capacity;
    capacity.table = write.table();
    capacity.table_read_units =
        store::read_units(item ? item->size_bytes() : 0, store::ReadConsistency::kTransactional);
    add_capacity(result.capacity, capacity);
  }
  return result;
}

}  // namespace

Result<store::WriteResult> write_item(WriteGroup& group, store::ItemWrite& write,
                                      uint64_t max_collection_bytes) {
  PendingGrowth pending;
  NORN_ASSIGN(Decided decided,
              decide(group, write, /*transactional=*/false, pending, max_collection_bytes));
  store::WriteResult result;
  result.attributes = std::move(decided.returned);
  result.capacity = std::move(decided.capacity);
  const ItemChange& change = decided.change;
  if (change.table->schema->has_local_indexes()) {
    NORN_ASSIGN(const uint64_t bytes, group.collection_bytes(change));
    result.item_collection = {collection_key(*change.table, change.key),
                              bytes + static_cast<uint64_t>(change.collection_delta())};
  }
  if (decided.writes) {
    group.stage(std::move(decided.change));
  }
  return result;
}

Result<store::BatchWriteResult> write_batch(WriteGroup& group,
                                            std::vector<store::ItemWrite>& writes,
                                            uint64_t max_collection_bytes) {
  PendingGrowth pending;
  std::vector<Decided> decided;
  decided.reserve(writes.size());
  for (store::ItemWrite& write : writes) {
    NORN_ASSIGN(Decided one,
                decide(group, write, /*transactional=*/false, pending, max_collection_bytes));
    decided.push_back(std::move(one));
  }
  store::BatchWriteResult result;
  NORN_ASSIGN(result.item_collections, stage_all(group, decided, result.capacity));
  return result;
}

Result<store::TransactWriteResult> write_transaction(WriteGroup& group, Transaction& transaction,
                                                     uint64_t max_collection_bytes) {
  if (!transaction.token.empty()) {
    NORN_ASSIGN(const bool done, was_done(group, transaction.token, transaction.fingerprint));
    if (done) {
      return done_before(group, transaction);
    }
  }
  PendingGrowth pending;
  std::vector<Decided> decided;
  std::vector<store::CancellationReason> reasons;
  bool canceled = false;
  for (store::ItemWrite& write : transaction.writes) {
    auto one = decide(group, write, /*transactional=*/true, pending, max_collection_bytes);
    if (one) {
      decided.push_back(std::move(*one));
      reasons.emplace_back();
    } else if (cancels(one.error())) {
      canceled = true;
      reasons.push_back(store::reason_of(one.error()));
    } else {
      return std::unexpected(std::move(one).error());
    }
  }
  if (canceled) {
    return store::transaction_canceled(std::move(reasons));
  }
  store::TransactWriteResult result;
  NORN_ASSIGN(result.item_collections, stage_all(group, decided, result.capacity));
  if (!transaction.token.empty()) {
    remember(group, transaction.token, transaction.fingerprint);
  }
  return result;
}

}  // namespace norn::embedded
