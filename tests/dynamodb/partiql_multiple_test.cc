#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operation_call.h"
#include "store/wire/wire.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// BatchExecuteStatement and ExecuteTransaction: several statements in one request.
namespace norn::testing {
namespace {

using ::testing::HasSubstr;

using Statements = std::vector<std::string_view>;

std::string request(std::string_view name, const Statements& statements, std::string_view more) {
  std::vector<std::string> members;
  for (const std::string_view statement : statements) {
    members.push_back(fmt::format(R"({{"Statement":{}}})", quoted(statement)));
  }
  return fmt::format(R"({{"{}":[{}]{}{}}})", name, fmt::join(members, ","), more.empty() ? "" : ",",
                     more);
}

class PartiqlMultiple : public ::testing::Test {
 protected:
  void SetUp() override {
    store::CreateTableRequest songs = table("songs", "pk:S sk:N");
    add_global_index(songs, "by-genre", "genre:S");
    must(store_.create_table(songs));
    for (const int64_t sk : {1, 2}) {
      must(store_.put(put("songs", {{"pk", "a"}, {"sk", num(sk)}, {"n", num(sk)}})));
    }
  }

  std::string batch(const Statements& statements, std::string_view more = "") {
    return caller_.reply("BatchExecuteStatement", request("Statements", statements, more));
  }
  std::string transaction(const Statements& statements, std::string_view more = "") {
    return caller_.reply("ExecuteTransaction", request("TransactStatements", statements, more));
  }
  std::string transaction_error(const Statements& statements) {
    return caller_.error("ExecuteTransaction", request("TransactStatements", statements, ""));
  }
  // The reasons of a cancelled transaction: "None, ConditionalCheckFailed: ...".
  std::string reasons(const Statements& statements) {
    const auto result =
        caller_.call("ExecuteTransaction", request("TransactStatements", statements, ""));
    if (result) return *result;
    const auto* cancellation =
        dynamic_cast<const store::Cancellation*>(result.error().detail.get());
    if (cancellation == nullptr) return "not cancelled: " + result.error().message;
    std::vector<std::string> texts;
    for (const store::CancellationReason& reason : cancellation->reasons) {
      texts.push_back(reason.message.empty() ? reason.code
                                             : fmt::format("{}: {}", reason.code, reason.message));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
  }
  std::string n_of(int64_t sk) {
    const auto found = must(store_.get(get("songs", {{"pk", "a"}, {"sk", num(sk)}})));
    return found.item ? plain(found.item->value("n").value_or(null())) : "none";
  }

  ManualClock clock_{1'700'000'000'000};
  ModelStore store_{clock_};
  OperationCaller caller_{store_, clock_};
};

TEST_F(PartiqlMultiple, BatchReadsEachItemByItsKey) {
  EXPECT_EQ(batch({"SELECT n FROM songs WHERE pk = 'a' AND sk = 1",
                   "SELECT * FROM songs WHERE pk = 'z' AND sk = 1",
                   "SELECT n FROM songs WHERE pk IN ['a'] AND sk = 2"}),
            R"({"Responses":[{"TableName":"songs","Item":{"n":{"N":"1"}}},{"TableName":"songs"},)"
            R"({"TableName":"songs","Item":{"n":{"N":"2"}}}]})");
}

TEST_F(PartiqlMultiple, BatchReportsEachFailureByItself) {
  constexpr std::string_view kKey =
      "Select statements within BatchExecuteStatement must specify the primary key in the where "
      "clause.";
  const auto failed = [](std::string_view code, std::string_view message,
                         std::string_view more = "") {
    return fmt::format(R"({{"Responses":[{{"Error":{{"Code":"{}","Message":"{}"}}{}}}]}})", code,
                       message, more);
  };
  constexpr std::string_view kRan = R"(,"TableName":"songs")";
  EXPECT_EQ(batch({"SLECT"}),
            failed("ValidationError",
                   "Statement wasn't well formed, can't be processed: Expected data manipulation"));
  EXPECT_EQ(batch({"SELECT * FROM nope WHERE pk = 'a'"}),
            failed("ResourceNotFound", "Requested resource not found"));
  EXPECT_EQ(batch({"SELECT * FROM songs WHERE n = 1"}), failed("ValidationError", kKey));
  EXPECT_EQ(batch({"SELECT * FROM songs WHERE pk = 'a' AND sk = 1 AND n = 1"}),
            failed("ValidationError", kKey));
  EXPECT_EQ(batch({"SELECT * FROM songs.\"by-genre\" WHERE pk = 'a' AND sk = 1"}),
            failed("ValidationError", kKey));
  EXPECT_EQ(batch({"UPDATE songs SET n = 9 WHERE pk = 'a' AND sk = 1 AND n = 5"}),
            failed("ConditionalCheckFailed", "The conditional request failed", kRan));
  EXPECT_EQ(batch({"INSERT INTO songs VALUE {'pk': 'a', 'sk': 1}"}),
            failed("DuplicateItem", "Duplicate primary key exists in table", kRan));
}

TEST_F(PartiqlMultiple, BatchWritesWhatCanBeWritten) {
  EXPECT_EQ(
      batch({"UPDATE songs SET n = 9 WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED NEW *",
             "INSERT INTO songs VALUE {'pk': 'a', 'sk': 2}",
             "DELETE FROM songs WHERE pk = 'a' AND sk = 2"}),
      R"({"Responses":[{"TableName":"songs","Item":{"n":{"N":"9"}}},)"
      R"({"Error":{"Code":"DuplicateItem","Message":"Duplicate primary key exists in table"},)"
      R"("TableName":"songs"},{"TableName":"songs"}]})");
  EXPECT_EQ(n_of(1), "9");
  EXPECT_EQ(n_of(2), "none");
}

TEST_F(PartiqlMultiple, BatchReturnsItemsThatFailTheirConditionIfAsked) {
  EXPECT_EQ(
      caller_.reply("BatchExecuteStatement",
                    R"({"Statements":[{"ReturnValuesOnConditionCheckFailure":"ALL_OLD",)"
                    R"("Statement":"UPDATE songs SET n = 9 WHERE pk = 'a' AND sk = 1 AND n = 5"},)"
                    R"({"ReturnValuesOnConditionCheckFailure":"ALL_OLD",)"
                    R"("Statement":"UPDATE songs SET n = 9 WHERE pk = 'z' AND sk = 1"},)"
                    R"({"ReturnValuesOnConditionCheckFailure":"NONE",)"
                    R"("Statement":"DELETE FROM songs WHERE pk = 'a' AND sk = 1 AND n = 5"}]})"),
      R"({"Responses":[{"Error":{"Code":"ConditionalCheckFailed",)"
      R"("Message":"The conditional request failed",)"
      R"("Item":{"n":{"N":"1"},"pk":{"S":"a"},"sk":{"N":"1"}}},"TableName":"songs"},)"
      R"({"Error":{"Code":"ConditionalCheckFailed","Message":"The conditional request failed"},)"
      R"("TableName":"songs"},)"
      R"({"Error":{"Code":"ConditionalCheckFailed","Message":"The conditional request failed"},)"
      R"("TableName":"songs"}]})");
}

TEST_F(PartiqlMultiple, BatchEitherReadsOrWrites) {
  EXPECT_THAT(batch({"SELECT * FROM songs WHERE pk = 'a' AND sk = 1",
                     "DELETE FROM songs WHERE pk = 'a' AND sk = 1"}),
              HasSubstr("does not support both read and write operations in the same request."));
  EXPECT_EQ(n_of(1), "1");
}

TEST_F(PartiqlMultiple, BatchAddsUpCapacityByTable) {
  EXPECT_THAT(batch({"SELECT n FROM songs WHERE pk = 'a' AND sk = 1",
                     "SELECT n FROM songs WHERE pk = 'a' AND sk = 2"},
                    R"("ReturnConsumedCapacity":"TOTAL")"),
              HasSubstr(R"("ConsumedCapacity":[{"TableName":"songs","CapacityUnits":1.0}])"));
}

TEST_F(PartiqlMultiple, BatchHoldsUpTo25Statements) {
  const Statements many(26, "SELECT * FROM songs WHERE pk = 'a' AND sk = 1");
  EXPECT_THAT(batch(many), HasSubstr("Member must have length less than or equal to 25"));
  EXPECT_THAT(batch({}), HasSubstr("Member must have length greater than or equal to 1"));
}

TEST_F(PartiqlMultiple, TransactionReadsItems) {
  EXPECT_EQ(transaction({"SELECT n FROM songs WHERE pk = 'a' AND sk = 1",
                         "SELECT * FROM songs WHERE pk = 'z' AND sk = 1"}),
            R"({"Responses":[{"Item":{"n":{"N":"1"}}},{}]})");
}

TEST_F(PartiqlMultiple, TransactionWritesAllOrNothing) {
  EXPECT_EQ(transaction({"UPDATE songs SET n = n + 10 WHERE pk = 'a' AND sk = 1",
                         "INSERT INTO songs VALUE {'pk': 'a', 'sk': 3, 'n': 3}",
                         "EXISTS(SELECT * FROM songs WHERE pk = 'a' AND sk = 2 AND x IS MISSING)"}),
            R"({"Responses":[]})");
  EXPECT_EQ(n_of(1), "11");
  EXPECT_EQ(n_of(3), "3");
  EXPECT_EQ(reasons({"UPDATE songs SET n = 0 WHERE pk = 'a' AND sk = 1",
                     "INSERT INTO songs VALUE {'pk': 'a', 'sk': 3}",
                     "EXISTS(SELECT * FROM songs WHERE pk = 'a' AND sk = 2 AND n = 7)"}),
            "None, DuplicateItem: Duplicate primary key exists in table, ConditionalCheckFailed: "
            "The conditional request failed");
  EXPECT_EQ(n_of(1), "11");
}

TEST_F(PartiqlMultiple, TransactionWithATokenIsDoneOnce) {
  const Statements add = {"UPDATE songs SET n = n + 1 WHERE pk = 'a' AND sk = 1"};
  constexpr std::string_view kToken =
      R"("ClientRequestToken":"once","ReturnConsumedCapacity":"TOTAL")";
  EXPECT_THAT(transaction(add, kToken), HasSubstr(R"("WriteCapacityUnits":2.0)"));
  EXPECT_EQ(transaction(add, kToken),
            R"({"Responses":[],"ConsumedCapacity":[{"TableName":"songs","CapacityUnits":2.0,)"
            R"("ReadCapacityUnits":2.0}]})");
  EXPECT_EQ(n_of(1), "2");
}

TEST_F(PartiqlMultiple, TransactionIsCancelledForTablesAndKeysThatDoNotFit) {
  EXPECT_EQ(reasons({"SELECT * FROM songs WHERE pk = 'a' AND sk = 1",
                     "SELECT * FROM nope WHERE pk = 'a' AND sk = 1"}),
            "None, ResourceNotFound: Requested resource not found");
  constexpr std::string_view kKey =
      "ValidationError: The provided key element does not match the schema";
  EXPECT_EQ(reasons({"SELECT * FROM songs WHERE pk = 'a' AND sk = '1'"}), kKey);
  EXPECT_EQ(reasons({"UPDATE songs SET n = 1 WHERE pk = 'a'",
                     "UPDATE songs SET n = 1 WHERE pk = 'a' AND sk = '1'",
                     "INSERT INTO songs VALUE {'pk': 'b'}",
                     "DELETE FROM songs WHERE pk = 'a' AND sk = 1"}),
            fmt::format("{0}, {0}, ValidationError: One or more parameter values were invalid: "
                        "Missing the key sk in the item, None",
                        kKey));
  EXPECT_EQ(n_of(1), "1");
}

TEST_F(PartiqlMultiple, TransactionRefusesWhatItCannotDo) {
  const auto refused = [](size_t index, std::string_view message) {
    return fmt::format("ValidationException: Validation failed in TransactStatements[{}]: {}",
                       index, message);
  };
  const std::string_view read = "SELECT * FROM songs WHERE pk = 'a' AND sk = 1";
  const std::string_view write = "DELETE FROM songs WHERE pk = 'a' AND sk = 1";
  constexpr std::string_view kKey =
      "Select statements within ExecuteTransaction must specify the primary key in the where "
      "clause.";
  EXPECT_EQ(transaction_error({read, "SELECT * FROM songs WHERE pk = 'a'"}), refused(1, kKey));
  EXPECT_EQ(transaction_error({"SELECT * FROM songs WHERE pk = 'a' AND sk = 1 AND n = 1"}),
            refused(0, kKey));
  EXPECT_EQ(transaction_error({"SELECT * FROM songs WHERE pk = 'a' AND sk = 1 AND pk = 'b'"}),
            refused(0, kKey));
  EXPECT_EQ(transaction_error({"SELECT * FROM songs.\"by-genre\" WHERE genre = 'x'"}),
            refused(0, "Reads on indices are not supported within transactions."));
  EXPECT_EQ(transaction_error(
                {write, "UPDATE songs SET n = 1 WHERE pk = 'a' AND sk = 2 RETURNING ALL OLD *"}),
            refused(1, "RETURNING clause is not supported in ExecuteTransaction."));
  EXPECT_EQ(transaction_error({"SELECT * FROM songs WHERE"}),
            refused(0, "Statement wasn't well formed, can't be processed: Unexpected term"));
  EXPECT_EQ(transaction_error({"EXISTS(SELECT * FROM songs WHERE pk = 'a' AND sk = 1)"}),
            refused(0, "EXISTS() must contain a single item read with additional condition"));
  EXPECT_EQ(transaction_error({read, write}),
            "ValidationException: ExecuteTransaction API does not support both read and write "
            "operations in the same request.");
  EXPECT_EQ(transaction_error({read, read}),
            "ValidationException: Transaction request cannot include multiple operations on one "
            "item");
  EXPECT_EQ(n_of(1), "1");
}

}  // namespace
}  // namespace norn::testing
