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

TEST(KeyTest, KeyTextTellsKeysApart) {
  EXPECT_EQ(key_text({Value("a"), Value("b")}), key_text({Value("a"), Value("b")}));
  EXPECT_NE(key_text({Value("a"), Value("b")}), key_text({Value("ab"), Value("")}));
  EXPECT_NE(key_text({Value("1"), {}}), key_text({Value::number(1), {}}));
}

}  // namespace
}  // namespace norn::store
