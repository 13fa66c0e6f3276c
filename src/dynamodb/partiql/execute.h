#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "dynamodb/input.h"
#include "dynamodb/partiql/ast.h"
#include "dynamodb/partiql/plan.h"
#include "dynamodb/partiql/token.h"
#include "store/store.h"

// The execution of single statements on a store, shared by the three operations.
namespace norn::dynamodb::partiql {

Result<std::vector<store::Value>> read_parameters(const Input& input);

// Parses a statement and checks it as far as that needs no table.
Result<Statement> prepare(std::string_view text, std::span<const store::Value> parameters);

// "Requested resource not found" when there is none.
Result<store::TableDescription> find_table(store::Store& store, const std::string& table);

// One page of a SELECT.
struct Page {
  std::string rows;                     // The JSON list.
  std::optional<store::Item> last_key;  // Of the read that was stopped in its middle.
  std::optional<PageStart> next;        // Absent at the end.
  store::ConsumedCapacity capacity;
};
Result<Page> run_select(store::Store& store, SelectPlan plan, PageStart start,
                        std::optional<int64_t> limit);

// A single write. An INSERT of an item that exists is kDuplicateItem.
Result<store::WriteResult> run_write(store::Store& store, const WritePlan& plan);

// The row that a write's RETURNING asked for, if any.
std::optional<store::Item> returned_row(const store::WriteResult& result);

inline constexpr std::string_view kDuplicateMessage = "Duplicate primary key exists in table";
inline constexpr std::string_view kExistsMessage =
    "EXISTS can only be used in ExecuteTransaction write requests.";

}  // namespace norn::dynamodb::partiql
