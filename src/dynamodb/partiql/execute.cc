#include "dynamodb/partiql/execute.h"

#include <utility>

#include "base/check.h"
#include "dynamodb/partiql/parser.h"
#include "dynamodb/partiql/render.h"
#include "dynamodb/render.h"
#include "store/errors.h"
#include "store/limits.h"
#include "store/wire/dom.h"

namespace norn::dynamodb::partiql {
namespace {

using Read = std::variant<store::QueryRequest, store::ScanRequest>;

store::PageRequest& page_request(Read& read) {
  return std::visit([](auto& request) -> store::PageRequest& { return request; }, read);
}

Result<store::PageResult> run(store::Store& store, const Read& read) {
  if (const auto* query = std::get_if<store::QueryRequest>(&read)) {
    return in_statement(store.query(*query));
  }
  return in_statement(store.scan(std::get<store::ScanRequest>(read)));
}

// Returns the bytes of the items that became rows.
size_t append_rows(const SelectPlan& plan, const store::ItemList& items, ListWriter& rows) {
  size_t bytes = 0;
  for (const store::ItemView item : items) {
    if (plan.filter && !plan.filter->holds(item)) continue;
    bytes += item.size_bytes();
    if (plan.columns.changes_items()) {
      rows.next().append(plan.columns.row(item).json());
    } else {
      rows.next().append(item.json());
    }
  }
  return bytes;
}

}  // namespace

Result<std::vector<store::Value>> read_parameters(const Input& input) {
  std::vector<store::Value> parameters;
  NORN_TRY(input.each("Parameters", [&](simdjson::dom::element json) -> Result<void> {
    NORN_ASSIGN(store::Value value, store::value_from_dom(json));
    parameters.push_back(std::move(value));
    return {};
  }));
  return parameters;
}

Result<Statement> prepare(std::string_view text, std::span<const store::Value> parameters) {
  NORN_ASSIGN(Statement statement, parse(text, parameters));
  if (const auto* select = std::get_if<Select>(&statement)) {
    NORN_TRY(check_condition(select->where));
  } else if (const auto* update = std::get_if<Update>(&statement)) {
    NORN_TRY(check_condition(update->where));
  } else if (const auto* remove = std::get_if<Delete>(&statement)) {
    NORN_TRY(check_condition(remove->where));
  } else if (const auto* exists = std::get_if<Exists>(&statement)) {
    NORN_TRY(check_condition(exists->select.where));
  }
  return statement;
}

Result<store::TableDescription> find_table(store::Store& store, const std::string& table) {
  Result<store::TableDescription> description = store.describe_table(table);
  if (!description && description.error().code == ErrorCode::kResourceNotFound) {
    return fail(ErrorCode::kResourceNotFound, "Requested resource not found");
  }
  return description;
}

Result<Page> run_select(store::Store& store, SelectPlan plan, PageStart start,
                        std::optional<int64_t> limit) {
  Page page;
  ListWriter rows(page.rows);
  size_t bytes = 0;
  for (size_t i = start.read; i < plan.reads.size(); ++i) {
    store::PageRequest& request = page_request(plan.reads[i]);
    request.limit = limit;
    request.start_after = std::move(start.after);
    start.after.reset();
    NORN_ASSIGN(store::PageResult result, run(store, plan.reads[i]));
    bytes += append_rows(plan, result.items, rows);
    page.capacity.table = request.table;
    page.capacity.add(result.capacity);
    if (result.last_key) {
      page.next = PageStart{i, result.last_key};
      page.last_key = std::move(result.last_key);
      break;
    }
    if (limit) *limit -= result.scanned_count;
    if ((limit && *limit <= 0) || bytes >= store::kMaxPageBytes) {
      if (i + 1 < plan.reads.size()) page.next = PageStart{i + 1, std::nullopt};
      break;
    }
  }
  rows.close();
  return page;
}

Result<store::WriteResult> run_write(store::Store& store, const WritePlan& plan) {
  if (const auto* put = std::get_if<store::PutRequest>(&plan)) {
    Result<store::WriteResult> result = in_statement(store.put(*put));
    if (!result && result.error().code == ErrorCode::kConditionalCheckFailed) {
      return fail(ErrorCode::kDuplicateItem, std::string(kDuplicateMessage));
    }
    return result;
  }
  if (const auto* update = std::get_if<store::UpdateRequest>(&plan)) {
    return in_statement(store.update(*update));
  }
  const auto* remove = std::get_if<store::DeleteRequest>(&plan);
  NORN_CHECK(remove != nullptr, "EXISTS has been refused outside of transactions");
  return in_statement(store.remove(*remove));
}

std::optional<store::Item> returned_row(const store::WriteResult& result) {
  if (!result.attributes || result.attributes->count() == 0) return std::nullopt;
  return result.attributes;
}

}  // namespace norn::dynamodb::partiql
