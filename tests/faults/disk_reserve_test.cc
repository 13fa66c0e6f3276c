#include <gtest/gtest.h>

#include <algorithm>

#include "base/log.h"
#include "faults/fault_file_system.h"
#include "faults/pair_ledger.h"
#include "support/builders.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

// The last part of the disk, which ordinary writes leave free.
namespace norn::testing {
namespace {

constexpr uint64_t kReserveBytes = 10'000'000;
constexpr const char* kData = "data";
constexpr const char* kSessions = "sessions";

class DiskReserve : public ::testing::Test {
 protected:
  void SetUp() override {
    auto options = fault_options(folder_.path(), &disk_);
    options.reserve_bytes = kReserveBytes;
    options.reserve_tables = {kSessions};
    disk_.files->report_free(kReserveBytes);
    store_ = open(options);
    for (const char* name : {kData, kSessions}) must(store_->create_table(table(name, "pk:S")));
    for (int i = 0; i < 10; ++i) must(store_->put(put(kData, {{"pk", std::to_string(i)}})));
  }

  // Uses the disk up, as far as the reserve, and waits until the store has seen it.
  void fill_disk() {
    disk_.files->report_free(kReserveBytes - 1);
    while (store_->put(put(kData, {{"pk", "filler"}, {"n", num(++next_)}}))) {
    }
  }

  template <typename T>
  static bool is_refused(const Result<T>& written) {
    return !written && written.error().code == ErrorCode::kStorageFull &&
           written.error().message.find("its last 9 MB") != std::string::npos;
  }

  const TemporaryFolder folder_{"disk-reserve"};
  FaultyDisk disk_;
  int next_ = 0;
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

TEST_F(DiskReserve, IsLeftFreeByOrdinaryWrites) {
  fill_disk();
  EXPECT_TRUE(is_refused(store_->put(put(kData, {{"pk", "new"}}))));
  EXPECT_TRUE(is_refused(
      store_->update(update(kData, {{"pk", "1"}}, "SET n = :n", values({{":n", num(1)}})))));
  EXPECT_TRUE(is_refused(store_->batch_write(batch({batch_put(kData, {{"pk", "new"}})}))));
  EXPECT_TRUE(is_refused(store_->batch_write(
      batch({batch_put(kData, {{"pk", "new"}}), batch_delete(kData, {{"pk", "1"}})}))));
  EXPECT_TRUE(is_refused(store_->transact_write(
      transaction({put(kData, {{"pk", "new"}}), put(kSessions, {{"pk", "new"}})}))));
  EXPECT_TRUE(is_refused(store_->create_table(table("another", "pk:S"))));
  EXPECT_FALSE(must(store_->get(get(kData, {{"pk", "new"}}))).item);
  EXPECT_TRUE(must(store_->get(get(kData, {{"pk", "1"}}))).item) << "a batch is not half done";
  EXPECT_TRUE(is_refused(store_->healthy()));
}

TEST_F(DiskReserve, IsLoggedOnceForManyWrites) {
  log::set_level(log::Level::kWarn);
  ::testing::internal::CaptureStderr();
  fill_disk();
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(is_refused(store_->put(put(kData, {{"pk", "new"}}))));
  }
  const std::string lines = ::testing::internal::GetCapturedStderr();
  log::set_level(log::Level::kError);  // As for all other tests of this program.
  EXPECT_LE(std::ranges::count(lines, '\n'), 3) << "two minutes, and a number between\n" << lines;
  EXPECT_NE(lines.find("The disk is full but for its last 9 MB"), std::string::npos) << lines;
}

TEST_F(DiskReserve, IsForDeletionsAndForSigningIn) {
  fill_disk();
  must(store_->remove(remove(kData, {{"pk", "1"}})));
  must(store_->batch_write(batch({batch_delete(kData, {{"pk", "2"}})})));
  must(store_->transact_write(
      transaction({remove(kData, {{"pk", "3"}}), put(kData, {{"pk", "what is left to delete"}})})));
  must(store_->put(put(kSessions, {{"pk", "session"}})));
  must(store_->transact_write(transaction(
      {check(kData, {{"pk", "4"}}, "attribute_exists(pk)"), put(kSessions, {{"pk", "other"}})})));
  EXPECT_TRUE(store_->run_maintenance());
  must(store_->delete_table(kData));
}

// What is deleted is in the log and the stream first, so that deleting much takes much.
TEST_F(DiskReserve, IsNotUsedUpByDeletions) {
  fill_disk();
  disk_.files->report_free(kReserveBytes / 4 - 1);
  EXPECT_TRUE(is_refused(store_->remove(remove(kData, {{"pk", "1"}}))));
  EXPECT_TRUE(is_refused(store_->batch_write(batch({batch_delete(kData, {{"pk", "1"}})}))));
  EXPECT_TRUE(is_refused(store_->transact_write(transaction({remove(kData, {{"pk", "1"}})}))));
  must(store_->put(put(kSessions, {{"pk", "session"}})));
  must(store_->remove(remove(kSessions, {{"pk", "session"}})));
  EXPECT_TRUE(store_->run_maintenance());
  disk_.files->report_free(kReserveBytes / 4);
  must(store_->remove(remove(kData, {{"pk", "1"}})));
}

TEST_F(DiskReserve, IsNoReasonToRefuseAnythingOnceThereIsSpace) {
  fill_disk();
  disk_.files->report_free(kReserveBytes);
  must(store_->put(put(kData, {{"pk", "new"}})));
  EXPECT_TRUE(store_->healthy());
}

TEST_F(DiskReserve, IsAlsoLeftFreeByWritesThatNobodyWaitsFor) {
  fill_disk();
  Result<store::WriteReply> reply = store::WriteReply();
  store_->submit(put(kData, {{"pk", "new"}}),
                 [&](Result<store::WriteReply> answer) { reply = std::move(answer); });
  store_->submit(remove(kData, {{"pk", "1"}}), [](const auto& answer) { EXPECT_TRUE(answer); });
  must(store_->remove(remove(kData, {{"pk", "2"}})));  // The others are answered by then.
  EXPECT_TRUE(is_refused(reply));
}

}  // namespace
}  // namespace norn::testing
