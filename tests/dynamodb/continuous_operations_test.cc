#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "dynamodb/operation_call.h"
#include "embedded/continuous/continuous_backups.h"
#include "support/builders.h"
#include "support/consistency.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

// UpdateContinuousBackups and its kin, on an embedded store.
namespace norn::testing {
namespace {

class ContinuousOperations : public ::testing::Test {
 protected:
  void SetUp() override {
    embedded::Options options;
    options.directory = folder_.path() / "data";
    options.background = false;
    options.sync = false;
    store_ = must(embedded::EmbeddedStore::open(options, clock_));
    backups_.emplace(*store_, clock_);
    must(backups_->start(embedded::EmbeddedContinuousBackups::Work::kWhenAsked));
    caller_.emplace(*store_, clock_, nullptr, &*backups_);
    auto request = table("Music", "pk:S");
    add_global_index(request, "ByColor", "color:S");
    must(store_->create_table(request));
  }

  void write(const std::string& key) {
    must(store_->put(put("Music", {{"pk", key}, {"color", "red"}})));
  }
  std::string update(std::string_view members) {
    return caller_->reply("UpdateContinuousBackups",
                          fmt::format(R"({{"TableName":"Music",)"
                                      R"("PointInTimeRecoverySpecification":{{{}}}}})",
                                      members));
  }
  std::string describe() {
    return caller_->reply("DescribeContinuousBackups", R"({"TableName":"Music"})");
  }
  std::string restored(std::string_view json) {
    return caller_->reply("RestoreTableToPointInTime", json);
  }
  std::string refused(std::string_view json) {
    const std::string error = caller_->error("RestoreTableToPointInTime", json);
    return error.substr(0, error.find(':'));
  }

  const TemporaryFolder folder_{"continuous-operations"};
  ManualClock clock_{1'700'000'000'000};
  std::unique_ptr<embedded::EmbeddedStore> store_;
  std::optional<embedded::EmbeddedContinuousBackups> backups_;
  std::optional<OperationCaller> caller_;
};

TEST_F(ContinuousOperations, AreTurnedOnDescribedAndTurnedOff) {
  const auto status = [](std::string_view recovery) {
    return fmt::format(R"({{"ContinuousBackupsDescription":{{"ContinuousBackupsStatus":"ENABLED",)"
                       R"("PointInTimeRecoveryDescription":{{"PointInTimeRecoveryStatus":{}}}}}}})",
                       recovery);
  };
  EXPECT_EQ(describe(), status(R"("DISABLED")"));
  EXPECT_EQ(update(R"("PointInTimeRecoveryEnabled":true)"),
            status(R"("ENABLED","RecoveryPeriodInDays":35)"));
  must(backups_->archiver().run_once());
  clock_.advance_ms(5000);
  must(backups_->archiver().run_once());
  EXPECT_EQ(update(R"("PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":7)"),
            status(R"("ENABLED","RecoveryPeriodInDays":7,)"
                   R"("EarliestRestorableDateTime":1700000000.000,)"
                   R"("LatestRestorableDateTime":1700000004.000)"));
  EXPECT_TRUE(begins(caller_->error("UpdateContinuousBackups",
                                    R"({"TableName":"Music","PointInTimeRecoverySpecification":)"
                                    R"({"PointInTimeRecoveryEnabled":true,)"
                                    R"("RecoveryPeriodInDays":36}})"),
                     "ValidationException: 1 validation error detected: "));
  EXPECT_EQ(update(R"("PointInTimeRecoveryEnabled":false)"), status(R"("DISABLED")"));
  EXPECT_EQ(describe(), status(R"("DISABLED")"));
  EXPECT_EQ(caller_->error("DescribeContinuousBackups", R"({"TableName":"Musix"})"),
            "TableNotFoundException: Table not found: Musix");
}

TEST_F(ContinuousOperations, ATableIsRestoredAsItWas) {
  update(R"("PointInTimeRecoveryEnabled":true)");
  must(backups_->archiver().run_once());
  write("first");
  clock_.advance_ms(1000);
  write("second");
  clock_.advance_ms(1000);
  const std::string then = restored(R"({"SourceTableName":"Music","TargetTableName":"Then",)"
                                    R"("RestoreDateTime":1700000000})");
  EXPECT_TRUE(begins(then, R"({"TableDescription":{)"));
  EXPECT_TRUE(has(then, R"("RestoreSummary":{"SourceTableArn":"arn:aws:dynamodb:local:)"));
  EXPECT_TRUE(has(then, R"("RestoreDateTime":1700000000.000,"RestoreInProgress":true})"));
  EXPECT_EQ(read_table(*store_, "Then").items.size(), 1U);
  EXPECT_EQ(to_text(check_indexes(*store_, read_table(*store_, "Then"))), "");
  const std::string arn = must(store_->describe_table("Music")).arn;
  EXPECT_TRUE(begins(restored(fmt::format(R"({{"SourceTableArn":"{}","TargetTableName":"Latest",)"
                                          R"("UseLatestRestorableTime":true}})",
                                          arn)),
                     R"({"TableDescription":{)"));
  EXPECT_EQ(read_table(*store_, "Latest").items.size(), 2U);
}

TEST_F(ContinuousOperations, WhatCannotBeRestoredIsRefusedAsAwsDoes) {
  const char* const kThen =
      R"({"SourceTableName":"Music","TargetTableName":"Then","RestoreDateTime":1700000000})";
  EXPECT_EQ(refused(kThen), "PointInTimeRecoveryUnavailableException");
  update(R"("PointInTimeRecoveryEnabled":true)");
  must(backups_->archiver().run_once());
  clock_.advance_ms(2000);
  const struct {
    const char* json;
    const char* error;
  } kRows[] = {
      {R"({"SourceTableName":"Musix","TargetTableName":"Then","RestoreDateTime":1700000000})",
       "TableNotFoundException"},
      {R"({"SourceTableName":"Music","TargetTableName":"Music","RestoreDateTime":1700000000})",
       "TableAlreadyExistsException"},
      {R"({"SourceTableName":"Music","TargetTableName":"Then","RestoreDateTime":1699999999})",
       "InvalidRestoreTimeException"},
      {R"({"SourceTableName":"Music","TargetTableName":"Then","RestoreDateTime":1700000999})",
       "InvalidRestoreTimeException"},
      {R"({"SourceTableName":"Music","TargetTableName":"Then","RestoreDateTime":1e300})",
       "InvalidRestoreTimeException"},
      {R"({"SourceTableName":"Music","TargetTableName":"Then"})", "ValidationException"},
      {R"({"TargetTableName":"Then","UseLatestRestorableTime":true})", "ValidationException"},
  };
  for (const auto& [json, error] : kRows) EXPECT_EQ(refused(json), error) << json;
  EXPECT_TRUE(begins(restored(kThen), R"({"TableDescription":{)"));
}

}  // namespace
}  // namespace norn::testing
