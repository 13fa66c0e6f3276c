#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

}  // namespace

TEST_P(StoreContract, IndexFindsItemsByItsOwnKey) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "global", "g:S h:N");
  add_local_index(create, "local", "pk:S l:S");
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "a"}, {"sk", num(1)}, {"g", "x"}, {"h", num(30)}, {"l", "z"}},
                 {{"pk", "a"}, {"sk", num(2)}, {"g", "y"}, {"h", num(20)}, {"l", "y"}},
                 {{"pk", "b"}, {"sk", num(3)}, {"g", "x"}, {"h", num(4)}, {"l", "x"}},
                 {{"pk", "a"}, {"sk", num(4)}, {"g", "x"}, {"h", num(-1)}, {"l", "x"}}});
  QueryRequest request = query_index(name, "global", "g = :g", values({{":g", "x"}}));
  EXPECT_EQ(column(must(db().query(request)).items, "sk"), (Keys{"4", "3", "1"}));
  request.forward = false;
  EXPECT_EQ(column(must(db().query(request)).items, "sk"), (Keys{"1", "3", "4"}));
  request = query_index(name, "global", "g = :g AND h > :h", values({{":g", "x"}, {":h", num(0)}}));
  EXPECT_EQ(column(must(db().query(request)).items, "sk"), (Keys{"3", "1"}));

  request = query_index(name, "local", "pk = :p", values({{":p", "a"}}));
  EXPECT_EQ(column(must(db().query(request)).items, "sk"), (Keys{"4", "2", "1"}));
  request = query_index(name, "local", "pk = :p AND begins_with(l, :l)",
                        values({{":p", "a"}, {":l", "y"}}));
  EXPECT_EQ(column(must(db().query(request)).items, "sk"), Keys{"2"});
}

TEST_P(StoreContract, IndexHoldsOnlyItemsWithItsWholeKey) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "global", "g:S h:N");
  add_local_index(create, "local", "pk:S h:N");
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "a"}, {"sk", num(1)}, {"g", "x"}, {"h", num(1)}},
                 {{"pk", "a"}, {"sk", num(2)}, {"g", "x"}},
                 {{"pk", "a"}, {"sk", num(3)}, {"h", num(1)}},
                 {{"pk", "a"}, {"sk", num(4)}}});
  EXPECT_EQ(sorted(column(must(db().scan(scan(name, "global"))).items, "sk")), Keys{"1"});
  EXPECT_EQ(sorted(column(must(db().scan(scan(name, "local"))).items, "sk")), (Keys{"1", "3"}));
  EXPECT_EQ(must(db().scan(scan(name))).count, 4);
  const TableDescription description = must(db().describe_table(name));
  EXPECT_EQ(description.indexes[0].item_count, 2u);
  EXPECT_EQ(description.indexes[1].item_count, 1u);
}

TEST_P(StoreContract, IndexFollowsItsItems) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "global", "g:S");
  add_local_index(create, "local", "pk:S l:N");
  const std::string name = make_table(create);
  const Map key = {{"pk", "a"}, {"sk", num(1)}};
  const auto in_global = [&](const char* g) {
    settle();
    return must(db().query(query_index(name, "global", "g = :g", values({{":g", g}})))).count;
  };
  const auto in_local = [&](int l) {
    return must(db().query(query_index(name, "local", "pk = :p AND l = :l",
                                       values({{":p", "a"}, {":l", num(l)}}))))
        .count;
  };
  must(db().put(put(name, {{"pk", "a"}, {"sk", num(1)}, {"g", "x"}, {"l", num(1)}})));
  EXPECT_EQ(in_global("x"), 1);
  EXPECT_EQ(in_local(1), 1);
  must(db().update(update(name, key, "SET g = :g, l = :l", values({{":g", "y"}, {":l", num(2)}}))));
  EXPECT_EQ(in_global("x"), 0);
  EXPECT_EQ(in_global("y"), 1);
  EXPECT_EQ(in_local(1), 0);
  EXPECT_EQ(in_local(2), 1);
  must(db().update(update(name, key, "REMOVE g, l")));
  EXPECT_EQ(in_global("y"), 0);
  EXPECT_EQ(in_local(2), 0);
  must(db().put(put(name, {{"pk", "a"}, {"sk", num(1)}, {"g", "z"}, {"l", num(3)}})));
  EXPECT_EQ(in_global("z"), 1);
  EXPECT_EQ(in_local(3), 1);
  must(db().put(put(name, key)));
  EXPECT_EQ(in_global("z"), 0);
  EXPECT_EQ(in_local(3), 0);
  must(db().put(put(name, {{"pk", "a"}, {"sk", num(1)}, {"g", "z"}, {"l", num(3)}})));
  must(db().remove(remove(name, key)));
  EXPECT_EQ(in_global("z"), 0);
  EXPECT_EQ(in_local(3), 0);
  for (const IndexDescription& index : must(db().describe_table(name)).indexes) {
    EXPECT_EQ(index.item_count, 0u) << index.schema.name;
    EXPECT_EQ(index.size_bytes, 0u) << index.schema.name;
  }
}

TEST_P(StoreContract, IndexShowsChangesOfOtherAttributes) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "all", "g:S");
  add_global_index(create, "some", "g:S", {.include = {"v"}});
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "a"}, {"g", "x"}, {"v", num(1)}, {"w", num(1)}}});
  must(db().update(update(name, {{"pk", "a"}}, "SET v = :n, w = :n", values({{":n", num(2)}}))));
  settle();
  EXPECT_EQ(texts(must(db().scan(scan(name, "all"))).items),
            Keys{text({{"pk", "a"}, {"g", "x"}, {"v", num(2)}, {"w", num(2)}})});
  EXPECT_EQ(texts(must(db().scan(scan(name, "some"))).items),
            Keys{text({{"pk", "a"}, {"g", "x"}, {"v", num(2)}})});
}

TEST_P(StoreContract, IndexCarriesWhatItProjects) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "g_keys", "g:S", {ProjectionKind::kKeysOnly});
  add_global_index(create, "g_some", "g:S", {.include = {"v", "absent"}});
  add_global_index(create, "g_all", "g:S");
  add_local_index(create, "l_keys", "pk:S l:N", {ProjectionKind::kKeysOnly});
  add_local_index(create, "l_some", "pk:S l:N", {.include = {"v"}});
  const std::string name = make_table(create);
  const Map whole = {{"pk", "a"},   {"sk", num(1)}, {"g", "x"},
                     {"l", num(5)}, {"v", "v"},     {"w", "w"}};
  put_all(name, {whole});
  const auto entry = [&](const char* index) {
    return texts(must(db().scan(scan(name, index))).items);
  };
  EXPECT_EQ(entry("g_keys"), Keys{text({{"pk", "a"}, {"sk", num(1)}, {"g", "x"}})});
  EXPECT_EQ(entry("g_some"), Keys{text({{"pk", "a"}, {"sk", num(1)}, {"g", "x"}, {"v", "v"}})});
  EXPECT_EQ(entry("g_all"), Keys{text(whole)});
  EXPECT_EQ(entry("l_keys"), Keys{text({{"pk", "a"}, {"sk", num(1)}, {"l", num(5)}})});
  EXPECT_EQ(entry("l_some"), Keys{text({{"pk", "a"}, {"sk", num(1)}, {"l", num(5)}, {"v", "v"}})});
}

TEST_P(StoreContract, IndexThatIsLocalFetchesWhatItDoesNotCarry) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_local_index(create, "local", "pk:S l:N", {ProjectionKind::kKeysOnly});
  const std::string name = make_table(create);
  const Map whole = {{"pk", "a"}, {"sk", num(1)}, {"l", num(5)}, {"v", "v"}, {"w", "w"}};
  put_all(name, {whole});
  QueryRequest request = query_index(name, "local", "pk = :p", values({{":p", "a"}}));
  request.select = Select::kAllAttributes;
  EXPECT_EQ(texts(must(db().query(request)).items), Keys{text(whole)});
  request.select = Select::kAuto;
  request.projection = "v";
  EXPECT_EQ(texts(must(db().query(request)).items), Keys{text({{"v", "v"}})});
  request.projection.clear();
  request.select = Select::kAllProjectedAttributes;
  EXPECT_EQ(texts(must(db().query(request)).items),
            Keys{text({{"pk", "a"}, {"sk", num(1)}, {"l", num(5)}})});
}

TEST_P(StoreContract, IndexThatIsGlobalGivesOnlyWhatItCarries) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "global", "g:S", {ProjectionKind::kKeysOnly});
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "a"}, {"g", "x"}, {"v", "v"}}});
  QueryRequest request = query_index(name, "global", "g = :g", values({{":g", "x"}}));
  request.select = Select::kAllAttributes;
  EXPECT_TRUE(is_invalid(db().query(request),
                         "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is "
                         "not supported for global secondary index global because its projection "
                         "type is not ALL"));
  request.select = Select::kAuto;
  request.consistent = true;
  EXPECT_TRUE(is_invalid(db().query(request),
                         "Consistent reads are not supported on global secondary indexes"));
  ScanRequest whole = scan(name, "global");
  whole.consistent = true;
  EXPECT_TRUE(is_invalid(db().scan(whole),
                         "Consistent reads are not supported on global secondary indexes"));
}

TEST_P(StoreContract, IndexThatIsLocalCanBeReadConsistently) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_local_index(create, "local", "pk:S l:N");
  const std::string name = make_table(create);
  must(db().put(put(name, {{"pk", "a"}, {"sk", num(1)}, {"l", num(1)}})));
  QueryRequest request = query_index(name, "local", "pk = :p", values({{":p", "a"}}));
  request.consistent = true;
  EXPECT_EQ(must(db().query(request)).count, 1);
}

TEST_P(StoreContract, IndexMayUseTheTablesKeys) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "turned", "sk:N pk:S");
  add_global_index(create, "again", "pk:S g:S");
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "b"}, {"sk", num(1)}, {"g", "z"}},
                 {{"pk", "a"}, {"sk", num(1)}},
                 {{"pk", "a"}, {"sk", num(2)}}});
  EXPECT_EQ(
      column(
          must(db().query(query_index(name, "turned", "sk = :s", values({{":s", num(1)}})))).items,
          "pk"),
      (Keys{"a", "b"}));
  EXPECT_EQ(must(db().scan(scan(name, "again"))).count, 1);
  QueryRequest paged = query_index(name, "turned", "sk = :s", values({{":s", num(1)}}));
  paged.limit = 1;
  EXPECT_EQ(must(drain(db(), paged)).count, 2);
}

TEST_P(StoreContract, IndexKeysOfTheWrongKindAreRefused) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "global", "g:S h:N");
  add_local_index(create, "local", "pk:S b:B");
  const std::string name = make_table(create);
  struct Row {
    std::string attribute;
    Value value;
    std::string_view message;
  };
  const std::vector<Row> rows = {
      {"g", num(1),
       "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S "
       "Actual: N IndexName: global"},
      {"h", "text",
       "One or more parameter values were invalid: Type mismatch for Index Key h Expected: N "
       "Actual: S IndexName: global"},
      {"b", list({}),
       "One or more parameter values were invalid: Type mismatch for Index Key b Expected: B "
       "Actual: L IndexName: local"},
  };
  for (const Row& row : rows) {
    const Map bad = {{"pk", "a"}, {"sk", num(1)}, {row.attribute, row.value}};
    EXPECT_TRUE(is_invalid(db().put(put(name, bad)), row.message)) << row.attribute;
  }
  EXPECT_TRUE(is_invalid_saying(db().put(put(name, {{"pk", "a"}, {"sk", num(1)}, {"g", ""}})),
                                "empty string value"));
  EXPECT_TRUE(is_invalid_saying(db().put(put(name, {{"pk", "a"}, {"sk", num(1)}, {"b", bin("")}})),
                                "empty binary value"));
  EXPECT_EQ(contents(name), Keys());
}

TEST_P(StoreContract, IndexScansInSegments) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "global", "g:N");
  const std::string name = make_table(create);
  for (int i = 0; i < 40; ++i) {
    must(db().put(put(name, {{"pk", std::to_string(i)}, {"g", num(i % 10)}})));
  }
  settle();
  Keys seen;
  for (int64_t segment = 0; segment < 4; ++segment) {
    ScanRequest request = scan(name, "global");
    request.segment = segment;
    request.total_segments = 4;
    request.limit = 3;
    const Keys part = column(must(drain(db(), request)).items, "pk");
    seen.insert(seen.end(), part.begin(), part.end());
  }
  Keys expected;
  for (int i = 0; i < 40; ++i) expected.push_back(std::to_string(i));
  EXPECT_EQ(sorted(seen), sorted(expected));
}

}  // namespace norn::testing
