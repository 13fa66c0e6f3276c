#include <utility>
#include <variant>

#include "store/errors.h"
#include "store/limits.h"
#include "store/requests/capacity.h"
#include "store/stream_view.h"
#include "store/tables/missing_table.h"
#include "store/ttl.h"
#include "support/model_store.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr std::string_view kTokenMismatch =
    "The request uses the same client token as a previous, but non-identical request. Do not reuse "
    "a client token with different requests, unless the requests are identical";

std::optional<ItemView> view_of(const std::optional<Item>& item) {
  return item ? std::optional<ItemView>(item->view()) : std::nullopt;
}

}  // namespace

Result<std::vector<ItemWrite>> ModelStore::compile(const BatchWriteRequest& request) {
  std::vector<ItemWrite> writes;
  for (const auto& single : request.writes) {
    const std::string& name =
        std::visit([](const auto& one) -> auto& { return one.table; }, single);
    NORN_ASSIGN(const Table* table, find(name));
    NORN_ASSIGN(ItemWrite write, make_batch_item_write(table->schema, single));
    writes.push_back(std::move(write));
  }
  return writes;
}

Result<std::vector<ItemWrite>> ModelStore::compile(const TransactWriteRequest& request) {
  std::vector<ItemWrite> writes;
  std::vector<CancellationReason> reasons(request.actions.size());
  bool has_faults = false;
  for (size_t i = 0; i < request.actions.size(); ++i) {
    const Result<Table*> table = find(table_of(request.actions[i]));
    if (!table) return missing_table(request.actions[i]);
    Result<ItemWrite> write = ItemWrite::make((*table)->schema, request.actions[i]);
    if (write) {
      writes.push_back(std::move(*write));
    } else if (is_item_fault(write.error())) {
      if (!has_faults) reasons[i] = reason_of(write.error());
      has_faults = true;
    } else {
      return std::unexpected(std::move(write).error());
    }
  }
  if (has_faults) return transaction_canceled(std::move(reasons));
  return writes;
}

Result<ModelStore::Pending> ModelStore::decide(ItemWrite write) {
  NORN_ASSIGN(const Table* table, find(write.table()));
  std::optional<Item> before;
  if (const auto found = table->items.find(write.key()); found != table->items.end()) {
    before = found->second;
  }
  NORN_ASSIGN(ItemWrite::Outcome outcome, write.apply(view_of(before)));
  return Pending{std::move(write), std::move(before), std::move(outcome)};
}

void ModelStore::commit(const Pending& pending) {
  if (!pending.outcome.writes) return;
  Table& table = tables_.find(pending.write.table())->second;
  store_item(table, pending.write.key(), pending.outcome.after, false);
}

void ModelStore::store_item(Table& table, const Key& key, const std::optional<Item>& after,
                            bool by_ttl) {
  const auto found = table.items.find(key);
  const std::optional<Item> before =
      found == table.items.end() ? std::nullopt : std::optional<Item>(found->second);
  if (!table.open_stream.empty()) {
    Stream& stream = streams_.at(table.open_stream);
    std::optional<StreamRecord> record = stream_record(*table.schema, stream.description.view,
                                                       view_of(before), view_of(after), by_ttl);
    if (record) {
      stream.last = ++last_sequence_;
      record->sequence = sequence_text(stream.last);
      record->created_ms = clock_.now_ms();
      stream.records.push_back(std::move(*record));
    }
  }
  if (after) {
    table.items.insert_or_assign(key, *after);
  } else if (found != table.items.end()) {
    table.items.erase(found);
  }
}

uint64_t ModelStore::collection_bytes(const Table& table, const Value& partition) const {
  uint64_t bytes = 0;
  for (const auto& [key, item] : table.items) {
    if (!(key.partition == partition)) continue;
    bytes += item.size_bytes();
    for (const IndexSchema& index : table.schema->indexes) {
      if (index.global || !key_in_index(index, item)) continue;
      bytes += project_to_index(*table.schema, index, item).size_bytes();
    }
  }
  return bytes;
}

ItemCollection ModelStore::collection_of(const ItemWrite& write) const {
  const Table& table = tables_.at(write.table());
  const Value& partition = write.key().partition;
  return {Item::from_map({{table.schema->key.partition.name, partition}}),
          collection_bytes(table, partition)};
}

ItemCollections ModelStore::collections_of(const std::vector<Pending>& decided) const {
  ItemCollections collections;
  for (const Pending& pending : decided) {
    if (!pending.write.schema().has_local_indexes()) continue;
    const ItemCollection touched = collection_of(pending.write);
    auto& of_table = collections[pending.write.table()];
    if (std::find(of_table.begin(), of_table.end(), touched) == of_table.end()) {
      of_table.push_back(touched);
    }
  }
  return collections;
}

Result<WriteResult> ModelStore::write_one(ItemWriteRequest request) {
  const std::lock_guard lock(mutex_);
  const Result<Table*> found = find(table_of(request));
  if (!found) return missing_table(request);
  Table* const table = *found;
  NORN_ASSIGN(ItemWrite write, ItemWrite::make(table->schema, std::move(request)));
  NORN_ASSIGN(Pending pending, decide(std::move(write)));
  commit(pending);
  WriteResult result;
  result.attributes = std::move(pending.outcome.returned);
  result.capacity =
      pending.write.capacity(view_of(pending.before), view_of(pending.outcome.after), false);
  if (table->schema->has_local_indexes()) result.item_collection = collection_of(pending.write);
  return result;
}

Result<WriteResult> ModelStore::put(const PutRequest& request) {
  return write_one(request);
}

Result<WriteResult> ModelStore::update(const UpdateRequest& request) {
  return write_one(request);
}

Result<WriteResult> ModelStore::remove(const DeleteRequest& request) {
  return write_one(request);
}

Result<BatchWriteResult> ModelStore::batch_write(const BatchWriteRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_TRY(check_batch_write(request));
  NORN_ASSIGN(std::vector<ItemWrite> writes, compile(request));
  NORN_TRY(check_no_duplicates(writes));
  std::vector<Pending> decided;
  for (ItemWrite& write : writes) {
    NORN_ASSIGN(Pending pending, decide(std::move(write)));
    decided.push_back(std::move(pending));
  }
  BatchWriteResult result;
  for (const Pending& pending : decided) {
    commit(pending);
    ConsumedCapacity& capacity = result.capacity[pending.write.table()];
    capacity.table = pending.write.table();
    capacity.add(
        pending.write.capacity(view_of(pending.before), view_of(pending.outcome.after), false));
  }
  result.item_collections = collections_of(decided);
  return result;
}

TransactWriteResult ModelStore::done_before(const std::vector<ItemWrite>& writes) const {
  TransactWriteResult result;
  for (const ItemWrite& write : writes) {
    const auto table = tables_.find(write.table());
    if (table == tables_.end()) continue;
    const auto item = table->second.items.find(write.key());
    const size_t bytes = item == table->second.items.end() ? 0 : item->second.size_bytes();
    ConsumedCapacity& capacity = result.capacity[write.table()];
    capacity.table = write.table();
    capacity.table_read_units += read_units(bytes, ReadConsistency::kTransactional);
  }
  return result;
}

Result<TransactWriteResult> ModelStore::transact_write(const TransactWriteRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_TRY(check_transact_write(request));
  NORN_ASSIGN(std::vector<ItemWrite> writes, compile(request));
  NORN_TRY(check_distinct(writes));
  const int64_t now_ms = clock_.now_ms();
  if (const auto used = tokens_.find(request.client_token);
      used != tokens_.end() && now_ms - used->second.used_ms < kClientTokenMs) {
    if (used->second.fingerprint == fingerprint(request)) return done_before(writes);
    return fail(ErrorCode::kIdempotentParameterMismatch, std::string(kTokenMismatch));
  }

  std::vector<Pending> decided;
  std::vector<CancellationReason> reasons;
  for (ItemWrite& write : writes) {
    Result<Pending> pending = decide(std::move(write));
    if (!pending && is_request_fault(pending.error())) return std::unexpected(pending.error());
    reasons.push_back(pending ? CancellationReason{} : reason_of(pending.error()));
    if (pending) decided.push_back(std::move(*pending));
  }
  if (decided.size() < reasons.size()) return transaction_canceled(std::move(reasons));

  TransactWriteResult result;
  for (const Pending& pending : decided) {
    commit(pending);
    ConsumedCapacity& capacity = result.capacity[pending.write.table()];
    capacity.table = pending.write.table();
    capacity.add(
        pending.write.capacity(view_of(pending.before), view_of(pending.outcome.after), true));
  }
  result.item_collections = collections_of(decided);
  if (!request.client_token.empty()) {
    tokens_[request.client_token] = Token{fingerprint(request), now_ms};
  }
  return result;
}

void ModelStore::expire_due() {
  const std::lock_guard lock(mutex_);
  const int64_t now_s = clock_.now_s();
  for (auto& [name, table] : tables_) {
    if (!table.ttl.enabled) continue;
    std::vector<Key> due;
    for (const auto& [key, item] : table.items) {
      const std::optional<int64_t> expiry = expiry_s(item, table.ttl.attribute);
      if (expiry && is_expired(*expiry, now_s)) due.push_back(key);
    }
    for (const Key& key : due) store_item(table, key, std::nullopt, true);
  }
}

}  // namespace norn::testing
