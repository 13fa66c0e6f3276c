#include "store/requests/read_plan.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;
using test::things;

QueryRequest query_of(std::string key_condition = "PK = :p", Map values = {{":p", Value("p")}}) {
  QueryRequest query;
  query.table = "Things";
  query.key_condition = std::move(key_condition);
  query.placeholders.values = std::move(values);
  return query;
}

QueryRequest gsi_query() {
  QueryRequest query = query_of("GSI1PK = :p");
  query.index = "GSI1";
  return query;
}

QueryRequest lsi_query() {
  QueryRequest query = query_of();
  query.index = "BySize";
  return query;
}

struct QueryCase {
  std::string_view name;
  QueryRequest request;
  std::function<void(QueryRequest&)> change;
  std::string_view message;
};

void expect_outcomes(const std::vector<QueryCase>& cases) {
  for (const QueryCase& c : cases) {
    QueryRequest request = c.request;
    c.change(request);
    EXPECT_EQ(outcome(plan_query(things(), request)), c.message) << c.name;
  }
}

TEST(ReadPlanTest, APlainQueryReadsTheTableForwardAndEventually) {
  const Result<ReadPlan> plan = plan_query(things(), query_of());
  ASSERT_TRUE(plan.has_value()) << outcome(plan);
  EXPECT_EQ(plan->index, nullptr);
  EXPECT_EQ(plan->key().partition.name, "PK");
  EXPECT_EQ(plan->key_condition->partition, Value("p"));
  EXPECT_TRUE(plan->forward);
  EXPECT_EQ(plan->consistency, ReadConsistency::kEventual);
  EXPECT_FALSE(plan->start_after || plan->filter || plan->projection || plan->limit);
  EXPECT_FALSE(plan->count_only || plan->fetch_whole_items);
}

TEST(ReadPlanTest, WhatTheRequestAsksForIsInThePlan) {
  QueryRequest request = gsi_query();
  request.forward = false;
  request.limit = 7;
  request.select = Select::kCount;
  const Result<ReadPlan> plan = plan_query(things(), request);
  ASSERT_TRUE(plan.has_value()) << outcome(plan);
  EXPECT_EQ(plan->index->name, "GSI1");
  EXPECT_EQ(plan->key().partition.name, "GSI1PK");
  EXPECT_FALSE(plan->forward);
  EXPECT_EQ(plan->limit, 7);
  EXPECT_TRUE(plan->count_only);

  QueryRequest strong = lsi_query();
  strong.consistent = true;
  EXPECT_EQ(plan_query(things(), strong)->consistency, ReadConsistency::kStrong);
}

TEST(ReadPlanTest, IndexesMustExistAndBeReadable) {
  expect_outcomes({
      {"unknown", query_of(), [](QueryRequest& r) { r.index = "Nope"; },
       "The table does not have the specified index: Nope"},
      {"consistent", gsi_query(), [](QueryRequest& r) { r.consistent = true; },
       "Consistent reads are not supported on global secondary indexes"},
  });
  TableSchema schema = test::things_schema();
  schema.indexes[1].status = IndexStatus::kCreating;
  EXPECT_EQ(outcome(plan_query(std::make_shared<const TableSchema>(schema), gsi_query())),
            "Cannot read from backfilling global secondary index: GSI1");
  schema.indexes[1].status = IndexStatus::kDeleting;
  EXPECT_EQ(outcome(plan_query(std::make_shared<const TableSchema>(schema), gsi_query())),
            "The table does not have the specified index: GSI1");
}

TEST(ReadPlanTest, LimitIsPositive) {
  expect_outcomes({
      {"one", query_of(), [](QueryRequest& r) { r.limit = 1; }, "ok"},
      {"zero", query_of(), [](QueryRequest& r) { r.limit = 0; },
       "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must "
       "have value greater than or equal to 1"},
  });
}

TEST(ReadPlanTest, SelectAndProjectionMustFit) {
  expect_outcomes({
      {"specific", query_of(),
       [](QueryRequest& r) {
         r.select = Select::kSpecificAttributes;
         r.projection = "n";
       },
       "ok"},
      {"specific without projection", query_of(),
       [](QueryRequest& r) { r.select = Select::kSpecificAttributes; },
       "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
       "SPECIFIC_ATTRIBUTES"},
      {"all with projection", query_of(),
       [](QueryRequest& r) {
         r.select = Select::kAllAttributes;
         r.projection = "n";
       },
       "1 validation error detected: Cannot specify the ProjectionExpression when choosing to get "
       "ALL_ATTRIBUTES"},
      {"count with projection", query_of(),
       [](QueryRequest& r) {
         r.select = Select::kCount;
         r.projection = "n";
       },
       "1 validation error detected: Cannot specify the ProjectionExpression when choosing to get "
       "only the Count"},
      {"projected with projection", gsi_query(),
       [](QueryRequest& r) {
         r.select = Select::kAllProjectedAttributes;
         r.projection = "n";
       },
       "1 validation error detected: Cannot specify the ProjectionExpression when choosing to get "
       "ALL_PROJECTED_ATTRIBUTES"},
      {"projected without index", query_of(),
       [](QueryRequest& r) { r.select = Select::kAllProjectedAttributes; },
       "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"},
      {"projected of an index", gsi_query(),
       [](QueryRequest& r) { r.select = Select::kAllProjectedAttributes; }, "ok"},
      {"all of a GSI", gsi_query(), [](QueryRequest& r) { r.select = Select::kAllAttributes; },
       "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for "
       "global secondary index GSI1 because its projection type is not ALL"},
      {"all of a GSI that carries all", query_of("kind = :p", {{":p", Value(Binary{"k"})}}),
       [](QueryRequest& r) {
         r.index = "ByKind";
         r.select = Select::kAllAttributes;
       },
       "ok"},
      {"not carried", gsi_query(),
       [](QueryRequest& r) { r.projection = "PK, n, colour, m.a, m.b"; },
       "One or more parameter values were invalid: Global secondary index GSI1 does not project "
       "[m, n]"},
      {"carried", gsi_query(), [](QueryRequest& r) { r.projection = "PK, colour, GSI1SK"; }, "ok"},
      {"below a key", query_of(), [](QueryRequest& r) { r.projection = "PK.a"; },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
       "allowed: Key: PK"},
      {"below an index key", query_of(), [](QueryRequest& r) { r.projection = "kind[0]"; },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
       "allowed: IndexKey: kind"},
  });
}

TEST(ReadPlanTest, ALocalIndexFetchesWhatItDoesNotCarry) {
  const auto fetches = [](const std::function<void(QueryRequest&)>& change) {
    QueryRequest request = lsi_query();
    change(request);
    const Result<ReadPlan> plan = plan_query(things(), request);
    EXPECT_TRUE(plan.has_value()) << outcome(plan);
    return plan && plan->fetch_whole_items;
  };
  EXPECT_FALSE(fetches([](QueryRequest&) {}));
  EXPECT_FALSE(fetches([](QueryRequest& r) {
    r.projection = "SK, #size";
    r.placeholders.names["#size"] = "size";
  }));
  EXPECT_TRUE(fetches([](QueryRequest& r) { r.projection = "SK, colour"; }));
  EXPECT_TRUE(fetches([](QueryRequest& r) { r.select = Select::kAllAttributes; }));
  EXPECT_TRUE(fetches([](QueryRequest& r) {
    r.select = Select::kAllAttributes;
    r.filter = "attribute_exists(colour)";
  }));
}

TEST(ReadPlanTest, FiltersNameOtherAttributesThanKeys) {
  expect_outcomes({
      {"attribute", query_of(), [](QueryRequest& r) { r.filter = "attribute_exists(n)"; }, "ok"},
      {"table key of an index", gsi_query(),
       [](QueryRequest& r) { r.filter = "attribute_exists(PK)"; }, "ok"},
      {"partition", query_of(), [](QueryRequest& r) { r.filter = "attribute_exists(PK)"; },
       "Filter Expression can only contain non-primary key attributes: Primary key attribute: PK"},
      {"sort", query_of(),
       [](QueryRequest& r) { r.filter = "attribute_exists(n) OR size(SK) = :p"; },
       "Filter Expression can only contain non-primary key attributes: Primary key attribute: SK"},
      {"index key", gsi_query(), [](QueryRequest& r) { r.filter = "attribute_exists(GSI1SK)"; },
       "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
       "GSI1SK"},
      {"below its own key", query_of(),
       [](QueryRequest& r) { r.filter = "attribute_exists(PK.b)"; },
       "Filter Expression can only contain non-primary key attributes: Primary key attribute: PK"},
      {"below a table key of an index", gsi_query(),
       [](QueryRequest& r) { r.filter = "attribute_exists(PK.b)"; },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
       "allowed: Key: PK"},
      {"below a key of an index", query_of(),
       [](QueryRequest& r) { r.filter = "attribute_exists(n) AND NOT size(kind[1]) = :p"; },
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
       "allowed: IndexKey: kind"},
      {"not carried", gsi_query(), [](QueryRequest& r) { r.filter = "attribute_exists(n)"; },
       "One or more parameter values were invalid: Secondary index GSI1 does not project one or "
       "more filter attributes: [n]"},
  });
}

TEST(ReadPlanTest, PlaceholdersMustBeUsedAndTheConditionGiven) {
  expect_outcomes({
      {"no condition", query_of("", {}), [](QueryRequest&) {},
       "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
       "request."},
      {"unused name", query_of(), [](QueryRequest& r) { r.placeholders.names["#x"] = "x"; },
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#x}"},
      {"used in the projection", query_of(),
       [](QueryRequest& r) {
         r.placeholders.names["#x"] = "x";
         r.projection = "#x";
       },
       "ok"},
  });
}

TEST(ReadPlanTest, AStartKeyNamesAPositionInTheQuery) {
  const auto starting = [](std::string_view json) {
    return [start = item(json)](QueryRequest& r) { r.start_after = start; };
  };
  const QueryRequest ranged =
      query_of("PK = :p AND SK > :s", {{":p", Value("p")}, {":s", Value("m")}});
  const QueryRequest exact =
      query_of("PK = :p AND SK = :s", {{":p", Value("p")}, {":s", Value("m")}});
  expect_outcomes({
      {"good", query_of(), starting(R"({"PK":{"S":"p"},"SK":{"S":"s"}})"), "ok"},
      {"good in a GSI", gsi_query(),
       starting(R"({"PK":{"S":"x"},"SK":{"S":"s"},"GSI1PK":{"S":"p"},"GSI1SK":{"N":"1"}})"), "ok"},
      {"good in an LSI", lsi_query(),
       starting(R"({"PK":{"S":"p"},"SK":{"S":"s"},"size":{"N":"1"}})"), "ok"},
      {"too few", query_of(), starting(R"({"PK":{"S":"p"}})"),
       "The provided starting key is invalid"},
      {"others", query_of(), starting(R"({"PK":{"S":"p"},"X":{"S":"s"}})"),
       "The provided starting key is invalid"},
      {"table key only", gsi_query(), starting(R"({"PK":{"S":"p"},"SK":{"S":"s"}})"),
       "The provided starting key is invalid"},
      {"type", query_of(), starting(R"({"PK":{"S":"p"},"SK":{"N":"1"}})"),
       "The provided starting key is invalid"},
      {"type of the table's part", gsi_query(),
       starting(R"({"PK":{"N":"1"},"SK":{"S":"s"},"GSI1PK":{"S":"p"},"GSI1SK":{"N":"1"}})"),
       "The provided starting key is invalid"},
      {"partition", query_of(), starting(R"({"PK":{"S":"q"},"SK":{"S":"s"}})"),
       "The provided starting key is outside query boundaries based on provided conditions"},
      {"in range", ranged, starting(R"({"PK":{"S":"p"},"SK":{"S":"s"}})"), "ok"},
      {"out of range", ranged, starting(R"({"PK":{"S":"p"},"SK":{"S":"a"}})"),
       "The provided starting key does not match the range key predicate"},
      {"in range of another partition", ranged, starting(R"({"PK":{"S":"q"},"SK":{"S":"s"}})"),
       "The provided starting key is outside query boundaries based on provided conditions"},
      {"one row", exact, starting(R"({"PK":{"S":"q"},"SK":{"S":"m"}})"),
       "The query can return at most one row and cannot be restarted"},
  });
}

TEST(ReadPlanTest, APositionInAnIndexHasBothKeys) {
  QueryRequest request = gsi_query();
  request.start_after =
      item(R"({"PK":{"S":"x"},"SK":{"S":"s"},"GSI1PK":{"S":"p"},"GSI1SK":{"N":"1"}})");
  const Result<ReadPlan> plan = plan_query(things(), request);
  ASSERT_TRUE(plan.has_value()) << outcome(plan);
  EXPECT_EQ(plan->start_after->key, (Key{Value("p"), Value::number(1)}));
  EXPECT_EQ(plan->start_after->table_key, (Key{Value("x"), Value("s")}));
}

TEST(ReadPlanTest, SegmentsOfAScan) {
  const struct {
    std::optional<int64_t> segment;
    std::optional<int64_t> total;
    std::string_view message;
  } cases[] = {
      {std::nullopt, std::nullopt, "ok"},
      {0, 1, "ok"},
      {999999, 1000000, "ok"},
      {1, std::nullopt,
       "The TotalSegments parameter is required but was not present in the request when Segment "
       "parameter is present"},
      {std::nullopt, 4,
       "The Segment parameter is required but was not present in the request when parameter "
       "TotalSegments is present"},
      {5, 4,
       "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
       "Segment: 5 is not less than TotalSegments: 4"},
      {4, 4,
       "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
       "Segment: 4 is not less than TotalSegments: 4"},
      {0, 0,
       "1 validation error detected: Value '0' at 'totalSegments' failed to satisfy constraint: "
       "Member must have value greater than or equal to 1"},
      {0, 1000001,
       "1 validation error detected: Value '1000001' at 'totalSegments' failed to satisfy "
       "constraint: Member must have value less than or equal to 1000000"},
      {-1, 4,
       "1 validation error detected: Value '-1' at 'segment' failed to satisfy constraint: Member "
       "must have value greater than or equal to 0"},
  };
  for (const auto& c : cases) {
    ScanRequest request;
    request.table = "Things";
    request.segment = c.segment;
    request.total_segments = c.total;
    const Result<ReadPlan> plan = plan_scan(things(), request);
    EXPECT_EQ(outcome(plan), c.message);
    if (plan) {
      EXPECT_EQ(plan->segment, c.segment.value_or(0));
      EXPECT_EQ(plan->total_segments, c.total.value_or(1));
    }
  }
}

TEST(ReadPlanTest, AScanMayFilterOnAnythingButPartsOfKeys) {
  ScanRequest request;
  request.table = "Things";
  request.filter = "attribute_exists(PK) AND attribute_exists(n)";
  EXPECT_EQ(outcome(plan_scan(things(), request)), "ok");
  request.index = "GSI1";
  EXPECT_EQ(outcome(plan_scan(things(), request)), "ok");
  request.filter = "attribute_exists(n) OR attribute_exists(SK.b)";
  EXPECT_EQ(outcome(plan_scan(things(), request)),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: Key: SK");
}

TEST(ReadPlanTest, StartKeysOfAScan) {
  const auto scanning = [](std::string index, std::string_view json) {
    ScanRequest request;
    request.table = "Things";
    request.index = std::move(index);
    request.start_after = item(json);
    return outcome(plan_scan(things(), request));
  };
  EXPECT_EQ(scanning("", R"({"PK":{"S":"p"},"SK":{"S":"s"}})"), "ok");
  EXPECT_EQ(scanning("", R"({"PK":{"S":"p"}})"),
            "The provided starting key is invalid: The provided key element does not match the "
            "schema");
  EXPECT_EQ(scanning("GSI1", R"({"PK":{"S":"p"},"SK":{"S":"s"}})"),
            "The provided starting key is invalid");
}

TEST(ReadPlanTest, AScanWordsSelectWithoutAPrefix) {
  ScanRequest request;
  request.table = "Things";
  request.select = Select::kAllAttributes;
  request.projection = "n";
  EXPECT_EQ(outcome(plan_scan(things(), request)),
            "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES");
}

TEST(GetPlanTest, AGetNeedsTheKeyAndMayProject) {
  const Item key = item(R"({"PK":{"S":"p"},"SK":{"S":"s"}})");
  const Item stored = item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"n":{"N":"1"}})");
  Result<GetPlan> plan = plan_get(things(), key, "", {});
  ASSERT_TRUE(plan.has_value()) << outcome(plan);
  EXPECT_EQ(plan->key, (Key{Value("p"), Value("s")}));
  EXPECT_EQ(plan->project(stored), stored);

  plan = plan_get(things(), key, "n", {});
  ASSERT_TRUE(plan.has_value()) << outcome(plan);
  EXPECT_EQ(plan->project(stored).json(), R"({"n":{"N":"1"}})");

  EXPECT_EQ(outcome(plan_get(things(), stored, "", {})),
            "The provided key element does not match the schema");
  EXPECT_EQ(outcome(plan_get(things(), key, "SK.a", {})),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: Key: SK");
  Placeholders names;
  names.names["#n"] = "n";
  EXPECT_EQ(outcome(plan_get(things(), key, "", names)),
            "ExpressionAttributeNames can only be specified when using expressions");
}

}  // namespace
}  // namespace norn::store
