#include "dynamodb/partiql/plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "dynamodb/partiql/parser.h"
#include "store/wire/wire.h"

namespace norn::dynamodb::partiql {
namespace {

store::TableSchema schema() {
  store::TableSchema schema;
  schema.name = "t";
  schema.key = {{"pk", store::Type::kString}, store::KeyAttribute{"sk", store::Type::kNumber}};
  store::IndexSchema index;
  index.name = "i";
  index.key = {{"g", store::Type::kString}, std::nullopt};
  index.projection.kind = store::ProjectionKind::kKeysOnly;
  schema.indexes.push_back(index);
  store::IndexSchema several;
  several.name = "several";
  several.key = {.partition = {"g", store::Type::kString},
                 .sort = std::nullopt,
                 .more_partition = {{"h", store::Type::kString}}};
  schema.indexes.push_back(several);
  return schema;
}

std::string shown(const store::Placeholders& placeholders) {
  std::string text;
  for (const auto& [placeholder, name] : placeholders.names) {
    text += fmt::format(" {}={}", placeholder, name);
  }
  for (const auto& [placeholder, value] : placeholders.values) {
    text += fmt::format(" {}={}", placeholder, store::to_json(value));
  }
  return text;
}

// The reads of a plan: "query #n0 = :v0 | filter #n1 = :v1 | ...".
std::string shown(const SelectPlan& plan) {
  std::string text;
  for (const auto& read : plan.reads) {
    if (!text.empty()) text += "; ";
    const auto* query = std::get_if<store::QueryRequest>(&read);
    if (query != nullptr) {
      text += fmt::format("query {}{}", query->key_condition, query->forward ? "" : " backward");
    } else {
      text += "scan";
    }
    std::visit(
        [&](const store::PageRequest& request) {
          if (!request.index.empty()) text += fmt::format(" of {}", request.index);
          if (!request.filter.empty()) text += fmt::format(" filter {}", request.filter);
          if (!request.projection.empty()) text += fmt::format(" only {}", request.projection);
          text += ":" + shown(request.placeholders);
        },
        read);
  }
  if (plan.filter) text += " then filter";
  return text;
}

std::string select_plan(std::string_view text) {
  const auto statement = parse(text, {});
  if (!statement) return statement.error().message;
  const auto plan = plan_select(std::get<Select>(*statement), schema(), false);
  return plan ? shown(*plan) : plan.error().message;
}

TEST(PartiqlPlan, QueriesWhenThePartitionIsKnown) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"SELECT * FROM t WHERE pk = 'a'", R"(query #n0 = :v0: #n0=pk :v0={"S":"a"})"},
      {"SELECT * FROM t WHERE 2 <= sk AND pk = 'a'",
       R"(query #n0 = :v0 AND #n1 >= :v1: #n0=pk #n1=sk :v0={"S":"a"} :v1={"N":"2"})"},
      {"SELECT * FROM t WHERE pk = 'a' ORDER BY sk DESC",
       R"(query #n0 = :v0 backward: #n0=pk :v0={"S":"a"})"},
      {"SELECT b.c, pk FROM t WHERE pk = 'a' AND (x = 1 OR y = 2)",
       R"(query #n0 = :v0 filter #n1 = :v1 OR #n2 = :v2 only #n3, #n0: #n0=pk #n1=x #n2=y #n3=b )"
       R"(:v0={"S":"a"} :v1={"N":"1"} :v2={"N":"2"})"},
      {"SELECT x FROM t WHERE pk = 'a' AND sk <> 1",
       R"(query #n0 = :v0 only #n1, #n2: #n0=pk #n1=x #n2=sk :v0={"S":"a"} then filter)"},
      {"SELECT * FROM t WHERE pk IN ['b', 'a'] ORDER BY pk, sk",
       R"(query #n0 = :v0: #n0=pk :v0={"S":"a"}; query #n0 = :v0: #n0=pk :v0={"S":"b"})"},
      {"SELECT * FROM t WHERE pk = 'a' AND sk = 1 OR pk = 'a' AND sk = 2",
       R"(query #n0 = :v0: #n0=pk :v0={"S":"a"} then filter)"},
      {"SELECT * FROM t.i WHERE g = 'a' AND pk = 'b'",
       R"(query #n0 = :v0 of i filter #n1 = :v1: #n0=g #n1=pk :v0={"S":"a"} :v1={"S":"b"})"},
  };
  for (const auto& [statement, plan] : rows) EXPECT_EQ(select_plan(statement), plan) << statement;
}

TEST(PartiqlPlan, ScansOtherwise) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"SELECT * FROM t", "scan:"},
      {"SELECT * FROM t WHERE pk > 'a'", R"(scan filter #n0 > :v0: #n0=pk :v0={"S":"a"})"},
      {"SELECT * FROM t WHERE sk = 1", R"(scan filter #n0 = :v0: #n0=sk :v0={"N":"1"})"},
      {"SELECT * FROM t WHERE NOT pk = 'a'", R"(scan filter NOT #n0 = :v0: #n0=pk :v0={"S":"a"})"},
      {"SELECT * FROM t WHERE pk.x = 'a'",
       R"(scan filter #n0.#n1 = :v0: #n0=pk #n1=x :v0={"S":"a"})"},
      {"SELECT * FROM t WHERE pk = 'a' OR x = 1",
       R"(scan filter #n0 = :v0 OR #n1 = :v1: #n0=pk #n1=x :v0={"S":"a"} :v1={"N":"1"})"},
      {"SELECT * FROM t.i WHERE pk = 'a'", R"(scan of i filter #n0 = :v0: #n0=pk :v0={"S":"a"})"},
  };
  for (const auto& [statement, plan] : rows) EXPECT_EQ(select_plan(statement), plan) << statement;
}

TEST(PartiqlPlan, ReadsNoIndexWithSeveralAttributesInAPartOfItsKey) {
  constexpr std::string_view kRefused =
      "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
      "multi-attribute RANGE keys.";
  for (const std::string_view statement :
       {"SELECT * FROM t.several", "SELECT * FROM t.several WHERE g = 5",
        "SELECT * FROM t.several WHERE g = 'a' AND h = 'b' ORDER BY h"}) {
    EXPECT_EQ(select_plan(statement), kRefused) << statement;
    const auto parsed = parse(statement, {});
    ASSERT_TRUE(parsed) << parsed.error().message;
    // Alone and in a batch or transaction.
    const auto plan = plan_get(std::get<Select>(*parsed), schema());
    ASSERT_FALSE(plan) << statement;
    EXPECT_EQ(plan.error().message, kRefused);
  }
}

std::string write_plan(std::string_view text) {
  const auto statement = parse(text, {});
  if (!statement) return statement.error().message;
  const auto plan = plan_write(*statement, schema(), false);
  if (!plan) return plan.error().message;
  struct Visitor {
    std::string operator()(const store::PutRequest& put) const {
      return fmt::format("put {} if {}:{}", put.item.json(), put.condition,
                         shown(put.placeholders));
    }
    std::string operator()(const store::UpdateRequest& update) const {
      return fmt::format("update {} {} if {}:{}", update.key.json(), update.update,
                         update.condition, shown(update.placeholders));
    }
    std::string operator()(const store::DeleteRequest& remove) const {
      return fmt::format("delete {} if {}:{}", remove.key.json(), remove.condition,
                         shown(remove.placeholders));
    }
    std::string operator()(const store::ConditionCheck& check) const {
      return fmt::format("check {} if {}:{}", check.key.json(), check.condition,
                         shown(check.placeholders));
    }
  };
  return std::visit(Visitor{}, *plan);
}

TEST(PartiqlPlan, WritesUnderConditions) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"INSERT INTO t VALUE {'pk': 'a', 'sk': 1}",
       R"(put {"pk":{"S":"a"},"sk":{"N":"1"}} if attribute_not_exists(#n0): #n0=pk)"},
      {"UPDATE t SET x = 1 WHERE sk = 1 AND pk = 'a'",
       R"(update {"pk":{"S":"a"},"sk":{"N":"1"}} SET #n0 = :v0 if attribute_exists(#n1): )"
       R"(#n0=x #n1=pk :v0={"N":"1"})"},
      {"UPDATE t REMOVE x WHERE pk = 'a' AND (sk = 1 AND pk = 'a') AND (x = 1 OR y = 2)",
       R"(update {"pk":{"S":"a"},"sk":{"N":"1"}} REMOVE #n0 if attribute_exists(#n1) AND )"
       R"((#n0 = :v0 OR #n2 = :v1): #n0=x #n1=pk #n2=y :v0={"N":"1"} :v1={"N":"2"})"},
      {"DELETE FROM t WHERE pk = 'a' AND sk = 1", R"(delete {"pk":{"S":"a"},"sk":{"N":"1"}} if :)"},
      {"DELETE FROM t WHERE pk = 'a' AND sk = 1 AND x = 1 AND y = 2",
       R"(delete {"pk":{"S":"a"},"sk":{"N":"1"}} if attribute_not_exists(#n0) OR (#n1 = :v0 AND )"
       R"(#n2 = :v1): #n0=pk #n1=x #n2=y :v0={"N":"1"} :v1={"N":"2"})"},
      {"EXISTS(SELECT * FROM t WHERE pk = 'a' AND sk = 1 AND x IS MISSING)",
       R"(check {"pk":{"S":"a"},"sk":{"N":"1"}} if attribute_not_exists(#n0): #n0=x)"},
  };
  for (const auto& [statement, plan] : rows) EXPECT_EQ(write_plan(statement), plan) << statement;
}

TEST(PartiqlPlan, RefusesWritesWithoutOneItem) {
  EXPECT_EQ(write_plan("UPDATE t SET x = 1 WHERE pk = 'a'"),
            "Where clause does not contain a mandatory equality on all key attributes");
  EXPECT_EQ(write_plan("DELETE FROM t WHERE pk = 'a' AND sk = 1 AND sk = 2"),
            "Multiple conditions on same key sk. Only single item Update/Insert/Delete are "
            "supported");
  EXPECT_EQ(write_plan("EXISTS(SELECT * FROM t WHERE pk = 'a' AND sk = 1)"),
            "EXISTS() must contain a single item read with additional condition");
  EXPECT_EQ(write_plan("UPDATE t SET x = 1 SET x = 2 WHERE pk = 'a' AND sk = 1"),
            "Two document paths overlap with each other; must remove or rewrite one of these "
            "paths; path one: [x], path two: [x]");
}

}  // namespace
}  // namespace norn::dynamodb::partiql
