#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "dynamodb/exchange/line_files.h"
#include "exchange/exchange_things.h"
#include "support/builders.h"

// An export writes new files only, and below its own folder.
namespace norn::testing {
namespace {

namespace fs = std::filesystem;
using exchange::Compression;
using exchange::LineWriter;

TEST(ExportPaths, NothingIsWrittenThroughALink) {
  LocalStore source;
  add_large_table(*source, "things", 1, 10);
  const TemporaryFolder folder("exchange");
  const fs::path elsewhere = folder.path() / "elsewhere";
  auto request = export_request({"things"}, folder.path() / "items.jsonl");
  request.to_folder = false;
  fs::create_symlink(elsewhere, request.to);
  const auto exported = run_export(*source, request);
  ASSERT_FALSE(exported.has_value());
  EXPECT_EQ(exported.error().code, ErrorCode::kConflict);
  EXPECT_FALSE(LineWriter::open(request.to, Compression::kNone, 0).has_value());
  EXPECT_FALSE(fs::exists(elsewhere));
  write_file(elsewhere, "theirs");
  EXPECT_FALSE(LineWriter::open(request.to, Compression::kNone, 2).has_value());
  // Where a small file is written before it has its name.
  const fs::path small = folder.path() / "small";
  fs::create_symlink(elsewhere, folder.path() / "small.new");
  ASSERT_TRUE(exchange::replace_file(small, "ours").has_value());
  EXPECT_EQ(read_whole(small), "ours");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(small)));
  EXPECT_EQ(read_whole(elsewhere), "theirs");
}

TEST(ExportPaths, ANewFileReplacesNone) {
  const TemporaryFolder folder("exchange");
  const fs::path file = folder.path() / "items.jsonl";
  write_file(file, "theirs");
  EXPECT_FALSE(LineWriter::open(file, Compression::kNone, 0).has_value());
  EXPECT_EQ(read_whole(file), "theirs");
}

TEST(ExportPaths, ANameOfPointsIsNoFolder) {
  LocalStore source;
  add_large_table(*source, "...", 1, 10);
  const TemporaryFolder folder("exchange");
  auto request = export_request({"..."}, folder.path() / "export");
  const auto exported = run_export(*source, request);
  ASSERT_FALSE(exported.has_value());
  EXPECT_EQ(exported.error().code, ErrorCode::kInvalid);
  EXPECT_NE(exported.error().message.find("'...'"), std::string::npos) << exported.error().message;
  EXPECT_FALSE(fs::exists(request.to));
  request.to = folder.path() / "points.jsonl";
  request.to_folder = false;
  EXPECT_EQ(run_export(*source, request).value_or(0), 1U);
}

}  // namespace
}  // namespace norn::testing
