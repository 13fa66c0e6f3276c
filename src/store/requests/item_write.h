#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "store/expressions/condition.h"
#include "store/expressions/path.h"
#include "store/expressions/update.h"
#include "store/key.h"
#include "store/requests/write_requests.h"

namespace norn::store {

using ItemWriteRequest = std::variant<PutRequest, UpdateRequest, DeleteRequest, ConditionCheck>;

const std::string& table_of(const ItemWriteRequest& request);

// One write to one item: validated and compiled by `make`, and then a pure function of the item as
// it stands. Engines differ only in how they find and store items; what a write means is here.
class ItemWrite {
 public:
  // Validates everything that does not depend on the stored item. The schema must outlive it, and
  // does: the shared_ptr is kept, so that an engine can detect a changed table by comparing it.
  static Result<ItemWrite> make(std::shared_ptr<const TableSchema> schema,
                                ItemWriteRequest request);

  const std::string& table() const { return schema_->name; }
  const TableSchema& schema() const { return *schema_; }
  const std::shared_ptr<const TableSchema>& shared_schema() const { return schema_; }
  const ItemWriteRequest& request() const { return request_; }
  const Key& key() const { return key_; }

  struct Outcome {
    bool writes = false;           // False for checks, and for removals of missing items.
    std::optional<Item> after;     // The item to store; nullopt means that it is gone.
    std::optional<Item> returned;  // As ReturnValues asks.
  };
  // Errors: the condition does not hold, the update cannot be applied, the item became too large,
  // an index key has the wrong type.
  Result<Outcome> apply(std::optional<ItemView> before) const;

  // The capacity that the write consumes, given the item before and after it.
  ConsumedCapacity capacity(std::optional<ItemView> before, std::optional<ItemView> after,
                            bool transactional) const;
  // The same when the index changes are known: those of schema().indexes, in that order.
  ConsumedCapacity capacity(std::optional<ItemView> before, std::optional<ItemView> after,
                            bool transactional, std::span<const IndexChange> changes) const;

 private:
  ItemWrite(std::shared_ptr<const TableSchema> schema, ItemWriteRequest request, Key key)
      : schema_(std::move(schema)), request_(std::move(request)), key_(std::move(key)) {}

  Result<Outcome> apply_put(const PutRequest& put, std::optional<ItemView> before) const;
  Result<Outcome> apply_update(const UpdateRequest& update, std::optional<ItemView> before) const;
  Result<Outcome> apply_delete(const DeleteRequest& remove, std::optional<ItemView> before) const;

  // Shared with the engine's catalog: a table may be dropped while a write of it waits.
  std::shared_ptr<const TableSchema> schema_;
  ItemWriteRequest request_;
  Key key_;
  std::optional<Condition> condition_;
  std::optional<Update> update_;
  std::vector<Path> touched_;  // By the update.
};

// Checks of whole batches and transactions that need no table: counts, sizes, tokens.
Result<void> check_batch_write(const BatchWriteRequest& request);
Result<void> check_transact_write(const TransactWriteRequest& request);
// What the actions of a transaction count for kMaxTransactBytes.
size_t transaction_bytes(const std::vector<TransactWriteRequest::Action>& actions);

// ItemWrite::make for one put or delete of a batch, where some errors are worded differently.
Result<ItemWrite> make_batch_item_write(
    std::shared_ptr<const TableSchema> schema,
    std::variant<BatchWriteRequest::Put, BatchWriteRequest::Delete> write);

// Checks that need the keys: no item is written twice in one transaction, or in one batch.
Result<void> check_distinct(const std::vector<ItemWrite>& transaction);
Result<void> check_no_duplicates(const std::vector<ItemWrite>& batch);

// Text that is equal for equal transactions, kept with a client request token.
std::string fingerprint(const TransactWriteRequest& request);

}  // namespace norn::store
