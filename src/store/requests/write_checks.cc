#include <fmt/format.h>

#include <map>
#include <unordered_set>
#include <utility>

#include "store/errors.h"
#include "store/limits.h"
#include "store/requests/constraints.h"
#include "store/requests/item_write.h"
#include "store/wire/wire.h"

namespace norn::store {
namespace {

constexpr size_t kMaxClientTokenBytes = 36;

size_t values_size(const Placeholders& placeholders) {
  return map_size_bytes(placeholders.values);
}

// The size of an action's own data; the items that result are limited one by one.
size_t action_size(const TransactWriteRequest::Action& action) {
  struct Size {
    size_t operator()(const PutRequest& put) const { return put.item.size_bytes(); }
    size_t operator()(const UpdateRequest& update) const {
      return update.key.size_bytes() + values_size(update.placeholders);
    }
    size_t operator()(const DeleteRequest& remove) const { return remove.key.size_bytes(); }
    size_t operator()(const ConditionCheck& check) const { return check.key.size_bytes(); }
  };
  return std::visit(Size{}, action);
}

bool has_duplicates(const std::vector<ItemWrite>& writes) {
  std::unordered_set<std::string> seen;
  seen.reserve(writes.size());
  for (const ItemWrite& write : writes) {
    // A table's name has no slash, so the parts cannot run into each other.
    if (!seen.insert(write.table() + "/" + key_text(write.key())).second) {
      return true;
    }
  }
  return false;
}

// Fields with their lengths, so that no two requests give the same text.
class FingerprintText {
 public:
  void add(std::string_view field) {
    fmt::format_to(std::back_inserter(text_), "{}:", field.size());
    text_ += field;
  }
  void add(const Placeholders& placeholders) {
    add(fmt::to_string(placeholders.names.size()));
    for (const auto& [placeholder, name] : placeholders.names) {
      add(placeholder);
      add(name);
    }
    add(to_json(placeholders.values));
  }
  void add_flag(bool flag) { add(flag ? "1" : "0"); }
  void add_return_values(ReturnValues values) { add(fmt::to_string(static_cast<int>(values))); }

  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
};

struct AddAction {
  FingerprintText& text;

  void operator()(const PutRequest& put) const {
    text.add("put");
    text.add(put.table);
    text.add(put.item.json());
    add_common(put);
    text.add_return_values(put.return_values);
  }
  void operator()(const UpdateRequest& update) const {
    text.add("update");
    text.add(update.table);
    text.add(update.key.json());
    text.add(update.update);
    add_common(update);
    text.add_return_values(update.return_values);
  }
  void operator()(const DeleteRequest& remove) const {
    text.add("delete");
    text.add(remove.table);
    text.add(remove.key.json());
    add_common(remove);
    text.add_return_values(remove.return_values);
  }
  void operator()(const ConditionCheck& check) const {
    text.add("check");
    text.add(check.table);
    text.add(check.key.json());
    add_common(check);
  }

  template <typename Request>
  void add_common(const Request& request) const {
    text.add(request.condition);
    text.add(request.placeholders);
    text.add_flag(request.return_item_on_condition_failure);
  }
};

}  // namespace

Result<void> check_batch_write(const BatchWriteRequest& request) {
  if (request.writes.empty()) {
    return Constraints().length(0, 1, kMaxBatchWrites, "{}", "requestItems").check();
  }
  std::map<std::string_view, size_t> per_table;
  for (const auto& write : request.writes) {
    const std::string& table =
        std::visit([](const auto& w) -> const std::string& { return w.table; }, write);
    if (++per_table[table] > kMaxBatchWrites) {
      return Constraints()
          .violated("{...}", "requestItems",
                    fmt::format("Map value must satisfy constraint: [Member must have length less "
                                "than or equal to {}, Member must have length greater than or "
                                "equal to 1]",
                                kMaxBatchWrites))
          .check();
    }
  }
  if (request.writes.size() > kMaxBatchWrites) {
    return validation("Too many items requested for the BatchWriteItem call");
  }
  return {};
}

Result<void> check_transact_write(const TransactWriteRequest& request) {
  const size_t count = request.actions.size();
  NORN_TRY(Constraints()
               .text(request.client_token, 0, kMaxClientTokenBytes, "clientRequestToken")
               .length(count, 1, kMaxTransactActions, count == 0 ? "[]" : "[...]", "transactItems")
               .check());
  if (transaction_bytes(request.actions) > kMaxTransactBytes) {
    return validation("Transaction payload size cannot exceed 4 MB");
  }
  return {};
}

size_t transaction_bytes(const std::vector<TransactWriteRequest::Action>& actions) {
  size_t bytes = 0;
  for (const TransactWriteRequest::Action& action : actions) bytes += action_size(action);
  return bytes;
}

Result<ItemWrite> make_batch_item_write(
    std::shared_ptr<const TableSchema> schema,
    std::variant<BatchWriteRequest::Put, BatchWriteRequest::Delete> write) {
  if (auto* remove = std::get_if<BatchWriteRequest::Delete>(&write)) {
    DeleteRequest request;
    request.table = std::move(remove->table);
    request.key = std::move(remove->key);
    return ItemWrite::make(std::move(schema), std::move(request));
  }
  auto& put = std::get<BatchWriteRequest::Put>(write);
  // In a batch, a put without its key or with a key of the wrong type gets the error of a delete.
  for (const KeyAttribute* part :
       {&schema->key.partition, schema->key.sort ? &*schema->key.sort : nullptr}) {
    if (part == nullptr) {
      continue;
    }
    const std::optional<AttributeView> attribute = put.item.find(part->name);
    if (!attribute || attribute->type() != part->type) {
      return item_fault("The provided key element does not match the schema");
    }
  }
  PutRequest request;
  request.table = std::move(put.table);
  request.item = std::move(put.item);
  return ItemWrite::make(std::move(schema), std::move(request));
}

Result<void> check_distinct(const std::vector<ItemWrite>& transaction) {
  if (has_duplicates(transaction)) {
    return validation("Transaction request cannot include multiple operations on one item");
  }
  return {};
}

Result<void> check_no_duplicates(const std::vector<ItemWrite>& batch) {
  if (has_duplicates(batch)) {
    return validation("Provided list of item keys contains duplicates");
  }
  return {};
}

std::string fingerprint(const TransactWriteRequest& request) {
  FingerprintText text;
  for (const TransactWriteRequest::Action& action : request.actions) {
    std::visit(AddAction{text}, action);
  }
  return std::move(text).take();
}

}  // namespace norn::store
