#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "faults/damage.h"
#include "support/builders.h"
#include "support/replies.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kItems = "items";
constexpr int kCount = 400;

store::Map item_number(int number) {
  const auto seed = static_cast<uint64_t>(number) * 2654435761U;
  std::string body(200, ' ');
  for (size_t i = 0; i < body.size(); ++i) {
    body[i] = static_cast<char>('!' + (seed >> (i % 24)) % 90);
  }
  std::ranges::replace(body, '"', '.');
  std::ranges::replace(body, '\\', '.');
  return {{"pk", fmt::format("k{}", number)}, {"body", body}};
}

// A folder whose data is all in SST files.
class DamagedFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    FaultyDisk disk;
    auto options = fault_options(original(), &disk);
    options.memtable_bytes = size_t{8} << 20;
    {
      const auto store = open(options);
      auto request = table(kItems, "pk:S");
      request.stream = store::StreamView::kNewAndOldImages;
      must(store->create_table(request));
      for (int i = 0; i < kCount; ++i) {
        must(store->put(put(kItems, item_number(i))));
      }
    }
    open(options).reset();  // Opening moves what is in the log to tables.
  }

  fs::path original() const { return folder_.path() / "original"; }

  struct Reads {
    int right = 0;
    int refused = 0;  // As corrupt.
  };
  Reads read_all(store::Store& store, const std::string& when) {
    Reads reads;
    for (int i = 0; i < kCount; ++i) {
      const auto found = store.get(get(kItems, {{"pk", item_number(i)["pk"]}}));
      if (!found) {
        EXPECT_EQ(found.error().code, ErrorCode::kCorruption) << to_text(found.error()) << when;
        ++reads.refused;
      } else {
        EXPECT_TRUE(found->item && found->item->json() == text(item_number(i)))
            << "item " << i << " is silently wrong" << when;
        ++reads.right;
      }
    }
    const auto all = drain(store, scan(kItems));
    EXPECT_TRUE(all ? all->items.size() == kCount : all.error().code == ErrorCode::kCorruption)
        << "a scan is silently wrong" << when;
    return reads;
  }

  // Sets bytes of `file` to something wrong, at every `step`th offset, and calls `visit` with each
  // copy.
  template <typename Visit>
  void damage(const fs::path& file, size_t step, const Visit& visit) {
    const std::string good = read_bytes(file);
    for (size_t offset = 0; offset < good.size(); offset += step) {
      std::string bytes = good;
      bytes[offset] = wrong_bytes(good[offset], offset)[offset / step % 2];
      const DamagedCopy copy(original(), folder_.path() / "copy", file.filename().string(), bytes);
      visit(copy, fmt::format(" when byte {} of {} ({} bytes) is wrong", offset,
                              file.filename().string(), good.size()));
    }
  }

  const TemporaryFolder folder_{"damaged-files"};
};

TEST_F(DamagedFiles, ATableIsNeverReadWrongly) {
  int starts_refused = 0;
  int partly_readable = 0;
  const auto tables = files_of(original(), "", ".sst");
  ASSERT_GE(tables.size(), 3U) << "items, meta records and stream records";
  for (const fs::path& file : tables) {
    damage(file, fs::file_size(file) / 40 + 1,
           [&](const DamagedCopy& copy, const std::string& when) {
             if (!copy.store()) {
               EXPECT_TRUE(copy.refused()) << to_text(copy.store().error()) << when;
               ++starts_refused;
               return;
             }
             const Reads reads = read_all(**copy.store(), when);
             partly_readable += reads.right > 0 && reads.refused > 0 ? 1 : 0;
           });
  }
  EXPECT_GT(starts_refused, 0);
  EXPECT_GT(partly_readable, 0) << "what is not damaged is still readable";
}

TEST_F(DamagedFiles, AWriteBesideADamagedBlockGoesOn) {
  const auto tables = files_of(original(), "", ".sst");
  const auto largest = std::ranges::max_element(
      tables, {}, [](const fs::path& file) { return fs::file_size(file); });
  int refused = 0;
  damage(*largest, fs::file_size(*largest) / 10, [&](const DamagedCopy& copy, const std::string&) {
    if (!copy.store()) {
      return;
    }
    store::Store& store = **copy.store();
    EXPECT_TRUE(store.put(put(kItems, {{"pk", "new"}})));
    for (int i = 0; i < kCount; ++i) {
      const auto written = store.put(put(kItems, {{"pk", item_number(i)["pk"]}}));
      EXPECT_TRUE(written || written.error().code == ErrorCode::kCorruption)
          << to_text(written.error());
      refused += written ? 0 : 1;
    }
    EXPECT_TRUE((*copy.store())->healthy());
  });
  SUCCEED() << refused << " writes were refused";
}

TEST_F(DamagedFiles, AManifestIsARefusedStart) {
  const auto manifests = files_of(original(), "MANIFEST-", "");
  ASSERT_EQ(manifests.size(), 1U);
  damage(manifests[0], 1, [&](const DamagedCopy& copy, const std::string& when) {
    EXPECT_TRUE(copy.refused()) << (copy.store() ? "it started" : to_text(copy.store().error()))
                                << when;
  });
}

TEST_F(DamagedFiles, TheNameOfTheManifestIsARefusedStart) {
  damage(original() / "CURRENT", 1, [&](const DamagedCopy& copy, const std::string& when) {
    EXPECT_TRUE(copy.refused()) << (copy.store() ? "it started" : to_text(copy.store().error()))
                                << when;
  });
}

TEST_F(DamagedFiles, AMissingFileIsARefusedStart) {
  for (const auto& entry : fs::directory_iterator(original())) {
    const std::string name = entry.path().filename().string();
    if (name != "CURRENT" && !name.starts_with("MANIFEST-") && !name.ends_with(".sst")) {
      continue;
    }
    const fs::path target = folder_.path() / "missing";
    copy_with(original(), target, name, "");
    fs::remove(target / name);
    const auto store = try_open(fault_options(target, nullptr));
    ASSERT_FALSE(store) << name << " is missing";
    EXPECT_EQ(store.error().code, ErrorCode::kCorruption) << to_text(store.error());
    EXPECT_TRUE(fs::exists(target)) << "nothing is cleaned up";
    fs::remove_all(target);
  }
}

}  // namespace
}  // namespace norn::testing
