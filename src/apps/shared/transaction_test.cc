#include "apps/shared/transaction.h"

#include <gtest/gtest.h>

#include "apps/shared/items.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "store/errors.h"
#include "support/builders.h"
#include "support/interrupted_store.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

class TransactionTest : public ::testing::Test {
 protected:
  TransactionTest() { testing::must(inner.create_table(single_table("norn"))); }

  std::vector<Action> actions() const {
    return {testing::put("norn", {{"PK", "a"}, {"SK", "a"}}),
            testing::put("norn", {{"PK", "b"}, {"SK", "b"}})};
  }

  // The reasons of both actions.
  static Error cancelled(std::string first, std::string second = "None") {
    return store::transaction_canceled(
               {{std::move(first), "", std::nullopt}, {std::move(second), "", std::nullopt}})
        .error();
  }

  ManualClock clock{1'705'314'600'000};
  testing::ModelStore inner{clock};
  testing::InterruptedStore store{inner};
};

TEST_F(TransactionTest, ConditionsOnOneItemAreMerged) {
  const auto check = [](const std::string& condition, store::Value value) {
    store::ConditionCheck one;
    one.table = "norn";
    one.key = key_of("a", "a");
    one.condition = condition;
    one.placeholders.names = {{"#x", "x"}};
    one.placeholders.values = {{":x", std::move(value)}};
    return one;
  };
  const auto update = [](int64_t next) {
    store::UpdateRequest request;
    request.table = "norn";
    request.key = key_of("a", "a");
    request.update = "SET #x = :x";
    request.placeholders.names = {{"#x", "x"}};
    request.placeholders.values = {{":x", store::Value::number(next)}};
    return request;
  };
  const auto number = [](int64_t value) { return store::Value::number(value); };
  EXPECT_TRUE(testing::must(write_all(store, {update(1)})));
  EXPECT_TRUE(testing::must(write_all(
      store, {check("#x = :x", number(1)), update(2), check("#x < :x OR #x > :x", number(9))})));
  EXPECT_FALSE(testing::must(write_all(store, {update(3), check("#x = :x", number(1))})));
  EXPECT_FALSE(
      testing::must(write_all(store, {check("#x = :x", number(2)), check("#x = :x", number(1))})));
  EXPECT_TRUE(testing::must(
      write_all(store, {check("#x = :x", number(2)), check("#x <> :x", number(1)), actions()[1]})));
}

TEST_F(TransactionTest, WhyItWasNotWrittenDecidesWhatBecomesOfIt) {
  struct Row {
    Error error;
    std::optional<ErrorCode> expected;  // None: it is to be decided again.
    bool busy;
  };
  const std::vector<Row> rows = {
      {cancelled("ConditionalCheckFailed"), {}, false},
      {cancelled("ConditionalCheckFailed", "TransactionConflict"), {}, false},
      {cancelled("ConditionalCheckFailed", "ThrottlingError"), {}, false},
      {cancelled("TransactionConflict"), ErrorCode::kTransactionConflict, true},
      {cancelled("TransactionConflict", "ThrottlingError"), ErrorCode::kTransactionConflict, true},
      {cancelled("ThrottlingError"), ErrorCode::kThrottled, true},
      {cancelled("None", "ProvisionedThroughputExceeded"), ErrorCode::kThrottled, true},
      {{ErrorCode::kTransactionConflict, "", nullptr}, ErrorCode::kTransactionConflict, true},
      {{ErrorCode::kThrottled, "", nullptr}, ErrorCode::kThrottled, false},
      {cancelled("TransactionConflict", "ValidationError"), ErrorCode::kTransactionCanceled, false},
      {cancelled("None"), ErrorCode::kTransactionCanceled, false},
      {{ErrorCode::kStorageFull, "", nullptr}, ErrorCode::kStorageFull, false}};
  for (size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(i);
    store.refuse(1, rows[i].error);
    const Result<bool> written = write_all(store, actions());
    ASSERT_EQ(written.has_value(), !rows[i].expected.has_value());
    if (written) {
      EXPECT_FALSE(*written);
    } else {
      EXPECT_EQ(written.error().code, rows[i].expected);
      EXPECT_EQ(was_busy(written.error()), rows[i].busy);
    }
  }
  EXPECT_TRUE(testing::must(write_all(store, actions())));
}

TEST_F(TransactionTest, ABusyStoreIsTriedAgain) {
  for (const char* const reason : {"TransactionConflict", "ThrottlingError"}) {
    store.refuse(3, cancelled(reason));
    EXPECT_TRUE(transact(store, actions()));
    store.refuse(3, cancelled(reason));
    EXPECT_TRUE(decide_and_write([&]() -> Result<std::optional<Done>> {
      NORN_ASSIGN(const bool written, write_all(store, actions()));
      return written ? std::optional(Done{}) : std::nullopt;
    }));
  }
}

TEST_F(TransactionTest, ThatItStaysBusyIsTold) {
  int attempts = 0;
  const auto never = decide_and_write([&]() -> Result<std::optional<Done>> {
    ++attempts;
    store.refuse(1, cancelled("ThrottlingError"));
    NORN_TRY(write_all(store, actions()));
    return Done{};
  });
  ASSERT_FALSE(never);
  EXPECT_EQ(never.error().code, ErrorCode::kThrottled);
  EXPECT_EQ(attempts, kMaxAttempts);
}

}  // namespace
}  // namespace norn::apps
