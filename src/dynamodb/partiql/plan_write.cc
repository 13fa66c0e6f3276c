#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "dynamodb/expression_writer.h"
#include "dynamodb/partiql/keys.h"
#include "dynamodb/partiql/plan.h"
#include "dynamodb/partiql/render.h"
#include "store/errors.h"
#include "store/key.h"

namespace norn::dynamodb::partiql {
namespace {

store::ReturnValues return_values(const std::optional<Returning>& returning) {
  if (!returning) return store::ReturnValues::kNone;
  switch (*returning) {
    case Returning::kAllOld:
      return store::ReturnValues::kAllOld;
    case Returning::kModifiedOld:
      return store::ReturnValues::kUpdatedOld;
    case Returning::kAllNew:
      return store::ReturnValues::kAllNew;
    case Returning::kModifiedNew:
      return store::ReturnValues::kUpdatedNew;
  }
  return store::ReturnValues::kNone;
}

Result<void> refuse_index(const Target& target) {
  if (target.index.empty()) return {};
  return store::validation("This operation is not supported on an index");
}

// Updates and deletions name one item by its whole key.
Result<KeyUse> key_to_write(const store::TableSchema& schema,
                            const std::optional<Predicate>& where) {
  KeyUse use = use_of_key(schema.key, where, SingleIn::kIsCondition);
  if (!use.conflict.empty()) {
    // The same as without a key, as transactions report it.
    return store::item_fault(
        fmt::format("Multiple conditions on same key {}. Only single item Update/Insert/Delete are "
                    "supported",
                    use.conflict));
  }
  if (!use.complete) {
    return store::item_fault(
        "Where clause does not contain a mandatory equality on all key attributes");
  }
  return use;
}

struct Planner {
  const store::TableSchema& schema;
  bool return_item;

  Result<WritePlan> operator()(const Insert& insert) const {
    NORN_TRY(store::check_nesting(insert.item));
    for (const auto& [name, value] : insert.item) {
      if (name.empty()) return store::validation("Path component cannot be an empty string");
    }
    ExpressionWriter writer;
    store::PutRequest put;
    put.table = insert.into.table;
    put.item = store::Item::from_map(insert.item);
    put.condition = fmt::format("attribute_not_exists({})", writer.name(schema.key.partition.name));
    put.placeholders = std::move(writer).take();
    return put;
  }

  // An update never creates an item, so its condition begins with the item being there.
  Result<WritePlan> operator()(const Update& update) const {
    NORN_TRY(refuse_index(update.table));
    NORN_ASSIGN(const KeyUse use, key_to_write(schema, update.where));
    NORN_TRY(check_update(update, schema.key));
    ExpressionWriter writer;
    store::UpdateRequest request;
    request.table = update.table.table;
    request.key = store::Item::from_map(use.key);
    request.update = update_text(update, writer);
    request.condition = fmt::format("attribute_exists({})", writer.name(schema.key.partition.name));
    if (!use.rest.empty()) request.condition += fmt::format(" AND {}", rest_text(use, writer));
    request.placeholders = std::move(writer).take();
    request.return_values = return_values(update.returning);
    request.return_item_on_condition_failure = return_item;
    return request;
  }

  // The deletion of an item that is not there succeeds, whatever else the WHERE clause asks for.
  Result<WritePlan> operator()(const Delete& remove) const {
    NORN_TRY(refuse_index(remove.from));
    NORN_ASSIGN(const KeyUse use, key_to_write(schema, remove.where));
    ExpressionWriter writer;
    store::DeleteRequest request;
    request.table = remove.from.table;
    request.key = store::Item::from_map(use.key);
    if (!use.rest.empty()) {
      request.condition =
          fmt::format("attribute_not_exists({})", writer.name(schema.key.partition.name));
      request.condition += fmt::format(" OR {}", rest_text(use, writer));
    }
    request.placeholders = std::move(writer).take();
    request.return_values = return_values(remove.returning);
    request.return_item_on_condition_failure = return_item;
    return request;
  }

  Result<WritePlan> operator()(const Exists& exists) const {
    const Select& select = exists.select;
    if (!select.from.index.empty()) {
      return store::validation("Operations on indices are not supported in transactions");
    }
    const KeyUse use = use_of_key(schema.key, select.where, SingleIn::kIsCondition);
    if (!use.complete || use.rest.empty()) {
      return store::validation(
          "EXISTS() must contain a single item read with additional condition");
    }
    ExpressionWriter writer;
    store::ConditionCheck check;
    check.table = select.from.table;
    check.key = store::Item::from_map(use.key);
    check.condition = condition_text(use.rest, writer);
    check.placeholders = std::move(writer).take();
    check.return_item_on_condition_failure = return_item;
    return check;
  }

  Result<WritePlan> operator()(const Select&) const {
    NORN_CHECK(false, "a SELECT is no write");
    return store::validation("");
  }

  static std::string rest_text(const KeyUse& use, ExpressionWriter& writer) {
    const std::string text = condition_text(use.rest, writer);
    const bool is_simple = use.rest.size() == 1 &&
                           use.rest.front()->kind != Predicate::Kind::kAnd &&
                           use.rest.front()->kind != Predicate::Kind::kOr;
    return is_simple ? text : fmt::format("({})", text);
  }
};

}  // namespace

Result<WritePlan> plan_write(const Statement& statement, const store::TableSchema& schema,
                             bool return_item) {
  return std::visit(Planner{schema, return_item}, statement);
}

}  // namespace norn::dynamodb::partiql
