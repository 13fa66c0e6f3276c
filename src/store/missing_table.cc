#include "store/missing_table.h"

#include <memory>

#include "store/errors.h"
#include "store/read_plan.h"

namespace norn::store {
namespace {

// The schema of no table: its key has a name that nothing in the request can have.
std::shared_ptr<const TableSchema> no_schema() {
  auto schema = std::make_shared<TableSchema>();
  schema->key.partition = {std::string(1, '\0'), Type::kString};
  return schema;
}

// What only the real table could tell is no fault of the request.
bool is_about_the_table(const Error& error) {
  return error.code != ErrorCode::kValidation || is_item_fault(error) ||
         error.message.starts_with("Query condition missed key schema element") ||
         error.message.starts_with("Query key condition not supported") ||
         error.message.starts_with("The table does not have the specified index") ||
         error.message.starts_with("The provided starting key is invalid") ||
         error.message.starts_with("The provided key element does not match the schema");
}

template <typename T>
std::unexpected<Error> first_fault(const Result<T>& checked, const std::string& table) {
  if (!checked && !is_about_the_table(checked.error())) return std::unexpected(checked.error());
  return table_not_found(table);
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
  QueryRequest of_table = request;
  of_table.index.clear();
  of_table.start_after.reset();
  if (request.select == Select::kAllProjectedAttributes) of_table.select = Select::kAuto;
  auto fault = first_fault(plan_query(no_schema(), of_table), request.table);
  if (fault.error().code == ErrorCode::kValidation) return fault;
  // The plan ended at the key condition; the other expressions are those of a scan.
  ScanRequest others;
  static_cast<PageRequest&>(others) = of_table;
  auto other_fault = missing_table(others);
  const bool unused =
      other_fault.error().message.starts_with("Value provided in ExpressionAttr") ||
      other_fault.error().message.find("can only be specified when") != std::string::npos;
  return unused ? fault : other_fault;
}

std::unexpected<Error> missing_table(const ScanRequest& request) {
  ScanRequest of_table = request;
  of_table.index.clear();
  of_table.start_after.reset();
  if (request.select == Select::kAllProjectedAttributes) of_table.select = Select::kAuto;
  return first_fault(plan_scan(no_schema(), of_table), request.table);
}

}  // namespace norn::store
