#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr size_t kLargestItem = 400 * 1024;

// An item {pk: "k", v: "xxx..."} of exactly `bytes`.
Map item_of(size_t bytes) {
  return {{"pk", "k"}, {"v", std::string(bytes - 4, 'x')}};
}

Value nested(int levels) {
  Value value = "leaf";
  for (int i = 0; i < levels; ++i) value = map({{"n", value}});
  return value;
}

}  // namespace

TEST_P(StoreContract, LimitOfAnItemIs400Kilobytes) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, item_of(kLargestItem))));
  EXPECT_EQ(fetch(name, {{"pk", "k"}}), item(item_of(kLargestItem)));
  const std::string_view message = "Item size has exceeded the maximum allowed size";
  EXPECT_TRUE(is_invalid(db().put(put(name, item_of(kLargestItem + 1))), message));
  EXPECT_TRUE(
      is_invalid(db().batch_write(batch({batch_put(name, item_of(kLargestItem + 1))})), message));
  EXPECT_EQ(fetch(name, {{"pk", "k"}})->size_bytes(), kLargestItem);
}

TEST_P(StoreContract, LimitOfAnItemHoldsForUpdates) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, item_of(kLargestItem - 3))));
  must(db().update(update(name, {{"pk", "k"}}, "SET w = :w", values({{":w", "12"}}))));
  EXPECT_TRUE(
      is_invalid(db().update(update(name, {{"pk", "k"}}, "SET w = :w", values({{":w", "123"}}))),
                 "Item size to update has exceeded the maximum allowed size"));
  EXPECT_EQ(fetch(name, {{"pk", "k"}})->value("w"), Value("12"));
}

TEST_P(StoreContract, LimitsOfKeysAre2048And1024Bytes) {
  const std::string name = make_table("pk:S sk:B");
  const std::string long_pk(2048, 'p');
  const std::string long_sk(1024, 's');
  must(db().put(put(name, {{"pk", long_pk}, {"sk", bin(long_sk)}})));
  EXPECT_TRUE(fetch(name, {{"pk", long_pk}, {"sk", bin(long_sk)}}).has_value());
  const std::string_view hash =
      "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
      "limit of2048 bytes";
  const std::string_view range =
      "One or more parameter values were invalid: Aggregated size of all range keys has exceeded "
      "the size limit of 1024 bytes";
  const Map too_long_pk = {{"pk", long_pk + "p"}, {"sk", bin("s")}};
  const Map too_long_sk = {{"pk", "p"}, {"sk", bin(long_sk + "s")}};
  EXPECT_TRUE(is_invalid(db().put(put(name, too_long_pk)), hash));
  EXPECT_TRUE(is_invalid(db().put(put(name, too_long_sk)), range));
  EXPECT_TRUE(is_invalid(db().get(get(name, too_long_pk)), hash));
  EXPECT_TRUE(is_invalid(db().remove(remove(name, too_long_sk)), range));
  EXPECT_EQ(contents(name).size(), 1u);
}

TEST_P(StoreContract, LimitsOfKeysHoldForIndexes) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "global", "g:S h:S");
  const std::string name = make_table(create);
  must(db().put(
      put(name, {{"pk", "a"}, {"g", std::string(2048, 'g')}, {"h", std::string(1024, 'h')}})));
  for (const Map& bad :
       std::vector<Map>{{{"pk", "b"}, {"g", std::string(2049, 'g')}, {"h", "h"}},
                        {{"pk", "b"}, {"g", "g"}, {"h", std::string(1025, 'h')}}}) {
    const Result<WriteResult> result = db().put(put(name, bad));
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  }
  EXPECT_EQ(contents(name).size(), 1u);
}

TEST_P(StoreContract, LimitOfNestingIs32Levels) {
  const std::string name = make_table("pk:S");
  // The attribute itself is the first level.
  must(db().put(put(name, {{"pk", "k"}, {"d", nested(31)}})));
  EXPECT_EQ(fetch(name, {{"pk", "k"}})->value("d"), nested(31));
  std::string path = "d";
  for (int i = 0; i < 30; ++i) path += ".n";
  EXPECT_TRUE(is_invalid_saying(db().update(update(name, {{"pk", "k"}}, "SET " + path + " = :v",
                                                   values({{":v", nested(2)}}))),
                                "Nesting Levels have exceeded supported limits"));
  EXPECT_EQ(fetch(name, {{"pk", "k"}})->value("d"), nested(31));
  must(db().update(
      update(name, {{"pk", "k"}}, "SET " + path + " = :v", values({{":v", nested(1)}}))));
}

TEST_P(StoreContract, LimitOfExpressionsIs4096Bytes) {
  const std::string name = make_table("pk:S");
  const auto condition = [](size_t bytes) {
    const std::string text = "attribute_not_exists()";
    // Names of 50 letters, so that the 300 operators are not reached first.
    std::string result;
    while (result.size() + 5 + text.size() + 50 <= bytes) {
      if (!result.empty()) result += " AND ";
      result += "attribute_not_exists(" + std::string(50, 'a') + ")";
    }
    result.insert(result.size() - 1, bytes - result.size(), 'b');
    return result;
  };
  ASSERT_EQ(condition(4096).size(), 4096u);
  must(db().put(put_if(name, {{"pk", "k"}}, condition(4096))));
  EXPECT_TRUE(is_invalid_saying(db().put(put_if(name, {{"pk", "k"}, {"v", "x"}}, condition(4097))),
                                "Expression size has exceeded the maximum allowed size"));
  ScanRequest request = scan(name);
  request.filter = condition(4097);
  EXPECT_TRUE(is_invalid_saying(db().scan(request),
                                "Expression size has exceeded the maximum allowed size"));
  request.filter.clear();
  request.projection = std::string(4097, 'a');
  EXPECT_TRUE(is_invalid_saying(db().scan(request),
                                "Expression size has exceeded the maximum allowed size"));
  EXPECT_TRUE(is_invalid_saying(
      db().update(update(name, {{"pk", "k"}}, "REMOVE " + std::string(4096, 'a'))),
      "Expression size has exceeded the maximum allowed size"));
  EXPECT_EQ(contents(name), std::vector{text({{"pk", "k"}})});
}

TEST_P(StoreContract, LimitOfListsInConditionsIs100) {
  const std::string name = make_table("pk:S");
  const auto condition = [](int count) {
    std::string list;
    for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ",") + (":v" + std::to_string(i));
    return "NOT a IN (" + list + ")";
  };
  const auto some = [](int count) {
    Map result;
    for (int i = 0; i < count; ++i) result[":v" + std::to_string(i)] = num(i);
    return values(result);
  };
  must(db().put(put_if(name, {{"pk", "k"}}, condition(100), some(100))));
  const Result<WriteResult> result =
      db().put(put_if(name, {{"pk", "l"}}, condition(101), some(101)));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
}

}  // namespace norn::testing
