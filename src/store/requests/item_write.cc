#include "store/requests/item_write.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "store/errors.h"
#include "store/expressions/projection.h"
#include "store/limits.h"

namespace norn::store {
namespace {

const Placeholders& placeholders_of(const ItemWriteRequest& request) {
  return std::visit([](const auto& r) -> const Placeholders& { return r.placeholders; }, request);
}

const std::string& condition_of(const ItemWriteRequest& request) {
  return std::visit([](const auto& r) -> const std::string& { return r.condition; }, request);
}

bool returns_item_on_failure(const ItemWriteRequest& request) {
  return std::visit([](const auto& r) { return r.return_item_on_condition_failure; }, request);
}

Result<void> check_return_values(ReturnValues values) {
  if (values != ReturnValues::kNone && values != ReturnValues::kAllOld) {
    return validation("ReturnValues can only be ALL_OLD or NONE");
  }
  return {};
}

// The checks that need neither the table nor the expressions.
Result<void> check_parameters(const ItemWriteRequest& request) {
  if (const auto* put = std::get_if<PutRequest>(&request)) {
    NORN_TRY(check_return_values(put->return_values));
    if (put->item.size_bytes() > kMaxItemBytes) {
      return validation("Item size has exceeded the maximum allowed size");
    }
  } else if (const auto* remove = std::get_if<DeleteRequest>(&request)) {
    NORN_TRY(check_return_values(remove->return_values));
  } else if (const auto* check = std::get_if<ConditionCheck>(&request)) {
    if (check->condition.empty()) {
      return validation("Invalid ConditionExpression: The expression can not be empty;");
    }
  }
  return {};
}

Result<Key> key_of(const TableSchema& schema, const ItemWriteRequest& request) {
  struct Read {
    const TableSchema& schema;
    Result<Key> operator()(const PutRequest& put) const {
      NORN_ASSIGN(Key key, key_of_item(schema.key, put.item));
      NORN_TRY(check_index_keys(schema, put.item));
      return key;
    }
    Result<Key> operator()(const UpdateRequest& r) const {
      return key_of_request(schema.key, r.key);
    }
    Result<Key> operator()(const DeleteRequest& r) const {
      return key_of_request(schema.key, r.key);
    }
    Result<Key> operator()(const ConditionCheck& r) const {
      return key_of_request(schema.key, r.key);
    }
  };
  return std::visit(Read{schema}, request);
}

// An index key must stay a scalar, so nothing can be set below it.
Result<void> check_update_paths(const TableSchema& schema, const std::vector<Path>& touched) {
  for (const Path& path : touched) {
    if (path.steps.empty()) {
      continue;
    }
    for (const IndexSchema& index : schema.indexes) {
      if (is_key_attribute(index.key, path.attribute)) {
        return validation(
            fmt::format("Key attributes must be scalars; list random access '[]' and map lookup "
                        "'.' are not allowed: IndexKey: {}",
                        path.attribute));
      }
    }
  }
  return {};
}

std::optional<Item> unless_empty(Item item) {
  if (item.count() == 0) {
    return std::nullopt;
  }
  return item;
}

std::optional<Item> updated_values(const UpdateRequest& request, const std::vector<Path>& touched,
                                   std::optional<ItemView> before, const Item& after) {
  const auto parts = [&](ItemView item) { return unless_empty(Projection(touched).apply(item)); };
  switch (request.return_values) {
    case ReturnValues::kNone:
      return std::nullopt;
    case ReturnValues::kAllOld:
      return before ? std::optional(Item::copy_of(*before)) : std::nullopt;
    case ReturnValues::kUpdatedOld:
      return before ? parts(*before) : std::nullopt;
    case ReturnValues::kAllNew:
      return after;
    case ReturnValues::kUpdatedNew:
      return parts(after);
  }
  return std::nullopt;
}

}  // namespace

const std::string& table_of(const ItemWriteRequest& request) {
  return std::visit([](const auto& r) -> const std::string& { return r.table; }, request);
}

Result<ItemWrite> ItemWrite::make(std::shared_ptr<const TableSchema> schema,
                                  ItemWriteRequest request) {
  const auto* update_request = std::get_if<UpdateRequest>(&request);
  const bool has_update = update_request != nullptr && !update_request->update.empty();
  const std::string& condition_text = condition_of(request);

  PlaceholderUse placeholders(placeholders_of(request));
  NORN_TRY(placeholders.check_shape(has_update || !condition_text.empty()));
  NORN_TRY(check_parameters(request));

  std::optional<Update> update;
  if (has_update) {
    NORN_ASSIGN(update, Update::parse(update_request->update, schema->key, placeholders));
  }
  std::optional<Condition> condition;
  if (!condition_text.empty()) {
    NORN_ASSIGN(condition, Condition::parse(condition_text, "ConditionExpression", placeholders));
  }
  NORN_TRY(placeholders.check_all_used());

  NORN_ASSIGN(Key key, key_of(*schema, request));
  std::vector<Path> touched;
  if (update) {
    touched = update->touched();
    NORN_TRY(check_update_paths(*schema, touched));
  }
  ItemWrite write(std::move(schema), std::move(request), std::move(key));
  write.condition_ = std::move(condition);
  write.update_ = std::move(update);
  write.touched_ = std::move(touched);
  return write;
}

Result<ItemWrite::Outcome> ItemWrite::apply(std::optional<ItemView> before) const {
  if (condition_ && !condition_->holds(before)) {
    const bool with_item = before && returns_item_on_failure(request_);
    return conditional_check_failed(with_item ? std::optional(Item::copy_of(*before))
                                              : std::nullopt);
  }
  if (const auto* put = std::get_if<PutRequest>(&request_)) {
    return apply_put(*put, before);
  }
  if (const auto* update = std::get_if<UpdateRequest>(&request_)) {
    return apply_update(*update, before);
  }
  if (const auto* remove = std::get_if<DeleteRequest>(&request_)) {
    return apply_delete(*remove, before);
  }
  return Outcome{};
}

Result<ItemWrite::Outcome> ItemWrite::apply_put(const PutRequest& put,
                                                std::optional<ItemView> before) const {
  Outcome outcome;
  outcome.writes = true;
  outcome.after = put.item;
  if (before && put.return_values == ReturnValues::kAllOld) {
    outcome.returned = Item::copy_of(*before);
  }
  return outcome;
}

Result<ItemWrite::Outcome> ItemWrite::apply_update(const UpdateRequest& update,
                                                   std::optional<ItemView> before) const {
  Outcome outcome;
  outcome.writes = true;
  if (update_) {
    // Where there is no item, even a path that leads nowhere is nothing to complain about.
    if (!before && update_->only_removes()) {
      return Outcome{};
    }
    NORN_ASSIGN(const Map attributes,
                update_->apply(before ? before->to_map() : update.key.to_map()));
    outcome.after = Item::from_map(attributes);
  } else {
    outcome.after = before ? Item::copy_of(*before) : update.key;
  }
  if (outcome.after->size_bytes() > kMaxItemBytes) {
    return validation("Item size to update has exceeded the maximum allowed size");
  }
  NORN_TRY(check_updated_index_keys(*schema_, before, *outcome.after));
  outcome.returned = updated_values(update, touched_, before, *outcome.after);
  return outcome;
}

Result<ItemWrite::Outcome> ItemWrite::apply_delete(const DeleteRequest& remove,
                                                   std::optional<ItemView> before) const {
  Outcome outcome;
  outcome.writes = before.has_value();
  if (before && remove.return_values == ReturnValues::kAllOld) {
    outcome.returned = Item::copy_of(*before);
  }
  return outcome;
}

ConsumedCapacity ItemWrite::capacity(std::optional<ItemView> before, std::optional<ItemView> after,
                                     bool transactional) const {
  std::vector<IndexChange> changes;
  if (!std::holds_alternative<ConditionCheck>(request_)) {
    changes.reserve(schema_->indexes.size());
    for (const IndexSchema& index : schema_->indexes) {
      changes.push_back(index_change(*schema_, index, before, after));
    }
  }
  return capacity(before, after, transactional, changes);
}

ConsumedCapacity ItemWrite::capacity(std::optional<ItemView> before, std::optional<ItemView> after,
                                     bool transactional,
                                     std::span<const IndexChange> changes) const {
  const size_t bytes = std::max(before ? before->size_bytes() : 0, after ? after->size_bytes() : 0);
  ConsumedCapacity capacity;
  capacity.table = schema_->name;
  capacity.table_write_units = write_units(bytes, transactional);
  for (size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].write_units > 0) {
      const IndexSchema& index = schema_->indexes[i];
      capacity.indexes[index.name] = {.write = changes[i].write_units * (transactional ? 2 : 1),
                                      .local = !index.global};
    }
  }
  return capacity;
}

}  // namespace norn::store
