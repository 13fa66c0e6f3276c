#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamodb/partiql/execute.h"
#include "dynamodb/partiql/operations.h"
#include "dynamodb/partiql/render.h"
#include "dynamodb/render.h"
#include "store/errors.h"

namespace norn::dynamodb::partiql {
namespace {

// One statement of a batch, and what became of it.
struct BatchEntry {
  Input input;
  Result<Statement> statement;
  std::string table;  // Empty until the statement has reached its table.
};

using Capacities = std::map<std::string, store::ConsumedCapacity>;

// BatchStatementError has codes of its own.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchStatementError.html
std::string_view error_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::kConditionalCheckFailed:
      return "ConditionalCheckFailed";
    case ErrorCode::kItemCollectionSizeLimitExceeded:
      return "ItemCollectionSizeLimitExceeded";
    case ErrorCode::kRequestLimitExceeded:
      return "RequestLimitExceeded";
    case ErrorCode::kValidation:
    case ErrorCode::kSerialization:
      return "ValidationError";
    case ErrorCode::kProvisionedThroughputExceeded:
      return "ProvisionedThroughputExceeded";
    case ErrorCode::kTransactionConflict:
      return "TransactionConflict";
    case ErrorCode::kThrottled:
      return "ThrottlingError";
    case ErrorCode::kResourceNotFound:
      return "ResourceNotFound";
    case ErrorCode::kAccessDenied:
      return "AccessDenied";
    case ErrorCode::kDuplicateItem:
      return "DuplicateItem";
    default:
      return "InternalServerError";
  }
}

void add_capacity(Capacities& capacities, const std::string& table,
                  const store::ConsumedCapacity& capacity) {
  store::ConsumedCapacity& sum = capacities[table];
  sum.table = table;
  sum.add(capacity);
}

Result<Statement> read_statement(const Input& input) {
  NORN_ASSIGN(const std::vector<store::Value> parameters, read_parameters(input));
  NORN_ASSIGN(Statement statement, prepare(input.text("Statement"), parameters));
  if (std::holds_alternative<Exists>(statement)) {
    return store::validation(std::string(kExistsMessage));
  }
  return statement;
}

Result<void> refuse_mixture(const std::vector<BatchEntry>& entries) {
  const auto is = [](bool read) {
    return [read](const BatchEntry& entry) {
      return entry.statement.has_value() && is_read(*entry.statement) == read;
    };
  };
  if (std::ranges::any_of(entries, is(true)) && std::ranges::any_of(entries, is(false))) {
    return store::validation(
        "BatchExecuteStatement API does not support both read and write operations in the same "
        "request.");
  }
  return {};
}

Result<std::optional<store::Item>> get(store::Store& store, const Select& select, BatchEntry& entry,
                                       const store::TableSchema& schema, Capacities& capacities) {
  NORN_ASSIGN(std::optional<GetPlan> plan, plan_get(select, schema));
  if (!plan) {
    return store::validation(
        "Select statements within BatchExecuteStatement must specify the primary key in the where "
        "clause.");
  }
  entry.table = select.from.table;
  store::GetRequest request{select.from.table, std::move(plan->key), std::move(plan->projection),
                            std::move(plan->placeholders), entry.input.flag("ConsistentRead")};
  NORN_ASSIGN(store::GetResult result, in_statement(store.get(request)));
  add_capacity(capacities, request.table, result.capacity);
  if (result.item && plan->columns.changes_items()) return plan->columns.row(*result.item);
  return std::move(result.item);
}

Result<std::optional<store::Item>> run(store::Store& store, BatchEntry& entry,
                                       Capacities& capacities) {
  if (!entry.statement) return std::unexpected(entry.statement.error());
  const std::string& name = target_of(*entry.statement).table;
  NORN_ASSIGN(const store::TableDescription table, find_table(store, name));
  if (const auto* select = std::get_if<Select>(&*entry.statement)) {
    return get(store, *select, entry, table.schema, capacities);
  }
  const bool return_item = entry.input.text("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
  NORN_ASSIGN(const WritePlan plan, plan_write(*entry.statement, table.schema, return_item));
  entry.table = name;
  NORN_ASSIGN(const store::WriteResult result, run_write(store, plan));
  add_capacity(capacities, name, result.capacity);
  return returned_row(result);
}

void append_response(std::string& out, const BatchEntry& entry,
                     const Result<std::optional<store::Item>>& result) {
  ObjectWriter response(out);
  if (!result) {
    ObjectWriter error(response.key("Error"));
    error.text("Code", error_code(result.error().code));
    error.text("Message", result.error().message);
    const auto* failure = dynamic_cast<const store::ConditionFailure*>(result.error().detail.get());
    if (failure != nullptr && failure->item) error.key("Item").append(failure->item->json());
    error.close();
  }
  if (!entry.table.empty()) response.text("TableName", entry.table);
  if (result && *result) response.key("Item").append((*result)->json());
  response.close();
}

}  // namespace

Result<void> batch_execute_statement(const Context& context, const Input& input, std::string& out) {
  std::vector<BatchEntry> entries;
  NORN_TRY(input.each("Statements", [&](simdjson::dom::element json) -> Result<void> {
    const Input statement(json);
    entries.push_back(BatchEntry{statement, read_statement(statement), {}});
    return {};
  }));
  NORN_TRY(refuse_mixture(entries));
  Capacities capacities;
  ObjectWriter reply(out);
  ListWriter responses(reply.key("Responses"));
  for (BatchEntry& entry : entries) {
    const Result<std::optional<store::Item>> result = run(context.store, entry, capacities);
    append_response(responses.next(), entry, result);
  }
  responses.close();
  const CapacityDetail detail = capacity_detail(input);
  if (detail != CapacityDetail::kNone) {
    append_capacities(reply.key("ConsumedCapacity"), capacities, detail);
  }
  reply.close();
  return {};
}

}  // namespace norn::dynamodb::partiql
