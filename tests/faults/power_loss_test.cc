#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "faults/pair_ledger.h"
#include "support/builders.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

constexpr int kCuts = 15;
constexpr int kMaxAppends = 120;

TEST(PowerLoss, KeepsWhatWasAcknowledged) {
  const TemporaryFolder folder("power-loss");
  std::mt19937_64 random(17);
  PairLedger ledger;
  int next = 0;
  PairLedger::create_table(*open(fault_options(folder.path(), nullptr)));
  for (int cut = 0; cut < kCuts; ++cut) {
    FaultyDisk disk;
    auto store = open(fault_options(folder.path(), &disk));
    disk.files->cut_power_after(static_cast<int>(random() % kMaxAppends));
    {
      PairLoad load(*store, ledger, next);
      load.join();
      next = load.next();
    }
    ASSERT_FALSE(disk.files->powered());
    store.reset();
    disk.files->drop_unsynced(random);

    FaultyDisk mended;
    const auto reopened = open(fault_options(folder.path(), &mended));
    ASSERT_EQ(to_text(ledger.check(*reopened)), "") << "after power cut " << cut;
  }
  EXPECT_GT(ledger.acknowledged(), static_cast<size_t>(kCuts));
}

TEST(PowerLoss, KeepsAnIndexThatIsBeingFilledFillable) {
  std::mt19937_64 random(18);
  for (int cut = 0; cut < kCuts / 3; ++cut) {
    const TemporaryFolder folder("power-loss-index");
    FaultyDisk disk;
    PairLedger ledger;
    int next = 0;
    auto store = open(fault_options(folder.path(), &disk));
    PairLedger::create_table(*store);
    while (next < 600) {
      ASSERT_TRUE(ledger.write(*store, next++));
    }
    must(store->update_table(create_index(kPairs, "by_body", "body:S")));
    disk.files->cut_power_after(static_cast<int>(random() % 4));
    EXPECT_FALSE(store->run_maintenance()) << "the power was cut while the index was filled";
    store.reset();
    disk.files->drop_unsynced(random);

    FaultyDisk mended;
    const auto reopened = open(fault_options(folder.path(), &mended));
    ASSERT_EQ(to_text(ledger.check(*reopened)), "") << "after power cut " << cut;
    ASSERT_TRUE(reopened->run_maintenance());
    const auto content = read_table(*reopened, kPairs);
    EXPECT_EQ(content.description.schema.find_index("by_body")->status,
              store::IndexStatus::kActive);
    ASSERT_EQ(to_text(check_indexes(*reopened, content)), "") << "after power cut " << cut;
  }
}

}  // namespace
}  // namespace norn::testing
