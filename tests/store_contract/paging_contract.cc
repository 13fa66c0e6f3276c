#include <set>

#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

std::string padded(int i) {
  std::string digits = std::to_string(i);
  return std::string(3 - digits.size(), '0') + digits;
}

}  // namespace

TEST_P(StoreContract, PagesOfAQueryFollowEachOther) {
  const std::string name = make_table("pk:S sk:S");
  Keys expected;
  for (int i = 0; i < 25; ++i) {
    must(db().put(put(name, {{"pk", "p"}, {"sk", padded(i)}})));
    expected.push_back(padded(i));
  }
  for (const bool forward : {true, false}) {
    for (const int64_t limit : {1, 4, 24, 25, 26}) {
      QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
      request.limit = limit;
      request.forward = forward;
      const Drained drained = must(drain(db(), request));
      Keys seen = column(drained.items, "sk");
      if (!forward) std::reverse(seen.begin(), seen.end());
      EXPECT_EQ(seen, expected) << limit;
      for (size_t i = 0; i + 1 < drained.pages.size(); ++i) {
        EXPECT_EQ(drained.pages[i].last_key,
                  item({{"pk", "p"}, {"sk", column(drained.pages[i].items, "sk").back()}}));
      }
    }
  }
}

TEST_P(StoreContract, PagesEndAfterOneMegabyte) {
  const std::string name = make_table("pk:S sk:S");
  // Five items of 300,000 bytes: the page ends with the item that passes 1 MB.
  const std::string filling(300'000 - 100, 'x');
  for (int i = 0; i < 5; ++i) {
    must(db().put(put(name, {{"pk", "p"}, {"sk", padded(i)}, {"v", filling}})));
  }
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  const PageResult page = must(db().query(request));
  EXPECT_LT(page.count, 5);
  EXPECT_GE(page.count, 3);
  ASSERT_TRUE(page.last_key.has_value());
  EXPECT_EQ(column(must(drain(db(), request)).items, "sk"),
            (Keys{"000", "001", "002", "003", "004"}));
  request.forward = false;
  EXPECT_EQ(column(must(drain(db(), request)).items, "sk"),
            (Keys{"004", "003", "002", "001", "000"}));
}

TEST_P(StoreContract, PagesOfOneMegabyteCountWhatTheFilterDrops) {
  const std::string name = make_table("pk:S sk:S");
  const std::string filling(300'000, 'x');
  for (int i = 0; i < 5; ++i) {
    must(db().put(put(name, {{"pk", "p"}, {"sk", padded(i)}, {"v", filling}})));
  }
  ScanRequest request = scan(name);
  request.filter = "attribute_not_exists(v)";
  const PageResult page = must(db().scan(request));
  EXPECT_EQ(page.count, 0);
  EXPECT_LT(page.scanned_count, 5);
  ASSERT_TRUE(page.last_key.has_value());
  EXPECT_EQ(must(drain(db(), request)).scanned_count, 5);
}

TEST_P(StoreContract, PagesCountTheWholeItemHoweverLittleIsProjected) {
  const std::string name = make_table("pk:S sk:S");
  for (int i = 0; i < 5; ++i) {
    must(db().put(put(name, {{"pk", "p"}, {"sk", padded(i)}, {"v", std::string(300'000, 'x')}})));
  }
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  request.projection = "sk";
  EXPECT_LT(must(db().query(request)).count, 5);
  request.projection.clear();
  request.select = Select::kCount;
  EXPECT_LT(must(db().query(request)).count, 5);
}

TEST_P(StoreContract, PageCanStartAfterAKeyThatIsGone) {
  const std::string name = make_table("pk:S sk:S");
  put_all(name,
          {{{"pk", "p"}, {"sk", "a"}}, {{"pk", "p"}, {"sk", "b"}}, {{"pk", "p"}, {"sk", "c"}}});
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  request.limit = 2;
  request.start_after = must(db().query(request)).last_key;
  must(db().remove(remove(name, {{"pk", "p"}, {"sk", "b"}})));
  EXPECT_EQ(column(must(db().query(request)).items, "sk"), Keys{"c"});
  request.start_after = item({{"pk", "p"}, {"sk", "bb"}});
  request.forward = false;
  EXPECT_EQ(column(must(db().query(request)).items, "sk"), Keys{"a"});
}

TEST_P(StoreContract, PagesSeeWhatIsWrittenBetweenThem) {
  const std::string name = make_table("pk:S sk:S");
  put_all(name, {{{"pk", "p"}, {"sk", "a"}}, {{"pk", "p"}, {"sk", "c"}}});
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  request.limit = 1;
  request.start_after = must(db().query(request)).last_key;
  put_all(name, {{{"pk", "p"}, {"sk", "0"}}, {{"pk", "p"}, {"sk", "b"}}});
  EXPECT_EQ(column(must(drain(db(), request)).items, "sk"), (Keys{"b", "c"}));
}

TEST_P(StoreContract, PagesOfAnIndexGoThroughTies) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "by_g", "g:S h:S");
  add_global_index(create, "by_g_alone", "g:S");
  add_local_index(create, "by_h", "pk:S h:S");
  const std::string name = make_table(create);
  // Three values of h, and ten entries for each.
  for (int i = 0; i < 30; ++i) {
    must(db().put(put(name, {{"pk", i % 2 == 0 ? "even" : "odd"},
                             {"sk", num(i)},
                             {"g", "g"},
                             {"h", "h" + std::to_string(i / 10)}})));
  }
  settle();
  struct Row {
    std::string index;
    std::string condition;
    Value partition;
    size_t count;
  };
  const std::vector<Row> rows = {{"by_g", "g = :p", "g", 30},
                                 {"by_g_alone", "g = :p", "g", 30},
                                 {"by_h", "pk = :p", "even", 15}};
  for (const Row& row : rows) {
    for (const bool forward : {true, false}) {
      for (const int64_t limit : {1, 3, 10, 29}) {
        QueryRequest request =
            query_index(name, row.index, row.condition, values({{":p", row.partition}}));
        request.limit = limit;
        request.forward = forward;
        const Drained drained = must(drain(db(), request));
        const Keys seen = column(drained.items, "sk");
        EXPECT_EQ(seen.size(), row.count) << row.index << " " << limit;
        EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), row.count) << row.index;
        if (row.index == "by_g_alone") continue;
        Keys order = column(drained.items, "h");
        if (!forward) std::reverse(order.begin(), order.end());
        EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << row.index << " " << limit;
      }
    }
  }
}

TEST_P(StoreContract, PageOfAnIndexNamesBothKeys) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "by_g", "g:S h:N");
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "a"}, {"sk", num(1)}, {"g", "g"}, {"h", num(1)}, {"v", "x"}},
                 {{"pk", "b"}, {"sk", num(2)}, {"g", "g"}, {"h", num(2)}, {"v", "x"}}});
  QueryRequest request = query_index(name, "by_g", "g = :p", values({{":p", "g"}}));
  request.limit = 1;
  EXPECT_EQ(must(db().query(request)).last_key,
            item({{"pk", "a"}, {"sk", num(1)}, {"g", "g"}, {"h", num(1)}}));
}

TEST_P(StoreContract, PageStartMustBeAKeyOfWhatIsRead) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "by_g", "g:S");
  const std::string name = make_table(create);
  struct Row {
    std::string index;
    std::string condition;
    Map start;
    std::string_view message;
  };
  const std::vector<Row> rows = {
      {"", "pk = :p", {{"pk", "p"}}, "The provided starting key is invalid"},
      {"",
       "pk = :p",
       {{"pk", "p"}, {"sk", num(1)}, {"g", "g"}},
       "The provided starting key is invalid"},
      {"",
       "pk = :p",
       {{"pk", "other"}, {"sk", num(1)}},
       "The provided starting key is outside query boundaries based on provided conditions"},
      {"by_g", "g = :p", {{"g", "p"}}, "The provided starting key is invalid"},
      {"by_g",
       "g = :p",
       {{"pk", "p"}, {"sk", num(1)}, {"g", "other"}},
       "The provided starting key is outside query boundaries based on provided conditions"},
  };
  for (const Row& row : rows) {
    QueryRequest request = query_index(name, row.index, row.condition, values({{":p", "p"}}));
    request.start_after = item(row.start);
    EXPECT_TRUE(is_invalid(db().query(request), row.message)) << text(row.start);
  }
  QueryRequest request = query(name, "pk = :p AND sk > :n", values({{":p", "p"}, {":n", num(5)}}));
  request.start_after = item({{"pk", "p"}, {"sk", num(3)}});
  EXPECT_TRUE(is_invalid(db().query(request),
                         "The provided starting key does not match the range key predicate"));
  ScanRequest whole = scan(name);
  whole.start_after = item({{"pk", "p"}});
  EXPECT_TRUE(is_invalid(db().scan(whole),
                         "The provided starting key is invalid: The provided key element does not "
                         "match the schema"));
}

}  // namespace norn::testing
