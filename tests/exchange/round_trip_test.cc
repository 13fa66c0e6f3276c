#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "dynamodb/exchange/copy.h"
#include "exchange/exchange_things.h"
#include "support/builders.h"
#include "support/consistency.h"
#include "support/dynoxide_process.h"
#include "support/interrupted_store.h"

// What leaves a store arrives in another one as it was, whichever way it takes, and even if the way
// is interrupted.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;
using exchange::Compression;
using exchange::LineForm;

TEST(Exchange, FilesKeepEverything) {
  LocalStore source;
  add_rich_table(*source, "rich");
  ASSERT_TRUE(source->create_table(table("empty", "id:N")).has_value());
  for (const Compression compression :
       {Compression::kNone, Compression::kGzip, Compression::kZstd}) {
    for (const bool as_s3 : {false, true}) {
      const TemporaryFolder folder("exchange");
      auto request = export_request({"empty", "rich"}, folder.path() / "export");
      request.compression = compression;
      request.as_s3 = as_s3;
      ASSERT_EQ(run_export(*source, request).value_or(0), 60U);
      LocalStore target;
      const auto imported = run_import(*target, import_request(request.to));
      ASSERT_TRUE(imported.has_value()) << imported.error().message;
      EXPECT_EQ(imported->items, 60U);
      EXPECT_EQ(difference(*source, *target, "rich"), "");
      EXPECT_EQ(difference(*source, *target, "empty"), "");
      EXPECT_EQ(to_text(check_indexes(*target, read_table(*target, "rich"))), "");
      EXPECT_FALSE(fs::exists(request.to / exchange::kExportJournal));
    }
  }
}

TEST(Exchange, PlainLinesKeepWhatJsonHas) {
  LocalStore source;
  ASSERT_TRUE(source->create_table(table("things", "pk:S")).has_value());
  ASSERT_TRUE(source
                  ->put(put("things", {{"pk", "a\"é"},
                                       {"n", num("12345678901234567890123456789012345678")},
                                       {"m", map({{"l", list({null(), yes(), num("1e-100")})}})}}))
                  .has_value());
  const TemporaryFolder folder("exchange");
  auto request = export_request({"things"}, folder.path() / "export");
  request.form = LineForm::kPlain;
  ASSERT_TRUE(run_export(*source, request).has_value());
  EXPECT_EQ(lines_below(request.to).front().substr(0, 61),
            R"({"m":{"l":[null,true,0.)" + std::string(38, '0'));
  LocalStore target;
  auto into = import_request(request.to);
  into.form = LineForm::kPlain;
  ASSERT_TRUE(run_import(*target, into).has_value());
  EXPECT_EQ(difference(*source, *target, "things"), "");
}

TEST(Exchange, PlainLinesRefuseWhatTheyWouldLose) {
  LocalStore source;
  ASSERT_TRUE(source->create_table(table("things", "pk:S")).has_value());
  ASSERT_TRUE(source->put(put("things", {{"pk", "a"}, {"set", string_set({"x"})}})).has_value());
  const TemporaryFolder folder("exchange");
  auto request = export_request({"things"}, folder.path() / "export");
  request.form = LineForm::kPlain;
  const auto exported = run_export(*source, request);
  ASSERT_FALSE(exported.has_value());
  EXPECT_EQ(
      exported.error().message,
      R"(table things, item {"pk":{"S":"a"}}: attribute 'set': a set has no form in json-lines, )"
      "where it would be lost. Use --format dynamodb-json.");
}

// The folder as it is after each page is what a killed process leaves behind.
TEST(Exchange, ExportContinuesWithoutLosingOrRepeatingALine) {
  LocalStore source;
  add_large_table(*source, "large", 24, 300'000);
  for (const bool as_s3 : {false, true}) {
    const TemporaryFolder folder("exchange");
    auto request = export_request({"large"}, folder.path() / "whole");
    request.as_s3 = as_s3;
    request.compression = Compression::kGzip;
    request.checkpoint_bytes = 1'000'000;
    int pages = 0;
    SilentProgress progress;
    progress.on_add = [&] {
      fs::copy(request.to, folder.path() / std::to_string(pages++), fs::copy_options::recursive);
    };
    const ManualClock clock(1'700'000'000'000);
    ASSERT_TRUE(exchange::export_tables(*source, request, clock, progress).has_value());
    const auto whole = lines_below(request.to);
    ASSERT_EQ(whole.size(), 24U);
    ASSERT_GT(pages, 4);
    for (int page = 0; page < pages; ++page) {
      auto rest = request;
      rest.to = folder.path() / std::to_string(page);
      const auto unfinished = import_error(*source, import_request(rest.to));
      EXPECT_NE(unfinished.find("is not finished"), std::string::npos) << unfinished;
      const auto continued = run_export(*source, rest);
      ASSERT_TRUE(continued.has_value()) << continued.error().message;
      EXPECT_EQ(*continued, 24U);
      EXPECT_EQ(lines_below(rest.to) == whole, true) << "interrupted after page " << page;
    }
  }
}

TEST(Exchange, ExportLeavesOtherFilesAlone) {
  LocalStore source;
  add_large_table(*source, "things", 1, 10);
  const TemporaryFolder folder("exchange");
  const auto request = export_request({"things"}, folder.path() / "export");
  ASSERT_TRUE(run_export(*source, request).has_value());
  const auto again = run_export(*source, request);
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, ErrorCode::kConflict);
  auto file = export_request({"things"}, folder.path() / "items.jsonl");
  file.to_folder = false;
  write_file(file.to, "mine");
  EXPECT_FALSE(run_export(*source, file).has_value());
  EXPECT_EQ(read_whole(file.to), "mine");
}

TEST(Exchange, ImportContinuesWhereItWasInterrupted) {
  LocalStore source;
  add_rich_table(*source, "rich");
  add_large_table(*source, "large", 120, 200'000);
  const TemporaryFolder folder("exchange");
  const auto exported = export_request({"large", "rich"}, folder.path() / "export");
  ASSERT_TRUE(run_export(*source, exported).has_value());
  LocalStore target;
  InterruptedStore interrupted(*target);
  auto request = import_request(exported.to);
  request.writers = 1;
  int runs = 0;
  while (true) {
    interrupted.end_after(4);
    const auto result = run_import(interrupted, request);
    ++runs;
    if (result) break;
    ASSERT_EQ(result.error().message, "The process has ended.");
    ASSERT_LT(runs, 10);
  }
  EXPECT_GT(runs, 1);
  EXPECT_EQ(difference(*source, *target, "rich"), "");
  EXPECT_EQ(difference(*source, *target, "large"), "");
  EXPECT_FALSE(fs::exists(exported.to / ".norn-import.journal"));
}

// There and back, over an engine that we did not write.
TEST(Exchange, CopiesToARemoteStoreAndBack) {
  const DynoxideProcess engine;
  const SystemClock clock;
  const auto remote = engine.open_store(clock);
  LocalStore source;
  add_rich_table(*source, "rich");
  add_large_table(*source, "large", 40, 60'000);
  SilentProgress progress;
  const TemporaryFolder folder("exchange");
  exchange::CopyRequest request{.source = "here",
                                .target = "there",
                                .tables = {"large", "rich"},
                                .journal = folder.path() / "journal",
                                .merge = false};
  const auto there = exchange::copy_tables(*source, *remote, request, progress);
  ASSERT_TRUE(there.has_value()) << there.error().message;
  EXPECT_EQ(*there, 100U);
  EXPECT_FALSE(fs::exists(request.journal));
  const auto again = exchange::copy_tables(*source, *remote, request, progress);
  ASSERT_FALSE(again.has_value());
  EXPECT_NE(again.error().message.find("--merge"), std::string::npos) << again.error().message;
  fs::remove(request.journal);
  LocalStore target;
  const auto back = exchange::copy_tables(*remote, *target, request, progress);
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(difference(*source, *target, "rich"), "");
  EXPECT_EQ(difference(*source, *target, "large"), "");
  EXPECT_EQ(to_text(check_indexes(*target, read_table(*target, "rich"))), "");
}

}  // namespace
}  // namespace norn::testing
