#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operation_call.h"
#include "store/wire/wire.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// ExecuteStatement over a store: what statements read, write and refuse.
namespace norn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kNothing = R"({"Items":[]})";
constexpr std::string_view kConditionFailed =
    "ConditionalCheckFailedException: The conditional request failed";

// The request of a statement; `more` are further members.
std::string request(std::string_view statement, std::string_view more = "") {
  return fmt::format(R"({{"Statement":{}{}{}}})", quoted(statement), more.empty() ? "" : ",", more);
}

class Partiql : public ::testing::Test {
 protected:
  void SetUp() override {
    store::CreateTableRequest songs = table("songs", "pk:S sk:N");
    add_global_index(songs, "by-genre", "genre:S",
                     {.kind = store::ProjectionKind::kInclude, .include = {"title"}});
    add_local_index(songs, "by-title", "pk:S title:S",
                    {.kind = store::ProjectionKind::kKeysOnly, .include = {}});
    must(store_.create_table(songs));
    must(store_.create_table(table("plain", "id:S")));
    for (const char* pk : {"a", "b"}) {
      for (const int64_t sk : {1, 2, 3}) {
        must(store_.put(put("songs", {{"pk", pk},
                                      {"sk", num(sk)},
                                      {"title", fmt::format("t{}", 4 - sk)},
                                      {"genre", sk == 3 ? "jazz" : "rock"},
                                      {"m", map({{"l", list({num(sk), "x"})}})}})));
      }
    }
  }

  std::string run(std::string_view statement, std::string_view more = "") {
    return caller_.reply("ExecuteStatement", request(statement, more));
  }
  std::string error(std::string_view statement, std::string_view more = "") {
    return caller_.error("ExecuteStatement", request(statement, more));
  }
  // The keys of the rows: "a1 a2".
  std::string keys(std::string_view rest) {
    return keys_of(run(fmt::format("SELECT pk, sk FROM songs {}", rest)));
  }
  static std::string keys_of(std::string_view reply) {
    if (reply.starts_with("failed")) return std::string(reply);
    std::string keys;
    simdjson::dom::parser parser;
    const simdjson::padded_string text(reply);
    const simdjson::dom::array items = parser.parse(text)["Items"].get_array().value();
    for (const simdjson::dom::element item : items) {
      if (!keys.empty()) keys += " ";
      keys += item["pk"]["S"].get_string().value();
      keys += item["sk"]["N"].get_string().value();
    }
    return keys;
  }
  std::string song(std::string_view pk, int64_t sk) {
    const auto found = must(store_.get(get("songs", {{"pk", pk}, {"sk", num(sk)}})));
    return found.item ? std::string(found.item->json()) : "none";
  }

  ManualClock clock_{1'700'000'000'000};
  ModelStore store_{clock_};
  OperationCaller caller_{store_, clock_};
};

TEST_F(Partiql, SelectsByKeys) {
  EXPECT_EQ(keys("WHERE pk = 'a'"), "a1 a2 a3");
  EXPECT_EQ(keys("WHERE 'a' = pk AND sk = 2"), "a2");
  EXPECT_EQ(keys("WHERE pk = 'a' AND sk >= 2"), "a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND 2 > sk"), "a1");
  EXPECT_EQ(keys("WHERE (pk = 'a' AND sk BETWEEN 1 AND 2)"), "a1 a2");
  EXPECT_EQ(keys("WHERE pk IN ['a', 'b'] AND sk = 1"), "a1 b1");
  EXPECT_EQ(keys("WHERE pk IN ('b', 'a') AND sk < 2;"), "b1 a1");
  EXPECT_EQ(keys("WHERE pk = 'a' AND sk IN [1, 3]"), "a1 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND (sk = 1 OR sk = 3)"), "a1 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND NOT sk = 1"), "a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND sk <> 1 AND sk > 0"), "a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND sk = 1 OR pk = 'b' AND sk = 2"), "a1 b2");
  EXPECT_EQ(keys("WHERE pk = 'a' AND sk = 1 OR pk = 'a' AND sk = 2"), "a1 a2");
  EXPECT_EQ(keys("WHERE pk = 'z'"), "");
  EXPECT_EQ(keys_of(run("SELECT * FROM \"arn:aws:dynamodb:eu-west-1:123456789012:table/songs\" "
                        "WHERE pk = 'b' AND sk = 1")),
            "b1");
}

TEST_F(Partiql, SelectsByFilters) {
  EXPECT_EQ(keys("WHERE pk = 'a' AND title = 't3'"), "a1");
  EXPECT_EQ(keys("WHERE pk = 'a' AND (sk = 1 OR title = 't1')"), "a1 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND begins_with(\"title\", 't') AND NOT contains(genre, 'azz')"),
            "a1 a2");
  EXPECT_EQ(keys("WHERE title = 't3' AND pk > 'a'"), "b1");
  EXPECT_EQ(keys("WHERE pk = 'a' AND nope IS MISSING AND genre IS NOT MISSING"), "a1 a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND title IS NULL"), "");
  EXPECT_EQ(keys("WHERE pk = 'a' AND title IS NOT NULL AND SIZE(title) = 2"), "a1 a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND attribute_type(m, 'M') AND m.l[0] > 1"), "a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND title IS STRING AND m IS STRUCT AND sk < .15e2"), "a1 a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' AND title IS BOOL"), "");
  EXPECT_EQ(keys("WHERE pk = 'a' AND title NOT IN ['t1', 't2']"), "a1");
  EXPECT_EQ(keys("WHERE pk = 'a' AND m.l = [1, 'x']"), "a1");
}

TEST_F(Partiql, OrdersByKeys) {
  EXPECT_EQ(keys("WHERE pk = 'a' ORDER BY sk DESC"), "a3 a2 a1");
  EXPECT_EQ(keys("WHERE pk = 'a' ORDER BY sk"), "a1 a2 a3");
  EXPECT_EQ(keys("WHERE pk = 'a' ORDER BY pk"), "a3 a2 a1");
  EXPECT_EQ(keys("WHERE pk IN ['a', 'b'] ORDER BY pk DESC, sk ASC"), "b1 b2 b3 a1 a2 a3");
  EXPECT_EQ(error("SELECT * FROM songs ORDER BY sk"),
            "ValidationException: Must have WHERE clause in the statement when using ORDER BY "
            "clause.");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk = 'a' ORDER BY title"),
            "ValidationException: Attribute title in ORDER BY clause must be part of the primary "
            "key");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk > 'a' ORDER BY sk"),
            "ValidationException: Must have at least one non-optional hash key condition in WHERE "
            "clause when using ORDER BY clause.");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk IN ['a', 'b'] ORDER BY sk"),
            "ValidationException: Must have hash key in ORDER BY clause when more than one hash "
            "key condition specified in WHERE clause.");
}

TEST_F(Partiql, NamesColumnsByTheLastPartOfTheirPath) {
  EXPECT_EQ(run("SELECT title FROM songs WHERE pk = 'a' AND sk = 1"),
            R"({"Items":[{"title":{"S":"t3"}}]})");
  EXPECT_EQ(run("SELECT m.l FROM songs WHERE pk = 'a' AND sk = 1"),
            R"({"Items":[{"l":{"L":[{"N":"1"},{"S":"x"}]}}]})");
  EXPECT_EQ(run("SELECT m.l[1], nope FROM songs WHERE pk = 'a' AND sk = 1"),
            R"({"Items":[{"l[1]":{"S":"x"}}]})");
  EXPECT_EQ(run("SELECT title FROM songs WHERE pk = 'a' AND sk IN [1]"),
            R"({"Items":[{"title":{"S":"t3"}}]})");
}

TEST_F(Partiql, ReadsIndexes) {
  EXPECT_EQ(keys_of(run(R"(SELECT * FROM "songs"."by-genre" WHERE genre = 'jazz' AND pk = 'a')")),
            "a3");
  EXPECT_EQ(run(R"(SELECT * FROM songs."by-title" WHERE pk = 'a' AND title = 't1')"),
            R"({"Items":[{"pk":{"S":"a"},"sk":{"N":"3"},"title":{"S":"t1"}}]})");
  EXPECT_EQ(run(R"(SELECT genre FROM songs."by-title" WHERE pk = 'a' AND title = 't1')"),
            R"({"Items":[{"genre":{"S":"jazz"}}]})");
  EXPECT_EQ(error(R"(SELECT m FROM songs."by-genre" WHERE genre = 'jazz')"),
            "ValidationException: One or more parameter values were invalid: Global secondary "
            "index by-genre does not project [m]");
  EXPECT_EQ(error(R"(SELECT pk FROM songs."by-genre" WHERE genre = 'jazz' AND m = 1)"),
            "ValidationException: One or more parameter values were invalid: Secondary index "
            "by-genre does not project one or more filter attributes: [m]");
  EXPECT_EQ(
      error(R"(SELECT pk FROM songs."by-genre" WHERE genre = 'jazz' AND (genre = 'x' OR m = 1))"),
      "ValidationException: One or more parameter values were invalid: Secondary index "
      "by-genre does not project one or more filter attributes: [m]");
  EXPECT_EQ(run(R"(SELECT pk FROM songs."by-genre" WHERE m = 1)"), kNothing);
  EXPECT_EQ(error(R"(SELECT * FROM songs."nope" WHERE pk = 'a')"),
            "ValidationException: The table does not have the specified index");
  EXPECT_EQ(
      error(R"(SELECT * FROM songs."by-genre" WHERE genre = 'x')", R"("ConsistentRead":true)"),
      "ValidationException: Strongly consistent read is not supported on Global Secondary "
      "Indexes");
}

// All pages of a SELECT with a limit, as their keys: "a1 a2|a3".
class PartiqlPages : public Partiql {
 protected:
  std::string pages(std::string_view statement, int limit) {
    std::string all;
    std::string token;
    for (int i = 0; i < 20; ++i) {
      std::string more = fmt::format(R"("Limit":{})", limit);
      if (!token.empty()) more += fmt::format(R"(,"NextToken":"{}")", token);
      const std::string reply = run(statement, more);
      if (i > 0) all += "|";
      all += keys_of(reply);
      token = member_text(reply, "NextToken");
      if (token.empty()) return all;
    }
    return all + "|endless";
  }
};

TEST_F(PartiqlPages, GoOnWhereTheLastOneStopped) {
  EXPECT_EQ(pages("SELECT * FROM songs WHERE pk = 'a' AND sk < 3", 2), "a1 a2|");
  EXPECT_EQ(pages("SELECT * FROM songs WHERE pk IN ['a', 'b']", 4), "a1 a2 a3 b1|b2 b3");
  EXPECT_EQ(pages("SELECT * FROM songs WHERE pk IN ['a', 'b'] ORDER BY pk DESC", 2),
            "b3 b2|b1 a3|a2 a1|");
  EXPECT_EQ(pages("SELECT * FROM songs WHERE pk IN ['b', 'z', 'a'] AND sk = 2", 1), "b2|a2|");
  EXPECT_EQ(pages("SELECT * FROM songs WHERE pk = 'a' AND sk <> 1", 1), "|a2|a3|");
}

TEST_F(PartiqlPages, TellTheLastKey) {
  const std::string reply = run("SELECT * FROM songs WHERE pk = 'a'", R"("Limit":1)");
  EXPECT_THAT(reply, HasSubstr(R"("LastEvaluatedKey":{"pk":{"S":"a"},"sk":{"N":"1"}})"));
}

TEST_F(PartiqlPages, BelongToTheirStatement) {
  const std::string reply = run("SELECT * FROM songs WHERE pk = 'a'", R"("Limit":1)");
  const std::string token = member_text(reply, "NextToken");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk = 'b'", fmt::format(R"("NextToken":"{}")", token)),
            "ValidationException: NextToken does not match request");
  for (const std::string& damaged : {std::string("x"), token.substr(1), token + "AAAA"}) {
    EXPECT_EQ(
        error("SELECT * FROM songs WHERE pk = 'a'", fmt::format(R"("NextToken":"{}")", damaged)),
        "ValidationException: Invalid NextToken");
  }
}

TEST_F(Partiql, InsertsWhatIsNotThere) {
  EXPECT_EQ(run("INSERT INTO songs VALUE {'pk': 'c', 'sk': ?, 's': <<'x', 'y'>>, 'n': <<1, 2.50>>, "
                "'l': [1, null, true], 'q': 'it''s'}",
                R"("Parameters":[{"N":"7"}])"),
            kNothing);
  EXPECT_EQ(song("c", 7),
            R"({"l":{"L":[{"N":"1"},{"NULL":true},{"BOOL":true}]},"n":{"NS":["1","2.5"]},)"
            R"("pk":{"S":"c"},"q":{"S":"it's"},"s":{"SS":["x","y"]},"sk":{"N":"7"}})");
  EXPECT_EQ(error("INSERT INTO songs VALUE {'pk': 'c', 'sk': 7}"),
            "DuplicateItemException: Duplicate primary key exists in table");
  EXPECT_EQ(error("INSERT INTO songs VALUE {'pk': 'c'}"),
            "ValidationException: One or more parameter values were invalid: Missing the key sk in "
            "the item");
}

TEST_F(Partiql, UpdatesOneItem) {
  must(store_.put(put("plain", {{"id", "x"},
                                {"n", num(5)},
                                {"l", list({num(1)})},
                                {"s", string_set({"a", "b"})},
                                {"m", map({{"k", "v"}})}})));
  EXPECT_EQ(run("UPDATE plain SET n = n + 1, m.k = 'w' SET l = list_append(l, [2]) SET s = "
                "set_add(s, <<'c'>>) SET c = n REMOVE nope WHERE id = 'x' RETURNING ALL NEW *"),
            R"({"Items":[{"c":{"N":"5"},"id":{"S":"x"},"l":{"L":[{"N":"1"},{"N":"2"}]},)"
            R"("m":{"M":{"k":{"S":"w"}}},"n":{"N":"6"},"s":{"SS":["a","b","c"]}}]})");
  EXPECT_EQ(run("UPDATE plain SET s = set_delete(s, ?) WHERE id = 'x' RETURNING MODIFIED NEW *",
                R"("Parameters":[{"SS":["a","b"]}])"),
            R"({"Items":[{"s":{"SS":["c"]}}]})");
  EXPECT_EQ(run("UPDATE plain SET n = 10 - n WHERE id = 'x' AND n = 6 RETURNING MODIFIED OLD *"),
            R"({"Items":[{"n":{"N":"6"}}]})");
  EXPECT_EQ(run("UPDATE plain REMOVE n WHERE id = 'x' RETURNING MODIFIED NEW *"), kNothing);
  EXPECT_EQ(run("FROM plain WHERE id = 'x' SET n = 1"), kNothing);
}

TEST_F(Partiql, UpdatesNothingElse) {
  EXPECT_EQ(error("UPDATE plain SET a = 1 WHERE id = 'new'"), kConditionFailed);
  EXPECT_EQ(error("UPDATE songs SET a = 1 WHERE pk = 'a' AND sk = 1 AND title = 'x'"),
            kConditionFailed);
  EXPECT_EQ(error("UPDATE songs SET a = 1 WHERE pk = 'a' AND sk = 1 AND (title = 'x' OR sk = 2)"),
            kConditionFailed);
  constexpr std::string_view kNoKey =
      "ValidationException: Where clause does not contain a mandatory equality on all key "
      "attributes";
  for (const std::string_view where :
       {"", "WHERE pk = 'a'", "WHERE pk = 'a' AND sk > 1", "WHERE pk IN ['a'] AND sk = 1",
        "WHERE pk = 'a' OR sk = 1", "WHERE title = 'x'"}) {
    EXPECT_EQ(error(fmt::format("UPDATE songs SET a = 1 {}", where)), kNoKey) << where;
    EXPECT_EQ(error(fmt::format("DELETE FROM songs {}", where)), kNoKey) << where;
  }
  EXPECT_EQ(error("UPDATE songs SET a = 1 WHERE pk = 'a' AND sk = 1 AND pk = 'b'"),
            "ValidationException: Multiple conditions on same key pk. Only single item "
            "Update/Insert/Delete are supported");
  EXPECT_EQ(error(R"(UPDATE songs."by-genre" SET a = 1 WHERE pk = 'a' AND sk = 1)"),
            "ValidationException: This operation is not supported on an index");
  EXPECT_EQ(error("UPDATE songs SET a = 'x' + 1 WHERE pk = 'a' AND sk = 1"),
            "ValidationException: Incorrect operand type for operator or function; operator or "
            "function: +, operand type: S");
  EXPECT_THAT(song("a", 1), Not(HasSubstr(R"("a":{)")));
}

TEST_F(Partiql, ReturnsTheItemOfAFailedConditionWhenAsked) {
  const auto failed = caller_.call(
      "ExecuteStatement",
      request("UPDATE songs SET a = 1 WHERE pk = 'a' AND sk = 1 AND sk = 1 AND title = 'x'",
              R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD")"));
  ASSERT_TRUE(fails_condition(failed));
  const auto* detail = dynamic_cast<const store::ConditionFailure*>(failed.error().detail.get());
  ASSERT_NE(detail, nullptr);
  ASSERT_TRUE(detail->item.has_value());
  EXPECT_EQ(detail->item->json(), song("a", 1));
}

TEST_F(Partiql, DeletesOneItem) {
  EXPECT_EQ(error("DELETE FROM songs WHERE pk = 'a' AND sk = 1 AND title = 'x'"), kConditionFailed);
  EXPECT_EQ(run("DELETE FROM songs WHERE pk = 'z' AND sk = 1 AND title = 'x'"), kNothing);
  EXPECT_EQ(run("DELETE FROM songs WHERE pk = 'z' AND sk = 1 RETURNING ALL OLD *"), kNothing);
  EXPECT_THAT(
      run("DELETE FROM songs WHERE pk = 'a' AND sk = 1 AND title = 't3' RETURNING ALL OLD *"),
      HasSubstr(R"("title":{"S":"t3"})"));
  EXPECT_EQ(song("a", 1), "none");
}

TEST_F(Partiql, TellsCapacity) {
  EXPECT_EQ(run("SELECT pk FROM songs WHERE pk IN ['a', 'b'] AND sk = 1",
                R"("ReturnConsumedCapacity":"TOTAL")"),
            R"({"Items":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}],)"
            R"("ConsumedCapacity":{"TableName":"songs","CapacityUnits":1.0}})");
  EXPECT_EQ(run("INSERT INTO plain VALUE {'id': 'c'}", R"("ReturnConsumedCapacity":"TOTAL")"),
            R"({"Items":[],"ConsumedCapacity":{"TableName":"plain","CapacityUnits":1.0}})");
}

TEST_F(Partiql, RefusesStatementsInDynamosOrder) {
  EXPECT_EQ(error("SELECT * FROM nope WHERE pk = 'a'"),
            "ResourceNotFoundException: Requested resource not found");
  EXPECT_EQ(error("SELECT * FROM nope WHERE pk = 'a' AND v < true"),
            "ValidationException: Incorrect operand type for operator or function; operator or "
            "function: <, operand type: BOOL");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk = ?"),
            "ValidationException: Number of parameters in request and statement don't match.");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk = ?", R"("Parameters":[{"S":"a"},{"S":"b"}])"),
            "ValidationException: Number of parameters in request and statement don't match.");
  EXPECT_EQ(error("not a statement", R"("Parameters":[{"SS":["a","a"]}])"),
            "ValidationException: One or more parameter values were invalid: Input collection [a, "
            "a] contains duplicates.");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk = 1"),
            "ValidationException: Key attribute's data type should match its data type in table's "
            "schema: Key pk");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk = 'a' AND sk IN [1, '2']"),
            "ValidationException: Key attribute's data type should match its data type in table's "
            "schema: Key sk");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk IN ['a', 'a']"),
            "ValidationException: Overlapping conditions with range keys are not supported in "
            "where clause");
  EXPECT_EQ(error("SELECT * FROM songs WHERE pk = 'a' AND title = 't' OR pk = 'a'"),
            "ValidationException: Overlapping conditions with range keys are not supported in "
            "where clause");
  EXPECT_EQ(error("EXISTS(SELECT * FROM songs WHERE pk = 'a' AND sk = 1 AND t = 1)"),
            "ValidationException: EXISTS can only be used in ExecuteTransaction write requests.");
}

TEST_F(Partiql, RefusesTooManyReads) {
  std::string values = "'v0'";
  for (int i = 1; i <= 50; ++i) values += fmt::format(", 'v{}'", i);
  EXPECT_EQ(error(fmt::format("SELECT * FROM songs WHERE pk IN [{}]", values)),
            "ValidationException: Too many decomposed read operations for a given query.");
  EXPECT_EQ(keys(fmt::format("WHERE pk IN [{}] OR title = 't3'", values)), "a1 b1");
}

}  // namespace
}  // namespace norn::testing
