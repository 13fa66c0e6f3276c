#include "store/key.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "store/errors.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;
using test::things_schema;

std::string long_text(size_t bytes) {
  return std::string(bytes, 'x');
}

std::string with_keys(const std::string& pk, const std::string& sk) {
  return fmt::format(R"({{"PK":{{"S":"{}"}},"SK":{{"S":"{}"}}}})", pk, sk);
}

constexpr std::string_view kMismatch = "The provided key element does not match the schema";
constexpr std::string_view kEmptyPk =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
    "contain an empty string value. Key: PK";
constexpr std::string_view kLongPk =
    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
    "limit "
    "of2048 bytes";
constexpr std::string_view kLongSk =
    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the "
    "size limit of 1024 bytes";

TEST(KeyTest, TheKeyOfAnItemIsReadFromItsAttributes) {
  const Result<Key> key = key_of_item(
      things_schema().key, item(R"({"PK":{"S":"a\"b"},"SK":{"S":"x"},"other":{"N":"1"}})"));
  ASSERT_TRUE(key.has_value());
  EXPECT_EQ(*key, (Key{Value("a\"b"), Value("x")}));

  const KeySchema binary{{"id", Type::kBinary}, KeyAttribute{"at", Type::kNumber}};
  const Result<Key> other = key_of_item(binary, item(R"({"id":{"B":"AAE="},"at":{"N":"-1.50"}})"));
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ(other->partition, Value(Binary{std::string("\0\1", 2)}));
  EXPECT_EQ(other->sort, Value(*Number::parse("-1.5")));
}

TEST(KeyTest, ItemsWithoutAProperKeyAreRefused) {
  const struct {
    std::string json;
    std::string_view message;
  } cases[] = {
      {with_keys(long_text(2048), long_text(1024)), "ok"},
      {R"({"SK":{"S":"x"}})",
       "One or more parameter values were invalid: Missing the key PK in the item"},
      {R"({"PK":{"S":"x"}})",
       "One or more parameter values were invalid: Missing the key SK in the item"},
      {R"({"PK":{"N":"1"},"SK":{"S":"x"}})",
       "One or more parameter values were invalid: Type mismatch for key PK expected: S actual: N"},
      {R"({"PK":{"S":"a"},"SK":{"L":[]}})",
       "One or more parameter values were invalid: Type mismatch for key SK expected: S actual: L"},
      {with_keys("", "x"), kEmptyPk},
      {with_keys(long_text(2049), "x"), kLongPk},
      {with_keys("x", long_text(1025)), kLongSk},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(key_of_item(things_schema().key, item(c.json))), c.message);
  }
}

TEST(KeyTest, ARequestNamesExactlyTheKeyAttributes) {
  const struct {
    std::string json;
    std::string_view message;
  } cases[] = {
      {with_keys("a", "b"), "ok"},
      {with_keys(long_text(2048), long_text(1024)), "ok"},
      {R"({"PK":{"S":"a"}})", kMismatch},
      {R"({"PK":{"S":"a"},"SK":{"S":"b"},"more":{"S":"c"}})", kMismatch},
      {R"({"PK":{"S":"a"},"other":{"S":"b"}})", kMismatch},
      {R"({"PK":{"N":"1"},"SK":{"S":"b"}})", kMismatch},
      {R"({"PK":{"S":"a"},"SK":{"B":"AA=="}})", kMismatch},
      {"{}", kMismatch},
      {with_keys("", "b"), kEmptyPk},
      {with_keys(long_text(2049), "x"), kLongPk},
      {with_keys("x", long_text(1025)), kLongSk},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(key_of_request(things_schema().key, item(c.json))), c.message) << c.json;
  }
}

TEST(KeyTest, AnEmptyBinaryKeyIsRefusedAsSuch) {
  const KeySchema schema{{"id", Type::kBinary}, std::nullopt};
  const std::string message =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
      "contain an empty binary value. Key: id";
  EXPECT_EQ(outcome(key_of_item(schema, item(R"({"id":{"B":""}})"))), message);
  EXPECT_EQ(outcome(key_of_request(schema, item(R"({"id":{"B":""}})"))), message);
}

TEST(KeyTest, EmptyKeysRefuseATransactionAndOtherFaultsCancelIt) {
  const KeySchema schema = things_schema().key;
  EXPECT_FALSE(is_item_fault(key_of_item(schema, item(with_keys("", "x"))).error()));
  EXPECT_TRUE(is_item_fault(key_of_item(schema, item(R"({"PK":{"N":"1"}})")).error()));
  EXPECT_TRUE(is_item_fault(key_of_request(schema, item("{}")).error()));
}

TEST(KeyTest, LengthIsOfTheDecodedText) {
  // 2048 characters that the JSON writes with two bytes each.
  std::string escaped;
  for (int i = 0; i < 2048; ++i) {
    escaped += "\\n";
  }
  EXPECT_EQ(outcome(key_of_item(things_schema().key, item(with_keys(escaped, "x")))), "ok");
  EXPECT_EQ(outcome(key_of_item(things_schema().key, item(with_keys(escaped + "a", "x")))),
            kLongPk);
}

TEST(KeyTest, KeysSortByTheirSortValue) {
  const auto key = [](int64_t sort) { return Key{Value("p"), Value::number(sort)}; };
  EXPECT_TRUE(compare_sort(key(2), key(10)) < 0);
  EXPECT_TRUE(compare_sort(key(10), key(2)) > 0);
  EXPECT_TRUE(compare_sort(key(2), key(2)) == 0);
  EXPECT_TRUE(compare_sort(Key{Value("a"), {}}, Key{Value("b"), {}}) == 0);
}

TEST(KeyTest, OnlyItemsWithTheWholeIndexKeyAreInTheIndex) {
  const TableSchema schema = things_schema();
  const IndexSchema& gsi = *schema.find_index("GSI1");
  const struct {
    std::string json;
    bool in_index;
  } cases[] = {
      {R"({"GSI1PK":{"S":"a"},"GSI1SK":{"N":"1"}})", true},
      {R"({"GSI1PK":{"S":"a"}})", false},
      {R"({"GSI1SK":{"N":"1"}})", false},
      {R"({"GSI1PK":{"S":"a"},"GSI1SK":{"S":"1"}})", false},
      {R"({"GSI1PK":{"NULL":true},"GSI1SK":{"N":"1"}})", false},
      {R"({"GSI1PK":{"S":""},"GSI1SK":{"N":"1"}})", false},
      {R"({"GSI1PK":{"S":")" + long_text(2049) + R"("},"GSI1SK":{"N":"1"}})", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(key_in_index(gsi, item(c.json)).has_value(), c.in_index) << c.json;
  }
  EXPECT_EQ(key_in_index(gsi, item(cases[0].json)), (Key{Value("a"), Value::number(1)}));
}

TEST(KeyTest, ItemsThatCannotBeIndexedAreRefused) {
  const struct {
    std::string json;
    std::string_view message;
  } cases[] = {
      {R"({"PK":{"S":"p"}})", "ok"},
      {R"({"GSI1PK":{"S":"a"},"GSI1SK":{"N":"1"},"kind":{"B":"AA=="},"size":{"N":"1"}})", "ok"},
      {R"({"GSI1PK":{"N":"1"}})",
       "One or more parameter values were invalid: Type mismatch for Index Key GSI1PK Expected: S "
       "Actual: N IndexName: GSI1"},
      {R"({"GSI1PK":{"S":"a"},"GSI1SK":{"M":{}}})",
       "One or more parameter values were invalid: Type mismatch for Index Key GSI1SK Expected: N "
       "Actual: M IndexName: GSI1"},
      {R"({"size":{"S":"large"}})",
       "One or more parameter values were invalid: Type mismatch for Index Key size Expected: N "
       "Actual: S IndexName: BySize"},
      {R"({"GSI1PK":{"S":""}})",
       "One or more parameter values are not valid. A value specified for a secondary index key is "
       "not supported. The AttributeValue for a key attribute cannot contain an empty string "
       "value. "
       "IndexName: GSI1, IndexKey: GSI1PK"},
      {R"({"kind":{"B":""}})",
       "One or more parameter values are not valid. A value specified for a secondary index key is "
       "not supported. The AttributeValue for a key attribute cannot contain an empty binary "
       "value. "
       "IndexName: ByKind, IndexKey: kind"},
      // Types come before emptiness.
      {R"({"GSI1PK":{"S":""},"size":{"S":"large"}})",
       "One or more parameter values were invalid: Type mismatch for Index Key size Expected: N "
       "Actual: S IndexName: BySize"},
      {R"({"GSI1PK":{"S":")" + long_text(2049) + R"("}})", kLongPk},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(check_index_keys(things_schema(), item(c.json))), c.message);
  }
}

TEST(KeyTest, TheAlphabeticallyFirstIndexIsNamed) {
  TableSchema schema = things_schema();
  IndexSchema other = *schema.find_index("GSI1");
  other.name = "Another";
  schema.indexes.push_back(other);
  EXPECT_TRUE(outcome(check_index_keys(schema, item(R"({"GSI1PK":{"N":"1"}})")))
                  .ends_with("IndexName: Another"));
}

TEST(KeyTest, AnIndexThatIsBeingDeletedAsksForNothing) {
  TableSchema schema = things_schema();
  schema.indexes[1].status = IndexStatus::kDeleting;
  EXPECT_EQ(outcome(check_index_keys(schema, item(R"({"GSI1PK":{"N":"1"}})"))), "ok");
}

TEST(KeyTest, AnUpdateAnswersForWhatItChangedOnly) {
  const TableSchema schema = things_schema();
  const Item old_style = item(R"({"PK":{"S":"p"},"GSI1PK":{"N":"1"}})");
  const Item touched = item(R"({"PK":{"S":"p"},"GSI1PK":{"N":"1"},"x":{"N":"1"}})");
  EXPECT_EQ(outcome(check_updated_index_keys(schema, old_style.view(), touched)), "ok");

  const struct {
    std::string json;
    std::string_view message;
  } cases[] = {
      {R"({"GSI1PK":{"N":"2"}})",
       "One or more parameter values were invalid: Type mismatch for Index Key GSI1PK Expected: S "
       "Actual: N IndexName: GSI1"},
      {R"({"GSI1PK":{"S":""}})",
       "One or more parameter values are not valid. The update expression attempted to update a "
       "secondary index key to a value that is not supported. The AttributeValue for a key "
       "attribute cannot contain an empty string value."},
      {R"({"GSI1PK":{"S":")" + long_text(2049) + R"("}})",
       "The update expression attempted to update the secondary index key beyond allowed size "
       "limits"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(check_updated_index_keys(schema, old_style.view(), item(c.json))), c.message);
    EXPECT_EQ(outcome(check_updated_index_keys(schema, std::nullopt, item(c.json))), c.message);
  }
}

TEST(KeyTest, KeyAttributesAreTheTablesAndTheIndexs) {
  const TableSchema schema = things_schema();
  const Item whole = item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"size":{"N":"3"},"GSI1PK":{"S":"g"},)"
                          R"("GSI1SK":{"N":"1"},"x":{"N":"1"}})");
  EXPECT_EQ(key_attributes(schema, nullptr, whole).json(), R"({"PK":{"S":"p"},"SK":{"S":"s"}})");
  EXPECT_EQ(key_attributes(schema, schema.find_index("GSI1"), whole).json(),
            R"({"GSI1PK":{"S":"g"},"GSI1SK":{"N":"1"},"PK":{"S":"p"},"SK":{"S":"s"}})");
  EXPECT_EQ(key_attributes(schema, schema.find_index("BySize"), whole).json(),
            R"({"PK":{"S":"p"},"SK":{"S":"s"},"size":{"N":"3"}})");
}

// Partition a (S), b (N); sort c (S), d (B).
IndexSchema several() {
  IndexSchema index;
  index.name = "Several";
  index.key = {.partition = {"a", Type::kString},
               .sort = KeyAttribute{"c", Type::kString},
               .more_partition = {{"b", Type::kNumber}},
               .more_sort = {{"d", Type::kBinary}}};
  return index;
}

constexpr std::string_view kOfSeveral =
    R"({"PK":{"S":"p"},"SK":{"S":"s"},"a":{"S":"x"},"b":{"N":"2"},"c":{"S":"y"},"d":{"B":"AAE="}})";

TEST(KeyTest, SeveralAttributesAreListsInAKey) {
  const IndexSchema index = several();
  const Key expected{Value(List{Value("x"), Value::number(2)}),
                     Value(List{Value("y"), Value(Binary{std::string("\0\1", 2)})})};
  EXPECT_EQ(key_in_index(index, item(kOfSeveral)), expected);
  EXPECT_EQ(*key_of_request(index.key, Item::subset(item(kOfSeveral), {"a", "b", "c", "d"})),
            expected);
  EXPECT_EQ(outcome(key_of_request(index.key, Item::subset(item(kOfSeveral), {"a", "b", "c"}))),
            kMismatch);
  for (const std::string_view missing : {"a", "b", "c", "d"}) {
    EXPECT_TRUE(is_key_attribute(index.key, missing));
    Map map = item(kOfSeveral).view().to_map();
    map.erase(std::string(missing));
    EXPECT_FALSE(key_in_index(index, Item::from_map(map))) << missing;
    map.emplace(missing, Value::boolean(true));
    EXPECT_FALSE(key_in_index(index, Item::from_map(map))) << missing;
  }
  EXPECT_FALSE(is_key_attribute(index.key, "PK"));
  EXPECT_EQ(key_attribute_names(things_schema(), &index),
            (std::vector<std::string>{"PK", "SK", "a", "b", "c", "d"}));
}

TEST(KeyTest, SeveralAttributesSortOneAfterAnother) {
  const auto key = [](std::string_view first, int64_t second) {
    return Key{Value("p"), Value(List{Value(std::string(first)), Value::number(second)})};
  };
  EXPECT_TRUE(compare_sort(key("a", 10), key("b", 2)) < 0);
  EXPECT_TRUE(compare_sort(key("a", 10), key("a", 2)) > 0);
  EXPECT_TRUE(compare_sort(key("a", 2), key("a", 2)) == 0);
}

TEST(KeyTest, SeveralAttributesMustEachBeFitAndNotTooLongTogether) {
  TableSchema schema = things_schema();
  schema.indexes.push_back(several());
  const struct {
    std::string json;
    std::string_view message;
  } cases[] = {
      {std::string(kOfSeveral), "ok"},
      {R"({"b":{"S":"2"}})",
       "One or more parameter values were invalid: Type mismatch for Index Key b Expected: N "
       "Actual: S IndexName: Several"},
      {R"({"d":{"B":""}})",
       "One or more parameter values are not valid. A value specified for a secondary index key is "
       "not supported. The AttributeValue for a key attribute cannot contain an empty binary "
       "value. IndexName: Several, IndexKey: d"},
      {fmt::format(R"({{"c":{{"S":"{}"}},"d":{{"B":"AAEC"}}}})", long_text(1021)), "ok"},
      {fmt::format(R"({{"c":{{"S":"{}"}},"d":{{"B":"AAEC"}}}})", long_text(1022)), kLongSk},
      {fmt::format(R"({{"a":{{"S":"{}"}},"b":{{"N":"1"}}}})", long_text(2048)), kLongPk},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(check_index_keys(schema, item(c.json))), c.message);
  }
  // What was too long before there was an index may stay.
  const Item too_long = item(cases[4].json);
  EXPECT_EQ(outcome(check_updated_index_keys(schema, too_long, too_long)), "ok");
  EXPECT_FALSE(key_in_index(
      several(),
      item(fmt::format(R"({{"a":{{"S":"x"}},"b":{{"N":"1"}},"c":{{"S":"{}"}},"d":{{"B":"AAEC"}}}})",
                       long_text(1022)))));
}

TEST(KeyTest, KeyTextTellsKeysApart) {
  EXPECT_EQ(key_text({Value("a"), Value("b")}), key_text({Value("a"), Value("b")}));
  EXPECT_NE(key_text({Value("a"), Value("b")}), key_text({Value("ab"), Value("")}));
  EXPECT_NE(key_text({Value("1"), {}}), key_text({Value::number(1), {}}));
}

}  // namespace
}  // namespace norn::store
