#include "store/requests/item_write.h"

#include <gtest/gtest.h>

#include <string>

#include "store/errors.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;
using test::things;

const Item kStoredKey = item(R"({"PK":{"S":"p"},"SK":{"S":"s"}})");
const Item kStored =
    item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"n":{"N":"1"},"doc":{"M":{"a":{"S":"x"}}}})");

PutRequest put_of(const Item& what) {
  PutRequest put;
  put.table = "Things";
  put.item = what;
  return put;
}

UpdateRequest update_of(std::string expression, Map values = {}) {
  UpdateRequest update;
  update.table = "Things";
  update.key = kStoredKey;
  update.update = std::move(expression);
  update.placeholders.values = std::move(values);
  return update;
}

DeleteRequest delete_of(const Item& key) {
  DeleteRequest remove;
  remove.table = "Things";
  remove.key = key;
  return remove;
}

ConditionCheck check_of(std::string condition) {
  ConditionCheck check;
  check.table = "Things";
  check.key = kStoredKey;
  check.condition = std::move(condition);
  return check;
}

ItemWrite make(ItemWriteRequest request) {
  Result<ItemWrite> write = ItemWrite::make(things(), std::move(request));
  EXPECT_TRUE(write.has_value()) << outcome(write);
  return *write;
}

std::string json(const std::optional<Item>& returned) {
  return returned ? std::string(returned->json()) : "none";
}

TEST(ItemWriteTest, TheTableAndKeyAreKnownOnceItIsMade) {
  const ItemWrite write = make(put_of(kStored));
  EXPECT_EQ(write.table(), "Things");
  EXPECT_EQ(write.key(), (Key{Value("p"), Value("s")}));
  EXPECT_EQ(table_of(write.request()), "Things");
}

TEST(ItemWriteTest, RequestsThatCannotBeAreRefusedBeforeAnythingIsRead) {
  PutRequest wants_new = put_of(kStored);
  wants_new.return_values = ReturnValues::kAllNew;
  DeleteRequest wants_updated = delete_of(kStoredKey);
  wants_updated.return_values = ReturnValues::kUpdatedOld;
  PutRequest too_large = put_of(item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"x":{"S":")" +
                                     std::string(400 * 1024, 'x') + R"("}})"));
  PutRequest bad_condition = put_of(kStored);
  bad_condition.condition = "attribute_exists(";
  PutRequest unused = put_of(kStored);
  unused.condition = "attribute_exists(PK)";
  unused.placeholders.names["#unused"] = "x";
  const struct {
    std::string_view name;
    ItemWriteRequest request;
    std::string_view message;
  } cases[] = {
      {"put returning new", wants_new, "ReturnValues can only be ALL_OLD or NONE"},
      {"delete returning updated", wants_updated, "ReturnValues can only be ALL_OLD or NONE"},
      {"large", too_large, "Item size has exceeded the maximum allowed size"},
      {"unused", unused,
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}"},
      {"no key", put_of(item(R"({"PK":{"S":"p"}})")),
       "One or more parameter values were invalid: Missing the key SK in the item"},
      {"index key", put_of(item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"GSI1PK":{"N":"1"}})")),
       "One or more parameter values were invalid: Type mismatch for Index Key GSI1PK Expected: S "
       "Actual: N IndexName: GSI1"},
      {"delete key", delete_of(kStored), "The provided key element does not match the schema"},
      {"no condition", check_of(""),
       "Invalid ConditionExpression: The expression can not be empty;"},
      {"update of the key", update_of("SET SK = :v", {{":v", Value("x")}}),
       "One or more parameter values were invalid: Cannot update attribute SK. This attribute is "
       "part of the key"},
      {"below an index key", update_of("SET GSI1PK.a = :v", {{":v", Value("x")}}),
       "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
       "allowed: IndexKey: GSI1PK"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(ItemWrite::make(things(), c.request)), c.message) << c.name;
  }
  EXPECT_FALSE(ItemWrite::make(things(), bad_condition).has_value());
}

TEST(ItemWriteTest, AnItemOf400KbIsTakenAndNoMore) {
  // PK, p, SK, s and x are 7 bytes besides the text.
  const auto sized = [](size_t text) {
    return put_of(
        item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"x":{"S":")" + std::string(text, 'x') + R"("}})"));
  };
  EXPECT_TRUE(ItemWrite::make(things(), sized(400 * 1024 - 7)).has_value());
  EXPECT_FALSE(ItemWrite::make(things(), sized(400 * 1024 - 6)).has_value());
}

TEST(ItemWriteTest, APutReplacesWhatWasThere) {
  PutRequest request = put_of(kStoredKey);
  const Result<ItemWrite::Outcome> fresh = make(request).apply(std::nullopt);
  ASSERT_TRUE(fresh.has_value());
  EXPECT_TRUE(fresh->writes);
  EXPECT_EQ(fresh->after, kStoredKey);
  EXPECT_FALSE(fresh->returned);

  request.return_values = ReturnValues::kAllOld;
  EXPECT_EQ(make(request).apply(kStored.view())->returned, kStored);
  EXPECT_FALSE(make(request).apply(std::nullopt)->returned);
}

TEST(ItemWriteTest, ADeleteOfNothingWritesNothing) {
  DeleteRequest request = delete_of(kStoredKey);
  request.return_values = ReturnValues::kAllOld;
  const ItemWrite write = make(request);
  EXPECT_FALSE(write.apply(std::nullopt)->writes);
  const Result<ItemWrite::Outcome> done = write.apply(kStored.view());
  EXPECT_TRUE(done->writes);
  EXPECT_FALSE(done->after);
  EXPECT_EQ(done->returned, kStored);
}

TEST(ItemWriteTest, ACheckWritesNothing) {
  const ItemWrite write = make(check_of("attribute_exists(PK)"));
  EXPECT_FALSE(write.apply(kStored.view())->writes);
  EXPECT_EQ(outcome(write.apply(std::nullopt)), "The conditional request failed");
}

TEST(ItemWriteTest, AFailedConditionCarriesTheItemWhenAskedTo) {
  PutRequest request = put_of(kStoredKey);
  request.condition = "attribute_not_exists(PK) AND attribute_exists(never)";
  const auto detail = [](const Result<ItemWrite::Outcome>& result) {
    EXPECT_EQ(result.error().code, ErrorCode::kConditionalCheckFailed);
    return std::dynamic_pointer_cast<const ConditionFailure>(result.error().detail);
  };
  EXPECT_FALSE(detail(make(request).apply(kStored.view()))->item);
  request.return_item_on_condition_failure = true;
  EXPECT_EQ(detail(make(request).apply(kStored.view()))->item, kStored);
  EXPECT_FALSE(detail(make(request).apply(std::nullopt))->item);
}

TEST(ItemWriteTest, AnUpdateChangesWhatIsThere) {
  const ItemWrite write =
      make(update_of("SET n = n + :one REMOVE doc.a", {{":one", Value::number(1)}}));
  const Result<ItemWrite::Outcome> done = write.apply(kStored.view());
  ASSERT_TRUE(done.has_value()) << outcome(done);
  EXPECT_TRUE(done->writes);
  EXPECT_EQ(done->after->json(), R"({"PK":{"S":"p"},"SK":{"S":"s"},"doc":{"M":{}},"n":{"N":"2"}})");
}

TEST(ItemWriteTest, AnUpdateOfNothingCreatesTheItemWithItsKey) {
  EXPECT_EQ(make(update_of("SET n = :one", {{":one", Value::number(1)}}))
                .apply(std::nullopt)
                ->after->json(),
            R"({"PK":{"S":"p"},"SK":{"S":"s"},"n":{"N":"1"}})");
  EXPECT_EQ(make(update_of("")).apply(std::nullopt)->after, kStoredKey);
}

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_AttributeValueUpdate.html
TEST(ItemWriteTest, AnUpdateThatOnlyRemovesFromNothingWritesNothing) {
  const Value set(StringSet::make({"a"}));
  for (UpdateRequest request :
       {update_of("REMOVE gone"), update_of("DELETE gone :s", {{":s", set}}),
        update_of("REMOVE gone DELETE away :s", {{":s", set}}),
        update_of("REMOVE gone.a, away[0]")}) {
    request.return_values = ReturnValues::kAllNew;
    const Result<ItemWrite::Outcome> done = make(request).apply(std::nullopt);
    ASSERT_TRUE(done.has_value()) << request.update;
    EXPECT_FALSE(done->writes) << request.update;
    EXPECT_FALSE(done->after) << request.update;
    EXPECT_FALSE(done->returned) << request.update;
  }
  EXPECT_EQ(outcome(make(update_of("REMOVE gone.a")).apply(kStoredKey)),
            "The document path provided in the update expression is invalid for update");
  EXPECT_TRUE(make(update_of("REMOVE gone ADD n :one", {{":one", Value::number(1)}}))
                  .apply(std::nullopt)
                  ->writes);
}

TEST(ItemWriteTest, AnUpdateThatChangesNothingIsStillAWrite) {
  for (const char* expression : {"", "REMOVE gone", "SET n = n"}) {
    const Result<ItemWrite::Outcome> done = make(update_of(expression)).apply(kStored.view());
    ASSERT_TRUE(done.has_value()) << expression;
    EXPECT_TRUE(done->writes);
    EXPECT_EQ(done->after, kStored);
  }
}

TEST(ItemWriteTest, AnUpdateReturnsWhatWasAskedFor) {
  const struct {
    ReturnValues values;
    std::string of_stored;
    std::string of_nothing;
  } cases[] = {
      {ReturnValues::kNone, "none", "none"},
      {ReturnValues::kAllOld, std::string(kStored.json()), "none"},
      {ReturnValues::kUpdatedOld, R"({"n":{"N":"1"}})", "none"},
      {ReturnValues::kAllNew,
       R"({"PK":{"S":"p"},"SK":{"S":"s"},"doc":{"M":{"a":{"S":"x"}}},"m":{"N":"5"}})",
       R"({"PK":{"S":"p"},"SK":{"S":"s"},"m":{"N":"5"}})"},
      {ReturnValues::kUpdatedNew, R"({"m":{"N":"5"}})", R"({"m":{"N":"5"}})"},
  };
  for (const auto& c : cases) {
    UpdateRequest request = update_of("SET m = :five REMOVE n", {{":five", Value::number(5)}});
    request.return_values = c.values;
    EXPECT_EQ(json(make(request).apply(kStored.view())->returned), c.of_stored);
    EXPECT_EQ(json(make(request).apply(std::nullopt)->returned), c.of_nothing);
  }
}

TEST(ItemWriteTest, UpdatedValuesHaveTheShapeOfTheItem) {
  UpdateRequest request = update_of("SET doc.a = :y", {{":y", Value("y")}});
  request.return_values = ReturnValues::kUpdatedOld;
  EXPECT_EQ(json(make(request).apply(kStored.view())->returned),
            R"({"doc":{"M":{"a":{"S":"x"}}}})");
  request.return_values = ReturnValues::kUpdatedNew;
  EXPECT_EQ(json(make(request).apply(kStored.view())->returned),
            R"({"doc":{"M":{"a":{"S":"y"}}}})");
}

TEST(ItemWriteTest, UpdatedNewOfAnAttributeThatWentIsNothing) {
  UpdateRequest request = update_of("REMOVE n");
  request.return_values = ReturnValues::kUpdatedNew;
  EXPECT_EQ(json(make(request).apply(kStored.view())->returned), "none");
  request.update = "";
  EXPECT_EQ(json(make(request).apply(kStored.view())->returned), "none");
}

TEST(ItemWriteTest, UpdatesThatGoWrongWhenAppliedSaySo) {
  const Item large = item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"x":{"S":")" +
                          std::string(300 * 1024, 'x') + R"("}})");
  const struct {
    std::string_view name;
    UpdateRequest request;
    std::string_view message;
  } cases[] = {
      {"size", update_of("SET y = :y", {{":y", Value(std::string(200 * 1024, 'y'))}}),
       "Item size to update has exceeded the maximum allowed size"},
      {"index key type", update_of("SET GSI1PK = :n", {{":n", Value::number(1)}}),
       "One or more parameter values were invalid: Type mismatch for Index Key GSI1PK Expected: S "
       "Actual: N IndexName: GSI1"},
      {"index key empty", update_of("SET GSI1PK = :e", {{":e", Value("")}}),
       "One or more parameter values are not valid. The update expression attempted to update a "
       "secondary index key to a value that is not supported. The AttributeValue for a key "
       "attribute cannot contain an empty string value."},
      {"missing", update_of("SET n = gone"),
       "The provided expression refers to an attribute that does not exist in the item"},
  };
  for (const auto& c : cases) {
    const Result<ItemWrite::Outcome> done = make(c.request).apply(large.view());
    EXPECT_EQ(outcome(done), c.message) << c.name;
    EXPECT_EQ(done.error().code, ErrorCode::kValidation);
  }
}

TEST(ItemWriteTest, CapacityIsOfTheLargerItemAndTheIndexesTouched) {
  const Item small = item(R"({"PK":{"S":"p"},"SK":{"S":"s"}})");
  const Item large =
      item(R"({"PK":{"S":"p"},"SK":{"S":"s"},"GSI1PK":{"S":"g"},"GSI1SK":{"N":"1"},"x":{"S":")" +
           std::string(3000, 'x') + R"("}})");
  const ItemWrite write = make(put_of(large));
  const ConsumedCapacity plain = write.capacity(small.view(), large.view(), false);
  EXPECT_EQ(plain.table, "Things");
  EXPECT_EQ(plain.table_write_units, 3);
  ASSERT_EQ(plain.indexes.size(), 1U);
  EXPECT_EQ(plain.indexes.at("GSI1").write, 1);
  EXPECT_EQ(plain.total_read_units(), 0);

  const ConsumedCapacity doubled = write.capacity(large.view(), std::nullopt, true);
  EXPECT_EQ(doubled.table_write_units, 6);
  EXPECT_EQ(doubled.indexes.at("GSI1").write, 2);

  const ConsumedCapacity check =
      make(check_of("attribute_exists(PK)")).capacity(large.view(), std::nullopt, true);
  EXPECT_EQ(check.table_write_units, 6);
  EXPECT_TRUE(check.indexes.empty());
  EXPECT_EQ(make(delete_of(kStoredKey)).capacity(std::nullopt, std::nullopt, false).total(), 1);
}

}  // namespace
}  // namespace norn::store
