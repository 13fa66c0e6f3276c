#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

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

// On a full disk RocksDB would abort the process when it fails to write to such a file.
TEST(Folder, HasNoLogOfRocksDbItself) {
  const TemporaryFolder folder("folder");
  const auto store = open(fault_options(folder.path(), nullptr));
  EXPECT_FALSE(fs::exists(folder.path() / "LOG"));
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
  PairLedger ledger;
  const auto store = open(fault_options(folder.path() / "data", nullptr));
  PairLedger::create_table(*store);
  {
    const PairLoad load(*store, ledger, 0);
    for (int i = 0; i < 5; ++i) {
      while (load.next() < 50 * (i + 1)) {
        std::this_thread::yield();
      }
      const size_t before = ledger.acknowledged();
      const fs::path copy = folder.path() / fmt::format("copy{}", i);
      const auto copied = store->checkpoint(copy);
      ASSERT_TRUE(copied) << to_text(copied.error());
      const auto opened = open(fault_options(copy, nullptr));
      EXPECT_GE(read_table(*opened, kPairs).items.size(), 2 * before);
      // The ledger goes on: only what needs no knowledge of it is checked.
      EXPECT_EQ(to_text(PairLedger().check(*opened)), "");
    }
  }
  EXPECT_TRUE(store->healthy());
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
