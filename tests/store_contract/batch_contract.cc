#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

}  // namespace

TEST_P(StoreContract, BatchWritesToManyTables) {
  const std::string first = make_table("pk:S");
  const std::string second = make_table("pk:S sk:N");
  put_all(first, {{{"pk", "old"}}, {{"pk", "replaced"}, {"v", num(1)}}});
  const BatchWriteResult result = must(db().batch_write(
      batch({batch_put(first, {{"pk", "new"}}), batch_delete(first, {{"pk", "old"}}),
             batch_put(first, {{"pk", "replaced"}, {"w", num(2)}}),
             batch_delete(first, {{"pk", "never was"}}),
             batch_put(second, {{"pk", "new"}, {"sk", num(1)}})})));
  EXPECT_TRUE(result.unprocessed.writes.empty());
  EXPECT_EQ(contents(first),
            sorted({text({{"pk", "new"}}), text({{"pk", "replaced"}, {"w", num(2)}})}));
  EXPECT_EQ(contents(second), Keys{text({{"pk", "new"}, {"sk", num(1)}})});
}

TEST_P(StoreContract, BatchMaintainsIndexes) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "by_g", "g:S");
  const std::string name = make_table(create);
  must(db().batch_write(batch(
      {batch_put(name, {{"pk", "a"}, {"g", "x"}}), batch_put(name, {{"pk", "b"}, {"g", "x"}})})));
  must(db().batch_write(
      batch({batch_put(name, {{"pk", "a"}, {"g", "y"}}), batch_delete(name, {{"pk", "b"}})})));
  settle();
  EXPECT_EQ(must(db().query(query_index(name, "by_g", "g = :g", values({{":g", "x"}})))).count, 0);
  EXPECT_EQ(must(db().query(query_index(name, "by_g", "g = :g", values({{":g", "y"}})))).count, 1);
}

TEST_P(StoreContract, BatchOfWritesHas25Members) {
  const std::string name = make_table("pk:S");
  BatchWriteRequest request;
  for (int i = 0; i < 25; ++i)
    request.writes.push_back(batch_put(name, {{"pk", std::to_string(i)}}));
  must(db().batch_write(request));
  EXPECT_EQ(contents(name).size(), 25u);

  request.writes.push_back(batch_put(name, {{"pk", "one too many"}}));
  Result<BatchWriteResult> result = db().batch_write(request);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  result = db().batch_write({});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  EXPECT_EQ(contents(name).size(), 25u);
}

TEST_P(StoreContract, BatchWithOneBadWriteWritesNothing) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "by_g", "g:S");
  const std::string name = make_table(create);
  const std::string missing = unique_name();
  const auto good = batch_put(name, {{"pk", "good"}});
  EXPECT_TRUE(is_invalid(db().batch_write(batch({good, batch_put(name, {{"pk", "good"}})})),
                         "Provided list of item keys contains duplicates"));
  EXPECT_TRUE(is_invalid(db().batch_write(batch({good, batch_delete(name, {{"pk", "good"}})})),
                         "Provided list of item keys contains duplicates"));
  EXPECT_TRUE(is_invalid(db().batch_write(batch({good, batch_delete(name, {{"no", "key"}})})),
                         "The provided key element does not match the schema"));
  EXPECT_TRUE(fails_with(db().batch_write(batch({good, batch_put(missing, {{"pk", "x"}})})),
                         ErrorCode::kResourceNotFound, "Requested resource not found"));
  for (const Map& bad : std::vector<Map>{{{"pk", num(1)}},
                                         {{"pk", ""}},
                                         {{"no", "key"}},
                                         {{"pk", "x"}, {"g", num(1)}},
                                         {{"pk", "x"}, {"g", ""}}}) {
    const Result<BatchWriteResult> result = db().batch_write(batch({good, batch_put(name, bad)}));
    ASSERT_FALSE(result.has_value()) << text(bad);
    EXPECT_EQ(result.error().code, ErrorCode::kValidation) << text(bad);
  }
  EXPECT_EQ(contents(name), Keys());
}

TEST_P(StoreContract, BatchGetsFromManyTables) {
  const std::string first = make_table("pk:S");
  const std::string second = make_table("pk:S sk:N");
  put_all(first, {{{"pk", "a"}, {"v", num(1)}}, {{"pk", "b"}, {"v", num(2)}}, {{"pk", "c"}}});
  put_all(second, {{{"pk", "a"}, {"sk", num(1)}, {"v", num(3)}, {"w", num(4)}}});
  BatchGetRequest request;
  request.tables = {keys_of(first, {{{"pk", "b"}}, {{"pk", "a"}}, {{"pk", "nobody"}}}),
                    keys_of(second, {{{"pk", "a"}, {"sk", num(1)}}})};
  request.tables[1].projection = "#v";
  request.tables[1].placeholders = names({{"#v", "v"}});
  BatchGetResult result = must(db().batch_get(request));
  EXPECT_EQ(sorted(texts(result.items[first])),
            (Keys{text({{"pk", "a"}, {"v", num(1)}}), text({{"pk", "b"}, {"v", num(2)}})}));
  EXPECT_EQ(texts(result.items[second]), Keys{text({{"v", num(3)}})});
  EXPECT_TRUE(result.unprocessed.tables.empty());
}

TEST_P(StoreContract, BatchOfGetsHas100DifferentKeys) {
  const std::string name = make_table("pk:S");
  BatchGetRequest request;
  std::vector<Map> keys;
  for (int i = 0; i < 100; ++i) keys.push_back({{"pk", std::to_string(i)}});
  must(db().put(put(name, {{"pk", "42"}})));
  request.tables = {keys_of(name, keys)};
  BatchGetResult result = must(db().batch_get(request));
  EXPECT_EQ(texts(result.items[name]), Keys{text({{"pk", "42"}})});

  keys.push_back({{"pk", "one too many"}});
  request.tables = {keys_of(name, keys)};
  Result<BatchGetResult> refused = db().batch_get(request);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kValidation);

  request.tables = {keys_of(name, {{{"pk", "a"}}, {{"pk", "a"}}})};
  EXPECT_TRUE(
      is_invalid(db().batch_get(request), "Provided list of item keys contains duplicates"));
  request.tables = {keys_of(name, {{{"other", "a"}}})};
  EXPECT_TRUE(
      is_invalid(db().batch_get(request), "The provided key element does not match the schema"));
}

TEST_P(StoreContract, BatchGetLeavesWhatIsBeyond16MegabytesForLater) {
  const std::string name = make_table("pk:S");
  BatchGetRequest request;
  std::vector<Map> keys;
  const std::string filling(390'000, 'x');
  for (int i = 0; i < 50; ++i) {
    keys.push_back({{"pk", std::to_string(i)}});
    must(db().put(put(name, {{"pk", std::to_string(i)}, {"v", filling}})));
  }
  request.tables = {keys_of(name, keys)};
  size_t found = 0;
  int rounds = 0;
  for (; !request.tables.empty() && rounds < 50; ++rounds) {
    BatchGetResult result = must(db().batch_get(request));
    size_t bytes = 0;
    for (const ItemView one : result.items[name]) bytes += one.size_bytes();
    EXPECT_LE(bytes, 16u * 1024 * 1024);
    found += result.items[name].size();
    request = result.unprocessed;
  }
  EXPECT_EQ(found, 50u);
  EXPECT_GE(rounds, 2);
}

}  // namespace norn::testing
