#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamodb/legacy/legacy_parameters.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// What the older parameters mean, evaluated by a store.
namespace norn::dynamodb {
namespace {

using namespace norn::testing;
using store::Map;

constexpr std::string_view kTable = "Things";

class LegacyTest : public ::testing::Test {
 protected:
  LegacyTest() {
    store::CreateTableRequest request = table(std::string(kTable), "p:S c:N");
    add_global_index(request, "ByState", "state:S");
    must(store_.create_table(request));
  }

  // Fills `request` from the older parameters in `json`.
  template <typename Request>
  static Result<Request> with(Request request, std::string_view json) {
    simdjson::dom::parser parser;
    const simdjson::padded_string padded(json);
    NORN_TRY(apply_legacy(Input(parser.parse(padded).value()), request));
    return request;
  }

  void have(Map attributes) {
    attributes.insert({{"p", "k"}, {"c", num(1)}});
    must(store_.put(put(std::string(kTable), attributes)));
  }

  Result<store::WriteResult> update_with(std::string_view json, std::string_view key = "k") {
    store::UpdateRequest request;
    request.table = kTable;
    request.key = item({{"p", key}, {"c", num(1)}});
    NORN_ASSIGN(request, with(std::move(request), json));
    return store_.update(request);
  }

  std::optional<store::Item> stored(std::string_view key = "k") {
    return must(store_.get(testing::get(std::string(kTable), {{"p", key}, {"c", num(1)}}))).item;
  }

  // Whether the condition holds for the item: as a filter, and as an expectation of a write.
  bool holds(std::string_view condition) {
    store::ScanRequest scan;
    scan.table = kTable;
    const bool as_filter =
        must(store_.scan(must(with(scan, fmt::format(R"({{"ScanFilter":{}}})", condition)))))
            .count == 1;
    const auto written = update_with(fmt::format(R"({{"Expected":{}}})", condition));
    EXPECT_EQ(written.has_value(), as_filter) << condition;
    if (!written) {
      EXPECT_TRUE(fails_condition(written)) << condition;
    }
    return as_filter;
  }

  ManualClock clock_{1'700'000'000'000};
  ModelStore store_{clock_};
};

struct Comparison {
  std::string_view attribute;
  std::string_view op;
  std::string_view values;
  bool holds;
};

class LegacyConditionTest : public LegacyTest {
 protected:
  LegacyConditionTest() {
    have({{"s", "hello"},
          {"n", num(7)},
          {"b", bin("hi there")},
          {"ns", number_set({"2", "4"})},
          {"ss", string_set({"x", "yy"})},
          {"bs", binary_set({"z"})},
          {"l", list({"x", num(4), null()})},
          {"m", map({{"x", num(1)}})},
          {"null", null()},
          {"yes", yes()}});
  }

  void expect(const std::vector<Comparison>& rows) {
    for (const Comparison& row : rows) {
      const std::string condition =
          fmt::format(R"({{"{}":{{"ComparisonOperator":"{}","AttributeValueList":[{}]}}}})",
                      row.attribute, row.op, row.values);
      EXPECT_EQ(holds(condition), row.holds) << condition;
    }
  }
};

TEST_F(LegacyConditionTest, ComparesAttributes) {
  expect({
      {"n", "EQ", R"({"N":"7.0"})", true},
      {"n", "EQ", R"({"S":"7"})", false},
      {"ns", "EQ", R"({"NS":["4","2.00"]})", true},
      {"m", "EQ", R"({"M":{"x":{"N":"1"}}})", true},
      {"l", "EQ", R"({"L":[{"S":"x"}]})", false},
      {"none", "EQ", R"({"N":"1"})", false},
      {"n", "NE", R"({"N":"7"})", false},
      {"n", "NE", R"({"N":"8"})", true},
      {"n", "NE", R"({"S":"7"})", true},
      // What is not there differs from everything.
      {"none", "NE", R"({"N":"7"})", true},
      {"n", "LT", R"({"N":"10"})", true},
      {"n", "LT", R"({"N":"7"})", false},
      {"n", "LT", R"({"S":"9"})", false},
      {"n", "LE", R"({"N":"7"})", true},
      {"s", "GT", R"({"S":"hell"})", true},
      {"b", "GE", R"({"B":"aGkgdGhlcmU="})", true},
      {"b", "GT", R"({"B":"/w=="})", false},
      {"none", "LT", R"({"N":"10"})", false},
      {"none", "GE", R"({"N":"10"})", false},
      {"n", "BETWEEN", R"({"N":"7"},{"N":"10"})", true},
      {"n", "BETWEEN", R"({"N":"8"},{"N":"10"})", false},
      {"n", "BETWEEN", R"({"S":"1"},{"S":"9"})", false},
      {"none", "BETWEEN", R"({"N":"0"},{"N":"100"})", false},
      {"n", "IN", R"({"N":"1"},{"N":"7"})", true},
      {"n", "IN", R"({"S":"7"})", false},
      // The attribute is sought in the list, not the list's values in the attribute.
      {"ns", "IN", R"({"N":"2"})", false},
      {"none", "IN", R"({"N":"2"})", false},
      {"s", "BEGINS_WITH", R"({"S":"hel"})", true},
      {"s", "BEGINS_WITH", R"({"S":"el"})", false},
      {"b", "BEGINS_WITH", R"({"B":"aGk="})", true},
      {"n", "BEGINS_WITH", R"({"S":"7"})", false},
      {"none", "BEGINS_WITH", R"({"S":"7"})", false},
  });
}

TEST_F(LegacyConditionTest, LooksIntoAttributesAndForThem) {
  expect({
      {"s", "CONTAINS", R"({"S":"ell"})", true},
      {"s", "CONTAINS", R"({"N":"1"})", false},
      {"b", "CONTAINS", R"({"B":"dGhl"})", true},
      {"ns", "CONTAINS", R"({"N":"4"})", true},
      {"ns", "CONTAINS", R"({"S":"4"})", false},
      {"ss", "CONTAINS", R"({"S":"yy"})", true},
      {"ss", "CONTAINS", R"({"S":"y"})", false},
      {"bs", "CONTAINS", R"({"B":"eg=="})", true},
      {"l", "CONTAINS", R"({"N":"4"})", true},
      {"l", "CONTAINS", R"({"NULL":true})", true},
      {"l", "CONTAINS", R"({"BOOL":true})", false},
      {"none", "CONTAINS", R"({"N":"4"})", false},
      {"s", "NOT_CONTAINS", R"({"S":"ell"})", false},
      {"s", "NOT_CONTAINS", R"({"S":"dog"})", true},
      {"s", "NOT_CONTAINS", R"({"N":"1"})", true},
      {"ns", "NOT_CONTAINS", R"({"N":"1"})", true},
      {"n", "NOT_CONTAINS", R"({"N":"7"})", true},
      // Unlike NE, it does not hold for what is not there.
      {"none", "NOT_CONTAINS", R"({"N":"1"})", false},
      // These ask for the attribute, whatever its type.
      {"n", "NOT_NULL", "", true},
      {"null", "NOT_NULL", "", true},
      {"none", "NOT_NULL", "", false},
      {"n", "NULL", "", false},
      {"null", "NULL", "", false},
      {"none", "NULL", "", true},
  });
}

TEST_F(LegacyTest, ConditionsAreJoined) {
  have({{"a", num(1)}, {"b", num(2)}});
  constexpr std::string_view kTrue =
      R"("a":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"1"}]})";
  constexpr std::string_view kFalse =
      R"("b":{"ComparisonOperator":"NOT_CONTAINS","AttributeValueList":[{"N":"1"}]},)"
      R"("z":{"ComparisonOperator":"NOT_NULL"})";
  const auto passes = [&](std::string_view conditions, std::string_view op) {
    return update_with(
               fmt::format(R"({{"Expected":{{{}}},"ConditionalOperator":"{}"}})", conditions, op))
        .has_value();
  };
  const std::string both = fmt::format("{},{}", kTrue, kFalse);
  EXPECT_FALSE(passes(both, "AND"));
  EXPECT_TRUE(passes(both, "OR"));
  EXPECT_FALSE(passes(R"("z":{"ComparisonOperator":"NOT_NULL"},"d":{"Value":{"N":"1"}})", "OR"));
}

TEST_F(LegacyTest, ExistsAndValueAreExpectations) {
  have({{"a", num(1)}});
  const auto passes = [&](std::string_view expected) {
    return update_with(fmt::format(R"({{"Expected":{}}})", expected)).has_value();
  };
  EXPECT_TRUE(passes(R"({})"));
  EXPECT_TRUE(passes(R"({"a":{"Value":{"N":"1"}}})"));
  EXPECT_TRUE(passes(R"({"a":{"Value":{"N":"1"},"Exists":true}})"));
  EXPECT_TRUE(passes(R"({"z":{"Exists":false}})"));
  EXPECT_FALSE(passes(R"({"a":{"Value":{"N":"2"}}})"));
  EXPECT_FALSE(passes(R"({"z":{"Value":{"N":"1"}}})"));
  EXPECT_FALSE(passes(R"({"a":{"Exists":false}})"));
}

TEST_F(LegacyTest, PutsAndDeletesAreConditional) {
  have({{"a", num(1)}});
  const std::string table(kTable);
  const Map key = {{"p", "k"}, {"c", num(1)}};
  constexpr std::string_view kTwo = R"({"Expected":{"a":{"Value":{"N":"2"}}}})";
  EXPECT_TRUE(fails_condition(store_.remove(must(with(remove(table, key), kTwo)))));
  EXPECT_TRUE(fails_condition(store_.put(must(with(put(table, key), kTwo)))));
  constexpr std::string_view kOne = R"({"Expected":{"a":{"Value":{"N":"1"}}}})";
  EXPECT_TRUE(store_.remove(must(with(remove(table, key), kOne))));
  EXPECT_FALSE(stored());
}

TEST_F(LegacyTest, UpdatesChangeAttributes) {
  struct Row {
    Map before;
    std::string_view update;
    Map after;
  };
  const Map nothing;
  const std::vector<Row> rows = {
      {nothing, R"({"Value":{"S":"x"}})", {{"a", "x"}}},
      {{{"a", num(1)}}, R"({"Action":"PUT","Value":{"L":[]}})", {{"a", list({})}}},
      {{{"a", num(7)}}, R"({"Action":"ADD","Value":{"N":"-3.5"}})", {{"a", num("3.5")}}},
      {nothing, R"({"Action":"ADD","Value":{"N":"2"}})", {{"a", num(2)}}},
      {{{"a", number_set({"1", "2"})}},
       R"({"Action":"ADD","Value":{"NS":["2","3"]}})",
       {{"a", number_set({"1", "2", "3"})}}},
      {nothing, R"({"Action":"ADD","Value":{"SS":["x"]}})", {{"a", string_set({"x"})}}},
      // Lists, too, which the ADD of expressions does not take.
      {{{"a", list({num(1)})}},
       R"({"Action":"ADD","Value":{"L":[{"N":"1"},{"S":"x"}]}})",
       {{"a", list({num(1), num(1), "x"})}}},
      {nothing, R"({"Action":"ADD","Value":{"L":[{"N":"1"}]}})", {{"a", list({num(1)})}}},
      {{{"a", num(1)}}, R"({"Action":"DELETE"})", nothing},
      {nothing, R"({"Action":"DELETE"})", nothing},
      {{{"a", string_set({"x", "y"})}},
       R"({"Action":"DELETE","Value":{"SS":["x","z"]}})",
       {{"a", string_set({"y"})}}},
      {{{"a", string_set({"x"})}}, R"({"Action":"DELETE","Value":{"SS":["x"]}})", nothing},
      {nothing, R"({"Action":"DELETE","Value":{"SS":["x"]}})", nothing},
  };
  for (Row row : rows) {
    have(row.before);
    const auto result =
        update_with(fmt::format(R"({{"AttributeUpdates":{{"a":{}}}}})", row.update));
    ASSERT_TRUE(result) << row.update << ": " << result.error().message;
    row.after.insert({{"p", "k"}, {"c", num(1)}});
    EXPECT_EQ(stored(), item(row.after)) << row.update;
  }
}

TEST_F(LegacyTest, DeletesCreateNoItem) {
  for (const std::string_view update :
       {R"({"Action":"DELETE"})", R"({"Action":"DELETE","Value":{"SS":["x"]}})"}) {
    must(update_with(fmt::format(R"({{"AttributeUpdates":{{"a":{}}}}})", update), "nobody"));
    EXPECT_FALSE(stored("nobody")) << update;
  }
  must(update_with(R"({"AttributeUpdates":{}})", "nobody"));
  EXPECT_TRUE(stored("nobody"));
}

TEST_F(LegacyTest, UpdatesOfOtherTypesAreRefused) {
  constexpr std::string_view kMismatch = "Type mismatch for attribute to update";
  for (const std::string_view update : {
           R"({"Action":"ADD","Value":{"N":"1"}})",
           R"({"Action":"ADD","Value":{"SS":["x"]}})",
           R"({"Action":"ADD","Value":{"L":[]}})",
           R"({"Action":"DELETE","Value":{"SS":["x"]}})",
       }) {
    have({{"a", "text"}});
    EXPECT_TRUE(is_invalid(update_with(fmt::format(R"({{"AttributeUpdates":{{"a":{}}}}})", update)),
                           kMismatch));
  }
}

TEST_F(LegacyTest, KeysCannotBeUpdated) {
  EXPECT_TRUE(is_invalid(update_with(R"({"AttributeUpdates":{"c":{"Value":{"N":"2"}}}})"),
                         "One or more parameter values were invalid: Cannot update attribute c. "
                         "This attribute is part of the key"));
}

class LegacyReadTest : public LegacyTest {
 protected:
  LegacyReadTest() {
    for (int i = 0; i < 6; ++i) {
      must(store_.put(put(std::string(kTable), {{"p", "k"},
                                                {"c", num(i)},
                                                {"v", num(i % 2)},
                                                {"state", "open"},
                                                {"text", fmt::format("t{}", i)}})));
    }
  }

  Result<store::PageResult> query(std::string_view json, std::string index = "") {
    store::QueryRequest request;
    request.table = kTable;
    request.index = std::move(index);
    NORN_ASSIGN(request, with(std::move(request), json));
    return store_.query(request);
  }
};

constexpr std::string_view kOfK =
    R"("p":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"k"}]})";

TEST_F(LegacyReadTest, KeyConditionsSelectItems) {
  const std::vector<std::pair<std::string_view, std::vector<std::string>>> rows = {
      {R"("EQ","AttributeValueList":[{"N":"3"}])", {"3"}},
      {R"("LT","AttributeValueList":[{"N":"2"}])", {"0", "1"}},
      {R"("LE","AttributeValueList":[{"N":"2"}])", {"0", "1", "2"}},
      {R"("GT","AttributeValueList":[{"N":"4"}])", {"5"}},
      {R"("GE","AttributeValueList":[{"N":"4"}])", {"4", "5"}},
      {R"("BETWEEN","AttributeValueList":[{"N":"2"},{"N":"3"}])", {"2", "3"}},
  };
  for (const auto& [condition, expected] : rows) {
    const auto page = query(fmt::format(
        R"({{"KeyConditions":{{"c":{{"ComparisonOperator":{}}},{}}}}})", condition, kOfK));
    EXPECT_EQ(column(must(page).items, "c"), expected) << condition;
  }
}

TEST_F(LegacyReadTest, FiltersAndAttributesToGetNarrowReplies) {
  const auto page = must(query(fmt::format(
      R"({{"KeyConditions":{{{}}},"AttributesToGet":["text"],
          "QueryFilter":{{"v":{{"ComparisonOperator":"EQ",
                                "AttributeValueList":[{{"N":"1"}}]}}}}}})",
      kOfK)));
  EXPECT_EQ(page.scanned_count, 6);
  EXPECT_EQ(texts(page.items),
            (std::vector<std::string>{R"({"text":{"S":"t1"}})", R"({"text":{"S":"t3"}})",
                                      R"({"text":{"S":"t5"}})"}));
}

TEST_F(LegacyReadTest, KeyConditionsWorkBesideExpressions) {
  store::QueryRequest request;
  request.table = kTable;
  request.filter = "v = :v0";
  request.placeholders = values({{":v0", num(1)}});
  const auto page = store_.query(must(with(
      request, fmt::format(R"({{"KeyConditions":{{{}}},"FilterExpression":"v = :v0"}})", kOfK))));
  EXPECT_EQ(column(must(page).items, "c"), (std::vector<std::string>{"1", "3", "5"}));
}

TEST_F(LegacyReadTest, WhatDoesNotFitTheSchemaIsRefused) {
  const auto keys = [&](std::string_view conditions) {
    return query(fmt::format(R"({{"KeyConditions":{{{}}}}})", conditions));
  };
  EXPECT_TRUE(
      is_invalid(keys(R"("p":{"ComparisonOperator":"LT","AttributeValueList":[{"S":"k"}]})"),
                 "Query key condition not supported"));
  EXPECT_TRUE(
      is_invalid(keys(R"("c":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"1"}]})"),
                 "Query condition missed key schema element: p"));
  EXPECT_TRUE(
      is_invalid(keys(R"("p":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"1"}]})"),
                 "One or more parameter values were invalid: Condition parameter type does "
                 "not match schema type"));
  EXPECT_TRUE(is_invalid(query(R"({"QueryFilter":{}})"),
                         "Either the KeyConditions or KeyConditionExpression parameter must be "
                         "specified in the request."));
}

TEST_F(LegacyReadTest, ErrorsNameTheOlderParameters) {
  EXPECT_TRUE(is_invalid(
      query(fmt::format(
          R"({{"KeyConditions":{{{}}},"QueryFilter":{{"c":{{"ComparisonOperator":"NOT_NULL"}}}}}})",
          kOfK)),
      "QueryFilter can only contain non-primary key attributes: Primary key attribute: c"));
  store::ScanRequest scan;
  scan.table = kTable;
  scan.select = store::Select::kCount;
  EXPECT_TRUE(is_invalid(store_.scan(must(with(scan, R"({"AttributesToGet":["v"]})"))),
                         "Cannot specify the AttributesToGet when choosing to get only the Count"));
}

TEST_F(LegacyTest, TheLimitsOfExpressionsDoNotApply) {
  constexpr int kMany = 2'000;
  std::vector<std::string> updates;
  std::vector<std::string> conditions;
  std::vector<std::string> members;
  for (int i = 0; i < kMany; ++i) {
    updates.push_back(fmt::format(R"("attribute{}":{{"Value":{{"N":"{}"}}}})", i, i));
    conditions.push_back(fmt::format(R"("attribute{}":{{"Exists":false}})", i));
    members.push_back(fmt::format(R"({{"N":"{}"}})", i));
  }
  const auto result = update_with(fmt::format(R"({{"AttributeUpdates":{{{}}},"Expected":{{{}}}}})",
                                              fmt::join(updates, ","), fmt::join(conditions, ",")));
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(stored()->count(), static_cast<size_t>(kMany) + 2);
  EXPECT_TRUE(holds(
      fmt::format(R"({{"attribute7":{{"ComparisonOperator":"IN","AttributeValueList":[{}]}}}})",
                  fmt::join(members, ","))));
}

}  // namespace
}  // namespace norn::dynamodb
