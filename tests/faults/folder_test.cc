#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "faults/pair_ledger.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

namespace fs = std::filesystem;

TEST(Folder, IsCreatedForItsOwnerAlone) {
  const TemporaryFolder folder("folder");
  const fs::path data = folder.path() / "nested" / "data";
  const auto store = open(fault_options(data, nullptr));
  EXPECT_EQ(fs::status(data).permissions(), fs::perms::owner_all);
}

TEST(Folder, IsRefusedWhenOthersMayUseIt) {
  const TemporaryFolder folder("folder");
  for (const unsigned mode : {0755U, 0750U, 0701U, 0720U, 0704U}) {
    fs::permissions(folder.path(), static_cast<fs::perms>(mode));
    const auto opened = try_open(fault_options(folder.path(), nullptr));
    ASSERT_FALSE(opened) << mode;
    EXPECT_EQ(opened.error().message,
              fmt::format("Other users of this machine may use the data folder {0} (mode {1:03o}). "
                          "Make it private first: chmod 700 {0}",
                          folder.path().string(), mode));
  }
  fs::permissions(folder.path(), fs::perms::owner_all);
  EXPECT_TRUE(try_open(fault_options(folder.path(), nullptr)));
}

TEST(Folder, IsRefusedWhenItsLockIsALink) {
  const TemporaryFolder folder("folder");
  const TemporaryFolder elsewhere("elsewhere");
  const fs::path target = elsewhere.path() / "target";
  fs::create_symlink(target, folder.path() / "norn.lock");
  const auto opened = try_open(fault_options(folder.path(), nullptr));
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("norn.lock is a symbolic link"), std::string::npos)
      << opened.error().message;
  EXPECT_FALSE(fs::exists(target));
}

// On a full disk RocksDB would abort the process when it fails to write to such a file.
TEST(Folder, HasNoLogOfRocksDbItself) {
  const TemporaryFolder folder("folder");
  const auto store = open(fault_options(folder.path(), nullptr));
  EXPECT_FALSE(fs::exists(folder.path() / "LOG"));
}

TEST(Folder, IsOfOneStoreAtATime) {
  const TemporaryFolder folder("folder");
  const auto options = fault_options(folder.path(), nullptr);
  auto first = open(options);
  const auto second = try_open(options);
  EXPECT_TRUE(fails_with(second, ErrorCode::kResourceInUse,
                         fmt::format("{} is in use by another norn (process {}). Stop that one "
                                     "first, or choose another folder with --data.",
                                     folder.path().string(), ::getpid())));
  first.reset();
  EXPECT_TRUE(try_open(options));
}

}  // namespace
}  // namespace norn::testing
