#include "store/tables/table_validation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/test_support.h"

namespace norn::store {
namespace {

using test::outcome;

IndexDefinition index_of(std::string name, std::vector<KeyElement> key) {
  IndexDefinition index;
  index.name = std::move(name);
  index.key = std::move(key);
  return index;
}

// PK and SK, an LSI on `size` and a GSI on GSI1PK.
CreateTableRequest things_request() {
  CreateTableRequest request;
  request.table = "Things";
  request.attributes = {{"PK", "S"}, {"SK", "S"}, {"size", "N"}, {"GSI1PK", "B"}};
  request.key = {{"PK", "HASH"}, {"SK", "RANGE"}};
  request.local_indexes = {index_of("BySize", {{"PK", "HASH"}, {"size", "RANGE"}})};
  request.global_indexes = {index_of("GSI1", {{"GSI1PK", "HASH"}})};
  return request;
}

CreateTableRequest plain_request() {
  CreateTableRequest request;
  request.table = "Plain";
  request.attributes = {{"PK", "S"}};
  request.key = {{"PK", "HASH"}};
  return request;
}

struct CreateCase {
  std::string_view name;
  std::function<void(CreateTableRequest&)> change;
  std::string message;
};

void expect_outcomes(const CreateTableRequest& base, const std::vector<CreateCase>& cases) {
  for (const CreateCase& c : cases) {
    CreateTableRequest request = base;
    c.change(request);
    EXPECT_EQ(outcome(describe_new_table(request)), c.message) << c.name;
  }
}

TEST(TableValidationTest, ATableIsDescribedAsItWasAskedFor) {
  CreateTableRequest request = things_request();
  request.stream = StreamView::kNewImage;
  request.deletion_protection = true;
  const Result<TableDescription> table = describe_new_table(request);
  ASSERT_TRUE(table.has_value()) << outcome(table);
  EXPECT_EQ(table->schema.name, "Things");
  EXPECT_EQ(table->schema.key,
            (KeySchema{{"PK", Type::kString}, KeyAttribute{"SK", Type::kString}}));
  ASSERT_EQ(table->schema.indexes.size(), 2U);
  EXPECT_EQ(table->schema.indexes[0].name, "BySize");
  EXPECT_FALSE(table->schema.indexes[0].global);
  EXPECT_EQ(table->schema.indexes[0].key.sort->type, Type::kNumber);
  EXPECT_TRUE(table->schema.indexes[1].global);
  EXPECT_EQ(table->schema.indexes[1].key.partition.type, Type::kBinary);
  EXPECT_EQ(table->schema.indexes[1].status, IndexStatus::kActive);
  ASSERT_EQ(table->indexes.size(), 2U);
  EXPECT_EQ(table->indexes[1].schema, table->schema.indexes[1]);
  EXPECT_EQ(table->attributes.size(), 4U);
  EXPECT_EQ(table->stream, StreamView::kNewImage);
  EXPECT_TRUE(table->deletion_protection);
}

TEST(TableValidationTest, NamesHave3To255SimpleCharacters) {
  const struct {
    std::string name;
    std::string_view message;
  } cases[] = {
      {"abc", "ok"},
      {"A-b_c.9", "ok"},
      {std::string(255, 'a'), "ok"},
      {"", "The parameter 'TableName' is required but was not present in the request"},
      {"ab", "TableName must be at least 3 characters long and at most 255 characters long"},
      {std::string(256, 'a'),
       "TableName must be at least 3 characters long and at most 255 characters long"},
      {"a;b",
       "1 validation error detected: Value 'a;b' at 'tableName' failed to satisfy constraint: "
       "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(check_table_name(c.name)), c.message) << c.name;
  }
}

CreateTableRequest several_request() {
  CreateTableRequest request = plain_request();
  std::vector<KeyElement> key;
  for (const std::string_view role : {"HASH", "RANGE"}) {
    for (int i = 0; i < 4; ++i) {
      const std::string name = fmt::format("{}{}", role.front(), i);
      request.attributes.push_back({name, i % 2 == 0 ? "S" : "N"});
      key.push_back({name, std::string(role)});
    }
  }
  request.global_indexes = {index_of("Several", std::move(key))};
  return request;
}

TEST(TableValidationTest, AGlobalIndexHasUpToFourAttributesOfEachRole) {
  const CreateTableRequest request = several_request();
  const Result<TableDescription> table = describe_new_table(request);
  ASSERT_TRUE(table.has_value()) << outcome(table);
  const KeySchema& key = table->schema.indexes[0].key;
  EXPECT_EQ(key.partition, (KeyAttribute{"H0", Type::kString}));
  EXPECT_EQ(key.more_partition,
            (std::vector<KeyAttribute>{
                {"H1", Type::kNumber}, {"H2", Type::kString}, {"H3", Type::kNumber}}));
  EXPECT_EQ(key.sort, (KeyAttribute{"R0", Type::kString}));
  EXPECT_EQ(key.more_sort.size(), 3U);
  EXPECT_EQ(key.count(), 8U);
  const std::vector<KeyElement> elements = key_elements(key);
  ASSERT_EQ(elements.size(), 8U);
  for (size_t i = 0; i < elements.size(); ++i) {
    EXPECT_EQ(elements[i].name, request.global_indexes[0].key[i].name);
    EXPECT_EQ(elements[i].role, request.global_indexes[0].key[i].role);
  }
}

TEST(TableValidationTest, KeysOfSeveralAttributesHaveRules) {
  const auto key = [](CreateTableRequest& r) -> std::vector<KeyElement>& {
    return r.global_indexes[0].key;
  };
  expect_outcomes(
      several_request(),
      {
          {"five partition attributes", [&](CreateTableRequest& r) { key(r)[4].role = "HASH"; },
           "One or more parameter values were invalid: The KeySchema exceeds the maximum allowed "
           "number of HASH key attributes"},
          {"five sort attributes", [&](CreateTableRequest& r) { key(r)[3].role = "RANGE"; },
           "One or more parameter values were invalid: The KeySchema exceeds the maximum allowed "
           "number of RANGE key attributes"},
          {"out of order", [&](CreateTableRequest& r) { std::swap(key(r)[1], key(r)[7]); },
           "One or more parameter values were invalid: All HASH key attributes must precede RANGE "
           "key attributes in the KeySchema"},
          {"no partition attribute first",
           [&](CreateTableRequest& r) { std::swap(key(r)[0], key(r)[7]); },
           "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
          {"twice", [&](CreateTableRequest& r) { key(r)[5].name = "H1"; },
           "The KeySchema contains multiple key attributes with the same name"},
          {"a pair twice",
           [&](CreateTableRequest& r) { key(r) = {{"H0", "HASH"}, {"H0", "RANGE"}}; },
           "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
          {"without definition", [&](CreateTableRequest& r) { key(r)[7].name = "X"; },
           "One or more parameter values were invalid: Some index key attributes are not defined "
           "in AttributeDefinitions. Keys: [H0, H1, H2, H3, R0, R1, R2, X], AttributeDefinitions: "
           "[PK, H0, H1, H2, H3, R0, R1, R2, R3]"},
          {"no element", [&](CreateTableRequest& r) { key(r).clear(); },
           "1 validation error detected: Value '[]' at 'globalSecondaryIndexes.1.member.keySchema' "
           "failed to satisfy constraint: Member must have length greater than or equal to 1"},
          {"a local index",
           [&](CreateTableRequest& r) {
             r.local_indexes = {
                 index_of("Local", {{"PK", "HASH"}, {"R0", "RANGE"}, {"R1", "RANGE"}})};
           },
           "1 validation error detected: Value '[...]' at "
           "'localSecondaryIndexes.1.member.keySchema' failed to satisfy constraint: Member must "
           "have length less than or equal to 2"},
      });
}

TEST(TableValidationTest, MembersAreCheckedFirstAndTogether) {
  expect_outcomes(
      plain_request(),
      {
          {"type", [](CreateTableRequest& r) { r.attributes[0].type = "M"; },
           "1 validation error detected: Value 'M' at "
           "'attributeDefinitions.1.member.attributeType' "
           "failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]"},
          {"no key", [](CreateTableRequest& r) { r.key.clear(); },
           "1 validation error detected: Value '[]' at 'keySchema' failed to satisfy constraint: "
           "Member must have length greater than or equal to 1"},
          {"long key",
           [](CreateTableRequest& r) { r.key = {{"a", "HASH"}, {"b", "RANGE"}, {"c", "RANGE"}}; },
           "1 validation error detected: Value '[...]' at 'keySchema' failed to satisfy "
           "constraint: Member must have length less than or equal to 2"},
          {"role", [](CreateTableRequest& r) { r.key[0].role = "hash"; },
           "1 validation error detected: Value 'hash' at 'keySchema.1.member.keyType' failed to "
           "satisfy constraint: Member must satisfy enum value set: [HASH, RANGE]"},
          {"index name",
           [](CreateTableRequest& r) { r.global_indexes = {index_of("i;", {{"PK", "HASH"}})}; },
           "2 validation errors detected: Value 'i;' at "
           "'globalSecondaryIndexes.1.member.indexName' failed to satisfy constraint: Member must "
           "satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'i;' at "
           "'globalSecondaryIndexes.1.member.indexName' failed to satisfy constraint: Member must "
           "have length greater than or equal to 3"},
          {"throughput",
           [](CreateTableRequest& r) {
             r.billing = BillingMode::kProvisioned;
             r.throughput = Throughput{0, 1};
           },
           "1 validation error detected: Value '0' at 'provisionedThroughput.readCapacityUnits' "
           "failed to satisfy constraint: Member must have value greater than or equal to 1"},
      });
}

TEST(TableValidationTest, TheKeySchemaHasAShape) {
  expect_outcomes(
      plain_request(),
      {
          {"no definition", [](CreateTableRequest& r) { r.attributes.clear(); },
           "Invalid KeySchema: Some index key attribute have no definition"},
          {"other definition", [](CreateTableRequest& r) { r.attributes[0].name = "id"; },
           "One or more parameter values were invalid: Some index key attributes are not defined "
           "in "
           "AttributeDefinitions. Keys: [PK], AttributeDefinitions: [id]"},
          {"same names",
           [](CreateTableRequest& r) {
             r.attributes.push_back({"SK", "S"});
             r.key.push_back({"PK", "RANGE"});
           },
           "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
          {"range first", [](CreateTableRequest& r) { r.key[0].role = "RANGE"; },
           "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
          {"two hashes",
           [](CreateTableRequest& r) {
             r.attributes.push_back({"SK", "S"});
             r.key.push_back({"SK", "HASH"});
           },
           "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
          {"duplicate definition",
           [](CreateTableRequest& r) { r.attributes.push_back({"PK", "S"}); },
           "Attribute Name is duplicated: PK"},
          {"unused definition", [](CreateTableRequest& r) { r.attributes.push_back({"x", "S"}); },
           "One or more parameter values were invalid: Number of attributes in KeySchema does not "
           "exactly match number of attributes defined in AttributeDefinitions"},
      });
  expect_outcomes(
      things_request(),
      {{"unused definition", [](CreateTableRequest& r) { r.attributes.push_back({"x", "S"}); },
        "One or more parameter values were invalid: Some AttributeDefinitions are not "
        "used. AttributeDefinitions: [PK, SK, size, GSI1PK, x], keys used: [PK, SK, "
        "size, GSI1PK]"}});
}

TEST(TableValidationTest, LocalIndexesShareThePartitionKey) {
  expect_outcomes(
      things_request(),
      {
          {"table without sort key", [](CreateTableRequest& r) { r.key.pop_back(); },
           "One or more parameter values were invalid: Table KeySchema does not have a range key, "
           "which is required when specifying a LocalSecondaryIndex"},
          {"no sort key", [](CreateTableRequest& r) { r.local_indexes[0].key.pop_back(); },
           "One or more parameter values were invalid: Index KeySchema does not have a range key "
           "for index: BySize"},
          {"other partition key",
           [](CreateTableRequest& r) { r.local_indexes[0].key[0].name = "SK"; },
           "One or more parameter values were invalid: Index KeySchema does not have the same "
           "leading hash key as table KeySchema for index: BySize. index hash key: SK, table hash "
           "key: PK"},
          {"undefined key", [](CreateTableRequest& r) { r.local_indexes[0].key[1].name = "x"; },
           "One or more parameter values were invalid: Some index key attributes are not defined "
           "in "
           "AttributeDefinitions. Keys: [PK, x], AttributeDefinitions: [PK, SK, size, GSI1PK]"},
          {"five",
           [](CreateTableRequest& r) {
             for (int i = 1; i < 5; ++i) {
               r.local_indexes.push_back(r.local_indexes[0]);
               r.local_indexes.back().name = fmt::format("LSI{}", i);
             }
           },
           "ok"},
          {"six",
           [](CreateTableRequest& r) {
             for (int i = 1; i < 6; ++i) {
               r.local_indexes.push_back(r.local_indexes[0]);
               r.local_indexes.back().name = fmt::format("LSI{}", i);
             }
           },
           "One or more parameter values were invalid: Number of LocalSecondaryIndexes exceeds "
           "per-table limit of 5"},
      });
}

TEST(TableValidationTest, IndexesHaveDistinctNamesAndABoundedNumber) {
  const auto with_global = [](int count) {
    return [count](CreateTableRequest& r) {
      for (int i = 1; i < count; ++i) {
        r.global_indexes.push_back(r.global_indexes[0]);
        r.global_indexes.back().name = fmt::format("More{}", i);
      }
    };
  };
  expect_outcomes(
      things_request(),
      {
          {"twenty", with_global(20), "ok"},
          {"twenty-one", with_global(21),
           "One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the "
           "per-table limit of 20"},
          {"two GSIs",
           [](CreateTableRequest& r) { r.global_indexes.push_back(r.global_indexes[0]); },
           "One or more parameter values were invalid: Duplicate index name: GSI1"},
          {"GSI and LSI", [](CreateTableRequest& r) { r.global_indexes[0].name = "BySize"; },
           "One or more parameter values were invalid: Duplicate index name: BySize"},
          {"two LSIs", [](CreateTableRequest& r) { r.local_indexes.push_back(r.local_indexes[0]); },
           "One or more parameter values were invalid: Duplicate index name: BySize"},
      });
}

TEST(TableValidationTest, ProjectionsNameAttributesOnlyWithInclude) {
  const auto projecting = [](ProjectionKind kind, std::vector<std::string> names) {
    return [=](CreateTableRequest& r) { r.global_indexes[0].projection = {kind, names}; };
  };
  std::vector<std::string> twenty;
  for (int i = 0; i < 20; ++i) {
    twenty.push_back(fmt::format("a{}", i));
  }
  std::vector<std::string> more = twenty;
  more.push_back("one");
  const auto indexes_of_twenty = [=](int count) {
    return [=](CreateTableRequest& r) {
      const std::vector<IndexDefinition> one = {r.global_indexes[0]};
      r.global_indexes.assign(static_cast<size_t>(count), one[0]);
      for (size_t i = 0; i < r.global_indexes.size(); ++i) {
        r.global_indexes[i].name = fmt::format("index{}", i);
        r.global_indexes[i].projection = {ProjectionKind::kInclude, twenty};
      }
    };
  };
  expect_outcomes(
      things_request(),
      {
          {"include", projecting(ProjectionKind::kInclude, {"a"}), "ok"},
          {"keys", projecting(ProjectionKind::kKeysOnly, {}), "ok"},
          {"twenty", projecting(ProjectionKind::kInclude, twenty), "ok"},
          {"too many in one index", projecting(ProjectionKind::kInclude, more),
           fmt::format("1 validation error detected: Value '[{}]' at "
                       "'globalSecondaryIndexes.1.member.projection.nonKeyAttributes' failed to "
                       "satisfy constraint: Member must have length less than or equal to 20",
                       fmt::join(more, ", "))},
          {"a hundred", indexes_of_twenty(5), "ok"},
          {"too many", indexes_of_twenty(6),
           "One or more parameter values were invalid: Number of NonKeyAttributes of all indexes "
           "exceeds the per-table limit of 100"},
          {"include nothing", projecting(ProjectionKind::kInclude, {}),
           "One or more parameter values were invalid: ProjectionType is INCLUDE, but "
           "NonKeyAttributes is not specified"},
          {"all and more", projecting(ProjectionKind::kAll, {"a"}),
           "One or more parameter values were invalid: ProjectionType is ALL, but NonKeyAttributes "
           "is specified"},
          {"keys and more", projecting(ProjectionKind::kKeysOnly, {"a"}),
           "One or more parameter values were invalid: ProjectionType is KEYS_ONLY, but "
           "NonKeyAttributes is specified"},
          {"twice", projecting(ProjectionKind::kInclude, {"a", "a"}),
           "One or more parameter values were invalid: Duplicate element in NonKeyAttributes: a"},
      });
}

TEST(TableValidationTest, ThroughputBelongsToProvisionedTables) {
  const auto provisioned = [](CreateTableRequest& r) {
    r.billing = BillingMode::kProvisioned;
    r.throughput = Throughput{5, 6};
    r.global_indexes[0].throughput = Throughput{1, 2};
  };
  expect_outcomes(
      things_request(),
      {
          {"provisioned", provisioned, "ok"},
          {"without billing mode", [](CreateTableRequest& r) { r.throughput = Throughput{1, 1}; },
           "One or more parameter values were invalid: Neither ReadCapacityUnits nor "
           "WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"},
          {"without throughput",
           [](CreateTableRequest& r) { r.billing = BillingMode::kProvisioned; },
           "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits "
           "must both be specified when BillingMode is PROVISIONED"},
          {"index without",
           [&](CreateTableRequest& r) {
             provisioned(r);
             r.global_indexes[0].throughput.reset();
           },
           "One or more parameter values were invalid: ProvisionedThroughput is not specified for "
           "index: GSI1"},
          {"index with",
           [](CreateTableRequest& r) { r.global_indexes[0].throughput = Throughput{1, 1}; },
           "One or more parameter values were invalid: ProvisionedThroughput should not be "
           "specified for index: GSI1 when BillingMode is PAY_PER_REQUEST"},
          {"out of bounds",
           [&](CreateTableRequest& r) {
             provisioned(r);
             r.throughput->write_units = 1000000000001;
           },
           "Given value 1000000000001 for WriteCapacityUnits is out of bounds"},
      });
  CreateTableRequest request = things_request();
  provisioned(request);
  const Result<TableDescription> table = describe_new_table(request);
  EXPECT_EQ(table->throughput, (Throughput{5, 6}));
  EXPECT_EQ(table->indexes[1].throughput, (Throughput{1, 2}));
  EXPECT_FALSE(table->indexes[0].throughput);
}

TEST(TableValidationTest, ATableIsDeletedWhenItIsIdleAndUnprotected) {
  TableDescription table = *describe_new_table(things_request());
  EXPECT_EQ(outcome(check_delete_table(table)), "ok");
  table.deletion_protection = true;
  EXPECT_EQ(outcome(check_delete_table(table)),
            "Resource cannot be deleted as it is currently protected against deletion. Disable "
            "deletion protection first.");
  table.status = TableStatus::kCreating;
  const Result<void> busy = check_delete_table(table);
  EXPECT_EQ(busy.error().code, ErrorCode::kResourceInUse);
  EXPECT_EQ(outcome(busy),
            "Attempt to change a resource which is still in use: Table is being created: Things");
}

TEST(TableValidationTest, ListsArePagedBy1To100) {
  const auto listing = [](std::optional<int64_t> limit, std::string start = "") {
    return outcome(check_list_tables({std::move(start), limit}));
  };
  EXPECT_EQ(listing(std::nullopt), "ok");
  EXPECT_EQ(listing(100, "Things"), "ok");
  EXPECT_EQ(
      listing(0),
      "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member "
      "must have value greater than or equal to 1");
  EXPECT_EQ(listing(101),
            "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: "
            "Member must have value less than or equal to 100");
  EXPECT_EQ(
      listing(1, "ab"),
      "1 validation error detected: Value 'ab' at 'exclusiveStartTableName' failed to satisfy "
      "constraint: Member must have length greater than or equal to 3");
}

TEST(TableValidationTest, TtlIsTurnedOnAndOffOnce) {
  const TtlDescription off;
  const TtlDescription on{true, "ttl"};
  const struct {
    TtlDescription current;
    std::string attribute;
    bool enabled;
    std::string_view message;
  } cases[] = {
      {off, "ttl", true, "ok"},
      {on, "ttl", false, "ok"},
      {on, "ttl", true, "TimeToLive is already enabled"},
      {off, "ttl", false, "TimeToLive is already disabled"},
      {on, "other", true,
       "TimeToLive is active on a different AttributeName: current AttributeName is ttl"},
      {on, "other", false,
       "TimeToLive is active on a different AttributeName: current AttributeName is ttl"},
      {off, "", true,
       "1 validation error detected: Value '' at 'timeToLiveSpecification.attributeName' failed to "
       "satisfy constraint: Member must have length greater than or equal to 1"},
  };
  for (const auto& c : cases) {
    const Result<TtlDescription> ttl =
        describe_updated_ttl(c.current, {"Things", c.attribute, c.enabled});
    EXPECT_EQ(outcome(ttl), c.message);
    if (ttl) {
      EXPECT_EQ(ttl->enabled, c.enabled);
      EXPECT_EQ(ttl->attribute, c.enabled ? c.attribute : "");
    }
  }
}

TEST(TableNamesTest, ThingsHaveNames) {
  EXPECT_EQ(table_arn("Things"), "arn:aws:dynamodb:local:000000000000:table/Things");
  EXPECT_EQ(index_arn("Things", "GSI1"),
            "arn:aws:dynamodb:local:000000000000:table/Things/index/GSI1");
  EXPECT_EQ(stream_arn("Things", "2026-11-15T05:27:29.123"),
            "arn:aws:dynamodb:local:000000000000:table/Things/stream/2026-11-15T05:27:29.123");
  EXPECT_EQ(stream_label(1794720449123), "2026-11-15T05:27:29.123");
  EXPECT_EQ(stream_label(951782400007), "2000-02-29T00:00:00.007");
}

}  // namespace
}  // namespace norn::store
