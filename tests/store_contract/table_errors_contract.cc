#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

struct BadTable {
  std::string_view what;
  std::function<void(CreateTableRequest&)> spoil;
  std::string_view message;
};

const std::vector<BadTable>& bad_keys() {
  static const std::vector<BadTable> rows = {
      {"a key attribute without a definition",
       [](CreateTableRequest& r) { r.attributes[0].name = "other"; },
       "One or more parameter values were invalid: Some index key attributes are not defined in "
       "AttributeDefinitions. Keys: [pk, sk], AttributeDefinitions: [other, sk]"},
      {"a definition that nothing uses",
       [](CreateTableRequest& r) { r.attributes.push_back({"unused", "S"}); },
       "One or more parameter values were invalid: Number of attributes in KeySchema does not "
       "exactly match number of attributes defined in AttributeDefinitions"},
      {"one attribute as both keys", [](CreateTableRequest& r) { r.key[1].name = "pk"; },
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
      {"a first key that is not the partition",
       [](CreateTableRequest& r) { std::swap(r.key[0].role, r.key[1].role); },
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {"two partition keys", [](CreateTableRequest& r) { r.key[1].role = "HASH"; },
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
      {"throughput without provisioning",
       [](CreateTableRequest& r) { r.throughput = Throughput{1, 1}; },
       "One or more parameter values were invalid: Neither ReadCapacityUnits nor "
       "WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"},
      {"provisioning without throughput",
       [](CreateTableRequest& r) { r.billing = BillingMode::kProvisioned; },
       "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must "
       "both be specified when BillingMode is PROVISIONED"},
  };
  return rows;
}

const std::vector<BadTable>& bad_indexes() {
  static const std::vector<BadTable> rows = {
      {"a local index of another partition",
       [](CreateTableRequest& r) { add_local_index(r, "local", "other:S x:S"); },
       "One or more parameter values were invalid: Index KeySchema does not have the same leading "
       "hash key as table KeySchema for index: local. index hash key: other, table hash key: pk"},
      {"a local index without sort key",
       [](CreateTableRequest& r) { add_local_index(r, "local", "pk:S"); },
       "One or more parameter values were invalid: Index KeySchema does not have a range key for "
       "index: local"},
      {"two indexes of one name",
       [](CreateTableRequest& r) {
         add_local_index(r, "same", "pk:S x:S");
         add_global_index(r, "same", "x:S");
       },
       "One or more parameter values were invalid: Duplicate index name: same"},
      {"attributes beside a projection of keys",
       [](CreateTableRequest& r) {
         add_global_index(r, "global", "x:S", {ProjectionKind::kKeysOnly});
         r.global_indexes[0].projection.non_key_attributes = {"y"};
       },
       "One or more parameter values were invalid: ProjectionType is KEYS_ONLY, but "
       "NonKeyAttributes is specified"},
      {"an index key without definition",
       [](CreateTableRequest& r) {
         add_global_index(r, "global", "x:S");
         r.attributes.pop_back();
       },
       "One or more parameter values were invalid: Some index key attributes are not defined in "
       "AttributeDefinitions. Keys: [x], AttributeDefinitions: [pk, sk]"},
      {"six local indexes",
       [](CreateTableRequest& r) {
         for (int i = 0; i < 6; ++i) {
           add_local_index(r, "local" + std::to_string(i), "pk:S x:S");
         }
       },
       "One or more parameter values were invalid: Number of LocalSecondaryIndexes exceeds "
       "per-table limit of 5"},
      {"twenty-one global indexes",
       [](CreateTableRequest& r) {
         for (int i = 0; i < 21; ++i) {
           add_global_index(r, "global" + std::to_string(i), "x:S");
         }
       },
       "One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the "
       "per-table limit of 20"},
  };
  return rows;
}

}  // namespace

TEST_P(StoreContract, TableWithABadKeyIsNotCreated) {
  for (const BadTable& row : bad_keys()) {
    CreateTableRequest request = table(unique_name(), "pk:S sk:S");
    row.spoil(request);
    EXPECT_TRUE(is_invalid(db().create_table(request), row.message)) << row.what;
    EXPECT_FALSE(db().describe_table(request.table).has_value()) << row.what;
  }
}

TEST_P(StoreContract, TableWithABadIndexIsNotCreated) {
  for (const BadTable& row : bad_indexes()) {
    CreateTableRequest request = table(unique_name(), "pk:S sk:S");
    row.spoil(request);
    EXPECT_TRUE(is_invalid(db().create_table(request), row.message)) << row.what;
    EXPECT_FALSE(db().describe_table(request.table).has_value()) << row.what;
  }
}

TEST_P(StoreContract, TableWithoutSortKeyHasNoLocalIndexes) {
  CreateTableRequest request = table(unique_name(), "pk:S");
  add_local_index(request, "local", "pk:S x:S");
  EXPECT_TRUE(is_invalid(db().create_table(request),
                         "One or more parameter values were invalid: Table KeySchema does not have "
                         "a range key, which is required when specifying a LocalSecondaryIndex"));
}

TEST_P(StoreContract, TableNamesHaveThreeTo255PlainCharacters) {
  for (const std::string& name :
       {std::string("ab"), std::string(256, 'a'), std::string("white space"), std::string("a/b"),
        std::string("\xc3\xa4\xc3\xb6\xc3\xbc")}) {
    const Result<TableDescription> created = db().create_table(table(name, "pk:S"));
    ASSERT_FALSE(created.has_value()) << name;
    EXPECT_EQ(created.error().code, ErrorCode::kValidation) << name;
  }
}

TEST_P(StoreContract, TableKeysAreStringsNumbersOrBinary) {
  CreateTableRequest request = table(unique_name(), "pk:BOOL");
  const Result<TableDescription> created = db().create_table(request);
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().code, ErrorCode::kValidation);
}

TEST_P(StoreContract, TableProjectionsMustFitTheirKind) {
  CreateTableRequest request = table(unique_name(), "pk:S");
  add_global_index(request, "global", "x:S", {ProjectionKind::kInclude});
  const Result<TableDescription> created = db().create_table(request);
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().code, ErrorCode::kValidation);
}

}  // namespace norn::testing
