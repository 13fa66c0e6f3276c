#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;
using namespace std::string_literals;

namespace {

const Map kEveryType = {
    {"pk", "every type"},
    {"string", "text"},
    {"empty string", ""},
    {"number", num("-12.50")},
    {"binary", bin("\x00\x01\xfe\xff"s)},
    {"empty binary", bin("")},
    {"true", yes()},
    {"false", no()},
    {"null", null()},
    {"map", map({{"inner", map({})}, {"list", list({"a", num(1), null()})}})},
    {"list", list({map({{"x", num(1)}}), list({}), "s"})},
    {"strings", string_set({"b", "a", ""})},
    {"numbers", number_set({"3", "-1", "2.5"})},
    {"binaries", binary_set({"\xff"s, "\x00"s})},
};

}  // namespace

TEST_P(StoreContract, ItemIsReadAsItWasWritten) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, kEveryType)));
  EXPECT_EQ(fetch(name, {{"pk", "every type"}}), item(kEveryType));
}

TEST_P(StoreContract, ItemThatIsMissingIsNoError) {
  const std::string name = make_table("pk:S sk:S");
  must(db().put(put(name, {{"pk", "a"}, {"sk", "1"}})));
  EXPECT_EQ(fetch(name, {{"pk", "b"}, {"sk", "1"}}), std::nullopt);
  EXPECT_EQ(fetch(name, {{"pk", "a"}, {"sk", "2"}}), std::nullopt);
}

TEST_P(StoreContract, ItemCanBeReadWithEventualConsistency) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "a"}, {"v", num(1)}})));
  settle();
  GetRequest request = get(name, {{"pk", "a"}});
  request.consistent = false;
  EXPECT_EQ(must(db().get(request)).item, item({{"pk", "a"}, {"v", num(1)}}));
}

TEST_P(StoreContract, PutReplacesTheWholeItem) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "a"}, {"old", num(1)}, {"both", num(1)}})));
  must(db().put(put(name, {{"pk", "a"}, {"new", num(2)}, {"both", num(2)}})));
  EXPECT_EQ(fetch(name, {{"pk", "a"}}), item({{"pk", "a"}, {"new", num(2)}, {"both", num(2)}}));
  EXPECT_EQ(contents(name).size(), 1u);
}

TEST_P(StoreContract, PutReturnsTheOldItemWhenAsked) {
  const std::string name = make_table("pk:S");
  PutRequest first = put(name, {{"pk", "a"}, {"v", num(1)}});
  first.return_values = ReturnValues::kAllOld;
  EXPECT_EQ(must(db().put(first)).attributes, std::nullopt);
  PutRequest second = put(name, {{"pk", "a"}, {"v", num(2)}});
  EXPECT_EQ(must(db().put(second)).attributes, std::nullopt);
  second.return_values = ReturnValues::kAllOld;
  second.item = item({{"pk", "a"}, {"v", num(3)}});
  EXPECT_EQ(must(db().put(second)).attributes, item({{"pk", "a"}, {"v", num(2)}}));
}

TEST_P(StoreContract, PutAndDeleteReturnNothingButTheOldItem) {
  const std::string name = make_table("pk:S");
  for (const ReturnValues asked :
       {ReturnValues::kAllNew, ReturnValues::kUpdatedNew, ReturnValues::kUpdatedOld}) {
    PutRequest request = put(name, {{"pk", "a"}});
    request.return_values = asked;
    EXPECT_TRUE(is_invalid(db().put(request), "ReturnValues can only be ALL_OLD or NONE"));
    DeleteRequest deletion = remove(name, {{"pk", "a"}});
    deletion.return_values = asked;
    EXPECT_TRUE(is_invalid(db().remove(deletion), "ReturnValues can only be ALL_OLD or NONE"));
  }
  EXPECT_EQ(contents(name), std::vector<std::string>());
}

TEST_P(StoreContract, DeleteRemovesOneItem) {
  const std::string name = make_table("pk:S sk:N");
  put_all(name, {{{"pk", "a"}, {"sk", num(1)}}, {{"pk", "a"}, {"sk", num(2)}}});
  must(db().remove(remove(name, {{"pk", "a"}, {"sk", num(1)}})));
  EXPECT_EQ(contents(name), std::vector{text({{"pk", "a"}, {"sk", num(2)}})});
}

TEST_P(StoreContract, DeleteReturnsTheOldItemWhenAsked) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "a"}, {"v", num(1)}})));
  DeleteRequest request = remove(name, {{"pk", "a"}});
  request.return_values = ReturnValues::kAllOld;
  EXPECT_EQ(must(db().remove(request)).attributes, item({{"pk", "a"}, {"v", num(1)}}));
  // What is gone can be deleted again.
  EXPECT_EQ(must(db().remove(request)).attributes, std::nullopt);
}

TEST_P(StoreContract, ItemKeepsStringsExactly) {
  const std::string name = make_table("pk:S");
  const std::vector<std::string> strings = {"with \0 inside"s,
                                            "\0"s,
                                            "\x01\x1f\x7f"s,
                                            "\"quoted\" \\ / \b\f\n\r\t",
                                            "\xc3\xa9 two bytes",
                                            "\xe2\x82\xac three bytes",
                                            "\xf0\x9d\x84\x9e four bytes",
                                            "\xf4\x8f\xbf\xbf the last code point",
                                            "\xe2\x80\xa8\xe2\x80\xa9 line separators",
                                            " ",
                                            ""};
  Map attributes = {{"pk", "strings"}};
  for (size_t i = 0; i < strings.size(); ++i) {
    attributes["s" + std::to_string(i)] = Value(strings[i]);
  }
  attributes["set"] = string_set(strings);
  attributes["names"] = map({{strings[0], num(1)}, {strings[6], num(2)}});
  must(db().put(put(name, attributes)));
  EXPECT_EQ(fetch(name, {{"pk", "strings"}}), item(attributes));
}

TEST_P(StoreContract, ItemAttributeNamesMayBeAnyText) {
  const std::string name = make_table("pk:S");
  const Map attributes = {{"pk", "a"},      {"a.b", num(1)}, {"#x", num(2)},
                          {":y", num(3)},   {"\"", num(4)},  {"\0"s, num(5)},
                          {"size", num(6)}, {"[0]", num(7)}, {"\xf0\x9f\x98\x80", num(8)}};
  must(db().put(put(name, attributes)));
  EXPECT_EQ(fetch(name, {{"pk", "a"}}), item(attributes));
  GetRequest request = get(name, {{"pk", "a"}});
  request.projection = "#a, #b";
  request.placeholders = names({{"#a", "a.b"}, {"#b", "\xf0\x9f\x98\x80"}});
  EXPECT_EQ(must(db().get(request)).item, item({{"a.b", num(1)}, {"\xf0\x9f\x98\x80", num(8)}}));
}

TEST_P(StoreContract, ItemNumbersAreExact) {
  const std::string name = make_table("pk:S");
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"1.0", "1"},
      {"1e2", "100"},
      {"+7", "7"},
      {"-0", "0"},
      {"0.10", "0.1"},
      {"1E-5", "0.00001"},
      {"12345678901234567890123456789012345678", "12345678901234567890123456789012345678"},
      {"-0.12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678"},
      {"1e125", "1" + std::string(125, '0')},
      {"1e-130", "0." + std::string(129, '0') + "1"},
  };
  for (const auto& [written, read] : rows) {
    PutRequest request;
    request.table = name;
    request.item = must(Item::from_json(R"({"pk":{"S":"n"},"n":{"N":")" + written + R"("}})"));
    must(db().put(request));
    EXPECT_EQ(plain(*fetch(name, {{"pk", "n"}})->value("n")), read) << written;
  }
}

TEST_P(StoreContract, WriteNamesTheKeyAttributeThatIsWrong) {
  const std::string name = make_table("pk:S sk:N");
  struct Row {
    Map item;
    std::string_view message;
  };
  const std::vector<Row> rows = {
      {{{"sk", num(1)}},
       "One or more parameter values were invalid: Missing the key pk in the item"},
      {{{"pk", "a"}}, "One or more parameter values were invalid: Missing the key sk in the item"},
      {{{"pk", num(1)}, {"sk", num(1)}},
       "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N"},
      {{{"pk", "a"}, {"sk", map({})}},
       "One or more parameter values were invalid: Type mismatch for key sk expected: N actual: M"},
      {{{"pk", ""}, {"sk", num(1)}},
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
       "contain an empty string value. Key: pk"},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(is_invalid(db().put(put(name, row.item)), row.message)) << text(row.item);
  }
  EXPECT_EQ(contents(name), std::vector<std::string>());
}

TEST_P(StoreContract, KeyInARequestIsExactlyTheTablesKey) {
  const std::string name = make_table("pk:S sk:N");
  must(db().put(put(name, {{"pk", "a"}, {"sk", num(1)}})));
  const std::vector<Map> rows = {{},
                                 {{"pk", "a"}},
                                 {{"sk", num(1)}},
                                 {{"pk", "a"}, {"other", num(1)}},
                                 {{"pk", "a"}, {"sk", "1"}},
                                 {{"pk", num(1)}, {"sk", num(1)}},
                                 {{"pk", "a"}, {"sk", num(1)}, {"more", "x"}}};
  const std::string_view message = "The provided key element does not match the schema";
  for (const Map& key : rows) {
    EXPECT_TRUE(is_invalid(db().get(get(name, key)), message)) << text(key);
    EXPECT_TRUE(is_invalid(db().remove(remove(name, key)), message)) << text(key);
    EXPECT_TRUE(
        is_invalid(db().update(update(name, key, "SET v = :v", values({{":v", num(1)}}))), message))
        << text(key);
  }
  EXPECT_EQ(contents(name).size(), 1u);
}

TEST_P(StoreContract, KeyInARequestIsNotEmpty) {
  const std::string strings = make_table("pk:S");
  const std::string binaries = make_table("pk:B");
  EXPECT_TRUE(is_invalid(db().get(get(strings, {{"pk", ""}})),
                         "One or more parameter values are not valid. The AttributeValue for a key "
                         "attribute cannot contain an empty string value. Key: pk"));
  EXPECT_TRUE(is_invalid(db().remove(remove(binaries, {{"pk", bin("")}})),
                         "One or more parameter values are not valid. The AttributeValue for a key "
                         "attribute cannot contain an empty binary value. Key: pk"));
}

}  // namespace norn::testing
