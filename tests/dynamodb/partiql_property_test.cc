#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operation_call.h"
#include "dynamodb/partiql/parser.h"
#include "dynamodb/partiql/render.h"
#include "store/wire/wire.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// Whatever reads a SELECT is planned as, it gives the items of which its condition is true.
namespace norn::testing {
namespace {

// Writes random conditions over few attributes and values, so that many of them are true.
class Conditions {
 public:
  explicit Conditions(uint32_t seed) : random_(seed) {}

  std::string next(int depth = 3) {
    switch (below(depth > 0 ? 10 : 6)) {
      case 0:
      case 1:
        return fmt::format("pk = {}", one_of({"'a'", "'b'", "'c'"}));
      case 2:
        return fmt::format("sk {} {}", one_of({"=", "<>", "<", ">="}), one_of({"1", "2", "3"}));
      case 3:
        return fmt::format("{} = {}", one_of({"x", "y"}), one_of({"1", "2", "'a'"}));
      case 4:
        return fmt::format("pk IN [{}]", one_of({"'a', 'b'", "'c'", "'a', 'z'"}));
      case 5:
        return one_of({"x IS MISSING", "sk BETWEEN 1 AND 2", "begins_with(pk, 'a')", "x IN [1, 2]",
                       "sk IN [1, 3]", "2 > sk"});
      case 6:
      case 7:
        return fmt::format("{} AND {}", next(depth - 1), next(depth - 1));
      case 8:
        return fmt::format("({} OR {})", next(depth - 1), next(depth - 1));
      default:
        return fmt::format("NOT ({})", next(depth - 1));
    }
  }

 private:
  size_t below(size_t end) { return random_() % end; }
  std::string one_of(const std::vector<std::string>& texts) { return texts[below(texts.size())]; }

  std::mt19937 random_;
};

// The items of all pages, sorted, or the error.
std::string select_all(const OperationCaller& caller, std::string_view statement, int limit) {
  std::vector<std::string> rows;
  std::string token;
  do {
    std::string request = fmt::format(R"({{"Statement":"{}","Limit":{})", statement, limit);
    if (!token.empty()) request += fmt::format(R"(,"NextToken":"{}")", token);
    const Result<std::string> reply = caller.call("ExecuteStatement", request + "}");
    if (!reply) return reply.error().message;
    simdjson::dom::parser parser;
    const simdjson::padded_string text(*reply);
    const simdjson::dom::array items = parser.parse(text)["Items"].get_array().value();
    for (const simdjson::dom::element item : items) rows.push_back(simdjson::minify(item));
    token = member_text(*reply, "NextToken");
  } while (!token.empty());
  return fmt::format("{}", fmt::join(sorted(rows), " "));
}

std::string where_true(const std::vector<store::Item>& items, std::string_view statement) {
  const auto parsed = must(dynamodb::partiql::parse(statement, {}));
  const auto& select = std::get<dynamodb::partiql::Select>(parsed);
  const dynamodb::partiql::Predicate* where = &*select.where;
  const auto condition = must(dynamodb::partiql::compile(std::span(&where, 1)));
  std::vector<std::string> rows;
  for (const store::Item& item : items) {
    if (condition.holds(item)) rows.emplace_back(item.json());
  }
  return fmt::format("{}", fmt::join(sorted(rows), " "));
}

TEST(PartiqlProperty, SelectsWhatTheConditionIsTrueOf) {
  constexpr int kStatements = 3000;
  ManualClock clock(1'700'000'000'000);
  ModelStore store(clock);
  must(store.create_table(table("songs", "pk:S sk:N")));
  std::vector<store::Item> items;
  for (const char* pk : {"a", "b", "c"}) {
    for (const int64_t sk : {1, 2, 3}) {
      store::Map attributes = {{"pk", pk}, {"sk", num(sk)}, {"y", pk}};
      if (sk != 2) attributes.emplace("x", num(sk == 1 ? 1 : 2));
      items.push_back(item(attributes));
      must(store.put(put("songs", attributes)));
    }
  }
  const OperationCaller caller(store, clock);
  Conditions conditions(1);
  int refused = 0;
  for (int i = 0; i < kStatements; ++i) {
    const std::string statement = fmt::format("SELECT * FROM songs WHERE {}", conditions.next());
    const std::string selected = select_all(caller, statement, 1 + i % 5);
    if (selected.starts_with("Overlapping conditions")) {
      ++refused;
      continue;
    }
    ASSERT_EQ(selected, where_true(items, statement)) << statement;
  }
  EXPECT_LT(refused, kStatements / 5);
}

}  // namespace
}  // namespace norn::testing
