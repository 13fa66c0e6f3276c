#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "store/errors.h"
#include "store/requests/item_write.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;
using test::things;

Item written_key(int n) {
  return item(fmt::format(R"({{"PK":{{"S":"p"}},"SK":{{"S":"{}"}}}})", n));
}

PutRequest put_number(int n, const std::string& table = "Things") {
  PutRequest put;
  put.table = table;
  put.item = written_key(n);
  return put;
}

BatchWriteRequest batch_of(int count, const std::string& table, BatchWriteRequest batch = {}) {
  for (int i = 0; i < count; ++i) {
    batch.writes.emplace_back(BatchWriteRequest::Put{table, written_key(i)});
  }
  return batch;
}

TransactWriteRequest transaction_of(int count) {
  TransactWriteRequest request;
  for (int i = 0; i < count; ++i) {
    request.actions.emplace_back(put_number(i));
  }
  return request;
}

TEST(WriteChecksTest, ABatchHasOneTo25Writes) {
  EXPECT_EQ(outcome(check_batch_write(batch_of(1, "Things"))), "ok");
  EXPECT_EQ(outcome(check_batch_write(batch_of(25, "Things"))), "ok");
  EXPECT_EQ(outcome(check_batch_write({})),
            "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1");
  EXPECT_EQ(outcome(check_batch_write(batch_of(26, "Things"))),
            "1 validation error detected: Value '{...}' at 'requestItems' failed to satisfy "
            "constraint: Map value must satisfy constraint: [Member must have length less than or "
            "equal to 25, Member must have length greater than or equal to 1]");
  EXPECT_EQ(outcome(check_batch_write(batch_of(13, "Other", batch_of(13, "Things")))),
            "Too many items requested for the BatchWriteItem call");
}

TEST(WriteChecksTest, ATransactionHasOneTo100Actions) {
  EXPECT_EQ(outcome(check_transact_write(transaction_of(1))), "ok");
  EXPECT_EQ(outcome(check_transact_write(transaction_of(100))), "ok");
  EXPECT_EQ(outcome(check_transact_write({})),
            "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1");
  EXPECT_EQ(outcome(check_transact_write(transaction_of(101))),
            "1 validation error detected: Value '[...]' at 'transactItems' failed to satisfy "
            "constraint: Member must have length less than or equal to 100");
}

TEST(WriteChecksTest, AClientTokenHasUpTo36Characters) {
  TransactWriteRequest request = transaction_of(1);
  request.client_token = std::string(36, 't');
  EXPECT_EQ(outcome(check_transact_write(request)), "ok");
  request.client_token = std::string(37, 't');
  EXPECT_EQ(outcome(check_transact_write(request)),
            "1 validation error detected: Value '" + std::string(37, 't') +
                "' at 'clientRequestToken' failed to satisfy constraint: Member must have length "
                "less than or equal to 36");
}

TEST(WriteChecksTest, ATransactionBringsUpTo4Mb) {
  TransactWriteRequest request;
  for (int i = 0; i < 11; ++i) {
    PutRequest put;
    put.table = "Things";
    put.item = item(fmt::format(R"({{"PK":{{"S":"p"}},"SK":{{"S":"{}"}},"x":{{"S":"{}"}}}})", i,
                                std::string(390 * 1024, 'x')));
    request.actions.emplace_back(put);
    EXPECT_EQ(outcome(check_transact_write(request)),
              i < 10 ? "ok" : "Transaction payload size cannot exceed 4 MB");
  }
}

std::vector<ItemWrite> writes_of(const std::vector<ItemWriteRequest>& requests) {
  std::vector<ItemWrite> writes;
  for (const ItemWriteRequest& request : requests) {
    auto schema = test::things_schema();
    schema.name = table_of(request);
    writes.push_back(*ItemWrite::make(std::make_shared<const TableSchema>(schema), request));
  }
  return writes;
}

TEST(WriteChecksTest, AnItemIsWrittenOnceOnly) {
  DeleteRequest remove;
  remove.table = "Things";
  remove.key = written_key(1);
  const struct {
    std::vector<ItemWriteRequest> requests;
    bool distinct;
  } cases[] = {
      {{put_number(1), put_number(2)}, true},
      {{put_number(1), put_number(1, "Other")}, true},
      {{put_number(1), put_number(2), put_number(1)}, false},
      {{put_number(1), remove}, false},
  };
  for (const auto& c : cases) {
    const std::vector<ItemWrite> writes = writes_of(c.requests);
    EXPECT_EQ(
        outcome(check_distinct(writes)),
        c.distinct ? "ok" : "Transaction request cannot include multiple operations on one item");
    EXPECT_EQ(outcome(check_no_duplicates(writes)),
              c.distinct ? "ok" : "Provided list of item keys contains duplicates");
  }
}

TEST(WriteChecksTest, BatchesWordKeyErrorsTheirOwnWay) {
  const struct {
    std::variant<BatchWriteRequest::Put, BatchWriteRequest::Delete> write;
    std::string_view message;
  } cases[] = {
      {BatchWriteRequest::Put{"Things", written_key(1)}, "ok"},
      {BatchWriteRequest::Delete{"Things", written_key(1)}, "ok"},
      {BatchWriteRequest::Put{"Things", item(R"({"PK":{"S":"p"}})")},
       "The provided key element does not match the schema"},
      {BatchWriteRequest::Put{"Things", item(R"({"PK":{"S":"p"},"SK":{"N":"1"}})")},
       "The provided key element does not match the schema"},
      {BatchWriteRequest::Delete{"Things", item(R"({"PK":{"S":"p"}})")},
       "The provided key element does not match the schema"},
      {BatchWriteRequest::Put{"Things", item(R"({"PK":{"S":"p"},"SK":{"S":""}})")},
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
       "contain an empty string value. Key: SK"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(outcome(make_batch_item_write(things(), c.write)), c.message);
  }
}

TEST(FingerprintTest, EqualTransactionsHaveEqualFingerprints) {
  TransactWriteRequest other = transaction_of(3);
  other.client_token = "another";
  EXPECT_EQ(fingerprint(transaction_of(3)), fingerprint(other));
}

TEST(FingerprintTest, EveryFieldCounts) {
  UpdateRequest base;
  base.table = "Things";
  base.key = written_key(1);
  base.update = "SET a = :a";
  base.condition = "a = :b";
  base.placeholders.names["#a"] = "a";
  base.placeholders.values[":a"] = Value("a");
  const auto text = [](TransactWriteRequest::Action action) {
    TransactWriteRequest request;
    request.actions.push_back(std::move(action));
    return fingerprint(request);
  };
  const std::function<void(UpdateRequest&)> changes[] = {
      [](UpdateRequest& r) { r.table = "Other"; },
      [](UpdateRequest& r) { r.key = written_key(2); },
      [](UpdateRequest& r) { r.update = "SET a = :c"; },
      [](UpdateRequest& r) { r.condition = ""; },
      [](UpdateRequest& r) { r.placeholders.names["#a"] = "b"; },
      [](UpdateRequest& r) { r.placeholders.names["#b"] = "a"; },
      [](UpdateRequest& r) { r.placeholders.values[":a"] = Value::number(1); },
      [](UpdateRequest& r) { r.return_values = ReturnValues::kAllNew; },
      [](UpdateRequest& r) { r.return_item_on_condition_failure = true; },
  };
  for (const auto& change : changes) {
    UpdateRequest changed = base;
    change(changed);
    EXPECT_NE(text(base), text(changed));
  }

  DeleteRequest remove;
  remove.table = "Things";
  remove.key = written_key(1);
  ConditionCheck check;
  check.table = "Things";
  check.key = written_key(1);
  EXPECT_NE(text(remove), text(check));
  EXPECT_NE(text(remove), text(put_number(1)));
  EXPECT_NE(fingerprint(transaction_of(1)), fingerprint(transaction_of(2)));
}

}  // namespace
}  // namespace norn::store
