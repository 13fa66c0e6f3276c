#include "cli/backup_service.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <memory>

#include "base/check.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;
using embedded::BackupFolder;

constexpr int64_t kHourMs = int64_t{3600} * 1000;
constexpr int64_t kMinuteMs = int64_t{60} * 1000;

// The zone of this process while it lives.
class ZoneOfTest {
 public:
  explicit ZoneOfTest(const char* zone) {
    const char* const before = std::getenv("TZ");
    if (before != nullptr) before_ = before;
    set(zone);
  }
  ~ZoneOfTest() { set(before_ ? before_->c_str() : nullptr); }
  ZoneOfTest(const ZoneOfTest&) = delete;
  ZoneOfTest& operator=(const ZoneOfTest&) = delete;

 private:
  static void set(const char* zone) {
    if (zone == nullptr) {
      ::unsetenv("TZ");
    } else {
      ::setenv("TZ", zone, 1);
    }
    ::tzset();
  }

  std::optional<std::string> before_;
};

class BackupServiceTest : public ::testing::Test {
 protected:
  BackupServiceTest() {
    std::string pattern = (fs::temp_directory_path() / "norn_backups_XXXXXX").string();
    NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    folder_ = pattern;
    embedded::Options options;
    options.directory = folder_ / "data";
    options.background = false;
    options.sync = false;
    auto opened = embedded::EmbeddedStore::open(options, clock_);
    NORN_CHECK(opened.has_value(), "the store opens");
    store_ = std::move(*opened);
    service_ = std::make_unique<BackupService>(*store_, clock_);
  }
  ~BackupServiceTest() override {
    service_.reset();
    store_.reset();
    fs::remove_all(folder_);
  }

  std::string ask(std::string_view request) {
    const auto none = [](std::string_view) -> Result<void> { return {}; };
    const auto text = carry_out_control(service_->commands(), request, none);
    return text ? *text : "error: " + text.error().message;
  }
  std::string schedule(const fs::path& to, std::string_view daily, int keep) {
    return ask(fmt::format(R"({{"command":"backup-schedule","to":"{}","daily":"{}","keep":{}}})",
                           to.string(), daily, keep));
  }
  std::vector<uint32_t> ids() {
    std::vector<uint32_t> all;
    const auto opened = BackupFolder::open(backups_, BackupFolder::Use::kRead);
    if (!opened) return all;
    for (const auto& backup : (*opened)->list()) all.push_back(backup.id);
    return all;
  }

  const ZoneOfTest zone_{"UTC"};
  ManualClock clock_{1'763'208'000'000};  // 2025-11-15, 12:00.
  fs::path folder_;
  fs::path backups_;
  std::unique_ptr<embedded::EmbeddedStore> store_;
  std::unique_ptr<BackupService> service_;

  void SetUp() override { backups_ = folder_ / "backups"; }
};

TEST(TimeOfDayOfThisMachine, IsTheLastOne) {
  const ZoneOfTest zone("Europe/Berlin");
  const int64_t noon_ms = 1'763'204'400'000;  // 2025-11-15, 12:00 in Berlin.
  EXPECT_EQ(last_time_of_day_ms(12 * 60, noon_ms), noon_ms);
  EXPECT_EQ(last_time_of_day_ms(3 * 60, noon_ms), noon_ms - 9 * kHourMs);
  EXPECT_EQ(last_time_of_day_ms(12 * 60 + 1, noon_ms), noon_ms + kMinuteMs - 24 * kHourMs);
  // The clocks went back at three in the night of 2025-10-26.
  const int64_t after_ms = 1'761'476'400'000;  // 2025-10-26, 12:00 in Berlin.
  EXPECT_EQ(last_time_of_day_ms(1 * 60, after_ms), after_ms - 12 * kHourMs);
}

TEST_F(BackupServiceTest, MakesDailyBackupsAndKeepsTheNewest) {
  service_->run_once();
  EXPECT_TRUE(ids().empty()) << "nothing is scheduled";
  ASSERT_EQ(schedule(backups_, "03:00", 2), "");
  service_->run_once();
  EXPECT_EQ(ids(), (std::vector<uint32_t>{1})) << "the first one is made at once";
  service_->run_once();
  clock_.advance_ms(15 * kHourMs - kMinuteMs);  // 02:59.
  service_->run_once();
  EXPECT_EQ(ids(), (std::vector<uint32_t>{1}));
  clock_.advance_ms(kMinuteMs);
  service_->run_once();
  service_->run_once();
  EXPECT_EQ(ids(), (std::vector<uint32_t>{1, 2}));
  service_ = std::make_unique<BackupService>(*store_, clock_);
  service_->run_once();
  EXPECT_EQ(ids().size(), 2U) << "a restart makes none";
  clock_.advance_ms(3 * 24 * kHourMs);
  service_->run_once();
  EXPECT_EQ(ids(), (std::vector<uint32_t>{2, 3})) << "one, for all days that it did not run";
  EXPECT_EQ(ask(R"({"command":"backup-schedule-show"})"),
            fmt::format(R"({{"to":"{}","daily":"03:00","keep":2}})", backups_.string()));
  EXPECT_EQ(ask(R"({"command":"backup-schedule-off"})"), "");
  clock_.advance_ms(24 * kHourMs);
  service_->run_once();
  EXPECT_EQ(ids().size(), 2U);
  EXPECT_EQ(ask(R"({"command":"backup-schedule-show"})"), "{}");
}

TEST_F(BackupServiceTest, TriesAFailedDailyBackupAgain) {
  ASSERT_EQ(schedule(backups_, "03:00", 2), "");
  auto held = BackupFolder::open(backups_, BackupFolder::Use::kWrite);  // Another process has it.
  service_->run_once();
  EXPECT_NE(ask(R"({"command":"backup-schedule-show"})").find("is in use by another norn"),
            std::string::npos);
  held->reset();
  service_->run_once();
  EXPECT_TRUE(ids().empty()) << "not at once";
  clock_.advance_ms(15 * kMinuteMs);
  service_->run_once();
  EXPECT_EQ(ids().size(), 1U);
  EXPECT_EQ(ask(R"({"command":"backup-schedule-show"})").find("failure"), std::string::npos);
}

TEST_F(BackupServiceTest, GoesOnAfterAClockThatWasWrong) {
  constexpr int64_t kYearMs = int64_t{365} * 24 * kHourMs;
  ASSERT_EQ(schedule(backups_, "03:00", 9), "");
  clock_.advance_ms(kYearMs);
  service_->run_once();
  ASSERT_EQ(ids().size(), 1U);
  clock_.advance_ms(-kYearMs);
  service_->run_once();
  EXPECT_EQ(ids().size(), 2U) << "the backup of the future does not count";
  service_->run_once();
  EXPECT_EQ(ids().size(), 2U);
  service_ = std::make_unique<BackupService>(*store_, clock_);
  service_->run_once();
  EXPECT_EQ(ids().size(), 2U) << "a restart makes none";
  clock_.advance_ms(24 * kHourMs);
  service_->run_once();
  EXPECT_EQ(ids().size(), 3U);
  // A failure while the clock is wrong is tried again as soon as one of now.
  auto held = BackupFolder::open(backups_, BackupFolder::Use::kWrite);
  clock_.advance_ms(kYearMs);
  service_->run_once();
  held->reset();
  clock_.advance_ms(24 * kHourMs - kYearMs);
  service_->run_once();
  clock_.advance_ms(15 * kMinuteMs);
  service_->run_once();
  EXPECT_EQ(ids().size(), 4U);
}

TEST_F(BackupServiceTest, SaysAtOnceWhatWouldFailAtNight) {
  EXPECT_NE(schedule("/proc/none/backups", "03:00", 2).find("Cannot create the backup folder"),
            std::string::npos);
  const fs::path inside = folder_ / "data" / "backups";
  EXPECT_NE(schedule(inside, "03:00", 2).find("is inside the data folder"), std::string::npos);
  EXPECT_FALSE(fs::exists(inside));
  EXPECT_NE(schedule("relative", "03:00", 2).find("absolute path"), std::string::npos);
  EXPECT_NE(schedule(backups_, "3", 2).find("has to look like 03:00"), std::string::npos);
  EXPECT_NE(schedule(backups_, "03:00", 0).find("error: "), std::string::npos);
  EXPECT_EQ(ask(R"({"command":"backup-schedule-show"})"), "{}");
}

TEST_F(BackupServiceTest, MakesABackupThatACommandAsksFor) {
  const std::string start =
      fmt::format(R"({{"command":"backup-start","to":"{}","keep":1}})", backups_.string());
  ASSERT_EQ(ask(start), "1");
  EXPECT_NE(ask(start).find("is making a backup already"), std::string::npos);
  EXPECT_NE(ask(R"({"command":"backup-state","job":1})").find(R"("state":"waiting")"),
            std::string::npos);
  service_->run_once();
  const std::string state = ask(R"({"command":"backup-state","job":1})");
  EXPECT_NE(state.find(R"("state":"done")"), std::string::npos) << state;
  EXPECT_NE(state.find(R"("backup":{"id":1,"createdMs":1763208000000,)"), std::string::npos)
      << state;
  ASSERT_EQ(ask(start), "2");
  service_->run_once();
  EXPECT_NE(ask(R"({"command":"backup-state","job":2})").find(R"("deleted":1)"), std::string::npos);
  EXPECT_NE(ask(R"({"command":"backup-state","job":1})").find("does not know this backup"),
            std::string::npos);
  ASSERT_EQ(ask(R"({"command":"backup-start","to":"/proc/none/backups","keep":0})"), "3");
  service_->run_once();
  EXPECT_NE(ask(R"({"command":"backup-state","job":3})").find(R"("state":"failed")"),
            std::string::npos);
}

}  // namespace
}  // namespace norn::cli
