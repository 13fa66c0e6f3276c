#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/error.h"
#include "store/condition.h"
#include "store/key.h"
#include "store/update.h"
#include "store/write_requests.h"

namespace norn::store {

using ItemWriteRequest = std::variant<PutRequest, UpdateRequest, DeleteRequest, ConditionCheck>;

const std::string& table_of(const ItemWriteRequest& request);

// One write to one item: validated and compiled by `make`, and then a pure function of the item as
// it stands. Engines differ only in how they find and store items; what a write means is here.
class ItemWrite {
 public:
  // Validates everything that does not depend on the stored item. The schema must outlive it, and
  // does: the shared_ptr is kept, so that an engine can tell a changed table by comparing it.
  static Result<ItemWrite> make(std::shared_ptr<const TableSchema> schema, ItemWriteRequest request);

  const std::string& table() const { return schema_->name; }
  const TableSchema& schema() const { return *schema_; }
  const std::shared_ptr<const TableSchema>& shared_schema() const { return schema_; }
  const ItemWriteRequest& request() const { return request_; }
  const Key& key() const { return key_; }

  struct Outcome {
    bool writes = false;         // False for checks, and for deletes of what is not there.
    std::optional<Item> after;   // The item to store; nullopt means that it is gone.
    std::optional<Item> returned;  // As ReturnValues asks.
  };
  // Errors: the condition does not hold, the update cannot be applied, the item became too large, an
  // index key has the wrong type.
  Result<Outcome> apply(std::optional<ItemView> before) const;

  // What the write costs, given what it did.
  ConsumedCapacity capacity(std::optional<ItemView> before, std::optional<ItemView> after,
                            bool transactional) const;

 private:
  ItemWrite(std::shared_ptr<const TableSchema> schema, ItemWriteRequest request, Key key)
      : schema_(std::move(schema)), request_(std::move(request)), key_(std::move(key)) {}

  // Shared with the engine's catalog: a table may be dropped while a write of it waits.
  std::shared_ptr<const TableSchema> schema_;
  ItemWriteRequest request_;
  Key key_;
  std::optional<Condition> condition_;
  std::optional<Update> update_;
};

// Checks of whole batches and transactions that need no table: counts, sizes, tokens.
Result<void> check_batch_write(const BatchWriteRequest& request);
Result<void> check_transact_write(const TransactWriteRequest& request);

// Text that is equal for equal transactions: what a client request token stands for.
std::string fingerprint(const TransactWriteRequest& request);

}  // namespace norn::store
