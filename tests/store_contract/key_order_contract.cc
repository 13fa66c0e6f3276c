#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;
using namespace std::string_literals;

namespace {

// Writes items with these sort keys in an order that is not theirs, and expects them in theirs.
// They are also the sort key of an index.
std::vector<Value> shuffled(std::vector<Value> keys) {
  std::vector<Value> result;
  for (size_t i = 0; i < keys.size(); ++i) result.push_back(keys[(i * 7 + 3) % keys.size()]);
  return result;
}

}  // namespace

#define EXPECT_KEY_ORDER(type, keys)                                                               \
  static_assert(std::size(type) == 2);                                                             \
  ASSERT_NE((keys).size() % 7, 0u);                                                                \
  CreateTableRequest create = table("", std::string("pk:S sk:") + (type));                         \
  add_global_index(create, "global", std::string("g:S h:") + (type));                              \
  const std::string name = make_table(create);                                                     \
  for (const Value& key : shuffled(keys)) {                                                        \
    must(db().put(put(name, {{"pk", "p"}, {"sk", key}, {"g", "g"}, {"h", key}})));                 \
  }                                                                                                \
  settle();                                                                                        \
  std::vector<std::string> expected;                                                               \
  for (const Value& key : keys) expected.push_back(plain(key));                                    \
  QueryRequest on_table = query(name, "pk = :p", values({{":p", "p"}}));                           \
  EXPECT_EQ(column(must(db().query(on_table)).items, "sk"), expected);                             \
  EXPECT_EQ(                                                                                       \
      column(must(db().query(query_index(name, "global", "g = :g", values({{":g", "g"}})))).items, \
             "sk"),                                                                                \
      expected);                                                                                   \
  on_table.limit = 1;                                                                              \
  EXPECT_EQ(column(must(drain(db(), on_table)).items, "sk"), expected);                            \
  for (size_t i = 0; i < (keys).size(); ++i) {                                                     \
    EXPECT_TRUE(fetch(name, {{"pk", "p"}, {"sk", (keys)[i]}}).has_value()) << plain((keys)[i]);    \
    QueryRequest above =                                                                           \
        query(name, "pk = :p AND sk > :s", values({{":p", "p"}, {":s", (keys)[i]}}));              \
    EXPECT_EQ(must(db().query(above)).count, static_cast<int64_t>((keys).size() - i - 1));         \
    QueryRequest up_to =                                                                           \
        query(name, "pk = :p AND sk <= :s", values({{":p", "p"}, {":s", (keys)[i]}}));             \
    EXPECT_EQ(must(db().query(up_to)).count, static_cast<int64_t>(i + 1));                         \
  }

TEST_P(StoreContract, KeysThatAreNumbersSortAsNumbers) {
  std::vector<Value> keys;
  for (const char* text : {"-9.9999999999999999999999999999999999999e125",
                           "-1e125",
                           "-1000000",
                           "-100.5",
                           "-100",
                           "-99.99",
                           "-10",
                           "-9",
                           "-1",
                           "-0.5",
                           "-0.0001",
                           "-1e-129",
                           "-1e-130",
                           "0",
                           "1e-130",
                           "2e-130",
                           "1e-129",
                           "0.00001",
                           "0.1",
                           "0.10000000000000000000000000000000000001",
                           "0.5",
                           "0.99",
                           "1",
                           "1.0000000000000000000000000000000000001",
                           "1.5",
                           "2",
                           "9",
                           "10",
                           "11",
                           "99",
                           "100",
                           "101",
                           "1000",
                           "12345678901234567890123456789012345677",
                           "12345678901234567890123456789012345678",
                           "1e100",
                           "1e125",
                           "9.9999999999999999999999999999999999999e125"}) {
    keys.push_back(num(text));
  }
  EXPECT_KEY_ORDER("N", keys);
}

TEST_P(StoreContract, KeysThatAreStringsSortByTheirBytes) {
  const std::vector<Value> keys = {"\0"s, "\0\0"s, "\0a"s, "\x01"s, " ", "10", "9", "A", "Z", "a",
                                   "a\0"s, "a\0\0"s, "a\0b"s, "a\x01"s, "ab", "b", "\x7f",
                                   "\xc2\x80", "\xc3\xbf", "\xe2\x82\xac", "\xef\xbf\xbd",
                                   // Beyond the basic plane: after all of it, in UTF-8.
                                   "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};
  EXPECT_KEY_ORDER("S", keys);
}

TEST_P(StoreContract, KeysThatAreBinarySortAsUnsignedBytes) {
  const std::vector<Value> keys = {
      bin("\x00"s),     bin("\x00\x00"s), bin("\x00\x01"s),     bin("\x00\xff"s),
      bin("\x01"s),     bin("\x01\x00"s), bin("\x01\x00\x00"s), bin("\x01\xff"s),
      bin("\x7f"s),     bin("\x80"s),     bin("\xfe\xff\xff"s), bin("\xff"s),
      bin("\xff\x00"s), bin("\xff\x01"s), bin("\xff\xff"s),     bin("\xff\xff\x00"s)};
  EXPECT_KEY_ORDER("B", keys);
}

TEST_P(StoreContract, KeysOfPartitionsAreExact) {
  const std::string strings = make_table("pk:S sk:S");
  const std::string binaries = make_table("pk:B sk:B");
  const std::vector<std::string> parts = {"a"s, "a\0"s, "a\0\0"s, "ab"s, "\0"s, "\0a"s, "b"s};
  for (const std::string& pk : parts) {
    for (const std::string& sk : parts) {
      must(db().put(put(strings, {{"pk", pk}, {"sk", sk}})));
      must(db().put(put(binaries, {{"pk", bin(pk)}, {"sk", bin(sk)}})));
    }
  }
  for (const std::string& pk : parts) {
    EXPECT_EQ(must(db().query(query(strings, "pk = :p", values({{":p", pk}})))).count, 7);
    EXPECT_EQ(must(db().query(query(binaries, "pk = :p", values({{":p", bin(pk)}})))).count, 7);
  }
  EXPECT_EQ(contents(strings).size(), 49u);
  QueryRequest prefix =
      query(strings, "pk = :p AND begins_with(sk, :s)", values({{":p", "a"}, {":s", "a"}}));
  EXPECT_EQ(must(db().query(prefix)).count, 4);
  prefix.placeholders = values({{":p", "a"}, {":s", "a\0"s}});
  EXPECT_EQ(must(db().query(prefix)).count, 2);
}

TEST_P(StoreContract, KeysBeginWithTheirLastBytesToo) {
  const std::string name = make_table("pk:S sk:B");
  for (const std::string& sk : {"\xff"s, "\xff\xff"s, "\xff\xff\xff"s, "\xfe"s, "\xff\x00"s}) {
    must(db().put(put(name, {{"pk", "p"}, {"sk", bin(sk)}})));
  }
  const auto count = [&](const std::string& prefix) {
    return must(db().query(query(name, "pk = :p AND begins_with(sk, :s)",
                                 values({{":p", "p"}, {":s", bin(prefix)}}))))
        .count;
  };
  EXPECT_EQ(count("\xff"s), 4);
  EXPECT_EQ(count("\xff\xff"s), 2);
  EXPECT_EQ(count("\xfe"s), 1);
}

TEST_P(StoreContract, KeysThatAreEqualNumbersAreOneKey) {
  const std::string name = make_table("pk:N");
  for (const char* written : {"100", "1e2", "100.00", "+100", "0.1e3"}) {
    PutRequest request;
    request.table = name;
    request.item = must(Item::from_json(R"({"pk":{"N":")" + std::string(written) +
                                        R"("},"as":{"S":")" + written + R"("}})"));
    must(db().put(request));
  }
  EXPECT_EQ(contents(name), std::vector{text({{"pk", num(100)}, {"as", "0.1e3"}})});
}

}  // namespace norn::testing
