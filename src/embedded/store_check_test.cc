#include "embedded/store_check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "embedded/embedded_store.h"
#include "embedded/key_codec.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;
using store::Value;

class StoreCheckTest : public ::testing::Test {
 protected:
  StoreCheckTest() {
    std::string pattern = (fs::temp_directory_path() / "norn_check_XXXXXX").string();
    NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    folder_ = pattern;
    options_.directory = folder_ / "data";
    options_.background = false;
    options_.sync = false;
    open();
    create_table();
  }
  ~StoreCheckTest() override {
    store_.reset();
    fs::remove_all(folder_);
  }

  void open() {
    auto opened = EmbeddedStore::open(options_, clock_);
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    store_ = std::move(*opened);
  }

  void create_table() {
    store::CreateTableRequest request;
    request.table = "things";
    request.attributes = {{"PK", "S"}, {"SK", "S"}, {"color", "S"}};
    request.key = {{"PK", "HASH"}, {"SK", "RANGE"}};
    request.stream = store::StreamView::kNewAndOldImages;
    request.global_indexes = {{"by_color", {{"color", "HASH"}}, {}, std::nullopt}};
    const auto created = store_->create_table(request);
    ASSERT_TRUE(created.has_value()) << created.error().message;
    store::UpdateTtlRequest ttl;
    ttl.table = "things";
    ttl.attribute = "ttl";
    ttl.enabled = true;
    const auto enabled = store_->update_ttl(ttl);
    ASSERT_TRUE(enabled.has_value()) << enabled.error().message;
    ASSERT_TRUE(store_->run_maintenance().has_value());
  }

  void put(const std::string& pk, const std::string& color) {
    store::PutRequest request;
    request.table = "things";
    request.item = store::Item::from_map(
        {{"PK", pk}, {"SK", "x"}, {"color", color}, {"ttl", Value::number(1'900'000'000)}});
    ASSERT_TRUE(store_->put(request).has_value());
  }

  // Removes everything of a family beneath the store, or moves it to another key.
  void damage(bool expiry, bool moves) {
    store_.reset();
    {
      auto database = Database::open(options_);
      ASSERT_TRUE(database) << database.error().message;
      rocksdb::DB& rocks = (*database)->rocks();
      auto* const family = expiry ? (*database)->expiry() : (*database)->indexes();
      const std::unique_ptr<rocksdb::Iterator> entries(rocks.NewIterator({}, family));
      for (entries->SeekToFirst(); entries->Valid(); entries->Next()) {
        const std::string key = entries->key().ToString();
        if (key.size() == sizeof(SpaceId)) continue;  // A fence.
        ASSERT_TRUE(rocks.Delete({}, family, key).ok());
        const bool is_moved = !moves || rocks.Put({}, family, key + "moved", entries->value()).ok();
        ASSERT_TRUE(is_moved);
      }
    }
    open();
  }

  std::vector<std::string> check(StoreRepair repair = StoreRepair::kNone) {
    std::vector<std::string> found;
    std::string next;
    do {
      auto page = store_->check_page(next, repair);
      NORN_CHECK(page.has_value(), "the page can be looked at");
      for (const StoreFault& fault : page->faults) {
        found.push_back(fault.pk + ": " + fault.what + (fault.is_repaired ? " Repaired." : ""));
      }
      next = page->next;
    } while (!next.empty());
    return found;
  }

  using Lines = std::vector<std::string>;
  fs::path folder_;
  Options options_;
  ManualClock clock_{1'763'184'000'000};
  std::unique_ptr<EmbeddedStore> store_;
};

TEST_F(StoreCheckTest, ASoundStoreHasNoFaults) {
  EXPECT_EQ(check(), Lines{});
  for (int i = 0; i < 6'000; ++i) put(std::to_string(i), "red");  // More than a page.
  EXPECT_EQ(check(), Lines{});
}

TEST_F(StoreCheckTest, AMissingEntryOfAnIndexIsWrittenAgain) {
  put("rose", "red");
  damage(/*expiry=*/false, /*moves=*/false);
  const std::string lacks = "rose: The index by_color lacks the entry of the item.";
  EXPECT_EQ(check().size(), 2U);
  EXPECT_EQ(check().back(), lacks);
  EXPECT_EQ(check(StoreRepair::kWhatIsCertain).back(), lacks + " Repaired.");
  EXPECT_EQ(check(), Lines{});
  store::QueryRequest query;
  query.table = "things";
  query.index = "by_color";
  query.key_condition = "color = :red";
  query.placeholders.values = {{":red", "red"}};
  const auto found = store_->query(query);
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->items.size(), 1U);
}

TEST_F(StoreCheckTest, AnEntryWithoutItsItemIsRemoved) {
  put("rose", "red");
  damage(/*expiry=*/false, /*moves=*/true);
  EXPECT_EQ(check(), (Lines{"rose: The index by_color lacks the entry of the item.",
                            "rose: The index by_color has an entry where the item is not any "
                            "more."}));
  EXPECT_EQ(check(StoreRepair::kWhatIsCertain).size(), 2U);
  EXPECT_EQ(check(), Lines{});
}

TEST_F(StoreCheckTest, AnItemExpiresAgain) {
  put("rose", "red");
  damage(/*expiry=*/true, /*moves=*/false);
  const std::string lacks = "rose: The item would never expire: its entry of expiry is missing.";
  EXPECT_EQ(check(), Lines{lacks});
  EXPECT_EQ(check(StoreRepair::kWhatIsCertain), Lines{lacks + " Repaired."});
  EXPECT_EQ(check(), Lines{});
  clock_.set_ms(1'900'000'001'000);
  ASSERT_TRUE(store_->run_maintenance().has_value());
  EXPECT_EQ(store_
                ->scan([] {
                  store::ScanRequest scan;
                  scan.table = "things";
                  return scan;
                }())
                ->items.size(),
            0U);
}

TEST_F(StoreCheckTest, AGapInAStreamIsNamed) {
  put("rose", "red");
  put("lily", "white");
  store_.reset();
  {
    auto database = Database::open(options_);
    ASSERT_TRUE(database) << database.error().message;
    rocksdb::DB& rocks = (*database)->rocks();
    const std::unique_ptr<rocksdb::Iterator> records(rocks.NewIterator({}, (*database)->streams()));
    records->SeekToFirst();
    ASSERT_TRUE(records->Valid());
    ASSERT_TRUE(rocks.Delete({}, (*database)->streams(), records->key()).ok());
  }
  open();
  const Lines found = check();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found.front().contains("lacks the records 1 to 1.")) << found.front();
}

TEST_F(StoreCheckTest, OnlyPositionsOfPagesAreTaken) {
  for (const std::string position : {"x", "1", "1.9.0.0.0.", "1.0.0.0.0.f", "1.0.0.0.0.zz"}) {
    const auto page = store_->check_page(position, StoreRepair::kNone);
    ASSERT_FALSE(page.has_value()) << position;
    EXPECT_EQ(page.error().code, ErrorCode::kInvalid) << position;
  }
}

}  // namespace
}  // namespace norn::embedded
