#include "store/tables/missing_table.h"

#include <memory>

#include "store/errors.h"
#include "store/requests/read_plan.h"

namespace norn::store {
namespace {

// The schema of no table: its key has a name that nothing in the request can have.
std::shared_ptr<const TableSchema> no_schema() {
  auto schema = std::make_shared<TableSchema>();
  schema->key.partition = {std::string(1, '\0'), Type::kString};
  return schema;
}

// An error that depends on the real table (an ItemFault) is no error of the request.
template <typename T>
std::unexpected<Error> first_fault(const Result<T>& checked, const std::string& table) {
  const bool of_request =
      !checked && checked.error().code == ErrorCode::kValidation && !is_item_fault(checked.error());
  if (of_request) {
    return std::unexpected(checked.error());
  }
  return table_not_found(table);
}

// A query's plan ends at the key condition, which no schema fits: so its expressions are read here,
// in the same order.
Result<void> check_expressions(const QueryRequest& request) {
  PlaceholderUse placeholders(request.placeholders);
  const auto key = KeyCondition::parse(request.key_condition, no_schema()->key, placeholders);
  if (!key && !is_item_fault(key.error())) {
    return std::unexpected(key.error());
  }
  if (!request.filter.empty()) {
    NORN_TRY(Condition::parse(request.filter, "FilterExpression", placeholders));
  }
  if (!request.projection.empty()) {
    NORN_TRY(Projection::parse(request.projection, placeholders));
  }
  return placeholders.check_all_used();
}

// Without the parts that depend on the table.
template <typename Request>
Request of_table(Request request) {
  request.index.clear();
  request.start_after.reset();
  if (request.select == Select::kAllProjectedAttributes) {
    request.select = Select::kAuto;
  }
  return request;
}

}  // namespace

std::unexpected<Error> missing_table(const ItemWriteRequest& request) {
  return first_fault(ItemWrite::make(no_schema(), request), table_of(request));
}

std::unexpected<Error> missing_table(const GetRequest& request) {
  return first_fault(plan_get(no_schema(), request.key, request.projection, request.placeholders),
                     request.table);
}

std::unexpected<Error> missing_table(const QueryRequest& request) {
  auto fault = first_fault(plan_query(no_schema(), of_table(request)), request.table);
  if (fault.error().code == ErrorCode::kValidation) {
    return fault;
  }
  return first_fault(check_expressions(request), request.table);
}

std::unexpected<Error> missing_table(const ScanRequest& request) {
  return first_fault(plan_scan(no_schema(), of_table(request)), request.table);
}

}  // namespace norn::store
