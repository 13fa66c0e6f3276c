#include "apps/shared/transaction.h"

#include "apps/calendars/test_world.h"
#include "store/errors.h"

namespace norn::calendars {
namespace {

class Transactions : public CalendarsTest {
 protected:
  Result<Entry> create() {
    EntryInput input;
    input.title = "Title";
    input.date = date("2024-01-15");
    input.kind = AllDay{};
    return scene.entries.create(bob, calendar, input, {});
  }

  static Error cancelled(std::string code) {
    return store::transaction_canceled({{}, {std::move(code), "", std::nullopt}}).error();
  }
};
NORN_ON_BOTH_STORES(Transactions);

TEST_P(Transactions, AreTriedAgainWhenOthersAreInTheWay) {
  for (const Error& error :
       {Error{ErrorCode::kTransactionConflict, "", nullptr}, cancelled("TransactionConflict"),
        cancelled("ConditionalCheckFailed"), cancelled("ThrottlingError"),
        cancelled("ProvisionedThroughputExceeded")}) {
    interrupted_.refuse(3, error);
    EXPECT_TRUE(create());
  }
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 5);
}

TEST_P(Transactions, AreNotDecidedForEver) {
  interrupted_.refuse(apps::kMaxAttempts, cancelled("ConditionalCheckFailed"));
  EXPECT_TRUE(fails(create(), ErrorCode::kUnavailable));
  EXPECT_TRUE(create());
}

TEST_P(Transactions, FailWithTheStore) {
  interrupted_.refuse(1, Error{ErrorCode::kStorageFull, "The disk is full.", nullptr});
  EXPECT_TRUE(fails(create(), ErrorCode::kStorageFull));
  interrupted_.refuse(1, Error{ErrorCode::kThrottled, "Too many writes are waiting.", nullptr});
  EXPECT_TRUE(fails(create(), ErrorCode::kThrottled));
  interrupted_.refuse(1, cancelled("ValidationError"));
  EXPECT_TRUE(fails(create(), ErrorCode::kTransactionCanceled));
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 0);
}

}  // namespace
}  // namespace norn::calendars
