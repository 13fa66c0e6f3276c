#include <algorithm>
#include <functional>

#include "store_contract/store_contract.h"

// Global indexes whose partition or sort key is made of several attributes.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html
namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

// Matches of a tournament: by tournament and season, then round, court and time.
constexpr std::string_view kMatchKey = "cup:S year:N | round:S court:N at:B";

Map match(const char* id, int64_t year, const char* round, int64_t court, std::string at) {
  return {{"pk", id},       {"cup", "c"},          {"year", num(year)},
          {"round", round}, {"court", num(court)}, {"at", bin(std::move(at))}};
}

Placeholders match_values(Map more = {}) {
  more.emplace(":c", "c");
  more.emplace(":y", num(2026));
  return both({{"#y", "year"}, {"#a", "at"}}, std::move(more));
}

// Names only the attributes that the condition has.
QueryRequest matches(const std::string& table, const std::string& narrowed, Map more = {}) {
  QueryRequest request = query_index(table, "matches", "cup = :c AND #y = :y" + narrowed,
                                     match_values(std::move(more)));
  if (!narrowed.contains("#a")) request.placeholders.names.erase("#a");
  return request;
}

}  // namespace

TEST_P(StoreContract, IndexOfSeveralAttributesIsNarrowedFromTheLeft) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "matches", kMatchKey);
  const std::string name = make_table(create);
  const std::string zero(1, '\0');
  put_all(name, {match("1", 2026, "final", 1, "a"), match("2", 2026, "final", 2, "b"),
                 match("3", 2026, "final", 2, "ab"), match("4", 2026, "final", 10, "a"),
                 match("5", 2026, "fin", 3, "a"), match("6", 2026, "half", 1, "a"),
                 match("7", 2025, "final", 1, "a"), match("8", 2026, "final", 2, zero)});
  struct Row {
    std::string narrowed;
    Map values;
    Keys expected;
  };
  const Row rows[] = {
      {"", {}, {"5", "1", "8", "3", "2", "4", "6"}},
      {" AND round = :r", {{":r", "final"}}, {"1", "8", "3", "2", "4"}},
      {" AND round < :r", {{":r", "final"}}, {"5"}},
      {" AND round >= :r", {{":r", "final"}}, {"1", "8", "3", "2", "4", "6"}},
      {" AND begins_with(round, :r)", {{":r", "fin"}}, {"5", "1", "8", "3", "2", "4"}},
      {" AND round BETWEEN :r AND :s",
       {{":r", "final"}, {":s", "half"}},
       {"1", "8", "3", "2", "4", "6"}},
      {" AND round = :r AND court = :n", {{":r", "final"}, {":n", num(2)}}, {"8", "3", "2"}},
      {" AND round = :r AND court > :n", {{":r", "final"}, {":n", num(1)}}, {"8", "3", "2", "4"}},
      {" AND round = :r AND court <= :n", {{":r", "final"}, {":n", num(2)}}, {"1", "8", "3", "2"}},
      {" AND court = :n AND round = :r AND #a = :a",
       {{":r", "final"}, {":n", num(2)}, {":a", bin("b")}},
       {"2"}},
      {" AND round = :r AND court = :n AND begins_with(#a, :a)",
       {{":r", "final"}, {":n", num(2)}, {":a", bin("a")}},
       {"3"}},
      {" AND round = :r AND court = :n AND #a BETWEEN :a AND :b",
       {{":r", "final"}, {":n", num(2)}, {":a", bin(zero)}, {":b", bin("ab")}},
       {"8", "3"}},
  };
  for (const Row& row : rows) {
    QueryRequest request = matches(name, row.narrowed, row.values);
    EXPECT_EQ(column(must(db().query(request)).items, "pk"), row.expected) << row.narrowed;
    request.forward = false;
    EXPECT_EQ(column(must(db().query(request)).items, "pk"),
              Keys(row.expected.rbegin(), row.expected.rend()))
        << row.narrowed;
  }
}

TEST_P(StoreContract, IndexOfSeveralAttributesIsReadPageByPage) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "matches", kMatchKey);
  const std::string name = make_table(create);
  Keys expected;
  for (int i = 0; i < 12; ++i) {
    const std::string id = std::to_string(10 + i);
    expected.push_back(id);
    // Three have one index key.
    put_all(name, {match(id.c_str(), 2026, i < 6 ? "a" : "b", i / 3, "x")});
  }
  for (const bool forward : {true, false}) {
    QueryRequest request = matches(name, "");
    request.limit = 5;
    request.forward = forward;
    const Drained drained = must(drain(db(), request));
    EXPECT_EQ(sorted(column(drained.items, "pk")), expected);
    const Keys courts = column(drained.items, "court");
    EXPECT_TRUE(forward ? std::ranges::is_sorted(courts)
                        : std::ranges::is_sorted(courts, std::greater<>()));
    ASSERT_TRUE(drained.pages[0].last_key);
    EXPECT_EQ(drained.pages[0].last_key->count(), 6U);
    Map start = drained.pages[0].last_key->view().to_map();
    start.erase("court");
    request.start_after = item(start);
    EXPECT_TRUE(is_invalid(db().query(request), "The provided starting key is invalid"));
  }
  ScanRequest whole = scan(name, "matches");
  whole.limit = 5;
  EXPECT_EQ(sorted(column(must(drain(db(), whole)).items, "pk")), expected);
}

TEST_P(StoreContract, IndexOfSeveralAttributesFollowsItsItems) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "matches", kMatchKey);
  const std::string name = make_table(create);
  const auto found = [&](const char* round) {
    settle();
    return must(db().query(matches(name, " AND round = :r", {{":r", round}}))).count;
  };
  must(db().put(put(name, match("1", 2026, "half", 1, "a"))));
  EXPECT_EQ(found("half"), 1);
  const Map key = {{"pk", "1"}};
  must(db().update(update(name, key, "SET round = :r", values({{":r", "final"}}))));
  EXPECT_EQ(found("half"), 0);
  EXPECT_EQ(found("final"), 1);
  // Without any one of them, the item is not in the index.
  for (const char* attribute : {"cup", "year", "round", "court", "at"}) {
    Map without = match("1", 2026, "final", 1, "a");
    without.erase(attribute);
    must(db().put(put(name, without)));
    EXPECT_EQ(found("final"), 0) << attribute;
    must(db().put(put(name, match("1", 2026, "final", 1, "a"))));
    EXPECT_EQ(found("final"), 1) << attribute;
    Map wrong = without;
    wrong.emplace(attribute, yes());
    EXPECT_TRUE(is_invalid_saying(db().put(put(name, wrong)), "Type mismatch for Index Key"));
  }
  must(db().remove(remove(name, key)));
  EXPECT_EQ(found("final"), 0);
  EXPECT_EQ(must(db().describe_table(name)).indexes[0].item_count, 0U);
}

TEST_P(StoreContract, IndexOfSeveralAttributesCarriesAllOfThem) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "keys", kMatchKey, {ProjectionKind::kKeysOnly});
  add_global_index(create, "some", "cup:S | round:S court:N", {.include = {"score"}});
  const std::string name = make_table(create);
  Map whole = match("1", 2026, "final", 1, "a");
  const Map keys = whole;
  whole.emplace("score", num(3));
  whole.emplace("note", "n");
  put_all(name, {whole});
  EXPECT_EQ(texts(must(db().scan(scan(name, "keys"))).items), Keys{text(keys)});
  EXPECT_EQ(
      texts(must(db().scan(scan(name, "some"))).items),
      Keys{text(
          {{"pk", "1"}, {"cup", "c"}, {"round", "final"}, {"court", num(1)}, {"score", num(3)}})});
  QueryRequest filtered = query_index(name, "some", "cup = :c", values({{":c", "c"}}));
  filtered.placeholders.values.emplace(":n", num(1));
  filtered.filter = "court = :n";
  EXPECT_TRUE(is_invalid(db().query(filtered),
                         "Filter Expression can only contain non-primary key attributes: Primary "
                         "key attribute: court"));
  filtered.filter = "score > :n";
  EXPECT_EQ(must(db().query(filtered)).count, 1);
  EXPECT_EQ(must(db().describe_table(name)).indexes[0].schema.key.count(), 5U);
}

TEST_P(StoreContract, LiveIndexOfSeveralAttributesIsFilled) {
  const std::string name = make_table("pk:S");
  put_all(name, {match("1", 2026, "final", 2, "a"), match("2", 2026, "final", 1, "a")});
  Map unfit = match("3", 2026, "final", 1, "a");
  unfit.insert_or_assign("court", "one");
  Map sparse = match("4", 2026, "final", 1, "a");
  sparse.erase("at");
  put_all(name, {unfit, sparse});
  update_table(create_index(name, "matches", kMatchKey));
  EXPECT_EQ(column(must(db().query(matches(name, ""))).items, "pk"), (Keys{"2", "1"}));
  const TableDescription description = must(db().describe_table(name));
  const KeySchema& key = description.schema.indexes.at(0).key;
  EXPECT_EQ(key.more_partition, (std::vector<KeyAttribute>{{"year", Type::kNumber}}));
  EXPECT_EQ(key.more_sort,
            (std::vector<KeyAttribute>{{"court", Type::kNumber}, {"at", Type::kBinary}}));
  update_table(delete_index(name, "matches"));
  EXPECT_EQ(must(db().describe_table(name)).attributes.size(), 1U);
}

TEST_P(StoreContract, IndexOfSeveralAttributesSaysWhichConditionIsMissing) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "matches", kMatchKey);
  const std::string name = make_table(create);
  EXPECT_TRUE(
      is_invalid(db().query(query_index(name, "matches", "cup = :c", values({{":c", "c"}}))),
                 "Query condition missed key schema element: year"));
  EXPECT_TRUE(is_invalid(
      db().query(matches(name, " AND court = :n", {{":n", num(1)}})),
      "RANGE key attributes round must have equality conditions specified in the query because a "
      "condition is present on key attribute court"));
  EXPECT_TRUE(is_invalid(
      db().query(
          matches(name, " AND round > :r AND court = :n", {{":r", "final"}, {":n", num(1)}})),
      "RANGE key attributes round must have equality conditions specified in the query because a "
      "condition is present on key attribute court"));
}

}  // namespace norn::testing
