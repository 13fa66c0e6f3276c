#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include "faults/pair_ledger.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

namespace fs = std::filesystem;

TEST(Folder, IsCreatedForItsOwnerAlone) {
  const TemporaryFolder folder("folder");
  const fs::path data = folder.path() / "nested" / "data";
  const auto store = open(fault_options(data, nullptr));
  EXPECT_EQ(fs::status(data).permissions(), fs::perms::owner_all);
}

TEST(Folder, IsOfOneStoreAtATime) {
  const TemporaryFolder folder("folder");
  const auto options = fault_options(folder.path(), nullptr);
  auto first = open(options);
  const auto second = try_open(options);
  EXPECT_TRUE(fails_with(second, ErrorCode::kResourceInUse,
                         fmt::format("{} is in use by another norn (process {}). Stop that one "
                                     "first, or choose another folder with --data.",
                                     folder.path().string(), ::getpid())));
  first.reset();
  EXPECT_TRUE(try_open(options));
}

TEST(Checkpoint, UnderLoadIsAConsistentStore) {
  const TemporaryFolder folder("checkpoint");
  const fs::path copy = folder.path() / "copy";
  PairLedger ledger;
  const auto store = open(fault_options(folder.path() / "data", nullptr));
  PairLedger::create_table(*store);
  std::atomic<int> next = 0;
  std::atomic<bool> done = false;
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&] {
      while (!done) {
        EXPECT_TRUE(ledger.write(*store, next.fetch_add(1)));
      }
    });
  }
  for (int i = 0; i < 5; ++i) {
    while (next < 50 * (i + 1)) {
      std::this_thread::yield();
    }
    const size_t before = ledger.acknowledged();
    const auto copied = store->checkpoint(copy);
    ASSERT_TRUE(copied) << to_text(copied.error());
    const auto opened = open(fault_options(copy, nullptr));
    const TableContent content = read_table(*opened, kPairs);
    EXPECT_GE(content.items.size(), 2 * before);
    // The ledger goes on: only what needs no knowledge of it is checked.
    EXPECT_EQ(to_text(PairLedger().check(*opened)), "");
    fs::remove_all(copy);
  }
  done = true;
  for (std::thread& writer : writers) {
    writer.join();
  }
  EXPECT_EQ(to_text(ledger.check(*store)), "");
}

TEST(Checkpoint, RefusesATargetThatExists) {
  const TemporaryFolder folder("checkpoint");
  const auto store = open(fault_options(folder.path() / "data", nullptr));
  fs::create_directory(folder.path() / "copy");
  const auto copied = store->checkpoint(folder.path() / "copy");
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace norn::testing
