#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

// An item before, an update, and the item after (all without their key).
struct UpdateRow {
  Map before;
  std::string_view update;
  Map values;
  Map after;
};

Map with_key(Map attributes) {
  attributes["pk"] = Value("k");
  return attributes;
}

const Map kUpdatedKey = {{"pk", "k"}};

}  // namespace

#define EXPECT_UPDATES(rows)                                                                   \
  for (const UpdateRow& row : rows) {                                                          \
    must(db().put(put(name, with_key(row.before))));                                           \
    must(db().update(update(name, kUpdatedKey, std::string(row.update), values(row.values)))); \
    EXPECT_EQ(fetch(name, kUpdatedKey), item(with_key(row.after))) << row.update;              \
  }

TEST_P(StoreContract, UpdateSetsAttributes) {
  const std::string name = make_table("pk:S");
  const std::vector<UpdateRow> rows = {
      {{}, "SET a = :v", {{":v", "x"}}, {{"a", "x"}}},
      {{{"a", num(1)}, {"b", num(2)}}, "SET a = :v", {{":v", "x"}}, {{"a", "x"}, {"b", num(2)}}},
      {{}, "set a = :v, b = :w", {{":v", num(1)}, {":w", null()}}, {{"a", num(1)}, {"b", null()}}},
      {{{"a", num(5)}}, "SET b = a", {}, {{"a", num(5)}, {"b", num(5)}}},
      // Every operand is the item as it was before.
      {{{"a", num(1)}, {"b", num(2)}}, "SET a = b, b = a", {}, {{"a", num(2)}, {"b", num(1)}}},
      {{{"a", num(1)}}, "SET a = a + :n, b = a", {{":n", num(1)}}, {{"a", num(2)}, {"b", num(1)}}},
  };
  EXPECT_UPDATES(rows);
}

TEST_P(StoreContract, UpdateCountsExactly) {
  const std::string name = make_table("pk:S");
  const std::vector<UpdateRow> rows = {
      {{{"n", num(5)}}, "SET n = n + :v", {{":v", num(3)}}, {{"n", num(8)}}},
      {{{"n", num(5)}}, "SET n = n - :v", {{":v", num("7.5")}}, {{"n", num("-2.5")}}},
      {{{"n", num(5)}}, "SET n = :v - n", {{":v", num(3)}}, {{"n", num(-2)}}},
      {{{"n", num("0.1")}}, "SET n = n + :v", {{":v", num("0.2")}}, {{"n", num("0.3")}}},
      {{{"n", num("99999999999999999999999999999999999998")}},
       "SET n = n + :v",
       {{":v", num(1)}},
       {{"n", num("99999999999999999999999999999999999999")}}},
      {{}, "ADD n :v", {{":v", num(3)}}, {{"n", num(3)}}},
      {{{"n", num(1)}}, "ADD n :v", {{":v", num(-3)}}, {{"n", num(-2)}}},
      {{},
       "SET n = if_not_exists(n, :zero) + :v",
       {{":zero", num(0)}, {":v", num(2)}},
       {{"n", num(2)}}},
  };
  EXPECT_UPDATES(rows);
}

TEST_P(StoreContract, UpdateFunctions) {
  const std::string name = make_table("pk:S");
  const std::vector<UpdateRow> rows = {
      {{{"a", num(1)}}, "SET a = if_not_exists(a, :v)", {{":v", num(9)}}, {{"a", num(1)}}},
      {{}, "SET a = if_not_exists(a, :v)", {{":v", num(9)}}, {{"a", num(9)}}},
      {{{"b", num(3)}}, "SET a = if_not_exists(a, b)", {}, {{"a", num(3)}, {"b", num(3)}}},
      {{{"l", list({"a"})}},
       "SET l = list_append(l, :v)",
       {{":v", list({"b", "c"})}},
       {{"l", list({"a", "b", "c"})}}},
      {{{"l", list({"a"})}},
       "SET l = list_append(:v, l)",
       {{":v", list({"b"})}},
       {{"l", list({"b", "a"})}}},
      {{},
       "SET l = list_append(if_not_exists(l, :none), :v)",
       {{":none", list({})}, {":v", list({"b"})}},
       {{"l", list({"b"})}}},
  };
  EXPECT_UPDATES(rows);
}

TEST_P(StoreContract, UpdateReachesIntoDocuments) {
  const std::string name = make_table("pk:S");
  const Map document = {{"m", map({{"a", num(1)}, {"l", list({"x", "y", "z"})}})}};
  const std::vector<UpdateRow> rows = {
      {document,
       "SET m.a = :v",
       {{":v", num(2)}},
       {{"m", map({{"a", num(2)}, {"l", list({"x", "y", "z"})}})}}},
      {document,
       "SET m.b = :v",
       {{":v", num(2)}},
       {{"m", map({{"a", num(1)}, {"b", num(2)}, {"l", list({"x", "y", "z"})}})}}},
      {document,
       "SET m.l[1] = :v",
       {{":v", num(2)}},
       {{"m", map({{"a", num(1)}, {"l", list({"x", num(2), "z"})}})}}},
      // Beyond the end means at the end.
      {document,
       "SET m.l[99] = :v",
       {{":v", num(2)}},
       {{"m", map({{"a", num(1)}, {"l", list({"x", "y", "z", num(2)})}})}}},
      {document, "REMOVE m.l[0], m.l[2]", {}, {{"m", map({{"a", num(1)}, {"l", list({"y"})}})}}},
      {document, "REMOVE m.l[7]", {}, document},
      {document, "REMOVE m.a", {}, {{"m", map({{"l", list({"x", "y", "z"})}})}}},
      {document,
       "SET copied = m.l[2]",
       {},
       {{"copied", "z"}, {"m", map({{"a", num(1)}, {"l", list({"x", "y", "z"})}})}}},
      {{{"l", list({list({num(1)})})}},
       "SET l[0][0] = l[0][0] + :v",
       {{":v", num(1)}},
       {{"l", list({list({num(2)})})}}},
  };
  EXPECT_UPDATES(rows);
}

TEST_P(StoreContract, UpdateRemovesAttributes) {
  const std::string name = make_table("pk:S");
  const std::vector<UpdateRow> rows = {
      {{{"a", num(1)}, {"b", num(2)}}, "REMOVE a", {}, {{"b", num(2)}}},
      {{{"b", num(2)}}, "REMOVE a", {}, {{"b", num(2)}}},
      {{{"a", num(1)}, {"b", num(2)}}, "REMOVE a SET c = a", {}, {{"b", num(2)}, {"c", num(1)}}},
  };
  EXPECT_UPDATES(rows);
}

TEST_P(StoreContract, UpdateAddsToAndDeletesFromSets) {
  const std::string name = make_table("pk:S");
  const std::vector<UpdateRow> rows = {
      {{}, "ADD s :v", {{":v", string_set({"a"})}}, {{"s", string_set({"a"})}}},
      {{{"s", string_set({"a", "b"})}},
       "ADD s :v",
       {{":v", string_set({"b", "c"})}},
       {{"s", string_set({"a", "b", "c"})}}},
      {{{"s", number_set({"1", "2"})}},
       "DELETE s :v",
       {{":v", number_set({"2.0", "3"})}},
       {{"s", number_set({"1"})}}},
      // A set without members is no attribute.
      {{{"s", binary_set({"x"})}, {"a", num(1)}},
       "DELETE s :v",
       {{":v", binary_set({"x", "y"})}},
       {{"a", num(1)}}},
      {{{"a", num(1)}}, "DELETE s :v", {{":v", string_set({"x"})}}, {{"a", num(1)}}},
      {{{"m", map({{"s", string_set({"a"})}})}},
       "ADD m.s :v",
       {{":v", string_set({"b"})}},
       {{"m", map({{"s", string_set({"a", "b"})}})}}},
  };
  EXPECT_UPDATES(rows);
}

TEST_P(StoreContract, UpdateClausesCombine) {
  const std::string name = make_table("pk:S");
  const std::vector<UpdateRow> rows = {
      {{{"a", num(1)}, {"b", num(2)}, {"n", num(5)}, {"s", string_set({"x", "y"})}},
       "REMOVE a SET c = b ADD n :one DELETE s :x",
       {{":one", num(1)}, {":x", string_set({"x"})}},
       {{"b", num(2)}, {"c", num(2)}, {"n", num(6)}, {"s", string_set({"y"})}}},
  };
  EXPECT_UPDATES(rows);
}

TEST_P(StoreContract, UpdateCreatesTheItemThatIsMissing) {
  const std::string name = make_table("pk:S sk:N");
  must(db().update(
      update(name, {{"pk", "a"}, {"sk", num(1)}}, "SET v = :v", values({{":v", num(1)}}))));
  must(db().update(update(name, {{"pk", "a"}, {"sk", num(2)}}, "")));
  EXPECT_EQ(contents(name), sorted({text({{"pk", "a"}, {"sk", num(1)}, {"v", num(1)}}),
                                    text({{"pk", "a"}, {"sk", num(2)}})}));
}

TEST_P(StoreContract, UpdateThatOnlyRemovesCreatesNothing) {
  const std::string name = make_table("pk:S");
  for (UpdateRequest request :
       {update(name, kUpdatedKey, "REMOVE v"), update(name, kUpdatedKey, "REMOVE x.y, z[0]"),
        update(name, kUpdatedKey, "DELETE s :s", values({{":s", string_set({"x"})}}))}) {
    request.return_values = ReturnValues::kAllNew;
    const WriteResult result = must(db().update(request));
    EXPECT_FALSE(result.attributes) << request.update;
    EXPECT_EQ(result.capacity.total(), 1) << request.update;
  }
  EXPECT_TRUE(contents(name).empty());
}

TEST_P(StoreContract, UpdateReturnsWhatWasAskedFor) {
  const std::string name = make_table("pk:S");
  struct Case {
    ReturnValues asked;
    std::optional<Item> expected;
  };
  const std::vector<Case> cases = {
      {ReturnValues::kNone, std::nullopt},
      {ReturnValues::kAllOld, item({{"pk", "k"}, {"a", num(1)}, {"b", num(2)}, {"c", num(3)}})},
      {ReturnValues::kAllNew, item({{"pk", "k"}, {"a", num(10)}, {"c", num(3)}, {"d", num(4)}})},
      {ReturnValues::kUpdatedOld, item({{"a", num(1)}, {"b", num(2)}})},
      {ReturnValues::kUpdatedNew, item({{"a", num(10)}, {"d", num(4)}})},
  };
  for (const Case& one : cases) {
    must(db().put(put(name, {{"pk", "k"}, {"a", num(1)}, {"b", num(2)}, {"c", num(3)}})));
    UpdateRequest request = update(name, kUpdatedKey, "SET a = :a, d = :d REMOVE b",
                                   values({{":a", num(10)}, {":d", num(4)}}));
    request.return_values = one.asked;
    EXPECT_EQ(must(db().update(request)).attributes, one.expected) << static_cast<int>(one.asked);
  }
}

TEST_P(StoreContract, UpdateReturnsThePathsItTouched) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "k"}, {"m", map({{"a", num(1)}, {"b", num(2)}})}})));
  UpdateRequest request = update(name, kUpdatedKey, "SET m.a = :v", values({{":v", num(3)}}));
  request.return_values = ReturnValues::kUpdatedNew;
  EXPECT_EQ(must(db().update(request)).attributes, item({{"m", map({{"a", num(3)}})}}));
  request.placeholders = values({{":v", num(4)}});
  request.return_values = ReturnValues::kUpdatedOld;
  EXPECT_EQ(must(db().update(request)).attributes, item({{"m", map({{"a", num(3)}})}}));
}

TEST_P(StoreContract, UpdateOfANewItemReturnsNoOldValues) {
  const std::string name = make_table("pk:S");
  for (const ReturnValues asked : {ReturnValues::kAllOld, ReturnValues::kUpdatedOld}) {
    UpdateRequest request = update(name, {{"pk", std::to_string(static_cast<int>(asked))}},
                                   "SET a = :v", values({{":v", num(1)}}));
    request.return_values = asked;
    EXPECT_EQ(must(db().update(request)).attributes, std::nullopt);
  }
}

}  // namespace norn::testing
