#include "cli/machine_checks.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "base/check.h"
#include "embedded/backup/backup_folder.h"
#include "embedded/backup/schedule_file.h"
#include "embedded/continuous/archive.h"
#include "embedded/continuous/continuous_settings.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kNowMs = 1'794'960'000'000;  // 2026-11-18.
constexpr int64_t kDayMs = 86'400'000;
constexpr uint64_t kMegabytes = 1'000'000;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "norn_machine_XXXXXX").string();
    NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    path_ = pattern;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST(MachineChecks, SpaceIsEnoughLittleOrGone) {
  EXPECT_EQ(space_line(5'000 * kMegabytes, 64 * kMegabytes).state, CheckState::kOk);
  EXPECT_EQ(space_line(100 * kMegabytes, 64 * kMegabytes).state, CheckState::kWarning);
  const CheckLine full = space_line(10 * kMegabytes, 64 * kMegabytes);
  EXPECT_EQ(full.state, CheckState::kFailed);
  EXPECT_EQ(full.text,
            "10 MB are free, and below 64 MB ordinary writes are refused. Make room on the disk.");
}

TEST(MachineChecks, TimeZonesGetOld) {
  EXPECT_EQ(time_zones_line("2026a", kNowMs).state, CheckState::kOk);
  EXPECT_EQ(time_zones_line("2025b", kNowMs).text, "of this machine, version 2025b");
  EXPECT_EQ(time_zones_line("", kNowMs).state, CheckState::kOk);
  const CheckLine old = time_zones_line("2024a", kNowMs);
  EXPECT_EQ(old.state, CheckState::kWarning);
  EXPECT_TRUE(old.text.contains("2024a")) << old.text;
  EXPECT_EQ(check_time_zones(kNowMs).name, "time zones");
}

TEST(MachineChecks, TheClockIsNotBeforeWhatWasWritten) {
  EXPECT_EQ(check_clock(kNowMs, std::nullopt).state, CheckState::kOk);
  EXPECT_EQ(check_clock(kNowMs, NewestWrite{kNowMs + 1'000, "an item"}).state, CheckState::kOk);
  EXPECT_EQ(check_clock(0, std::nullopt).state, CheckState::kFailed);
  const CheckLine late = check_clock(kNowMs, NewestWrite{kNowMs + 3 * kDayMs, "the item a b of t"});
  EXPECT_EQ(late.state, CheckState::kWarning);
  EXPECT_TRUE(late.text.contains("the item a b of t says that it was written 3 days later"))
      << late.text;
}

TEST(MachineChecks, TheDataFolderIsForItsOwnerAlone) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "data";
  fs::create_directory(folder);
  ::chmod(folder.c_str(), 0755);
  const CheckLine open = check_data_folder(folder);
  EXPECT_EQ(open.state, CheckState::kFailed);
  EXPECT_TRUE(open.text.ends_with("chmod 700 " + folder.string())) << open.text;
  ::chmod(folder.c_str(), 0700);
  EXPECT_EQ(check_data_folder(folder).state, CheckState::kOk);
  std::ofstream(folder / "secret") << "x";
  ::chmod((folder / "secret").c_str(), 0644);
  const CheckLine file = check_data_folder(folder);
  EXPECT_EQ(file.state, CheckState::kWarning);
  EXPECT_TRUE(file.text.contains((folder / "secret").string())) << file.text;
  EXPECT_EQ(check_data_folder(folder / "secret").state, CheckState::kFailed);
}

TEST(MachineChecks, DailyBackupsAreMade) {
  const TemporaryFolder temporary;
  const fs::path data = temporary.path() / "data";
  fs::create_directory(data);
  EXPECT_EQ(check_backups(data, kNowMs, "").state, CheckState::kOk);
  ASSERT_TRUE(embedded::write_schedule(data, {.folder = temporary.path() / "none"}));
  EXPECT_EQ(check_backups(data, kNowMs, "").state, CheckState::kFailed);
  const auto folder = embedded::BackupFolder::open(temporary.path() / "backups",
                                                   embedded::BackupFolder::Use::kWrite);
  ASSERT_TRUE(folder) << folder.error().message;
  ASSERT_TRUE(embedded::write_schedule(data, {.folder = temporary.path() / "backups"}));
  struct stat status{};
  ASSERT_EQ(::stat((data / embedded::kScheduleFile).c_str(), &status), 0);
  const int64_t set_ms = int64_t{status.st_mtime} * 1000;
  EXPECT_EQ(check_backups(data, set_ms + kDayMs, "").state, CheckState::kOk);
  const CheckLine late = check_backups(data, set_ms + 4 * kDayMs, "");
  EXPECT_EQ(late.state, CheckState::kFailed);
  EXPECT_TRUE(late.text.contains("for 4 days")) << late.text;
  EXPECT_EQ(check_backups(data, set_ms, "no room").text, "The last daily backup failed: no room");
  std::ofstream(data / embedded::kScheduleFile) << "{";
  EXPECT_EQ(check_backups(data, kNowMs, "").state, CheckState::kFailed);
}

TEST(MachineChecks, ContinuousBackupsAreWritten) {
  const TemporaryFolder temporary;
  const fs::path data = temporary.path() / "data";
  fs::create_directory(data);
  const auto line = [&](const std::string& failure, std::optional<int64_t> late_s) {
    embedded::ArchiverState state;
    state.failure = failure;
    if (late_s) state.times = {.earliest_s = 0, .latest_s = kNowMs / 1000 - *late_s};
    const CheckLine made = check_continuous_backups(data, kNowMs, state);
    return std::pair(made.state, made.text);
  };
  EXPECT_TRUE(line("", std::nullopt).second.starts_with("off")) << "they are not turned on";
  embedded::ContinuousSettings settings;
  settings.folder = temporary.path() / "backups";
  settings.store_since_ms = kNowMs;
  ASSERT_TRUE(embedded::write_continuous_settings(data, settings));
  EXPECT_EQ(line("", std::nullopt).first, CheckState::kOk) << "the first base is being made";
  EXPECT_EQ(line("", 10).first, CheckState::kOk);
  const auto late = line("", 3 * 3600);
  EXPECT_EQ(late.first, CheckState::kFailed);
  EXPECT_TRUE(late.second.contains("3 hours ago")) << late.second;
  const auto failing = line("no room", 10);
  EXPECT_EQ(failing.first, CheckState::kFailed);
  EXPECT_TRUE(failing.second.ends_with("no room")) << failing.second;
  // Without a server, by what is there.
  const auto at_rest = [&] { return check_continuous_backups(data, kNowMs, std::nullopt).state; };
  EXPECT_EQ(at_rest(), CheckState::kFailed) << "its disk is not mounted";
  fs::create_directories(settings.archive());
  ASSERT_TRUE(embedded::write_archive(settings.archive(), {.data = data, .chains = {}}));
  EXPECT_EQ(at_rest(), CheckState::kOk);
  std::ofstream(settings.archive() / "archive.json") << "{";
  EXPECT_EQ(at_rest(), CheckState::kFailed);
  std::ofstream(data / "continuous_backups.json") << "{";
  EXPECT_EQ(line("", 10).first, CheckState::kFailed);
}

}  // namespace
}  // namespace norn::cli
