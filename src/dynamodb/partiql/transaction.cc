#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamodb/partiql/execute.h"
#include "dynamodb/partiql/operations.h"
#include "dynamodb/partiql/render.h"
#include "dynamodb/render.h"
#include "store/errors.h"
#include "store/key.h"

namespace norn::dynamodb::partiql {
namespace {

using store::CancellationReason;

constexpr std::string_view kKeyMessage = "The provided key element does not match the schema";

struct TransactionEntry {
  Input input;
  std::vector<store::Value> parameters;
  std::optional<Statement> statement;
};

// Errors of the whole request name the statement that they are about.
Error in_entry(Error error, size_t index) {
  if (error.code == ErrorCode::kValidation) {
    error.message =
        fmt::format("Validation failed in TransactStatements[{}]: {}", index, error.message);
  }
  return error;
}

Result<std::vector<TransactionEntry>> read_entries(const Input& input) {
  std::vector<TransactionEntry> entries;
  NORN_TRY(input.each("TransactStatements", [&](simdjson::dom::element json) -> Result<void> {
    TransactionEntry entry{Input(json), {}, {}};
    NORN_ASSIGN(entry.parameters, read_parameters(entry.input));
    entries.push_back(std::move(entry));
    return {};
  }));
  for (size_t i = 0; i < entries.size(); ++i) {
    auto statement = prepare(entries[i].input.text("Statement"), entries[i].parameters);
    if (!statement) return std::unexpected(in_entry(std::move(statement).error(), i));
    entries[i].statement = std::move(*statement);
  }
  return entries;
}

CancellationReason reason(std::string_view code, std::string_view message) {
  return CancellationReason{std::string(code), std::string(message), std::nullopt};
}

bool is_returning(const Statement& statement) {
  const auto* update = std::get_if<Update>(&statement);
  const auto* remove = std::get_if<Delete>(&statement);
  return (update != nullptr && update->returning) || (remove != nullptr && remove->returning);
}

// Why the key of an action does not fit its table, as a reason of a transaction; nullopt if it
// does.
std::optional<CancellationReason> key_fault(const WritePlan& plan, const store::KeySchema& schema) {
  Result<store::Key> key;
  if (const auto* put = std::get_if<store::PutRequest>(&plan)) {
    key = store::key_of_item(schema, put->item);
  } else if (const auto* update = std::get_if<store::UpdateRequest>(&plan)) {
    key = store::key_of_request(schema, update->key);
  } else if (const auto* remove = std::get_if<store::DeleteRequest>(&plan)) {
    key = store::key_of_request(schema, remove->key);
  } else {
    key = store::key_of_request(schema, std::get<store::ConditionCheck>(plan).key);
  }
  if (key) return std::nullopt;
  return store::reason_of(key.error());
}

// Calls `plan(entry, schema)` for every entry. A table that is missing and a key that does not fit
// cancel the transaction; any other fault refuses it.
template <typename Plan>
Result<void> plan_all(store::Store& store, const std::vector<TransactionEntry>& entries,
                      Plan plan) {
  std::vector<CancellationReason> reasons(entries.size());
  bool cancelled = false;
  for (size_t i = 0; i < entries.size(); ++i) {
    Result<store::TableDescription> table =
        find_table(store, target_of(*entries[i].statement).table);
    Result<std::optional<CancellationReason>> fault = std::nullopt;
    if (table) {
      fault = plan(entries[i], table->schema);
    } else if (table.error().code == ErrorCode::kResourceNotFound) {
      fault = reason("ResourceNotFound", table.error().message);
    } else {
      return std::unexpected(std::move(table).error());
    }
    if (!fault) return std::unexpected(in_entry(std::move(fault).error(), i));
    if (*fault) {
      reasons[i] = std::move(**fault);
      cancelled = true;
    }
  }
  if (cancelled) return store::transaction_canceled(std::move(reasons));
  return {};
}

Result<void> read_all(const Context& context, const Input& input,
                      const std::vector<TransactionEntry>& entries, std::string& out) {
  store::TransactGetRequest request;
  std::vector<Columns> columns;
  NORN_TRY(plan_all(
      context.store, entries,
      [&](const TransactionEntry& entry,
          const store::TableSchema& schema) -> Result<std::optional<CancellationReason>> {
        const auto& select = std::get<Select>(*entry.statement);
        if (!select.from.index.empty()) {
          return store::validation("Reads on indices are not supported within transactions.");
        }
        NORN_ASSIGN(std::optional<GetPlan> plan, plan_get(select, schema));
        if (!plan) {
          return store::validation(
              "Select statements within ExecuteTransaction must specify the primary key in the "
              "where clause.");
        }
        if (!store::key_of_request(schema.key, plan->key)) {
          return reason("ValidationError", kKeyMessage);
        }
        request.gets.push_back({select.from.table, std::move(plan->key),
                                std::move(plan->projection), std::move(plan->placeholders)});
        columns.push_back(std::move(plan->columns));
        return std::nullopt;
      }));
  NORN_ASSIGN(const store::TransactGetResult result,
              in_statement(context.store.transact_get(request)));
  ObjectWriter reply(out);
  ListWriter responses(reply.key("Responses"));
  for (size_t i = 0; i < result.items.size(); ++i) {
    ObjectWriter response(responses.next());
    if (const auto& item = result.items[i]) {
      std::string& json = response.key("Item");
      json.append(columns[i].changes_items() ? columns[i].row(*item).json() : item->json());
    }
    response.close();
  }
  responses.close();
  const CapacityDetail detail = capacity_detail(input);
  if (detail != CapacityDetail::kNone) {
    append_capacities(reply.key("ConsumedCapacity"), result.capacity, detail, CapacityUnits::kRead);
  }
  reply.close();
  return {};
}

// An INSERT of an item that exists has failed its condition, and is reported as a duplicate.
Error with_duplicates(Error error, const store::TransactWriteRequest& request) {
  const auto* cancellation = dynamic_cast<const store::Cancellation*>(error.detail.get());
  if (cancellation == nullptr) return error;
  std::vector<CancellationReason> reasons = cancellation->reasons;
  for (size_t i = 0; i < reasons.size() && i < request.actions.size(); ++i) {
    if (reasons[i].code == "ConditionalCheckFailed" &&
        std::holds_alternative<store::PutRequest>(request.actions[i])) {
      reasons[i] = reason("DuplicateItem", kDuplicateMessage);
    }
  }
  return store::transaction_canceled(std::move(reasons)).error();
}

Result<std::optional<CancellationReason>> plan_action(const TransactionEntry& entry,
                                                      const store::TableSchema& schema,
                                                      store::TransactWriteRequest& request) {
  if (is_returning(*entry.statement)) {
    return store::validation("RETURNING clause is not supported in ExecuteTransaction.");
  }
  const bool return_item = entry.input.text("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
  Result<WritePlan> plan = plan_write(*entry.statement, schema, return_item);
  if (!plan) {
    if (store::is_item_fault(plan.error())) return reason("ValidationError", kKeyMessage);
    return std::unexpected(std::move(plan).error());
  }
  if (auto fault = key_fault(*plan, schema.key)) return fault;
  request.actions.push_back(std::move(*plan));
  return std::nullopt;
}

Result<void> write_all(const Context& context, const Input& input,
                       const std::vector<TransactionEntry>& entries, std::string& out) {
  store::TransactWriteRequest request;
  request.client_token = input.text("ClientRequestToken");
  NORN_TRY(plan_all(context.store, entries,
                    [&](const TransactionEntry& entry, const store::TableSchema& schema) {
                      return plan_action(entry, schema, request);
                    }));
  Result<store::TransactWriteResult> result = in_statement(context.store.transact_write(request));
  if (!result) return std::unexpected(with_duplicates(std::move(result).error(), request));
  ObjectWriter reply(out);
  reply.key("Responses").append("[]");
  const CapacityDetail detail = capacity_detail(input);
  if (detail != CapacityDetail::kNone) {
    append_capacities(reply.key("ConsumedCapacity"), result->capacity, detail,
                      units_of_writes(result->capacity));
  }
  reply.close();
  return {};
}

}  // namespace

Result<void> execute_transaction(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::vector<TransactionEntry> entries, read_entries(input));
  const auto reads = static_cast<size_t>(std::ranges::count_if(
      entries, [](const TransactionEntry& entry) { return is_read(*entry.statement); }));
  if (reads == entries.size()) return read_all(context, input, entries, out);
  if (reads > 0) {
    return store::validation(
        "ExecuteTransaction API does not support both read and write operations in the same "
        "request.");
  }
  return write_all(context, input, entries, out);
}

}  // namespace norn::dynamodb::partiql
