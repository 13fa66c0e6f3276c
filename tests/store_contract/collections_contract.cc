#include <atomic>
#include <thread>

#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

TEST_P(StoreContract, CollectionSizeIsReportedForTablesWithLocalIndexes) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_local_index(create, "local", "pk:S l:S", {ProjectionKind::kKeysOnly});
  const std::string name = make_table(create);
  const WriteResult first =
      must(db().put(put(name, {{"pk", "p"}, {"sk", num(1)}, {"v", std::string(1000, 'x')}})));
  ASSERT_TRUE(first.item_collection.has_value());
  EXPECT_GE(first.item_collection->bytes, 1000u);
  EXPECT_LT(first.item_collection->bytes, 1200u);
  // Entries of local indexes count, other partitions do not.
  must(db().put(put(name, {{"pk", "q"}, {"sk", num(1)}, {"v", std::string(5000, 'x')}})));
  const WriteResult second =
      must(db().put(put(name, {{"pk", "p"}, {"sk", num(2)}, {"l", std::string(500, 'x')}})));
  EXPECT_GE(second.item_collection->bytes, first.item_collection->bytes + 1000);
  EXPECT_LT(second.item_collection->bytes, first.item_collection->bytes + 1400);
  const WriteResult third =
      must(db().update(update(name, {{"pk", "p"}, {"sk", num(2)}}, "REMOVE l")));
  EXPECT_LT(third.item_collection->bytes, second.item_collection->bytes - 900);
  const WriteResult last = must(db().remove(remove(name, {{"pk", "p"}, {"sk", num(2)}})));
  EXPECT_EQ(last.item_collection, first.item_collection);
}

TEST_P(StoreContract, CollectionSizeIsNotReportedForOtherTables) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "global", "g:S");
  const std::string name = make_table(create);
  EXPECT_EQ(must(db().put(put(name, {{"pk", "p"}, {"sk", num(1)}}))).item_collection, std::nullopt);
}

TEST_P(StoreContract, SubmittedWritesAreAnsweredOnce) {
  const std::string name = make_table("pk:S");
  std::atomic<int> answered = 0;
  std::atomic<int> failed = 0;
  constexpr int kWrites = 60;
  const auto done = [&](const Result<WriteReply>& reply) {
    if (!reply) ++failed;
    ++answered;
    answered.notify_all();
  };
  for (int i = 0; i < kWrites / 3; ++i) {
    const std::string key = std::to_string(i);
    db().submit(put(name, {{"pk", "put" + key}}), done);
    db().submit(transaction({put(name, {{"pk", "transacted" + key}})}), done);
    db().submit(remove_if(name, {{"pk", "nobody"}}, "attribute_exists(pk)"), done);
  }
  for (int seen = answered; seen < kWrites; seen = answered) answered.wait(seen);
  EXPECT_EQ(answered, kWrites);
  EXPECT_EQ(failed, kWrites / 3);
  EXPECT_EQ(contents(name).size(), 2u * kWrites / 3);
}

TEST_P(StoreContract, ConcurrentCountingLosesNothing) {
  const std::string name = make_table("pk:S");
  constexpr int kThreads = 4;
  constexpr int kSteps = 50;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kSteps; ++i) {
        must(db().update(
            update(name, {{"pk", "counter"}}, "ADD n :one", values({{":one", num(1)}}))));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fetch(name, {{"pk", "counter"}})->value("n"), num(kThreads * kSteps));
}

TEST_P(StoreContract, ConcurrentConditionsLetOneThrough) {
  const std::string name = make_table("pk:S");
  std::atomic<int> winners = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        const Map mine = {{"pk", "lock" + std::to_string(i)}, {"owner", num(t)}};
        if (db().put(put_if(name, mine, "attribute_not_exists(pk)")).has_value()) ++winners;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(winners, 20);
}

}  // namespace norn::testing
