#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

TEST_P(StoreContract, TableIsDescribedAsItWasCreated) {
  CreateTableRequest request = table("", "pk:S sk:N");
  add_local_index(request, "by_b", "pk:S b:B", {ProjectionKind::kKeysOnly});
  add_global_index(request, "by_g", "g:S", {.include = {"x", "y"}});
  const std::string name = make_table(request);

  const TableDescription description = must(db().describe_table(name));
  EXPECT_EQ(description.schema.name, name);
  EXPECT_EQ(description.schema.key.partition, (KeyAttribute{"pk", Type::kString}));
  EXPECT_EQ(description.schema.key.sort, (KeyAttribute{"sk", Type::kNumber}));
  EXPECT_EQ(description.status, TableStatus::kActive);
  EXPECT_EQ(description.item_count, 0u);
  EXPECT_EQ(description.size_bytes, 0u);
  EXPECT_EQ(description.billing, BillingMode::kPayPerRequest);
  EXPECT_FALSE(description.deletion_protection);
  EXPECT_FALSE(description.stream.has_value());
  EXPECT_EQ(description.attributes.size(), 4u);
  EXPECT_TRUE(description.arn.ends_with(":table/" + name)) << description.arn;

  ASSERT_EQ(description.indexes.size(), 2u);
  ASSERT_EQ(description.schema.indexes.size(), 2u);
  const IndexSchema& local = description.schema.indexes[0];
  EXPECT_EQ(local.name, "by_b");
  EXPECT_FALSE(local.global);
  EXPECT_EQ(local.key.sort, (KeyAttribute{"b", Type::kBinary}));
  EXPECT_EQ(local.projection.kind, ProjectionKind::kKeysOnly);
  const IndexSchema& global = description.schema.indexes[1];
  EXPECT_EQ(global.name, "by_g");
  EXPECT_TRUE(global.global);
  EXPECT_EQ(global.status, IndexStatus::kActive);
  EXPECT_EQ(global.key.partition, (KeyAttribute{"g", Type::kString}));
  EXPECT_FALSE(global.key.sort.has_value());
  EXPECT_EQ(global.projection.non_key_attributes, (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(description.indexes[1].arn.ends_with(":table/" + name + "/index/by_g"));
}

TEST_P(StoreContract, TableKeepsSettingsOfEncryptionAndThroughput) {
  CreateTableRequest request = table("", "pk:S");
  request.on_demand = PartialThroughput{7, 8};
  request.warm = PartialThroughput{12'001, 4'001};
  request.encryption_key = "arn:aws:kms:us-east-1:123456789012:key/one";
  const std::string name = make_table(request);
  TableDescription described = must(db().describe_table(name));
  EXPECT_EQ(described.on_demand, request.on_demand);
  EXPECT_EQ(described.warm, (Throughput{12'001, 4'001}));
  EXPECT_EQ(described.encryption_key, request.encryption_key);

  UpdateTableRequest change;
  change.table = name;
  change.on_demand = PartialThroughput{-1, 9};
  change.warm = PartialThroughput{13'000, 5'000};
  must(db().update_table(change));
  change = {};
  change.table = name;
  change.encryption = UpdateTableRequest::EncryptionChange{};
  must(db().update_table(change));
  described = must(db().describe_table(name));
  EXPECT_EQ(described.on_demand, (PartialThroughput{std::nullopt, 9}));
  EXPECT_EQ(described.warm, (Throughput{13'000, 5'000}));
  EXPECT_EQ(described.encryption_key, std::nullopt);
}

TEST_P(StoreContract, TableKeepsItsIdAndAnotherOneGetsAnother) {
  const std::string first = make_table("pk:S");
  const std::string second = make_table("pk:S");
  const std::string id = must(db().describe_table(first)).id;
  EXPECT_FALSE(id.empty());
  EXPECT_EQ(must(db().describe_table(first)).id, id);
  EXPECT_NE(must(db().describe_table(second)).id, id);
}

TEST_P(StoreContract, TableThatExistsCannotBeCreatedAgain) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "a"}})));
  EXPECT_TRUE(fails_with(db().create_table(table(name, "other:N")), ErrorCode::kResourceInUse,
                         "Table already exists: " + name));
  EXPECT_EQ(contents(name), std::vector{text({{"pk", "a"}})});
}

TEST_P(StoreContract, TableThatDoesNotExistIsNotFound) {
  const std::string name = unique_name();
  const std::string message = "Requested resource not found: Table: " + name + " not found";
  UpdateTableRequest change;
  change.table = name;
  change.deletion_protection = true;
  UpdateTtlRequest ttl;
  ttl.table = name;
  ttl.attribute = "ttl";
  ttl.enabled = true;
  EXPECT_TRUE(fails_with(db().describe_table(name), ErrorCode::kResourceNotFound, message));
  EXPECT_TRUE(fails_with(db().delete_table(name), ErrorCode::kResourceNotFound, message));
  EXPECT_TRUE(fails_with(db().update_table(change), ErrorCode::kResourceNotFound, message));
  EXPECT_TRUE(fails_with(db().update_ttl(ttl), ErrorCode::kResourceNotFound, message));
  EXPECT_TRUE(fails_with(db().describe_ttl(name), ErrorCode::kResourceNotFound, message));
}

TEST_P(StoreContract, TableThatDoesNotExistHasNoItems) {
  const std::string name = unique_name();
  const ErrorCode code = ErrorCode::kResourceNotFound;
  const std::string message = "Requested resource not found";
  BatchGetRequest batch_get;
  batch_get.tables = {keys_of(name, {{{"pk", "a"}}})};
  TransactGetRequest gets;
  gets.gets = {transact_get(name, {{"pk", "a"}})};
  EXPECT_TRUE(fails_with(db().get(get(name, {{"pk", "a"}})), code, message));
  EXPECT_TRUE(fails_with(db().put(put(name, {{"pk", "a"}})), code, message));
  EXPECT_TRUE(fails_with(db().update(update(name, {{"pk", "a"}}, "REMOVE x")), code, message));
  EXPECT_TRUE(fails_with(db().remove(remove(name, {{"pk", "a"}})), code, message));
  EXPECT_TRUE(fails_with(db().scan(scan(name)), code, message));
  EXPECT_TRUE(fails_with(db().query(query(name, "pk = :p", values({{":p", "a"}}))), code, message));
  EXPECT_TRUE(fails_with(db().batch_get(batch_get), code, message));
  EXPECT_TRUE(fails_with(db().batch_write(batch({batch_put(name, {{"pk", "a"}})})), code, message));
  EXPECT_TRUE(fails_with(db().transact_get(gets), code, message));
  EXPECT_TRUE(
      fails_with(db().transact_write(transaction({put(name, {{"pk", "a"}})})), code, message));
}

TEST_P(StoreContract, TableIsGoneWhenDeletedAndEmptyWhenCreatedAgain) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "a"}})));
  must(db().delete_table(name));
  settle();
  EXPECT_TRUE(fails_with(db().describe_table(name), ErrorCode::kResourceNotFound,
                         "Requested resource not found: Table: " + name + " not found"));
  must(db().create_table(table(name, "pk:S")));
  settle();
  EXPECT_EQ(contents(name), std::vector<std::string>());
  EXPECT_EQ(must(db().describe_table(name)).item_count, 0u);
}

TEST_P(StoreContract, TableThatIsProtectedCannotBeDeleted) {
  CreateTableRequest request = table("", "pk:S");
  request.deletion_protection = true;
  const std::string name = make_table(request);
  EXPECT_TRUE(must(db().describe_table(name)).deletion_protection);
  EXPECT_TRUE(is_invalid(db().delete_table(name),
                         "Resource cannot be deleted as it is currently protected against "
                         "deletion. Disable deletion protection first."));
  must(db().put(put(name, {{"pk", "still here"}})));

  UpdateTableRequest unprotect;
  unprotect.table = name;
  unprotect.deletion_protection = false;
  update_table(unprotect);
  EXPECT_FALSE(must(db().describe_table(name)).deletion_protection);
  must(db().delete_table(name));
}

TEST_P(StoreContract, TablesAreListedInOrderAndInPages) {
  const std::string first = make_table("pk:S");
  const std::string second = make_table("pk:S");
  const std::string third = make_table("pk:S");
  ASSERT_LT(first, second);
  ASSERT_LT(second, third);

  ListTablesRequest request;
  request.start_after = first.substr(0, first.size() - 1);
  request.limit = 2;
  const ListTablesResult page = must(db().list_tables(request));
  EXPECT_EQ(page.tables, (std::vector{first, second}));
  ASSERT_EQ(page.last_table, second);
  request.start_after = *page.last_table;
  request.limit = 1;
  EXPECT_EQ(must(db().list_tables(request)).tables, std::vector{third});
}

TEST_P(StoreContract, TableCountsItsItemsAndBytes) {
  const std::string name = make_table("pk:S");
  // DynamoDB counts the bytes of names and of UTF-8 text.
  put_all(name, {{{"pk", "a"}, {"text", "12345"}}, {{"pk", "bb"}}});
  TableDescription description = must(db().describe_table(name));
  EXPECT_EQ(description.item_count, 2u);
  EXPECT_EQ(description.size_bytes, (2u + 1 + 4 + 5) + (2 + 2));

  must(db().put(put(name, {{"pk", "a"}})));
  must(db().remove(remove(name, {{"pk", "bb"}})));
  description = must(db().describe_table(name));
  EXPECT_EQ(description.item_count, 1u);
  EXPECT_EQ(description.size_bytes, 3u);
}

TEST_P(StoreContract, TableSettingsCanBeChanged) {
  CreateTableRequest request = table("", "pk:S");
  request.billing = BillingMode::kProvisioned;
  request.throughput = Throughput{5, 6};
  request.table_class = TableClass::kStandardInfrequentAccess;
  const std::string name = make_table(request);
  TableDescription description = must(db().describe_table(name));
  EXPECT_EQ(description.billing, BillingMode::kProvisioned);
  EXPECT_EQ(description.throughput, (Throughput{5, 6}));
  EXPECT_EQ(description.table_class, TableClass::kStandardInfrequentAccess);

  UpdateTableRequest change;
  change.table = name;
  change.billing = BillingMode::kPayPerRequest;
  update_table(change);
  description = must(db().describe_table(name));
  EXPECT_EQ(description.billing, BillingMode::kPayPerRequest);
  EXPECT_EQ(description.throughput, (Throughput{0, 0}));
}

}  // namespace norn::testing
