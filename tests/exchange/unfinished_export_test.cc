#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "exchange/exchange_things.h"

// What an export has not finished is not imported, whichever part of it is named.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;

// The file as it is after each page is what a killed process leaves behind.
TEST(UnfinishedExport, AFileIsRefusedAndCanBeFinished) {
  LocalStore source;
  add_large_table(*source, "large", 12, 300'000);
  const TemporaryFolder folder("exchange");
  auto request = export_request({"large"}, folder.path() / "whole" / "items.jsonl");
  request.to_folder = false;
  request.checkpoint_bytes = 1'000'000;
  fs::create_directory(request.to.parent_path());
  int pages = 0;
  SilentProgress progress;
  progress.on_add = [&] {
    fs::copy(request.to.parent_path(), folder.path() / std::to_string(pages++),
             fs::copy_options::recursive);
  };
  const ManualClock clock(1'700'000'000'000);
  ASSERT_TRUE(exchange::export_tables(*source, request, clock, progress).has_value());
  ASSERT_GT(pages, 2);
  LocalStore target;
  for (int page = 0; page < pages; ++page) {
    auto rest = request;
    rest.to = folder.path() / std::to_string(page) / "items.jsonl";
    auto into = import_request(rest.to);
    into.tables = {"large"};
    const std::string error = import_error(*target, into);
    EXPECT_NE(error.find("is not finished"), std::string::npos) << error;
    EXPECT_NE(error.find("items.jsonl.journal"), std::string::npos) << error;
    const auto continued = run_export(*source, rest);
    ASSERT_TRUE(continued.has_value()) << continued.error().message;
    EXPECT_TRUE(lines_below(rest.to.parent_path()) == lines_below(request.to.parent_path()))
        << "interrupted after page " << page;
  }
}

TEST(UnfinishedExport, ATableIsRefused) {
  LocalStore source;
  add_large_table(*source, "things", 2, 10);
  const TemporaryFolder folder("exchange");
  const auto exported = export_request({"things"}, folder.path() / "export");
  ASSERT_TRUE(run_export(*source, exported).has_value());
  const fs::path journal = exported.to / exchange::kExportJournal;
  write_file(journal, "{}");
  LocalStore target;
  for (const fs::path& from :
       {exported.to, exported.to / "things", exported.to / "things" / "",
        exported.to / "things" / "items.jsonl", exported.to / "things" / ".." / "things"}) {
    auto request = import_request(from);
    request.tables = {"things"};
    const std::string error = import_error(*target, request);
    EXPECT_NE(error.find("is not finished"), std::string::npos) << from << ": " << error;
    EXPECT_NE(error.find(std::string(exchange::kExportJournal)), std::string::npos) << error;
  }
  EXPECT_FALSE(target->describe_table("things").has_value());
  fs::remove(journal);
  EXPECT_EQ(import_error(*target, import_request(exported.to / "things")), "");
}

}  // namespace
}  // namespace norn::testing
