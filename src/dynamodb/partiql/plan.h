#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "dynamodb/partiql/ast.h"
#include "store/expressions/condition.h"
#include "store/requests/read_requests.h"
#include "store/requests/table_requests.h"
#include "store/requests/write_requests.h"

// From a statement to the requests to the store.
namespace norn::dynamodb::partiql {

// The columns of a SELECT, taken from items.
class Columns {
 public:
  Columns() = default;  // All of them.
  // `others` are attributes that are needed besides the columns.
  Columns(std::vector<Column> columns, const std::vector<std::string>& others);

  // The attributes to be read, for a projection; empty means all.
  const std::vector<std::string>& attributes() const { return attributes_; }
  // Whether items have to be changed to be the rows of the reply.
  bool changes_items() const { return changes_items_; }
  store::Item row(store::ItemView item) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::string> attributes_;
  bool changes_items_ = false;
};

// A SELECT as the queries that answer it one after another, or as a scan.
struct SelectPlan {
  std::vector<std::variant<store::QueryRequest, store::ScanRequest>> reads;
  // Conditions that the store's filters do not allow: those on the keys of the table or index.
  std::optional<store::Condition> filter;
  Columns columns;
};
Result<SelectPlan> plan_select(const Select& select, const store::TableSchema& schema,
                               bool consistent);

// A SELECT of one item by its whole key, as batches and transactions ask for it. nullopt if the
// WHERE clause has less or more than the key.
struct GetPlan {
  store::Item key;
  std::string projection;
  store::Placeholders placeholders;
  Columns columns;
};
Result<std::optional<GetPlan>> plan_get(const Select& select, const store::TableSchema& schema);

using WritePlan = store::TransactWriteRequest::Action;

// A write. `return_item`: a failed condition returns the item.
Result<WritePlan> plan_write(const Statement& statement, const store::TableSchema& schema,
                             bool return_item);

}  // namespace norn::dynamodb::partiql
