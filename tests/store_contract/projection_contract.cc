#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

const Map kDocument = {
    {"pk", "doc"},
    {"title", "T"},
    {"m", map({{"a", num(1)}, {"b", map({{"c", num(2)}, {"d", num(3)}})}})},
    {"l", list({"zero", map({{"x", num(1)}, {"y", num(2)}}), "two", list({"n0", "n1"})})},
};

struct ProjectionRow {
  std::string_view projection;
  Map expected;
};

}  // namespace

TEST_P(StoreContract, ProjectionReturnsWhatThePathsName) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, kDocument)));
  const std::vector<ProjectionRow> rows = {
      {"title", {{"title", "T"}}},
      {"pk, title", {{"pk", "doc"}, {"title", "T"}}},
      {"m.a", {{"m", map({{"a", num(1)}})}}},
      {"m.b.c, m.a", {{"m", map({{"a", num(1)}, {"b", map({{"c", num(2)}})}})}}},
      {"l[0]", {{"l", list({"zero"})}}},
      // Elements are closed up and keep the order of the list.
      {"l[2], l[0]", {{"l", list({"zero", "two"})}}},
      {"l[1].x", {{"l", list({map({{"x", num(1)}})})}}},
      {"l[1].x, l[1].y", {{"l", list({map({{"x", num(1)}, {"y", num(2)}})})}}},
      {"l[3][1]", {{"l", list({list({"n1"})})}}},
      {"title, absent", {{"title", "T"}}},
      {"l[9], title", {{"title", "T"}}},
      {"m.absent, title", {{"title", "T"}}},
  };
  for (const ProjectionRow& row : rows) {
    GetRequest request = get(name, {{"pk", "doc"}});
    request.projection = row.projection;
    EXPECT_EQ(must(db().get(request)).item, item(row.expected)) << row.projection;
  }
}

TEST_P(StoreContract, ProjectionThatMatchesNothingIsAnEmptyItem) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, kDocument)));
  GetRequest request = get(name, {{"pk", "doc"}});
  request.projection = "absent";
  EXPECT_EQ(must(db().get(request)).item, Item());
  request.key = item({{"pk", "nobody"}});
  EXPECT_EQ(must(db().get(request)).item, std::nullopt);
}

TEST_P(StoreContract, ProjectionNamesCanBePlaceholders) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "a"}, {"size", num(1)}, {"m", map({{"a.b", num(2)}})}})));
  GetRequest request = get(name, {{"pk", "a"}});
  request.projection = "#s, m.#ab";
  request.placeholders = names({{"#s", "size"}, {"#ab", "a.b"}});
  EXPECT_EQ(must(db().get(request)).item, item({{"size", num(1)}, {"m", map({{"a.b", num(2)}})}}));
}

TEST_P(StoreContract, ProjectionThatIsWrongSaysWhere) {
  const std::string name = make_table("pk:S");
  struct BadRow {
    std::string_view projection;
    Placeholders placeholders;
    std::string_view message;
  };
  const std::vector<BadRow> rows = {
      {"m, m.a",
       {},
       "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or "
       "rewrite one of these paths; path one: [m], path two: [m, a]"},
      {"title, title",
       {},
       "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or "
       "rewrite one of these paths; path one: [title], path two: [title]"},
      {"m.a, m[0]",
       {},
       "Invalid ProjectionExpression: Two document paths conflict with each other; must remove or "
       "rewrite one of these paths; path one: [m, a], path two: [m, [0]]"},
      {"size",
       {},
       "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: "
       "size"},
      {"#n",
       {},
       "Invalid ProjectionExpression: An expression attribute name used in the document path is "
       "not defined; attribute name: #n"},
      {"title", names({{"#unused", "x"}}),
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}"},
      {"", names({{"#n", "x"}}),
       "ExpressionAttributeNames can only be specified when using expressions"},
  };
  for (const BadRow& row : rows) {
    GetRequest request = get(name, {{"pk", "doc"}});
    request.projection = row.projection;
    request.placeholders = row.placeholders;
    EXPECT_TRUE(is_invalid(db().get(request), row.message)) << row.projection;
  }
  GetRequest request = get(name, {{"pk", "doc"}});
  for (const std::string_view broken : {"a b", "a,", "a..b", "l[x]", ",", "l[-1]"}) {
    request.projection = broken;
    EXPECT_TRUE(is_invalid_saying(db().get(request), "Invalid ProjectionExpression: Syntax error"))
        << broken;
  }
}

}  // namespace norn::testing
