#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "dynamodb/partiql/execute.h"
#include "dynamodb/partiql/parser.h"
#include "dynamodb/partiql/plan.h"
#include "dynamodb/partiql/token.h"
#include "store/requests/read_plan.h"

// Statements from any text, read and planned for a table with indexes. The first byte says how many
// parameters there are. Nothing may crash or hang, and what is planned must be a request that the
// store reads without finding a fault in its syntax.
namespace norn::dynamodb::partiql {
namespace {

const store::TableSchema& table_schema() {
  static const store::TableSchema kSchema = [] {
    store::TableSchema schema;
    schema.name = "t";
    schema.key = {{"pk", store::Type::kString}, store::KeyAttribute{"sk", store::Type::kNumber}};
    store::IndexSchema local;
    local.name = "l";
    local.key = {{"pk", store::Type::kString}, store::KeyAttribute{"x", store::Type::kString}};
    local.projection.kind = store::ProjectionKind::kKeysOnly;
    local.global = false;
    store::IndexSchema global;
    global.name = "g";
    global.key = {{"y", store::Type::kBinary}, std::nullopt};
    schema.indexes = {local, global};
    return schema;
  }();
  return kSchema;
}

std::vector<store::Value> parameters(size_t count) {
  const std::array<store::Value, 5> kinds = {
      store::Value("a"), store::Value::number(1), store::Value(store::Binary{"b"}),
      store::Value::boolean(true), store::Value(store::StringSet::make({"x", "y"}))};
  std::vector<store::Value> values;
  for (size_t i = 0; i < count; ++i) values.push_back(kinds[i % kinds.size()]);
  return values;
}

// Our text must be an expression: only what users write in it may be wrong.
template <typename T>
void check_syntax(const Result<T>& plan) {
  if (plan) return;
  const std::string_view message = plan.error().message;
  NORN_CHECK(message.find("Syntax error") == std::string_view::npos,
             "a plan must be an expression");
  NORN_CHECK(message.find("unused in expressions") == std::string_view::npos,
             "a plan must use its placeholders");
  NORN_CHECK(message.find("redundant parentheses") == std::string_view::npos,
             "a plan must not repeat parentheses");
}

void try_select(const Select& select, bool consistent) {
  const auto schema = std::make_shared<const store::TableSchema>(table_schema());
  const Result<SelectPlan> plan = plan_select(select, *schema, consistent);
  static_cast<void>(plan_get(select, *schema));
  if (!plan) return;
  NORN_CHECK(!plan->reads.empty(), "a plan reads something");
  for (const auto& read : plan->reads) {
    if (const auto* query = std::get_if<store::QueryRequest>(&read)) {
      check_syntax(store::plan_query(schema, *query));
    } else {
      check_syntax(store::plan_scan(schema, std::get<store::ScanRequest>(read)));
    }
  }
  const store::Item item = store::Item::from_map({{"pk", "a"}, {"sk", store::Value::number(1)}});
  if (plan->filter) plan->filter->holds(item);
  NORN_CHECK(store::Item::verify(plan->columns.row(item).bytes()).has_value(),
             "a row must be a valid item");
}

void try_statement(std::string_view text, size_t parameter_count) {
  const std::vector<store::Value> values = parameters(parameter_count);
  const Result<Statement> statement = prepare(text, values);
  check_syntax(statement);
  if (!statement) return;
  if (const auto* select = std::get_if<Select>(&*statement)) {
    try_select(*select, false);
    try_select(*select, true);
  } else {
    check_syntax(plan_write(*statement, table_schema(), true));
  }
}

}  // namespace
}  // namespace norn::dynamodb::partiql

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMaxStatementBytes = 8192;
  if (size < 1 || size > kMaxStatementBytes) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  norn::dynamodb::partiql::try_statement(text, data[0] % 4);
  static_cast<void>(norn::dynamodb::partiql::read_token(text, data[0]));
  return 0;
}
