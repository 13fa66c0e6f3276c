#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

std::vector<std::string> keys(const PageResult& page) {
  return column(page.items, "sk");
}

using Keys = std::vector<std::string>;

}  // namespace

TEST_P(StoreContract, QueryReturnsOnePartitionInOrder) {
  const std::string name = make_table("pk:S sk:S");
  put_all(name, {{{"pk", "a"}, {"sk", "2"}},
                 {{"pk", "b"}, {"sk", "1"}},
                 {{"pk", "a"}, {"sk", "10"}},
                 {{"pk", "a"}, {"sk", "1"}},
                 {{"pk", "aa"}, {"sk", "0"}}});
  QueryRequest request = query(name, "pk = :p", values({{":p", "a"}}));
  PageResult page = must(db().query(request));
  EXPECT_EQ(keys(page), (Keys{"1", "10", "2"}));
  EXPECT_EQ(page.count, 3);
  EXPECT_EQ(page.scanned_count, 3);
  EXPECT_EQ(page.last_key, std::nullopt);
  request.forward = false;
  EXPECT_EQ(keys(must(db().query(request))), (Keys{"2", "10", "1"}));
}

TEST_P(StoreContract, QueryGivesItsItemsAsJson) {
  const std::string name = make_table("pk:S sk:S");
  put_all(name, {{{"pk", "a"}, {"sk", "1"}, {"x", num(1)}},
                 {{"pk", "a"}, {"sk", "2"}, {"x", num(2)}},
                 {{"pk", "a"}, {"sk", "3"}, {"x", num(1)}}});
  QueryRequest request = query(name, "pk = :p", values({{":p", "a"}}));
  std::string json = "[";
  request.json_items = &json;
  request.limit = 2;
  PageResult page = must(db().query(request));
  EXPECT_EQ(json, R"([{"pk":{"S":"a"},"sk":{"S":"1"},"x":{"N":"1"}},)"
                  R"({"pk":{"S":"a"},"sk":{"S":"2"},"x":{"N":"2"}})");
  EXPECT_EQ(page.count, 2);
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.last_key, item({{"pk", "a"}, {"sk", "2"}}));

  json.clear();
  request.limit = 3;
  request.filter = "x = :x";
  request.projection = "sk";
  request.placeholders = values({{":p", "a"}, {":x", num(1)}});
  page = must(db().query(request));
  EXPECT_EQ(json, R"({"sk":{"S":"1"}},{"sk":{"S":"3"}})");
  EXPECT_EQ(page.count, 2);
  EXPECT_EQ(page.last_key, item({{"pk", "a"}, {"sk", "3"}}));
}

TEST_P(StoreContract, QueryOfAnEmptyPartitionIsEmpty) {
  const std::string name = make_table("pk:S sk:S");
  must(db().put(put(name, {{"pk", "a"}, {"sk", "1"}})));
  const PageResult page = must(db().query(query(name, "pk = :p", values({{":p", "b"}}))));
  EXPECT_EQ(page.count, 0);
  EXPECT_EQ(page.scanned_count, 0);
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.last_key, std::nullopt);
}

TEST_P(StoreContract, QueryNarrowsTheSortKey) {
  const std::string name = make_table("pk:S sk:S");
  for (const char* sk : {"a", "ab", "abc", "b", "ba", "c"}) {
    must(db().put(put(name, {{"pk", "p"}, {"sk", sk}})));
  }
  struct Row {
    std::string_view condition;
    Map values;
    Keys expected;
  };
  const std::vector<Row> rows = {
      {"sk = :v", {{":v", "ab"}}, {"ab"}},
      {"sk < :v", {{":v", "ab"}}, {"a"}},
      {"sk <= :v", {{":v", "ab"}}, {"a", "ab"}},
      {"sk > :v", {{":v", "b"}}, {"ba", "c"}},
      {"sk >= :v", {{":v", "b"}}, {"b", "ba", "c"}},
      {":v <= sk", {{":v", "b"}}, {"b", "ba", "c"}},
      {"sk BETWEEN :v AND :w", {{":v", "ab"}, {":w", "b"}}, {"ab", "abc", "b"}},
      {"begins_with(sk, :v)", {{":v", "ab"}}, {"ab", "abc"}},
      {"begins_with(sk, :v)", {{":v", "x"}}, {}},
      {"sk = :v", {{":v", "nothing"}}, {}},
  };
  for (const Row& row : rows) {
    Map placeholders = row.values;
    placeholders[":p"] = Value("p");
    QueryRequest request =
        query(name, "pk = :p AND " + std::string(row.condition), values(placeholders));
    EXPECT_EQ(keys(must(db().query(request))), row.expected) << row.condition;
    request.forward = false;
    EXPECT_EQ(keys(must(db().query(request))), Keys(row.expected.rbegin(), row.expected.rend()))
        << row.condition;
    request.key_condition = "(" + std::string(row.condition) + ") AND (pk = :p)";
    request.forward = true;
    EXPECT_EQ(keys(must(db().query(request))), row.expected) << request.key_condition;
  }
}

TEST_P(StoreContract, QueryWorksOnTablesWithoutSortKey) {
  const std::string name = make_table("pk:N");
  put_all(name, {{{"pk", num(1)}, {"v", "x"}}, {{"pk", num(2)}}});
  const PageResult page = must(db().query(query(name, "pk = :p", values({{":p", num("1.0")}}))));
  EXPECT_EQ(texts(page.items), std::vector{text({{"pk", num(1)}, {"v", "x"}})});
}

TEST_P(StoreContract, QueryFiltersAfterReading) {
  const std::string name = make_table("pk:S sk:N");
  for (int i = 0; i < 10; ++i) {
    must(db().put(put(name, {{"pk", "p"}, {"sk", num(i)}, {"even", i % 2 == 0 ? yes() : no()}})));
  }
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}, {":t", yes()}}));
  request.filter = "even = :t";
  PageResult page = must(db().query(request));
  EXPECT_EQ(keys(page), (Keys{"0", "2", "4", "6", "8"}));
  EXPECT_EQ(page.count, 5);
  EXPECT_EQ(page.scanned_count, 10);
  // Limit counts what is looked at, before the filter.
  request.limit = 3;
  page = must(db().query(request));
  EXPECT_EQ(keys(page), (Keys{"0", "2"}));
  EXPECT_EQ(page.scanned_count, 3);
  EXPECT_EQ(page.last_key, item({{"pk", "p"}, {"sk", num(2)}}));
}

TEST_P(StoreContract, QueryProjects) {
  const std::string name = make_table("pk:S sk:N");
  put_all(name, {{{"pk", "p"}, {"sk", num(1)}, {"a", "x"}, {"m", map({{"b", num(2)}})}},
                 {{"pk", "p"}, {"sk", num(2)}}});
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  request.projection = "a, m.b";
  EXPECT_EQ(texts(must(db().query(request)).items),
            (Keys{text({{"a", "x"}, {"m", map({{"b", num(2)}})}}), text({})}));
}

TEST_P(StoreContract, QueryCounts) {
  const std::string name = make_table("pk:S sk:N");
  for (int i = 0; i < 5; ++i) must(db().put(put(name, {{"pk", "p"}, {"sk", num(i)}})));
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  request.select = Select::kCount;
  PageResult page = must(db().query(request));
  EXPECT_EQ(page.count, 5);
  EXPECT_EQ(page.scanned_count, 5);
  EXPECT_TRUE(page.items.empty());
  request.limit = 2;
  page = must(db().query(request));
  EXPECT_EQ(page.count, 2);
  EXPECT_EQ(page.last_key, item({{"pk", "p"}, {"sk", num(1)}}));
}

TEST_P(StoreContract, QueryThatIsWrongSaysWhy) {
  const std::string name = make_table("pk:S sk:N");
  struct Row {
    std::string_view condition;
    Map values;
    std::string_view message;
  };
  const std::vector<Row> rows = {
      {"sk = :n", {{":n", num(1)}}, "Query condition missed key schema element: pk"},
      {"pk = :s AND another = :n",
       {{":s", "a"}, {":n", num(1)}},
       "Query condition missed key schema element: sk"},
      {"pk > :s", {{":s", "a"}}, "Query key condition not supported"},
      {"begins_with(pk, :s)", {{":s", "a"}}, "Query key condition not supported"},
      {"pk = :n",
       {{":n", num(1)}},
       "One or more parameter values were invalid: Condition parameter type does not match schema "
       "type"},
      {"pk = :s AND sk = :s",
       {{":s", "a"}},
       "One or more parameter values were invalid: Condition parameter type does not match schema "
       "type"},
      {"pk = :s OR sk = :n",
       {{":s", "a"}, {":n", num(1)}},
       "Invalid operator used in KeyConditionExpression: OR"},
      {"pk = :s AND NOT sk = :n",
       {{":s", "a"}, {":n", num(1)}},
       "Invalid operator used in KeyConditionExpression: NOT"},
      {"pk = :s AND sk <> :n",
       {{":s", "a"}, {":n", num(1)}},
       "Invalid operator used in KeyConditionExpression: <>"},
      {"pk = :s AND sk IN (:n)",
       {{":s", "a"}, {":n", num(1)}},
       "Invalid operator used in KeyConditionExpression: IN"},
      {"pk = :s AND attribute_exists(sk)",
       {{":s", "a"}},
       "Invalid operator used in KeyConditionExpression: attribute_exists"},
      {"pk = :s AND sk > :n AND sk < :m",
       {{":s", "a"}, {":n", num(1)}, {":m", num(2)}},
       "KeyConditionExpressions must only contain one condition per key"},
      {"pk = :s AND sk.x = :n",
       {{":s", "a"}, {":n", num(1)}},
       "KeyConditionExpressions cannot have conditions on nested attributes"},
      {"pk = :s AND sk BETWEEN :n AND :m",
       {{":s", "a"}, {":n", num(2)}, {":m", num(1)}},
       "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater "
       "than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound "
       "operand: AttributeValue: {N:1}"},
      {"pk = :s",
       {{":s", "a"}, {":unused", num(1)}},
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}"},
      {"pk = :undefined",
       {{":s", "a"}},
       "Invalid KeyConditionExpression: An expression attribute value used in expression is not "
       "defined; attribute value: :undefined"},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(is_invalid(db().query(query(name, std::string(row.condition), values(row.values))),
                           row.message))
        << row.condition;
  }
}

TEST_P(StoreContract, QueryFilterMayNotNameTheKey) {
  const std::string name = make_table("pk:S sk:N");
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}, {":n", num(1)}}));
  request.filter = "sk > :n";
  EXPECT_TRUE(is_invalid(db().query(request),
                         "Filter Expression can only contain non-primary key attributes: Primary "
                         "key attribute: sk"));
}

TEST_P(StoreContract, QueryOptionsMustFit) {
  const std::string name = make_table("pk:S sk:N");
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  request.index = "nowhere";
  EXPECT_TRUE(
      is_invalid(db().query(request), "The table does not have the specified index: nowhere"));
  request.index.clear();
  request.limit = 0;
  EXPECT_TRUE(is_invalid(db().query(request),
                         "1 validation error detected: Value at 'Limit' failed to satisfy "
                         "constraint: Member must have value greater than or equal to 1"));
  request.limit.reset();
  request.key_condition.clear();
  request.placeholders = {};
  EXPECT_TRUE(is_invalid(db().query(request),
                         "Either the KeyConditions or KeyConditionExpression parameter must be "
                         "specified in the request."));
}

}  // namespace norn::testing
