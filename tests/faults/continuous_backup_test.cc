#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <semaphore>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "embedded/backup/table_backups.h"
#include "embedded/continuous/continuous_backups.h"
#include "embedded/continuous/replay.h"
#include "embedded/continuous/verify_archive.h"
#include "faults/pair_ledger.h"
#include "support/builders.h"
#include "support/consistency.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

// Continuous backups of the embedded store: what is restored is exactly what was there at the end
// of a second, whatever the store, the archiver and the disks did meanwhile.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;
using embedded::EmbeddedContinuousBackups;
using embedded::ExistingData;

constexpr int64_t kBeginMs = 1'763'184'000'000;
constexpr int64_t kHourMs = int64_t{3600} * 1000;
constexpr int64_t kDayMs = 24 * kHourMs;

// Goes on when the other clock is advanced, but not when it is set.
class SteadyClock final : public Clock {
 public:
  explicit SteadyClock(const ManualClock& clock) : clock_(clock) {}
  int64_t now_ms() const override { return clock_.now_ms() - set_by_ms_; }
  void note_set_by(int64_t ms) { set_by_ms_ += ms; }

 private:
  const ManualClock& clock_;
  int64_t set_by_ms_ = 0;
};

// Stops one caller, until it is told to go on.
class PausingClock final : public Clock {
 public:
  explicit PausingClock(const Clock& clock) : clock_(clock) {}
  int64_t now_ms() const override {
    if (pauses_.exchange(false)) {
      paused_.release();
      continues_.acquire();
    }
    return clock_.now_ms();
  }
  void pause_next() { pauses_ = true; }
  void wait_until_paused() { paused_.acquire(); }
  void go_on() { continues_.release(); }

 private:
  const Clock& clock_;
  mutable std::atomic<bool> pauses_ = false;
  mutable std::binary_semaphore paused_{0};
  mutable std::binary_semaphore continues_{0};
};

// The items of a table, as text, in order.
std::multiset<std::string> texts_of(store::Store& store, const std::string& name) {
  std::multiset<std::string> texts;
  for (const store::Item& item : read_table(store, name).items) {
    texts.insert(std::string(item.bytes()));
  }
  return texts;
}

class ContinuousBackup : public ::testing::Test {
 protected:
  void SetUp() override {
    open_store();
    must(store_->create_table(table("things", "pk:S")));
  }

  void open_store() {
    embedded::Options options = fault_options(data_, &disk_);
    store_ = must(embedded::EmbeddedStore::open(options, clock_));
    backups_.emplace(*store_, clock_, archive_disk_.env.get(), &steady_);
    must(backups_->start(EmbeddedContinuousBackups::Work::kWhenAsked));
  }
  void close_store() {
    backups_.reset();
    store_.reset();
  }
  void turn_on() {
    must(backups_->turn_on(folder_.path() / "backups", std::nullopt));
    archive();
  }
  void archive() { must(backups_->archiver().run_once()); }
  void set_clock_by(int64_t ms) {
    clock_.advance_ms(ms);
    steady_.note_set_by(ms);
  }
  void restart() {
    close_store();
    open_store();
  }
  // A second that is archived with this.
  int64_t write_second(const std::string& key, int value) {
    write(key, value);
    states_[value] = texts_of(*store_, "things");
    next_second();
    archive();
    return now_s() - 1;
  }
  // The items after the write_second of this value.
  const std::multiset<std::string>& state_of(int value) { return states_.at(value); }
  void next_second() { clock_.advance_ms(1000 - clock_.now_ms() % 1000); }
  void write(const std::string& key, int value) {
    must(store_->put(put("things", {{"pk", key}, {"value", num(value)}})));
  }
  int64_t now_s() const { return clock_.now_ms() / 1000; }

  Result<int64_t> try_restore(std::optional<int64_t> second) {
    embedded::Restored restored;
    fs::remove_all(target_);
    return restore_to_time(archive_, second, target_, ExistingData::kRefuse, clock_.now_ms(),
                           restored);
  }
  // The items as they were; nothing if the table was not there.
  std::multiset<std::string> restored(std::optional<int64_t> second) {
    must(try_restore(second));
    const auto store = open(fault_options(target_, nullptr));
    if (!store->describe_table("things")) return {};
    EXPECT_EQ(to_text(check_indexes(*store, read_table(*store, "things"))), "");
    return texts_of(*store, "things");
  }
  std::vector<fs::path> segments() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(archive_ / "segments")) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
  }
  void expect_refused_with(std::optional<int64_t> second, const std::string& part) {
    const auto refused = try_restore(second);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
    EXPECT_FALSE(fs::exists(target_));
    EXPECT_FALSE(fs::exists(target_.string() + ".restoring"));
  }

  const TemporaryFolder folder_{"continuous"};
  const fs::path data_ = folder_.path() / "data";
  const fs::path archive_ = folder_.path() / "backups" / "continuous";
  const fs::path target_ = folder_.path() / "restored";
  ManualClock clock_{kBeginMs};
  SteadyClock steady_{clock_};
  FaultyDisk disk_;
  FaultyDisk archive_disk_;
  std::unique_ptr<embedded::EmbeddedStore> store_;
  std::optional<EmbeddedContinuousBackups> backups_;
  std::map<int, std::multiset<std::string>> states_;
  std::mt19937_64 random_{7};  // NOLINT(cert-msc51-cpp): every run does the same.
};

TEST_F(ContinuousBackup, OfEverySecondIsExactlyWhatWasThere) {
  std::mt19937_64 random(20261118);  // NOLINT(cert-msc51-cpp): every run does the same.
  const auto chance = [&](int one_of) { return random() % static_cast<uint64_t>(one_of) == 0; };
  turn_on();
  const int64_t first = now_s();
  std::map<int64_t, std::multiset<std::string>> model;
  bool has_table = true;
  int64_t last = first;
  for (int second = 0; second < 60; ++second) {
    for (uint64_t writes = random() % 6; writes > 0 && has_table; --writes) {
      const std::string key = std::to_string(random() % 20);
      if (chance(4)) {
        must(store_->remove(remove("things", {{"pk", key}})));
      } else {
        // Enough for memtables to become files, and logs to be kept.
        must(store_->put(put(
            "things",
            {{"pk", key}, {"value", num(second)}, {"noise", std::string(random() % 9000, 'x')}})));
      }
      clock_.advance_ms(static_cast<int64_t>(random() % 100));
    }
    if (chance(15)) {
      if (has_table) {
        must(store_->delete_table("things"));
      } else {
        must(store_->create_table(table("things", "pk:S")));
      }
      has_table = !has_table;
    }
    model[now_s()] = has_table ? texts_of(*store_, "things") : std::multiset<std::string>();
    last = now_s();
    if (chance(3)) archive();
    if (chance(10)) {
      close_store();
      open_store();
    }
    if (chance(20)) clock_.advance_ms(kDayMs);  // Another base.
    next_second();
  }
  archive();
  EXPECT_TRUE(backups_->archiver().state().gaps.empty());
  for (int i = 0; i < 6; ++i) {
    const int64_t second =
        i == 0 ? last
               : first + static_cast<int64_t>(random() % static_cast<uint64_t>(last - first));
    const auto then = std::prev(model.upper_bound(second));
    EXPECT_EQ(restored(second), then->second) << second - first;
  }
}

TEST_F(ContinuousBackup, LeavesNothingInTheLogWhileItIsOff) {
  const auto stamp_of_a_write = [&] {
    const uint64_t before = must(store_->log().last_sequence());
    write("a", static_cast<int>(before));
    const auto batches = must(store_->log().read(before + 1, 1000));
    EXPECT_EQ(batches.size(), 1U);
    return batches.front().stamp_ms;
  };
  EXPECT_FALSE(stamp_of_a_write());
  turn_on();
  EXPECT_EQ(stamp_of_a_write(), clock_.now_ms());
  must(backups_->turn_off());
  archive();
  EXPECT_FALSE(backups_->archiver().state().is_running);
  EXPECT_FALSE(stamp_of_a_write());
  EXPECT_EQ(store_->log().kept_bytes(), 0U);
}

TEST_F(ContinuousBackup, GoesOnAfterARestartWithWhatWasNotArchived) {
  turn_on();
  for (int i = 0; i < 200; ++i) {
    must(
        store_->put(put("things", {{"pk", std::to_string(i)}, {"noise", std::string(2000, 'x')}})));
  }
  close_store();
  open_store();  // Which writes table files of the log.
  EXPECT_GT(store_->log().kept_bytes(), 0U) << "the log waits for the archiver all the same";
  const auto before = texts_of(*store_, "things");
  next_second();
  archive();
  EXPECT_EQ(store_->log().kept_bytes(), 0U);
  EXPECT_TRUE(backups_->archiver().state().gaps.empty());
  EXPECT_EQ(restored(std::nullopt), before);
}

TEST_F(ContinuousBackup, WhoseDiskIsFullDoesNotHoldUpTheStoreAndCatchesUp) {
  turn_on();
  write("a", 1);
  next_second();
  archive();
  archive_disk_.files->fill_disk(kAllFiles);
  write("a", 2);
  write("b", 2);
  const auto before = texts_of(*store_, "things");
  next_second();
  EXPECT_EQ(backups_->archiver().run_once().error().code, ErrorCode::kStorageFull);
  EXPECT_NE(backups_->archiver().state().failure.find("is full"), std::string::npos);
  EXPECT_TRUE(store_->healthy());
  write("c", 3);
  archive_disk_.files->free_disk();
  archive();
  EXPECT_EQ(backups_->archiver().state().failure, "");
  EXPECT_TRUE(backups_->archiver().state().gaps.empty());
  EXPECT_EQ(restored(now_s() - 1), before);
}

TEST_F(ContinuousBackup, WhoseDiskIsFullForTooLongBeginsAnewAndTellsTheGap) {
  turn_on();
  write("a", 1);
  next_second();
  archive();
  const int64_t whole_s = now_s() - 1;
  archive_disk_.files->fill_disk(kAllFiles);
  for (int i = 0; i < 200; ++i) {
    must(
        store_->put(put("things", {{"pk", std::to_string(i)}, {"noise", std::string(2000, 'x')}})));
  }
  close_store();
  open_store();
  next_second();
  const int64_t lost_s = now_s();
  disk_.files->report_free(uint64_t{40} << 20);  // The logs that are kept take space.
  EXPECT_FALSE(backups_->archiver().run_once());
  EXPECT_EQ(store_->log().kept_bytes(), 0U);
  write("later", 1);
  disk_.files->report_free(uint64_t{10} << 30);
  archive_disk_.files->free_disk();
  clock_.advance_ms(3000);
  archive();
  write("after", 1);
  const auto before = texts_of(*store_, "things");
  next_second();
  archive();
  const auto gaps = backups_->archiver().state().gaps;
  ASSERT_EQ(gaps.size(), 1U);
  EXPECT_NE(gaps[0].why.find("nothing could be archived for too long"), std::string::npos);
  EXPECT_EQ(restored(whole_s).size(), 1U);
  EXPECT_EQ(restored(std::nullopt), before);
  expect_refused_with(lost_s, "is in a gap");
}

TEST_F(ContinuousBackup, IsRefusedWhenASegmentIsDamagedOrMissingWhichIsNamed) {
  turn_on();
  for (int hour = 0; hour < 3; ++hour) {
    write("a", hour);
    clock_.advance_ms(kDayMs / 24);
    archive();
  }
  const int64_t last = now_s() - 1;
  const auto files = segments();
  ASSERT_GE(files.size(), 3U);
  const fs::path& middle = files[1];
  const fs::path aside = folder_.path() / "aside";
  fs::copy_file(middle, aside);
  for (const bool is_missing : {false, true}) {
    if (is_missing) {
      fs::remove(middle);
    } else {
      std::fstream stream(middle, std::ios::in | std::ios::out | std::ios::binary);
      stream.seekp(static_cast<std::streamoff>(fs::file_size(middle) - 3));
      stream.put('!');
    }
    expect_refused_with(last, middle.filename().string());
  }
  fs::copy_file(aside, middle);
  EXPECT_EQ(restored(last).size(), 1U);
}

TEST_F(ContinuousBackup, WhoseNewestSegmentIsLostIsRestoredUpToTheOneBefore) {
  turn_on();
  const int64_t first = write_second("a", 1);
  clock_.advance_ms(kHourMs);
  const int64_t last = write_second("a", 2);
  const fs::path newest = segments().back();
  const fs::path aside = folder_.path() / "aside";
  fs::rename(newest, aside);
  for (const bool is_missing : {true, false}) {
    if (!is_missing) std::ofstream(newest).close();
    expect_refused_with(last, newest.filename().string());
    expect_refused_with(std::nullopt, newest.filename().string());
    EXPECT_EQ(restored(first), state_of(1));
  }
  // A restart begins anew, and what is there of the chain stays restorable.
  restart();
  clock_.advance_ms(3000);
  archive();
  EXPECT_EQ(backups_->archiver().state().gaps.size(), 1U);
  write_second("a", 3);
  EXPECT_EQ(restored(std::nullopt), state_of(3));
  EXPECT_EQ(restored(first), state_of(1));
  expect_refused_with(last, "is in a gap");
}

TEST_F(ContinuousBackup, ReplacesNoSegmentBeforeTheNewOneIsWhole) {
  turn_on();
  const int64_t first = write_second("a", 1);
  clock_.advance_ms(kHourMs);
  archive();  // Another segment, without a batch.
  clock_.advance_ms(kHourMs);
  archive_disk_.files->fill_disk(kAllFiles);
  // Nothing was written, so the next one has the same name.
  EXPECT_FALSE(backups_->archiver().run_once());
  EXPECT_EQ(restored(first + kHourMs / 1000), state_of(1));
  restart();
  EXPECT_FALSE(backups_->archiver().run_once());
  archive_disk_.files->free_disk();
  archive();
  EXPECT_TRUE(backups_->archiver().state().gaps.empty());
  EXPECT_EQ(restored(first + kHourMs / 1000), state_of(1));
}

TEST_F(ContinuousBackup, HasAGapOfWhatWasWrittenWhileItWasOff) {
  for (const bool is_noticed : {true, false}) {
    SCOPED_TRACE(is_noticed);
    turn_on();
    const int64_t before_s = write_second("a", 1);
    must(backups_->turn_off());
    // The archiver may see only that it is on again.
    if (is_noticed) archive();
    const int64_t mistake_s = now_s();
    write("a", 2);
    clock_.advance_ms(2000);
    turn_on();
    next_second();
    const int64_t after_s = write_second("a", 3);
    EXPECT_EQ(restored(before_s), state_of(1));
    expect_refused_with(mistake_s, "is in a gap");
    EXPECT_EQ(restored(after_s), state_of(3));
    EXPECT_EQ(backups_->archiver().state().gaps.size(), is_noticed ? 1U : 2U);
    must(backups_->turn_off());
    archive();
  }
}

TEST_F(ContinuousBackup, WhoseDiskIsNotMountedWritesNothingElsewhere) {
  turn_on();
  const int64_t first_s = write_second("a", 1);
  const fs::path mounted = folder_.path() / "backups";
  const fs::path unmounted = folder_.path() / "unmounted";
  for (const bool is_restarted : {false, true}) {
    if (is_restarted) close_store();
    fs::rename(mounted, unmounted);
    fs::create_directory(mounted);  // The empty folder that it is mounted on.
    if (is_restarted) open_store();
    write("b", is_restarted ? 2 : 1);
    const auto done = backups_->archiver().run_once();
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().message.find("Is its disk mounted?"), std::string::npos);
    EXPECT_TRUE(fs::is_empty(mounted));
    fs::remove(mounted);
    fs::rename(unmounted, mounted);
    next_second();
    archive();
    EXPECT_TRUE(backups_->archiver().state().gaps.empty());
    EXPECT_EQ(restored(first_s), state_of(1));
    EXPECT_EQ(restored(std::nullopt), texts_of(*store_, "things"));
  }
}

TEST_F(ContinuousBackup, WhoseListIsMissingKeepsItsBasesAndSegments) {
  turn_on();
  const int64_t first_s = write_second("a", 1);
  const fs::path list = archive_ / "archive.json";
  const fs::path aside = folder_.path() / "aside.json";
  const auto before = segments();
  fs::rename(list, aside);
  restart();
  EXPECT_FALSE(backups_->archiver().run_once());
  const auto refused = backups_->turn_on({}, std::nullopt);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("move " + archive_.string() + " away"), std::string::npos)
      << refused.error().message;
  EXPECT_EQ(segments(), before);
  fs::rename(aside, list);
  archive();
  EXPECT_EQ(restored(first_s), state_of(1));
  // Begun anew on purpose.
  fs::rename(archive_, folder_.path() / "old");
  must(backups_->turn_on({}, std::nullopt));
  archive();
  write_second("a", 2);
  EXPECT_EQ(restored(std::nullopt), state_of(2));
}

TEST_F(ContinuousBackup, GivesUpABaseWhenTheLogsNeedTheSpace) {
  turn_on();
  for (int i = 0; i < 400; ++i) {
    std::string noise(10'000, 'x');
    for (char& one : noise) one = static_cast<char>('a' + (random_() % 26));
    must(store_->put(put("things", {{"pk", std::to_string(i)}, {"noise", noise}})));
  }
  next_second();
  archive();
  clock_.advance_ms(kDayMs);
  // A log that waits, on a disk that is nearly full.
  const fs::path log = data_ / "archive" / "000001.log";
  fs::create_directories(log.parent_path());
  std::ofstream(log) << '\0';
  disk_.files->report_free(uint64_t{40} << 20);
  archive();
  EXPECT_NE(backups_->archiver().state().failure.find("takes too much space"), std::string::npos)
      << backups_->archiver().state().failure;
  disk_.files->report_free(uint64_t{10} << 30);
  fs::remove(log);
  clock_.advance_ms(kHourMs);
  archive();
  EXPECT_EQ(backups_->archiver().state().failure, "");
  EXPECT_TRUE(backups_->archiver().state().gaps.empty());
  EXPECT_EQ(restored(std::nullopt), texts_of(*store_, "things"));
}

TEST_F(ContinuousBackup, IsVerified) {
  turn_on();
  for (int hour = 0; hour < 3; ++hour) {
    write("a", hour);
    clock_.advance_ms(kHourMs);
    archive();
  }
  const auto verified = [&] {
    return must(embedded::verify_archive(*rocksdb::Env::Default(), {.folder = archive_}));
  };
  const embedded::ArchiveContent whole = verified();
  EXPECT_EQ(whole.bases, 1U);
  EXPECT_EQ(whole.segments, segments().size());
  EXPECT_TRUE(whole.damage.empty());
  const auto expect_damage = [&](const fs::path& file) {
    const embedded::ArchiveContent content = verified();
    ASSERT_EQ(content.damage.size(), 1U);
    EXPECT_NE(content.damage[0].find(file.filename().string()), std::string::npos)
        << content.damage[0];
  };
  const fs::path aside = folder_.path() / "aside";
  for (const fs::path& file : segments()) {
    fs::rename(file, aside);
    expect_damage(file);
    fs::rename(aside, file);
  }
  const fs::path middle = segments()[1];
  fs::copy_file(middle, aside);
  fs::resize_file(middle, fs::file_size(middle) - 1);
  expect_damage(middle);
  fs::rename(aside, middle);
  for (const auto& entry : fs::recursive_directory_iterator(archive_ / "bases")) {
    if (entry.path().extension() != ".sst" && entry.path().extension() != ".log") continue;
    fs::resize_file(entry.path(), entry.file_size() + 1);
    break;
  }
  EXPECT_EQ(verified().damage.size(), 1U);
  EXPECT_EQ(verified().bases, 0U);
}

// The clock of a machine whose battery is empty, until the network says what time it is.
TEST_F(ContinuousBackup, WithAClockThatWasBehindHasTheTimesFromBeforeAndAfter) {
  turn_on();
  write_second("a", 1);
  clock_.advance_ms(3 * kHourMs);
  const int64_t before_s = write_second("a", 2);
  close_store();
  set_clock_by(-2 * kHourMs);
  open_store();
  next_second();
  archive();
  const int64_t wrong_s = write_second("a", 3);
  set_clock_by(2 * kHourMs);
  archive();
  next_second();
  const int64_t after_s = write_second("a", 4);
  EXPECT_EQ(restored(before_s), state_of(2));
  EXPECT_EQ(restored(before_s - 60), state_of(1));
  EXPECT_EQ(restored(after_s), state_of(4));
  // What was written with the wrong clock is not taken for what was there then.
  EXPECT_EQ(restored(wrong_s), state_of(1));
  expect_refused_with(before_s + 1, "the clock was set forward by 7200 seconds");
  // All of it is kept as long as everything else.
  clock_.advance_ms(3 * kDayMs);
  archive();
  EXPECT_EQ(restored(before_s), state_of(2));
}

TEST_F(ContinuousBackup, WithAClockThatIsSetForwardTellsTheGap) {
  turn_on();
  const int64_t before_s = write_second("a", 1);
  set_clock_by(kHourMs);
  write("a", 2);
  archive();
  next_second();
  const int64_t after_s = write_second("a", 3);
  expect_refused_with(before_s + 1800, "is in a gap");
  EXPECT_EQ(restored(before_s), state_of(1));
  EXPECT_EQ(restored(after_s), state_of(3));
  const auto gaps = backups_->archiver().state().gaps;
  ASSERT_EQ(gaps.size(), 1U);
  EXPECT_EQ(gaps[0].why, "the clock was set forward by 3600 seconds");
}

TEST_F(ContinuousBackup, DeletesNothingByAClockThatIsWrong) {
  must(backups_->turn_on(folder_.path() / "backups", 35));
  archive();
  const int64_t first_s = write_second("a", 1);
  for (const bool is_restarted : {false, true}) {
    for (const int days : {-40, 40}) {
      if (is_restarted) close_store();
      set_clock_by(days * kDayMs);
      if (is_restarted) open_store();
      archive();
      clock_.advance_ms(2 * kHourMs);
      archive();
      if (is_restarted) close_store();
      set_clock_by(-days * kDayMs);
      if (is_restarted) open_store();
      archive();
      clock_.advance_ms(2 * kHourMs);
      archive();
      EXPECT_EQ(restored(first_s), state_of(1)) << is_restarted << days;
    }
  }
  // When the clock has been right for a day, things are deleted as before.
  for (int i = 0; i < 11; ++i) {
    clock_.advance_ms(10 * kDayMs);
    archive();
  }
  EXPECT_EQ(backups_->archiver().state().gaps.size(), 0U);
  expect_refused_with(first_s, "is too early");
}

TEST_F(ContinuousBackup, KeepsWhatTheLastDaysNeed) {
  must(backups_->turn_on(folder_.path() / "backups", 3));
  archive();
  for (int day = 0; day < 8; ++day) {
    write("a", day);
    clock_.advance_ms(kDayMs);
    archive();
  }
  const auto times = backups_->archiver().state().times;
  ASSERT_TRUE(times);
  EXPECT_LE(times->earliest_s, now_s() - 3 * kDayMs / 1000);
  EXPECT_GT(times->earliest_s, now_s() - 5 * kDayMs / 1000);
  const auto bases =
      must(embedded::BackupFolder::open(archive_ / "bases", embedded::BackupFolder::Use::kRead));
  EXPECT_LE(bases->list().size(), 5U);
  EXPECT_EQ(restored(now_s() - 3 * kDayMs / 1000).size(), 1U);
  expect_refused_with(now_s() - 7 * kDayMs / 1000, "is too early");
}

TEST_F(ContinuousBackup, OfDataThatWasRestoredBeginsAnew) {
  turn_on();
  write("a", 1);
  next_second();
  archive();
  const int64_t before_s = now_s() - 1;
  write("b", 2);
  next_second();
  archive();
  close_store();
  embedded::Restored moved;
  must(
      restore_to_time(archive_, before_s, data_, ExistingData::kMoveAside, clock_.now_ms(), moved));
  next_second();
  open_store();
  archive();
  EXPECT_EQ(texts_of(*store_, "things").size(), 1U);
  write("c", 3);
  write("d", 3);
  next_second();
  archive();
  EXPECT_EQ(restored(std::nullopt).size(), 3U);
  EXPECT_EQ(restored(before_s + 1).size(), 2U) << "what was before the restore";
  ASSERT_EQ(backups_->archiver().state().gaps.size(), 1U);
  EXPECT_EQ(backups_->archiver().state().gaps[0].why, "the data was restored");
}

TEST_F(ContinuousBackup, OfATableIsRestoredBesideTheOthersWhileTheyAreUsed) {
  const auto update = [&](bool on) {
    return backups_->update({.table = "things", .enabled = on, .recovery_days = std::nullopt});
  };
  EXPECT_FALSE(must(backups_->describe("things")).enabled);
  EXPECT_TRUE(must(update(true)).enabled);
  archive();
  write("a", 1);
  const auto then = texts_of(*store_, "things");
  const int64_t then_s = now_s();
  next_second();
  write("a", 2);
  write("b", 2);
  next_second();
  store::RestoreTableToTimeRequest request{.source = "things", .time_s = then_s, .as = {}};
  request.as.target = "copy";
  must(backups_->restore(request));
  EXPECT_EQ(texts_of(*store_, "copy"), then);
  EXPECT_EQ(to_text(check_indexes(*store_, read_table(*store_, "copy"))), "");
  const auto at_time = must(backups_->read_at("things", then_s));
  EXPECT_EQ(at_time->table().schema.name, "things");
  EXPECT_EQ(must(at_time->next())->bytes(), *then.begin());
  EXPECT_FALSE(must(at_time->next()));

  const auto detail_of = [](const Error& error) {
    const auto* const wire = dynamic_cast<const store::WireError*>(error.detail.get());
    return wire == nullptr ? std::string_view() : wire->type;
  };
  EXPECT_EQ(detail_of(backups_->restore(request).error()), "TableAlreadyExistsException");
  request.as.target = "other";
  request.time_s = now_s() + 100;
  EXPECT_EQ(detail_of(backups_->restore(request).error()), "InvalidRestoreTimeException");
  EXPECT_FALSE(must(update(false)).enabled);
  EXPECT_EQ(detail_of(backups_->restore(request).error()),
            "PointInTimeRecoveryUnavailableException");
  EXPECT_EQ(backups_->describe("none").error().code, ErrorCode::kTableNotFound);
}

TEST_F(ContinuousBackup, IsRestoredOnceThoughAClientAsksAgainMeanwhile) {
  write("a", 1);
  close_store();
  PausingClock clock(clock_);
  store_ = must(embedded::EmbeddedStore::open(fault_options(data_, &disk_), clock));
  backups_.emplace(*store_, clock, archive_disk_.env.get(), &steady_);
  must(backups_->start(EmbeddedContinuousBackups::Work::kWhenAsked));
  must(backups_->turn_on(folder_.path() / "backups", std::nullopt));
  archive();
  next_second();
  archive();
  embedded::EmbeddedTableBackups of_tables(*store_);
  const std::string arn = must(of_tables.create("things", "backup")).arn;
  const auto ask_twice = [&](const auto& restore) {
    clock.pause_next();
    std::thread first([&] { must(restore()); });
    clock.wait_until_paused();
    const auto second = restore();
    clock.go_on();
    first.join();
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message, "Table already exists: copy");
    EXPECT_EQ(texts_of(*store_, "copy"), texts_of(*store_, "things"));
    must(store_->delete_table("copy"));
  };
  ask_twice([&] {
    store::RestoreTableRequest request;
    request.backup_arn = arn;
    request.target = "copy";
    return of_tables.restore(request);
  });
  ask_twice([&] {
    store::RestoreTableToTimeRequest request{.source = "things", .time_s = {}, .as = {}};
    request.as.target = "copy";
    return backups_->restore(request);
  });
  close_store();
}

TEST_F(ContinuousBackup, IsKeptApartFromThatOfOtherData) {
  turn_on();
  close_store();
  fs::rename(data_, folder_.path() / "moved");
  const auto moved =
      must(embedded::EmbeddedStore::open(fault_options(folder_.path() / "moved", &disk_), clock_));
  EmbeddedContinuousBackups other(*moved, clock_);
  must(other.start(EmbeddedContinuousBackups::Work::kWhenAsked));
  EXPECT_EQ(other.archiver().run_once().error().code, ErrorCode::kConflict);
}

}  // namespace
}  // namespace norn::testing
