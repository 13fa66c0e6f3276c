#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr std::string_view kMismatch =
    "The request uses the same client token as a previous, but non-identical request. Do not reuse "
    "a client token with different requests, unless the requests are identical";

TransactWriteRequest add_one(const std::string& table, std::string token) {
  return transaction({update(table, {{"pk", "counter"}}, "ADD n :one", values({{":one", num(1)}}))},
                     std::move(token));
}

}  // namespace

TEST_P(StoreContract, TokenMakesATransactionHappenOnce) {
  const std::string name = make_table("pk:S");
  const std::string token = name.substr(name.size() - 20);
  must(db().transact_write(add_one(name, token)));
  must(db().transact_write(add_one(name, token)));
  must(db().transact_write(add_one(name, token)));
  EXPECT_EQ(fetch(name, {{"pk", "counter"}})->value("n"), num(1));
  must(db().transact_write(add_one(name, "")));
  must(db().transact_write(add_one(name, token + "2")));
  EXPECT_EQ(fetch(name, {{"pk", "counter"}})->value("n"), num(3));
}

TEST_P(StoreContract, TokenThatWasUsedCostsTheReads) {
  const std::string name = make_table("pk:S");
  const TransactWriteRequest request =
      transaction({put(name, {{"pk", "a"}, {"v", std::string(1500, 'x')}}),
                   check(name, {{"pk", "b"}}, "attribute_not_exists(pk)")},
                  name.substr(name.size() - 20));
  const auto consumed = [&] { return must(db().transact_write(request)).capacity.at(name); };
  const ConsumedCapacity first = consumed();
  EXPECT_EQ(first.total_write_units(), 4 + 2);
  EXPECT_EQ(first.total_read_units(), 0);
  for (int i = 0; i < 2; ++i) {
    const ConsumedCapacity again = consumed();
    EXPECT_EQ(again.total_write_units(), 0);
    EXPECT_EQ(again.total_read_units(), 2 + 2);
  }
}

TEST_P(StoreContract, TokenStandsForOneTransactionOnly) {
  const std::string name = make_table("pk:S");
  const std::string token = name.substr(name.size() - 20);
  must(db().transact_write(add_one(name, token)));
  const ErrorCode code = ErrorCode::kIdempotentParameterMismatch;
  EXPECT_TRUE(fails_with(db().transact_write(transaction({put(name, {{"pk", "other"}})}, token)),
                         code, kMismatch));
  TransactWriteRequest changed = add_one(name, token);
  std::get<UpdateRequest>(changed.actions[0]).placeholders = values({{":one", num(2)}});
  EXPECT_TRUE(fails_with(db().transact_write(changed), code, kMismatch));
  changed = add_one(name, token);
  changed.actions.push_back(put(name, {{"pk", "one more"}}));
  EXPECT_TRUE(fails_with(db().transact_write(changed), code, kMismatch));
  EXPECT_EQ(contents(name), std::vector{text({{"pk", "counter"}, {"n", num(1)}})});
}

TEST_P(StoreContract, TokenOfAFailedTransactionCanBeUsedAgain) {
  const std::string name = make_table("pk:S");
  const std::string token = name.substr(name.size() - 20);
  const auto guarded = [&] {
    return db().transact_write(transaction(
        {check(name, {{"pk", "gate"}}, "attribute_exists(pk)"), put(name, {{"pk", "done"}})},
        token));
  };
  const Result<TransactWriteResult> refused = guarded();
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kTransactionCanceled);
  must(db().put(put(name, {{"pk", "gate"}})));
  must(guarded());
  EXPECT_TRUE(fetch(name, {{"pk", "done"}}).has_value());
}

TEST_P(StoreContract, TokenIsForgottenAfterTenMinutes) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table("pk:S");
  const std::string token = name.substr(name.size() - 20);
  must(db().transact_write(add_one(name, token)));
  clock()->advance_ms(9 * 60 * 1000);
  must(db().transact_write(add_one(name, token)));
  EXPECT_EQ(fetch(name, {{"pk", "counter"}})->value("n"), num(1));
  // The ten minutes count from the first use.
  clock()->advance_ms(61 * 1000);
  must(db().transact_write(add_one(name, token)));
  EXPECT_EQ(fetch(name, {{"pk", "counter"}})->value("n"), num(2));
}

TEST_P(StoreContract, TokenIsAtMost36CharactersLong) {
  const std::string name = make_table("pk:S");
  must(db().transact_write(add_one(name, name.substr(name.size() - 20) + std::string(16, 'x'))));
  const Result<TransactWriteResult> result =
      db().transact_write(add_one(name, std::string(37, 'x')));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  EXPECT_EQ(fetch(name, {{"pk", "counter"}})->value("n"), num(1));
}

}  // namespace norn::testing
