#include <fmt/format.h>
#include <gtest/gtest.h>

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

constexpr const char* kLoggedItems = "items";
constexpr size_t kLogBlockBytes = 32768;  // Of RocksDB's log format, as the next one.
constexpr size_t kHeaderBytes = 7;
constexpr int kEarlier = 5;

store::Map small_item(int number) {
  return {{"pk", fmt::format("k{}", number)}, {"v", num(number)}};
}

// A folder as a process leaves it that is killed after its last write was acknowledged.
class DamagedLog : public ::testing::Test {
 protected:
  // Writes some small items and then `last`.
  void write(const store::Map& last) {
    last_ = last;
    FaultyDisk disk;
    const auto store = open(fault_options(folder_.path() / "live", &disk));
    must(store->create_table(table(kLoggedItems, "pk:S")));
    for (int i = 0; i < kEarlier; ++i) {
      must(store->put(put(kLoggedItems, small_item(i))));
    }
    const auto logs = files_of(folder_.path() / "live", "", ".log");
    ASSERT_EQ(logs.size(), 1U);
    begin_ = fs::file_size(logs[0]);
    must(store->put(put(kLoggedItems, last)));
    log_ = logs[0].filename().string();
    fs::copy(folder_.path() / "live", original());
    bytes_ = read_bytes(original() / log_);
    ASSERT_GT(bytes_.size(), begin_ + kHeaderBytes);
  }

  fs::path original() const { return folder_.path() / "original"; }

  // The offsets of the headers of all records and their parts, from `begin` on.
  std::vector<size_t> headers(size_t begin) const {
    std::vector<size_t> offsets;
    for (size_t offset = begin; offset < bytes_.size();) {
      if (kLogBlockBytes - offset % kLogBlockBytes < kHeaderBytes) {
        offset += kLogBlockBytes - offset % kLogBlockBytes;  // Padding.
        continue;
      }
      offsets.push_back(offset);
      const auto low = static_cast<uint8_t>(bytes_[offset + 4]);
      const auto high = static_cast<uint8_t>(bytes_[offset + 5]);
      offset += kHeaderBytes + low + size_t{256} * high;
    }
    return offsets;
  }

  // Every write but the last is there; returns whether the last is, too.
  bool check_items(store::Store& store, const std::string& when) const {
    for (int i = 0; i < kEarlier; ++i) {
      const auto found = must(store.get(get(kLoggedItems, {{"pk", small_item(i)["pk"]}})));
      EXPECT_TRUE(found.item && found.item->json() == text(small_item(i))) << "item " << i << when;
    }
    const auto last = must(store.get(get(kLoggedItems, {{"pk", last_.at("pk")}})));
    EXPECT_TRUE(!last.item || last.item->json() == text(last_)) << when;
    const auto content = read_table(store, kLoggedItems);
    EXPECT_EQ(content.items.size(), kEarlier + (last.item ? 1U : 0U)) << when;
    EXPECT_EQ(to_text(check_indexes(store, content)), "") << when;
    return last.item.has_value();
  }

  void expect_torn_at(size_t offset) {
    const DamagedCopy copy(original(), folder_.path() / "copy", log_, bytes_.substr(0, offset));
    const std::string when = fmt::format(" when the log ends at {}", offset);
    ASSERT_TRUE(copy.store()) << to_text(copy.store().error()) << when;
    EXPECT_FALSE(check_items(**copy.store(), when)) << when;
  }

  void expect_noticed(size_t offset, char byte) {
    std::string bytes = bytes_;
    bytes[offset] = byte;
    const std::string when =
        fmt::format(" when byte {} is {:#04x} instead of {:#04x}", offset,
                    static_cast<uint8_t>(byte), static_cast<uint8_t>(bytes_[offset]));
    const DamagedCopy copy(original(), folder_.path() / "copy", log_, bytes);
    if (copy.store()) {
      EXPECT_TRUE(check_items(**copy.store(), when)) << "silently lost" << when;
    } else {
      EXPECT_TRUE(copy.refused()) << to_text(copy.store().error()) << when;
    }
  }

  void expect_noticed(size_t offset, const std::vector<char>& bytes) {
    for (const char byte : bytes) {
      expect_noticed(offset, byte);
    }
  }

  const TemporaryFolder folder_{"damaged-log"};
  store::Map last_;
  std::string log_;    // The file's name,
  std::string bytes_;  // its content,
  size_t begin_ = 0;   // and where the last record begins.
};

TEST_F(DamagedLog, EndsAnywhereInASmallRecord) {
  write(small_item(99));
  for (size_t offset = begin_; offset < bytes_.size(); ++offset) {
    expect_torn_at(offset);
  }
}

TEST_F(DamagedLog, HasAWrongByteAnywhereInASmallRecord) {
  write(small_item(99));
  for (size_t offset = begin_; offset < bytes_.size(); ++offset) {
    expect_noticed(offset, offset < begin_ + kHeaderBytes ? all_bit_flips(bytes_[offset])
                                                          : std::vector<char>{});
    expect_noticed(offset, wrong_bytes(bytes_[offset], offset));
  }
}

TEST_F(DamagedLog, HasAWrongByteInTheHeaderOfAnEarlierRecord) {
  write(small_item(99));
  for (const size_t header : headers(0)) {
    for (size_t offset = header; offset < header + kHeaderBytes; ++offset) {
      expect_noticed(offset, all_bit_flips(bytes_[offset]));
    }
  }
}

class DamagedLogOfManyBlocks : public DamagedLog {
 protected:
  static constexpr size_t kStep = 4999;

  void SetUp() override {
    store::Map item = small_item(99);
    item["body"] = std::string(110'000, 'x');
    write(item);
    ASSERT_GE(headers(begin_).size(), 4U);
  }
};

TEST_F(DamagedLogOfManyBlocks, EndsSomewhereInARecord) {
  for (size_t offset = begin_; offset < bytes_.size(); offset += kStep) {
    expect_torn_at(offset);
  }
  for (const size_t header : headers(begin_)) {
    for (size_t offset = header; offset <= header + kHeaderBytes; ++offset) {
      expect_torn_at(offset);
    }
  }
}

TEST_F(DamagedLogOfManyBlocks, HasAWrongByteSomewhere) {
  for (size_t offset = begin_; offset < bytes_.size(); offset += kStep) {
    expect_noticed(offset, wrong_bytes(bytes_[offset], offset));
  }
  for (const size_t header : headers(begin_)) {
    for (size_t offset = header; offset < header + kHeaderBytes; ++offset) {
      expect_noticed(offset, all_bit_flips(bytes_[offset]));
      expect_noticed(offset, wrong_bytes(bytes_[offset], offset));
    }
  }
}

}  // namespace
}  // namespace norn::testing
