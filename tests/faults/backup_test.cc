#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "embedded/backup/restore.h"
#include "embedded/backup/schedule_file.h"
#include "embedded/backup/table_backups.h"
#include "embedded/catalog.h"
#include "embedded/continuous/continuous_settings.h"
#include "embedded/database.h"
#include "faults/pair_ledger.h"
#include "support/builders.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

// Backups of the embedded store, while it is written to and while the disk fails.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;
using embedded::BackupFolder;
using embedded::BackupProgress;
using embedded::ExistingData;

constexpr int64_t kNowMs = 1'763'184'000'000;

bool go_on(const BackupProgress& /*progress*/) {
  return true;
}

uintmax_t bytes_in(const fs::path& folder) {
  uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

// The items, and the notes of tables to be dropped, that belong to no table of the catalog.
size_t keys_without_table(const embedded::Options& options) {
  const auto database = must(embedded::Database::open(options));
  const auto catalog = must(embedded::Catalog::load(*database));
  const auto count = [&](rocksdb::ColumnFamilyHandle* family, const auto& belongs) {
    size_t others = 0;
    const std::unique_ptr<rocksdb::Iterator> keys(
        database->rocks().NewIterator(rocksdb::ReadOptions(), family));
    for (keys->SeekToFirst(); keys->Valid(); keys->Next()) {
      if (!belongs(keys->key().ToStringView())) ++others;
    }
    return others;
  };
  const auto is_of_table = [&](std::string_view key) {
    return std::ranges::any_of(catalog.tables, [&](const auto& entry) {
      return entry.second->id == embedded::read_u32(key);
    });
  };
  const auto is_no_note = [](std::string_view key) { return !key.starts_with('p'); };
  return count(database->items(), is_of_table) + count(database->meta(), is_no_note);
}

class BackupTest : public ::testing::Test {
 protected:
  void SetUp() override {
    store_ = open(fault_options(data_, &disk_));
    PairLedger::create_table(*store_);
  }

  void write_pairs(int first, int count) {
    for (int i = first; i < first + count; ++i) ASSERT_TRUE(ledger_.write(*store_, i));
  }
  std::unique_ptr<BackupFolder> backups(BackupFolder::Use use = BackupFolder::Use::kWrite) {
    return must(BackupFolder::open(backups_, use, disk_.env.get()));
  }
  Result<embedded::Backup> back_up() { return store_->back_up(*backups(), go_on); }
  // A file of the backups of this ending, the largest.
  fs::path file_of_backups(std::string_view ending) {
    fs::path largest;
    for (const auto& entry : fs::recursive_directory_iterator(backups_)) {
      if (!entry.path().string().ends_with(ending)) continue;
      if (largest.empty() || entry.file_size() > fs::file_size(largest)) largest = entry.path();
    }
    return largest;
  }
  static void flip_byte(const fs::path& file) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(file) / 2);
    stream.seekg(middle);
    const auto byte = static_cast<char>(stream.get() ^ 1);
    stream.seekp(middle);
    stream.put(byte);
  }

  const TemporaryFolder folder_{"backup"};
  const fs::path data_ = folder_.path() / "data";
  const fs::path backups_ = folder_.path() / "backups";
  const fs::path target_ = folder_.path() / "restored";
  FaultyDisk disk_;
  PairLedger ledger_;
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

TEST_F(BackupTest, RestoresEveryTableItemIndexAndStreamIntoAnEmptyFolder) {
  write_pairs(0, 200);
  auto other = table("other", "pk:S sk:N");
  add_global_index(other, "byColor", "color:S");
  add_local_index(other, "byDate", "pk:S date:S");
  must(store_->create_table(other));
  must(store_->change_tags({"other", {{"stage", "test"}}, {}}));
  must(store_->update_ttl({"other", "ttl", true}));
  for (int i = 0; i < 100; ++i) {
    must(store_->put(put("other", {{"pk", "p"}, {"sk", num(i)}, {"color", "red"}, {"date", "x"}})));
  }
  const auto backup = must(back_up());
  EXPECT_EQ(backup.note.layout, 1U);
  EXPECT_GT(backup.bytes, 0U);
  EXPECT_GT(backup.files, 3U);
  must(store_->put(put("other", {{"pk", "later"}, {"sk", num(1)}})));
  must(restore_backup(*backups(BackupFolder::Use::kRead), backup.id, target_, ExistingData::kRefuse,
                      kNowMs));
  EXPECT_EQ(fs::status(target_).permissions(), fs::perms::owner_all);
  EXPECT_FALSE(fs::exists(target_.string() + ".restoring"));

  must(store_->remove(remove("other", {{"pk", "later"}, {"sk", num(1)}})));
  const auto restored = open(fault_options(target_, nullptr));
  EXPECT_EQ(to_text(ledger_.check(*restored, /*strictly=*/true)), "");
  for (const char* name : {kPairs, "other"}) {
    const TableContent before = read_table(*store_, name);
    const TableContent after = read_table(*restored, name);
    EXPECT_EQ(after.items, before.items) << name;
    EXPECT_EQ(after.description.id, before.description.id);
    EXPECT_EQ(after.description.stream_arn, before.description.stream_arn);
    EXPECT_EQ(to_text(check_indexes(*restored, after)), "");
  }
  EXPECT_EQ(to_text(check_collections(*restored, read_table(*restored, "other"))), "");
  EXPECT_EQ(must(restored->list_tags("other")), (store::Tags{{"stage", "test"}}));
  EXPECT_EQ(must(restored->describe_ttl("other")).attribute, "ttl");
}

TEST_F(BackupTest, UnderLoadHasEveryWriteAcknowledgedBefore) {
  {
    const PairLoad load(*store_, ledger_, 0);
    for (int i = 0; i < 3; ++i) {
      while (load.next() < 50 * (i + 1)) std::this_thread::yield();
      const size_t before = ledger_.acknowledged();
      const auto backup = must(back_up());
      const fs::path copy = folder_.path() / fmt::format("copy{}", i);
      must(restore_backup(*backups(), backup.id, copy, ExistingData::kRefuse, kNowMs));
      const auto restored = open(fault_options(copy, nullptr));
      EXPECT_GE(read_table(*restored, kPairs).items.size(), 2 * before);
      // The ledger goes on: only what needs no knowledge of it is checked.
      EXPECT_EQ(to_text(PairLedger().check(*restored)), "");
    }
  }
  EXPECT_TRUE(store_->healthy());
  EXPECT_EQ(to_text(ledger_.check(*store_)), "");
}

TEST_F(BackupTest, CopiesOnlyNewFilesAfterTheFirst) {
  // One file of each kind, so that nothing is merged into new files meanwhile.
  embedded::Options options = fault_options(data_, &disk_);
  options.memtable_bytes = size_t{32} << 20;
  store_.reset();
  store_ = open(options);
  for (int i = 0; i < 40; ++i) {
    std::string noise;
    for (int j = 0; j < 10'000; ++j) noise += std::to_string(i * 7919 + j * j);
    must(store_->put(put(kPairs, {{"pk", std::to_string(i)}, {"sk", num(0)}, {"noise", noise}})));
  }
  const auto first = must(back_up());
  const auto bytes = bytes_in(backups_);
  write_pairs(0, 1);
  const auto second = must(back_up());
  EXPECT_GE(second.bytes, first.bytes);
  EXPECT_LT(bytes_in(backups_) - bytes, bytes / 2);
  EXPECT_EQ(second.id, first.id + 1);
}

TEST_F(BackupTest, KeepsTheNewest) {
  for (int i = 0; i < 4; ++i) {
    write_pairs(i, 1);
    must(back_up());
  }
  EXPECT_EQ(must(backups()->prune(2)), 2U);
  const auto left = backups()->list();
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].id, 3U);
  for (const auto& one : left) EXPECT_TRUE(verify_backup(*backups(), one.id));
  EXPECT_EQ(backups()->remove(1).error().code, ErrorCode::kResourceNotFound);
}

TEST_F(BackupTest, CountsWhatIsInItWhenItIsVerified) {
  write_pairs(0, 30);
  const auto backup = must(back_up());
  const auto content = must(verify_backup(*backups(BackupFolder::Use::kRead), backup.id));
  EXPECT_EQ(content.tables, 1U);
  EXPECT_EQ(content.items, read_table(*store_, kPairs).items.size());
  EXPECT_GT(content.index_entries, 0U);
  EXPECT_GT(content.stream_records, 0U);
}

TEST_F(BackupTest, IsRefusedWhenAFileIsDamagedWhichIsNamed) {
  write_pairs(0, 50);
  const auto backup = must(back_up());
  const fs::path file = file_of_backups(".sst");
  flip_byte(file);
  const auto verified = verify_backup(*backups(), backup.id);
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code, ErrorCode::kCorruption);
  EXPECT_NE(verified.error().message.find(file.filename().string()), std::string::npos)
      << verified.error().message;
  const auto restored =
      restore_backup(*backups(), backup.id, target_, ExistingData::kRefuse, kNowMs);
  ASSERT_FALSE(restored);
  EXPECT_NE(restored.error().message.find(file.filename().string()), std::string::npos)
      << restored.error().message;
  EXPECT_FALSE(fs::exists(target_));
  EXPECT_FALSE(fs::exists(target_.string() + ".restoring"));
}

TEST_F(BackupTest, IsRefusedWhenAFileIsMissingOrShortWhichIsNamed) {
  write_pairs(0, 50);
  const auto backup = must(back_up());
  const fs::path file = file_of_backups(".sst");
  for (const bool is_missing : {false, true}) {
    if (is_missing) {
      fs::remove(file);
    } else {
      fs::resize_file(file, fs::file_size(file) - 1);
    }
    const auto restored =
        restore_backup(*backups(), backup.id, target_, ExistingData::kRefuse, kNowMs);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().code, ErrorCode::kCorruption);
    EXPECT_NE(restored.error().message.find(file.filename().string()), std::string::npos)
        << restored.error().message;
    EXPECT_FALSE(fs::exists(target_));
  }
}

TEST_F(BackupTest, WithoutSpaceIsRefusedAndTheStoreGoesOn) {
  write_pairs(0, 50);
  must(back_up());
  const auto before = bytes_in(backups_);
  write_pairs(50, 50);
  disk_.files->report_free(1000);
  const auto refused = back_up();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kStorageFull);
  EXPECT_NE(refused.error().message.find("MB are missing"), std::string::npos)
      << refused.error().message;
  EXPECT_EQ(bytes_in(backups_), before);
  disk_.files->report_free(uint64_t{10} << 30);
  write_pairs(100, 10);
  EXPECT_TRUE(back_up());
}

TEST_F(BackupTest, WhoseDiskFillsUpLeavesNothingAndTheStoreGoesOn) {
  write_pairs(0, 50);
  const auto first = must(back_up());
  const auto files_before = bytes_in(backups_);
  write_pairs(50, 50);
  // Only the notes of RocksDB about the backup do not fit: what the store writes itself does.
  disk_.files->fill_disk(kOtherFiles, /*hidden=*/true);
  const auto refused = back_up();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kStorageFull) << refused.error().message;
  write_pairs(100, 10);
  EXPECT_TRUE(store_->healthy());
  disk_.files->free_disk();
  EXPECT_EQ(bytes_in(backups_), files_before);
  EXPECT_EQ(backups()->list().size(), 1U);
  EXPECT_TRUE(verify_backup(*backups(), first.id));
  EXPECT_TRUE(back_up());
}

TEST_F(BackupTest, CanBeStopped) {
  for (int i = 0; i < 40; ++i) {
    std::string noise;
    for (int j = 0; j < 10'000; ++j) noise += std::to_string(i * 7919 + j * j);
    must(store_->put(put(kPairs, {{"pk", std::to_string(i)}, {"sk", num(0)}, {"noise", noise}})));
  }
  const auto stopped =
      store_->back_up(*backups(), [](const BackupProgress& /*progress*/) { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "The backup was stopped.");
  EXPECT_TRUE(backups()->list().empty());
  EXPECT_TRUE(back_up());
}

TEST_F(BackupTest, IsGivenUpWhenTheStoreHasToReopenItsFiles) {
  for (int i = 0; i < 40; ++i) {
    std::string noise;
    for (int j = 0; j < 10'000; ++j) noise += std::to_string(i * 7919 + j * j);
    must(store_->put(put(kPairs, {{"pk", std::to_string(i)}, {"sk", num(0)}, {"noise", noise}})));
  }
  store_.reset();
  const auto database = must(embedded::Database::open(fault_options(data_, nullptr)));
  auto held = must(database->hold());
  std::thread reopens;
  const auto report = [&](const BackupProgress& /*progress*/) {
    if (!reopens.joinable()) reopens = std::thread([&] { must(database->reopen()); });
    while (!database->wants_to_reopen()) std::this_thread::yield();
    return true;
  };
  const auto given_up = backups()->create(
      *database, {.layout = 1, .created_ms = kNowMs, .table = std::nullopt}, report);
  held.unlock();
  reopens.join();
  ASSERT_FALSE(given_up);
  EXPECT_NE(given_up.error().message.find("was given up"), std::string::npos)
      << given_up.error().message;
  EXPECT_TRUE(backups()->list().empty());
}

TEST_F(BackupTest, IsNotMadeInsideTheData) {
  const auto inside = must(BackupFolder::open(data_ / "backups", BackupFolder::Use::kWrite));
  const auto refused = store_->back_up(*inside, go_on);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("is inside the data folder"), std::string::npos);
}

TEST_F(BackupTest, IsNotRestoredOverDataUnlessItIsMovedAside) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  write_pairs(10, 10);
  const auto refused = restore_backup(*backups(), backup.id, data_, ExistingData::kRefuse, kNowMs);
  EXPECT_NE(refused.error().message.find("There is data in"), std::string::npos);
  const auto in_use =
      restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs);
  EXPECT_EQ(in_use.error().code, ErrorCode::kResourceInUse);
  store_.reset();
  const auto restored =
      must(restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs));
  EXPECT_EQ(restored.moved_to, data_.string() + ".before-restore-20251115T052000Z");
  EXPECT_EQ(read_table(*open(fault_options(data_, nullptr)), kPairs).items.size(), 20U);
  const auto aside = open(fault_options(*restored.moved_to, nullptr));
  EXPECT_EQ(to_text(ledger_.check(*aside)), "");
}

TEST_F(BackupTest, WhoseRestoreWasKilledIsNotStartedOnAndCanBeRestoredAgain) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  store_.reset();
  // As a process leaves it that is killed while it copies, or between its last two steps.
  for (const bool is_moved : {false, true}) {
    fs::create_directories(data_.string() + ".restoring/data");
    fs::permissions(data_.string() + ".restoring", fs::perms::owner_all);
    std::ofstream(data_.string() + ".restoring/data/000001.sst") << "half";
    if (is_moved) fs::rename(data_, data_.string() + ".before-restore-now");
    const auto refused = try_open(fault_options(data_, nullptr));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("was interrupted. Repeat it"), std::string::npos);
    EXPECT_EQ(fs::exists(data_), !is_moved) << "no empty store is made";
    must(restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs));
    EXPECT_FALSE(fs::exists(data_.string() + ".restoring"));
    EXPECT_EQ(to_text(ledger_.check(*open(fault_options(data_, nullptr)))), "");
  }
}

TEST_F(BackupTest, IsRestoredWhereALinkLeads) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  store_.reset();
  const fs::path disk = folder_.path() / "disk";
  fs::create_directory(disk);
  fs::rename(data_, disk / "norn");
  fs::create_symlink("disk/norn", data_);
  const auto restored =
      must(restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs));
  EXPECT_TRUE(fs::is_symlink(data_));
  EXPECT_EQ(restored.moved_to->parent_path(), disk);
  EXPECT_EQ(to_text(ledger_.check(*open(fault_options(data_, nullptr)))), "");
  fs::create_directories(disk / "norn.restoring/data");
  EXPECT_FALSE(try_open(fault_options(data_, nullptr)));
}

TEST_F(BackupTest, IsRestoredWhereALinkBelowALinkedFolderLeads) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  store_.reset();
  const fs::path disk = folder_.path() / "disk";
  fs::create_directories(disk / "sub");
  fs::create_symlink("disk/sub", folder_.path() / "linked");
  const fs::path link = folder_.path() / "linked" / "data";
  fs::create_symlink("../norn", link);  // disk/norn, and not norn.
  fs::rename(data_, disk / "norn");
  const auto restored =
      must(restore_backup(*backups(), backup.id, link, ExistingData::kMoveAside, kNowMs));
  EXPECT_TRUE(fs::equivalent(restored.moved_to->parent_path(), disk));
  EXPECT_EQ(to_text(ledger_.check(*open(fault_options(link, nullptr)))), "");
  fs::create_directories(disk / "norn.restoring/data");
  EXPECT_FALSE(try_open(fault_options(link, nullptr)));

  const fs::path circle = folder_.path() / "circle";
  fs::create_symlink("circle", circle);
  const auto refused = restore_backup(*backups(), backup.id, circle, ExistingData::kRefuse, kNowMs);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("too many symbolic links"), std::string::npos)
      << refused.error().message;
}

TEST_F(BackupTest, ThatCannotBePutIntoPlaceChangesNothing) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  store_.reset();
  // A name that is too long for a folder to be moved to, as a place where a disk is mounted is.
  const fs::path place = folder_.path() / std::string(240, 'x');
  fs::rename(data_, place);
  const auto refused =
      restore_backup(*backups(), backup.id, place, ExistingData::kMoveAside, kNowMs);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("Cannot move"), std::string::npos)
      << refused.error().message;
  EXPECT_FALSE(fs::exists(place.string() + ".restoring"));
  EXPECT_EQ(to_text(ledger_.check(*open(fault_options(place, nullptr)))), "");
}

TEST_F(BackupTest, OfATableWhoseRestoreIsCutOffLeavesNothingOfTheNewTable) {
  const std::string text(10'000, 'x');
  for (int i = 0; i < 300; ++i) {
    must(store_->put(put(kPairs, {{"pk", std::to_string(i)}, {"sk", num(0)}, {"text", text}})));
  }
  const std::string arn =
      must(embedded::EmbeddedTableBackups(*store_).create(kPairs, "backup")).arn;
  store::RestoreTableRequest request;
  request.backup_arn = arn;
  request.target = "copy";
  disk_.files->cut_power_after(2);  // The first writes are the table's ids and a part of its items.
  EXPECT_FALSE(embedded::EmbeddedTableBackups(*store_).restore(request));
  store_.reset();

  const auto options = fault_options(data_, nullptr);
  EXPECT_GT(keys_without_table(options), 0U) << "otherwise nothing was left to be dropped";
  EXPECT_FALSE(open(options)->describe_table("copy"));
  EXPECT_EQ(keys_without_table(options), 0U);
  store_ = open(options);
  must(embedded::EmbeddedTableBackups(*store_).restore(request));
  const TableContent copy = read_table(*store_, "copy");
  EXPECT_EQ(copy.items, read_table(*store_, kPairs).items);
  EXPECT_EQ(to_text(check_indexes(*store_, copy)), "");
}

TEST_F(BackupTest, WhoseRestoreFailsAfterTheCopyLeavesTheDataUsable) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  store_.reset();
  fs::create_directory(data_ / "backup_schedule.json");  // Cannot be copied as a file.
  const auto refused =
      restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("Cannot copy"), std::string::npos)
      << refused.error().message;
  EXPECT_FALSE(fs::exists(data_.string() + ".restoring"));
  EXPECT_EQ(to_text(ledger_.check(*open(fault_options(data_, nullptr)))), "");
}

TEST_F(BackupTest, WhoseRestoreWasKilledTwiceHasItsSettings) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  store_.reset();
  must(embedded::write_schedule(data_, {.folder = backups_, .minute_of_day = 180, .keep = 3}));
  embedded::ContinuousSettings settings;
  settings.folder = backups_;
  settings.store_since_ms = kNowMs;
  must(embedded::write_continuous_settings(data_, settings));
  // Killed when the data was moved aside, and again while the files were copied: a restore that
  // fails leaves the same, and neither file is in the half of the data.
  const fs::path restoring = data_.string() + ".restoring";
  fs::create_directories(restoring / "data");
  fs::permissions(restoring, fs::perms::owner_all);
  must(embedded::copy_schedule_file(data_, restoring / "data"));
  must(embedded::copy_continuous_settings(data_, restoring / "data"));
  fs::rename(data_, data_.string() + ".before-restore-now");
  const fs::path file = file_of_backups(".sst");
  flip_byte(file);
  ASSERT_FALSE(restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs));
  EXPECT_FALSE(must(embedded::read_schedule(restoring / "data")));
  flip_byte(file);
  must(restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs));
  const auto schedule = must(embedded::read_schedule(data_));
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->keep, 3U);
  EXPECT_EQ(must(embedded::read_continuous_settings(data_)).store_since_ms, kNowMs);
  // Settings that were turned off since are not found again.
  must(embedded::remove_schedule(data_));
  must(restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs + 1000));
  EXPECT_FALSE(must(embedded::read_schedule(data_)));
}

TEST_F(BackupTest, WhoseRestoreWasKilledAndFailsAgainIsNotStartedOn) {
  write_pairs(0, 10);
  const auto backup = must(back_up());
  store_.reset();
  fs::create_directories(data_.string() + ".restoring/data");
  fs::permissions(data_.string() + ".restoring", fs::perms::owner_all);
  fs::rename(data_, data_.string() + ".before-restore-now");
  flip_byte(file_of_backups(".sst"));
  EXPECT_FALSE(restore_backup(*backups(), backup.id, data_, ExistingData::kMoveAside, kNowMs));
  EXPECT_FALSE(try_open(fault_options(data_, nullptr)));
  EXPECT_FALSE(fs::exists(data_)) << "no empty store is made";
}

TEST_F(BackupTest, OfALaterVersionIsNeitherVerifiedNorRestored) {
  store_.reset();
  const auto database = must(embedded::Database::open(fault_options(data_, nullptr)));
  const auto backup = must(backups()->create(
      *database,
      {.layout = embedded::kLayoutVersion + 1, .created_ms = kNowMs, .table = std::nullopt},
      go_on));
  constexpr std::string_view kReason = "was made by a later version of Norn";
  const auto verified = verify_backup(*backups(), backup.id);
  ASSERT_FALSE(verified);
  EXPECT_NE(verified.error().message.find(kReason), std::string::npos);
  const auto restored =
      restore_backup(*backups(), backup.id, target_, ExistingData::kRefuse, kNowMs);
  ASSERT_FALSE(restored);
  EXPECT_NE(restored.error().message.find(kReason), std::string::npos);
}

TEST_F(BackupTest, IsMadeFromTheLogWhenMemoryCannotBeFlushed) {
  write_pairs(0, 10);
  disk_.files->break_syncs(kTableFiles);  // On the disk of the data only.
  const auto folder = must(BackupFolder::open(backups_, BackupFolder::Use::kWrite));
  const auto backup = store_->back_up(*folder, go_on);
  disk_.files->mend_syncs();
  ASSERT_TRUE(backup) << backup.error().message;
  must(restore_backup(*folder, backup->id, target_, ExistingData::kRefuse, kNowMs));
  EXPECT_EQ(to_text(ledger_.check(*open(fault_options(target_, nullptr)))), "");
}

TEST_F(BackupTest, HasAFolderForItsOwnerAloneThatOneProcessWritesTo) {
  must(back_up());
  EXPECT_EQ(fs::status(backups_).permissions(), fs::perms::owner_all);
  const auto held = backups();
  const auto second = BackupFolder::open(backups_, BackupFolder::Use::kWrite);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kResourceInUse);
  fs::remove_all(folder_.path() / "none");
  const auto none = BackupFolder::open(folder_.path() / "none", BackupFolder::Use::kRead);
  EXPECT_EQ(none.error().message,
            fmt::format("There are no backups in {}.", (folder_.path() / "none").string()));
  EXPECT_FALSE(fs::exists(folder_.path() / "none"));
}

}  // namespace
}  // namespace norn::testing
