#include "cli/console_host.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/check.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;

TEST(MetricsTest, LinesWithoutLabelsAreMetricsWithTheUnitOfTheirName) {
  const auto metrics = metrics_in(
      "# HELP norn_up Whether all writes are taken.\n# TYPE norn_up gauge\nnorn_up 1\n"
      "process_cpu_seconds_total 2.5\nnorn_store_log_bytes 1e+06\n"
      "norn_store_keys{family=\"items\"} 7\nnonsense\nnorn_odd x\n");
  ASSERT_EQ(metrics.size(), 3U);
  EXPECT_EQ(metrics[0].name, "norn_up");
  EXPECT_EQ(metrics[0].unit, "");
  EXPECT_EQ(metrics[1].value, 2.5);
  EXPECT_EQ(metrics[1].unit, "seconds");
  EXPECT_EQ(metrics[2].value, 1e6);
  EXPECT_EQ(metrics[2].unit, "bytes");
}

TEST(MetricsTest, ThereAreOnlySoMany) {
  std::string text;
  for (size_t i = 0; i < 2 * kMaxMetrics; ++i) text += "norn_up 1\n";
  EXPECT_EQ(metrics_in(text).size(), kMaxMetrics);
}

class ConsoleHostTest : public ::testing::Test {
 protected:
  ConsoleHostTest() {
    std::string pattern = (fs::temp_directory_path() / "norn_console_XXXXXX").string();
    NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    folder_ = pattern;
    embedded::Options options;
    options.directory = folder_ / "data";
    options.background = false;
    options.sync = false;
    auto opened = embedded::EmbeddedStore::open(options, clock_);
    NORN_CHECK(opened.has_value(), "the store opens");
    data_.embedded = std::move(*opened);
    data_.location = (folder_ / "data").string();
    service_ = std::make_unique<BackupService>(*data_.embedded, clock_);
    host_ = std::make_unique<ConsoleHost>(
        ConsoleHost::Sources{.version = "1.2.3",
                             .data = data_,
                             .backups = service_.get(),
                             .health = [this] { return report_; },
                             .metrics = [] { return std::string("norn_up 1\n"); }},
        clock_);
  }
  ~ConsoleHostTest() override {
    host_.reset();
    service_.reset();
    data_.embedded.reset();
    fs::remove_all(folder_);
  }
  ConsoleHostTest(const ConsoleHostTest&) = delete;
  ConsoleHostTest& operator=(const ConsoleHostTest&) = delete;

  ManualClock clock_{1'705'314'600'123};
  fs::path folder_;
  Data data_;
  http::HealthReport report_;
  std::unique_ptr<BackupService> service_;
  std::unique_ptr<ConsoleHost> host_;
};

TEST_F(ConsoleHostTest, ABackupIsMadeBesideTheDataWhenItIsAskedFor) {
  EXPECT_TRUE(host_->backups()->backups.empty());
  ASSERT_TRUE(host_->start_backup());
  EXPECT_TRUE(host_->backups()->running);
  EXPECT_EQ(host_->start_backup().error().code, ErrorCode::kConflict);
  service_->run_once();
  const auto state = host_->backups();
  ASSERT_TRUE(state);
  EXPECT_FALSE(state->running);
  EXPECT_EQ(state->failure, "");
  ASSERT_EQ(state->backups.size(), 1U);
  EXPECT_EQ(state->backups[0].at_ms, clock_.now_ms());
  EXPECT_TRUE(fs::exists(folder_ / "data-backups"));
  EXPECT_EQ(host_->start_verification(99).error().code, ErrorCode::kNotFound);
}

TEST_F(ConsoleHostTest, WhatIsWrongIsAFailedCheck) {
  const console::Health fine = host_->health();
  EXPECT_EQ(fine.version, "1.2.3");
  EXPECT_GT(fine.bytes.value_or(0), 0);
  EXPECT_EQ(fine.checks[0].state, console::Check::State::kOk);
  report_ = {.ok = false, .reason = "the disk is full"};
  const console::Health bad = host_->health();
  EXPECT_EQ(bad.checks[0].name, "store");
  EXPECT_EQ(bad.checks[0].state, console::Check::State::kFailed);
  EXPECT_EQ(bad.checks[0].detail, "the disk is full");
}

}  // namespace
}  // namespace norn::cli
