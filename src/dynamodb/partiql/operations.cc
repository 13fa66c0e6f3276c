#include "dynamodb/partiql/operations.h"

#include <array>
#include <utility>

#include "dynamodb/partiql/execute.h"
#include "dynamodb/render.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace partiql {
namespace {

Result<void> select_page(const Context& context, const Input& input, const Select& select,
                         const store::TableSchema& schema, uint64_t request, std::string& out) {
  NORN_ASSIGN(SelectPlan plan, plan_select(select, schema, input.flag("ConsistentRead")));
  PageStart start;
  if (input.has("NextToken")) {
    NORN_ASSIGN(start, read_token(input.text("NextToken"), request));
  }
  NORN_ASSIGN(const Page page,
              run_select(context.store, std::move(plan), std::move(start), input.integer("Limit")));
  ObjectWriter reply(out);
  reply.key("Items").append(page.rows);
  if (page.next) reply.text("NextToken", write_token(*page.next, request));
  if (page.last_key) reply.key("LastEvaluatedKey").append(page.last_key->json());
  const CapacityDetail detail = capacity_detail(input);
  if (detail != CapacityDetail::kNone) {
    append_capacity(reply.key("ConsumedCapacity"), page.capacity, detail);
  }
  reply.close();
  return {};
}

Result<void> write_item(const Context& context, const Input& input, const Statement& statement,
                        const store::TableSchema& schema, std::string& out) {
  const bool return_item = input.text("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
  NORN_ASSIGN(const WritePlan plan, plan_write(statement, schema, return_item));
  NORN_ASSIGN(const store::WriteResult result, run_write(context.store, plan));
  ObjectWriter reply(out);
  ListWriter rows(reply.key("Items"));
  if (const auto row = returned_row(result)) rows.next().append(row->json());
  rows.close();
  const CapacityDetail detail = capacity_detail(input);
  if (detail != CapacityDetail::kNone) {
    append_capacity(reply.key("ConsumedCapacity"), result.capacity, detail);
  }
  reply.close();
  return {};
}

}  // namespace

Result<void> execute_statement(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::vector<store::Value> parameters, read_parameters(input));
  const std::string_view text = input.text("Statement");
  NORN_ASSIGN(const Statement statement, prepare(text, parameters));
  if (std::holds_alternative<Exists>(statement)) {
    return store::validation(std::string(kExistsMessage));
  }
  NORN_ASSIGN(const store::TableDescription table,
              find_table(context.store, target_of(statement).table));
  if (const auto* select = std::get_if<Select>(&statement)) {
    return select_page(context, input, *select, table.schema, fingerprint(text, parameters), out);
  }
  return write_item(context, input, statement, table.schema, out);
}

}  // namespace partiql

std::span<const Operation> partiql_operations() {
  static constexpr std::array<Operation, 3> kOperations = {{
      {"ExecuteStatement", &partiql::kExecuteStatementInput, Run(partiql::execute_statement),
       Operation::Where::kPool},
      {"BatchExecuteStatement", &partiql::kBatchExecuteStatementInput,
       Run(partiql::batch_execute_statement), Operation::Where::kPool},
      {"ExecuteTransaction", &partiql::kExecuteTransactionInput, Run(partiql::execute_transaction),
       Operation::Where::kPool},
  }};
  return kOperations;
}

}  // namespace norn::dynamodb
