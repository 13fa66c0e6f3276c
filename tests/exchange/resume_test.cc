#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "dynamodb/exchange/copy.h"
#include "exchange/exchange_things.h"
#include "support/builders.h"
#include "support/consistency.h"
#include "support/interrupted_store.h"

// A journal is used only with the table and the files that it was written for: anything else would
// leave out what another table or file has, and nothing would say so.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOtherTarget = "the target is not the one of the journal ";
constexpr std::string_view kOtherSource = "the source is not the one of the journal ";
constexpr std::string_view kOtherFile = "the file changed since the journal ";

constexpr auto kDefinition =
    R"({{"Table":{{"AttributeDefinitions":[{{"AttributeName":"Id","AttributeType":"N"}}],)"
    R"("TableName":"{}","KeySchema":[{{"AttributeName":"Id","KeyType":"HASH"}}],)"
    R"("BillingModeSummary":{{"BillingMode":"PAY_PER_REQUEST"}}}}}})";

size_t items_in(store::Store& store, const std::string& table) {
  return read_table(store, table).items.size();
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Two tables in files, of which the second has a bad line after as much as is put at once. An
// import of them ends there, and leaves a journal.
class UnfinishedImport : public ::testing::Test {
 protected:
  UnfinishedImport() {
    for (const std::string name : {"first", "second"}) {
      write_file(request_.from / name / "table.json", fmt::format(kDefinition, name));
    }
    write_file(first_file_, "{\"Id\":{\"N\":\"1\"}}\n");
    for (int i = 0; i < kGoodLines; ++i) {
      second_lines_ += fmt::format("{{\"Id\":{{\"N\":\"{}\"}}}}\n", i);
    }
    write_file(second_file_, second_lines_ + "bad\n");
    EXPECT_TRUE(contains(import_error(*store_, request_), "line 2501"));
    EXPECT_EQ(items_in(*store_, "first"), 1U);
    EXPECT_EQ(items_in(*store_, "second"), 2'000U);
    EXPECT_TRUE(fs::exists(journal_));
  }

  static constexpr int kGoodLines = 2'500;

  const TemporaryFolder folder_{"exchange"};
  LocalStore store_;
  exchange::ImportRequest request_ = import_request(folder_.path() / "export");
  const fs::path journal_ = request_.from / ".norn-import.journal";
  const fs::path first_file_ = request_.from / "first" / "items.jsonl";
  const fs::path second_file_ = request_.from / "second" / "items.jsonl";
  std::string second_lines_;
};

TEST_F(UnfinishedImport, ContinuesWithTheSameTableAndFiles) {
  request_.skip_bad = true;
  EXPECT_EQ(import_error(*store_, request_), "");
  EXPECT_EQ(items_in(*store_, "second"), 2'500U);
  EXPECT_FALSE(fs::exists(journal_));
}

TEST_F(UnfinishedImport, RefusesATableThatIsMissing) {
  request_.skip_bad = true;
  for (const std::string name : {"second", "first"}) {
    ASSERT_TRUE(store_->delete_table(name).has_value());
    const auto result = run_import(*store_, request_);
    ASSERT_FALSE(result.has_value()) << name;
    EXPECT_EQ(result.error().code, ErrorCode::kConflict);
    EXPECT_TRUE(
        contains(result.error().message, fmt::format("{}{}", kOtherTarget, journal_.string())))
        << result.error().message;
    EXPECT_TRUE(contains(result.error().message, name)) << result.error().message;
    EXPECT_FALSE(store_->describe_table(name).has_value()) << "it must not be made again";
  }
  // As the message says.
  ASSERT_TRUE(fs::remove(journal_));
  EXPECT_EQ(import_error(*store_, request_), "");
  EXPECT_EQ(items_in(*store_, "first"), 1U);
  EXPECT_EQ(items_in(*store_, "second"), 2'500U);
}

TEST_F(UnfinishedImport, RefusesATableThatWasCreatedAnew) {
  request_.skip_bad = true;
  for (const std::string name : {"second", "first"}) {
    ASSERT_TRUE(store_->delete_table(name).has_value());
    ASSERT_TRUE(store_->create_table(table(name, "Id:N")).has_value());
    const std::string error = import_error(*store_, request_);
    EXPECT_TRUE(contains(error, kOtherTarget)) << error;
    EXPECT_TRUE(contains(error, name)) << error;
  }
}

TEST_F(UnfinishedImport, RefusesFilesThatChanged) {
  request_.skip_bad = true;
  const auto refused = [&](const fs::path& file) {
    const auto result = run_import(*store_, request_);
    if (result) return ::testing::AssertionFailure() << "it was imported";
    const std::string& message = result.error().message;
    return result.error().code == ErrorCode::kConflict && contains(message, kOtherFile) &&
                   message.starts_with(file.string())
               ? ::testing::AssertionSuccess()
               : ::testing::AssertionFailure() << message;
  };
  const auto written_at = fs::last_write_time(second_file_);
  write_file(second_file_, second_lines_);
  fs::last_write_time(second_file_, written_at);
  EXPECT_TRUE(refused(second_file_)) << "another size";
  write_file(second_file_, second_lines_ + "BAD\n");
  fs::last_write_time(second_file_, written_at + std::chrono::seconds(1));
  EXPECT_TRUE(refused(second_file_)) << "another time";
  fs::last_write_time(second_file_, written_at);
  const fs::path before = second_file_.parent_path() / "a.jsonl";
  write_file(before, "{\"Id\":{\"N\":\"9999\"}}\n");
  EXPECT_TRUE(refused(before)) << "one more file";
  fs::remove(before);
  // Also of a table that is done.
  write_file(first_file_, "{\"Id\":{\"N\":\"1\"}}\n{\"Id\":{\"N\":\"2\"}}\n");
  EXPECT_TRUE(refused(first_file_)) << "a table that is done";
}

// Interrupted between the note that the table is going to be created and what it is then.
TEST(Resume, AJournalFromBeforeTheTableWasCreatedIsContinued) {
  const TemporaryFolder folder("exchange");
  LocalStore source;
  LocalStore target;
  add_large_table(*source, "things", 3, 10);
  const auto exported = export_request({"things"}, folder.path() / "export");
  ASSERT_TRUE(run_export(*source, exported).has_value());
  const auto request = import_request(exported.to);
  const fs::path journal = exported.to / ".norn-import.journal";
  InterruptedStore interrupted(*target);
  interrupted.end_after(0);
  EXPECT_EQ(import_error(interrupted, request), "The process has ended.");
  std::string noted = read_whole(journal);
  const size_t begin = noted.find("\"target\":\"") + 10;
  noted.erase(begin, noted.find('"', begin) - begin);
  write_file(journal, noted);
  EXPECT_EQ(import_error(*target, request), "");
  EXPECT_EQ(difference(*source, *target, "things"), "");
}

TEST(Resume, ACopyRefusesATableThatIsMissingOrWasCreatedAnew) {
  const TemporaryFolder folder("exchange");
  LocalStore source;
  LocalStore target;
  add_large_table(*source, "first", 3, 10);
  add_large_table(*source, "second", 60, 10);
  const exchange::CopyRequest request{.source = "here",
                                      .target = "there",
                                      .tables = {"first", "second"},
                                      .journal = folder.path() / "journal",
                                      .merge = false,
                                      .segments = 1};
  SilentProgress progress;
  InterruptedStore interrupted(*target);
  interrupted.end_after(2);  // The first table, and a batch of the second.
  ASSERT_FALSE(exchange::copy_tables(*source, interrupted, request, progress).has_value());
  for (const std::string name : {"second", "first"}) {
    for (const bool is_anew : {false, true}) {
      const auto changed =
          is_anew ? target->create_table(table(name, "pk:S")) : target->delete_table(name);
      ASSERT_TRUE(changed.has_value()) << changed.error().message;
      const auto copied = exchange::copy_tables(*source, *target, request, progress);
      ASSERT_FALSE(copied.has_value()) << name;
      EXPECT_EQ(copied.error().code, ErrorCode::kConflict);
      EXPECT_TRUE(contains(copied.error().message,
                           fmt::format("{}{}", kOtherTarget, request.journal.string())))
          << copied.error().message;
      EXPECT_TRUE(contains(copied.error().message, name)) << copied.error().message;
    }
  }
  ASSERT_TRUE(fs::remove(request.journal));
  const auto copied = exchange::copy_tables(*source, *target, request, progress);
  ASSERT_TRUE(copied.has_value()) << copied.error().message;
  EXPECT_EQ(difference(*source, *target, "first"), "");
  EXPECT_EQ(difference(*source, *target, "second"), "");
}

TEST(ResumedCopy, RefusesATableThatWasCreatedAnewInTheSource) {
  const TemporaryFolder folder("exchange");
  LocalStore source;
  LocalStore target;
  add_large_table(*source, "things", 60, 10);
  const exchange::CopyRequest request{.source = "here",
                                      .target = "there",
                                      .tables = {"things"},
                                      .journal = folder.path() / "journal",
                                      .merge = false,
                                      .segments = 1};
  SilentProgress progress;
  InterruptedStore interrupted(*target);
  interrupted.end_after(1);
  ASSERT_FALSE(exchange::copy_tables(*source, interrupted, request, progress).has_value());
  ASSERT_TRUE(source->delete_table("things").has_value());
  add_large_table(*source, "things", 70, 10);
  const auto copied = exchange::copy_tables(*source, *target, request, progress);
  ASSERT_FALSE(copied.has_value());
  EXPECT_EQ(copied.error().code, ErrorCode::kConflict);
  EXPECT_TRUE(
      contains(copied.error().message, fmt::format("{}{}", kOtherSource, request.journal.string())))
      << copied.error().message;
}

TEST(ResumedExport, RefusesATableThatWasCreatedAnew) {
  const TemporaryFolder folder("exchange");
  LocalStore source;
  add_large_table(*source, "large", 12, 300'000);
  auto request = export_request({"large"}, folder.path() / "whole");
  request.checkpoint_bytes = 1'000'000;
  const fs::path half = folder.path() / "half";
  SilentProgress progress;
  progress.on_add = [&] {  // What a killed process leaves behind.
    fs::remove_all(half);
    if (fs::exists(request.to)) fs::copy(request.to, half, fs::copy_options::recursive);
  };
  const ManualClock clock(1'700'000'000'000);
  ASSERT_TRUE(exchange::export_tables(*source, request, clock, progress).has_value());
  ASSERT_TRUE(source->delete_table("large").has_value());
  add_large_table(*source, "large", 3, 300'000);
  request.to = half;
  const auto continued = run_export(*source, request);
  ASSERT_FALSE(continued.has_value());
  EXPECT_EQ(continued.error().code, ErrorCode::kConflict);
  EXPECT_TRUE(contains(continued.error().message, kOtherSource)) << continued.error().message;
}

}  // namespace
}  // namespace norn::testing
