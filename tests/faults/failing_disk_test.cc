#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "faults/pair_ledger.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

constexpr int kMaxWritesToFail = 3000;  // Enough to fill memtables many times.

bool says(const Error& error, ErrorCode code, std::string_view part) {
  return error.code == code && error.message.find(part) != std::string::npos;
}

class FailingDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    store_ = open(fault_options(folder_.path(), &disk_));
    PairLedger::create_table(*store_);
    write_some();
  }

  void write_some(int count = 20) {
    for (int i = 0; i < count; ++i) {
      const auto written = ledger_.write(*store_, next_++);
      ASSERT_TRUE(written) << to_text(written.error());
    }
  }

  // Writes until a write is refused, and returns why.
  Error write_until_refused() {
    for (int i = 0; i < kMaxWritesToFail; ++i) {
      if (const auto written = ledger_.write(*store_, next_++); !written) {
        return written.error();
      }
    }
    return {ErrorCode::kInternal, "no write was refused", nullptr};
  }

  void reopen() {
    store_.reset();
    store_ = open(fault_options(folder_.path(), &disk_));
  }

  void expect_consistent(bool strictly) {
    ASSERT_EQ(to_text(ledger_.check(*store_, strictly)), "");
  }

  const TemporaryFolder folder_{"failing-disk"};
  FaultyDisk disk_;
  PairLedger ledger_;
  int next_ = 0;
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

struct SyncFailure {
  std::string name;
  rocksdb::IOStatus status;
};

class FailingSync : public FailingDisk, public ::testing::WithParamInterface<SyncFailure> {};

TEST_P(FailingSync, EndsWritingForGoodWhileReadsGoOn) {
  disk_.files->break_syncs(kLogFiles, GetParam().status);
  const Error refusal = write_until_refused();
  EXPECT_TRUE(says(refusal, ErrorCode::kUnavailable, "no further writes are taken"))
      << to_text(refusal);
  disk_.files->mend_syncs();
  for (int i = 0; i < 3; ++i) {
    const auto written = ledger_.write(*store_, next_++);
    ASSERT_FALSE(written) << "nothing may be acknowledged after a failed sync";
    EXPECT_EQ(written.error().code, ErrorCode::kUnavailable);
  }
  const auto healthy = store_->healthy();
  ASSERT_FALSE(healthy);
  EXPECT_TRUE(says(healthy.error(), ErrorCode::kUnavailable, "Check the disk"))
      << to_text(healthy.error());
  expect_consistent(/*strictly=*/true);

  reopen();
  EXPECT_TRUE(store_->healthy());
  expect_consistent(/*strictly=*/false);
  write_some();
  expect_consistent(/*strictly=*/false);
}

INSTANTIATE_TEST_SUITE_P(
    With, FailingSync,
    ::testing::Values(SyncFailure{"AnError", rocksdb::IOStatus::IOError("broken")},
                      SyncFailure{"NoSpace", rocksdb::IOStatus::NoSpace("too late")}),
    [](const auto& param) { return param.param.name; });

struct FullDiskCase {
  std::string name;
  unsigned kinds = 0;
};

class FullDisk : public FailingDisk, public ::testing::WithParamInterface<FullDiskCase> {
 protected:
  void expect_refusal_and_reads(const Error& refusal) {
    EXPECT_TRUE(says(refusal, ErrorCode::kStorageFull, "The disk is full")) << to_text(refusal);
    for (int i = 0; i < 3; ++i) {
      const auto written = ledger_.write(*store_, next_++);
      ASSERT_FALSE(written);
      EXPECT_EQ(written.error().code, ErrorCode::kStorageFull) << to_text(written.error());
    }
    const auto healthy = store_->healthy();
    ASSERT_FALSE(healthy);
    EXPECT_TRUE(says(healthy.error(), ErrorCode::kStorageFull, "Free some space"))
        << to_text(healthy.error());
    expect_consistent(/*strictly=*/true);
  }
};

TEST_P(FullDisk, TakesWritesAgainWhenThereIsSpaceAgain) {
  for (int cycle = 0; cycle < 2; ++cycle) {
    disk_.files->fill_disk(GetParam().kinds);
    expect_refusal_and_reads(write_until_refused());
    disk_.files->free_disk();
    write_some(1 + cycle * 40);
    EXPECT_TRUE(store_->healthy());
    expect_consistent(/*strictly=*/true);
  }
  reopen();
  expect_consistent(/*strictly=*/true);
}

TEST_P(FullDisk, RightAfterTheStartLosesNothing) {
  reopen();
  disk_.files->fill_disk(GetParam().kinds);
  expect_refusal_and_reads(write_until_refused());
  disk_.files->free_disk();
  write_some();
  expect_consistent(/*strictly=*/true);
}

TEST_P(FullDisk, AndThenARestartLosesNothing) {
  disk_.files->fill_disk(GetParam().kinds);
  expect_refusal_and_reads(write_until_refused());
  store_.reset();
  disk_.files->free_disk();
  store_ = open(fault_options(folder_.path(), &disk_));
  expect_consistent(/*strictly=*/true);
  write_some();
  expect_consistent(/*strictly=*/true);
}

TEST_P(FullDisk, NeverDisturbsReaders) {
  std::atomic<bool> done = false;
  std::atomic<int> reads = 0;
  Problems problems;
  std::thread reader([&] {
    while (!done && problems.empty()) {
      problems = ledger_.read_one(*store_);
      ++reads;
    }
  });
  for (int cycle = 0; cycle < 2; ++cycle) {
    disk_.files->fill_disk(GetParam().kinds);
    EXPECT_EQ(write_until_refused().code, ErrorCode::kStorageFull);
    disk_.files->free_disk();
    write_some();
  }
  done = true;
  reader.join();
  EXPECT_EQ(to_text(problems), "");
  EXPECT_GT(reads.load(), 0);
}

// A file system may claim to have space and still refuse to store: then opening the store for
// writing again fails too, and it goes on for reading.
TEST_P(FullDisk, ThatClaimsToHaveSpaceStillServesReads) {
  disk_.files->fill_disk(GetParam().kinds, /*hidden=*/true);
  EXPECT_EQ(write_until_refused().code, ErrorCode::kStorageFull);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(write_until_refused().message.empty());
    expect_consistent(/*strictly=*/true);
  }
  disk_.files->free_disk();
  while (!ledger_.write(*store_, next_++)) {
    std::this_thread::yield();  // The committer waits a second before it tries again.
  }
  write_some();
  expect_consistent(/*strictly=*/true);
}

INSTANTIATE_TEST_SUITE_P(Of, FullDisk,
                         ::testing::Values(FullDiskCase{"Logs", kLogFiles},
                                           FullDiskCase{"Tables", kTableFiles},
                                           FullDiskCase{"Manifests", kManifestFiles},
                                           FullDiskCase{"AllFiles", kAllFiles}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace norn::testing
