#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "store/requests/read_plan.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::item;
using test::outcome;
using test::things;

Item numbered(int n, size_t padding = 0) {
  return item(
      fmt::format(R"({{"PK":{{"S":"p"}},"SK":{{"S":"{}"}},"n":{{"N":"{}"}},"x":{{"S":"{}"}}}})", n,
                  n, std::string(padding, 'x')));
}

ReadPlan plan_of(const ScanRequest& request) {
  Result<ReadPlan> plan = plan_scan(things(), request);
  EXPECT_TRUE(plan.has_value()) << outcome(plan);
  return *plan;
}

ScanRequest scan_of() {
  ScanRequest request;
  request.table = "Things";
  return request;
}

std::string key_json(const std::optional<Item>& key) {
  return key ? std::string(key->json()) : "none";
}

TEST(PageBuilderTest, APageHoldsWhatWasOffered) {
  const ReadPlan plan = plan_of(scan_of());
  PageBuilder builder(plan);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(builder.offer(numbered(i)));
  }
  const PageResult page = std::move(builder).finish(true);
  EXPECT_EQ(page.count, 3);
  EXPECT_EQ(page.scanned_count, 3);
  ASSERT_EQ(page.items.size(), 3U);
  EXPECT_EQ(page.items[2], numbered(2).view());
  EXPECT_FALSE(page.last_key);
  EXPECT_EQ(page.capacity.table, "Things");
  EXPECT_EQ(page.capacity.table_read_units, 0.5);
}

TEST(PageBuilderTest, AnEmptyPageCostsAReadAndHasNoLastKey) {
  ScanRequest request = scan_of();
  const ReadPlan plan = plan_of(request);
  EXPECT_EQ(PageBuilder(plan).finish(true).capacity.total(), 0.5);
  EXPECT_FALSE(PageBuilder(plan).finish(true).last_key);
  request.consistent = true;
  const ReadPlan strong = plan_of(request);
  EXPECT_EQ(PageBuilder(strong).finish(true).capacity.total(), 1);
}

TEST(PageBuilderTest, LimitCountsWhatWasLookedAt) {
  ScanRequest request = scan_of();
  request.limit = 3;
  request.filter = "n > :zero";
  request.placeholders.values[":zero"] = Value::number(0);
  const ReadPlan plan = plan_of(request);
  PageBuilder builder(plan);
  EXPECT_TRUE(builder.offer(numbered(1)));
  EXPECT_TRUE(builder.offer(numbered(0)));
  EXPECT_FALSE(builder.offer(numbered(-1)));
  const PageResult page = std::move(builder).finish(true);
  EXPECT_EQ(page.scanned_count, 3);
  EXPECT_EQ(page.count, 1);
  EXPECT_EQ(page.items.size(), 1U);
  EXPECT_EQ(key_json(page.last_key), R"({"PK":{"S":"p"},"SK":{"S":"-1"}})");
}

TEST(PageBuilderTest, AFullPageTakesNoMore) {
  ScanRequest request = scan_of();
  request.limit = 1;
  const ReadPlan plan = plan_of(request);
  PageBuilder builder(plan);
  EXPECT_FALSE(builder.offer(numbered(1)));
  EXPECT_FALSE(builder.offer(numbered(2)));
  const PageResult page = std::move(builder).finish(false);
  EXPECT_EQ(page.scanned_count, 1);
  EXPECT_EQ(key_json(page.last_key), R"({"PK":{"S":"p"},"SK":{"S":"1"}})");
}

TEST(PageBuilderTest, APageEndsBeforeItGrowsOver1Mb) {
  for (const bool count_only : {false, true}) {
    ScanRequest request = scan_of();
    request.select = count_only ? Select::kCount : Select::kAuto;
    const ReadPlan plan = plan_of(request);
    PageBuilder builder(plan);
    EXPECT_TRUE(builder.offer(numbered(1, 390 * 1024)));
    EXPECT_TRUE(builder.offer(numbered(2, 390 * 1024)));
    EXPECT_FALSE(builder.offer(numbered(3, 390 * 1024)));
    const PageResult page = std::move(builder).finish(false);
    EXPECT_EQ(page.scanned_count, 2);
    EXPECT_EQ(page.count, 2);
    EXPECT_EQ(page.items.size(), count_only ? 0U : 2U);
    EXPECT_EQ(key_json(page.last_key), R"({"PK":{"S":"p"},"SK":{"S":"2"}})");
    EXPECT_EQ(page.capacity.table_read_units, 98);
  }
}

TEST(PageBuilderTest, APageMayBeExactly1Mb) {
  const ReadPlan plan = plan_of(scan_of());
  // Each is 256 KB: PK, p, SK, a digit, n with its number (2), x, and the padding.
  const size_t overhead = numbered(1).size_bytes();
  PageBuilder builder(plan);
  for (int i = 1; i <= 4; ++i) {
    EXPECT_TRUE(builder.offer(numbered(i, 256 * 1024 - overhead))) << i;
  }
  EXPECT_FALSE(builder.offer(numbered(5)));
}

TEST(PageBuilderTest, EntriesThatTheFilterDropsCountAndAreWhereToGoOn) {
  ScanRequest request = scan_of();
  request.filter = "attribute_exists(never)";
  const ReadPlan plan = plan_of(request);
  PageBuilder builder(plan);
  EXPECT_TRUE(builder.offer(numbered(1, 5000)));
  EXPECT_TRUE(builder.offer(numbered(2, 5000)));
  const PageResult page = std::move(builder).finish(false);
  EXPECT_EQ(page.count, 0);
  EXPECT_EQ(page.scanned_count, 2);
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(key_json(page.last_key), R"({"PK":{"S":"p"},"SK":{"S":"2"}})");
  EXPECT_EQ(page.capacity.table_read_units, 1.5);
}

TEST(PageBuilderTest, AProjectionLeavesTheLastKeyWhole) {
  ScanRequest request = scan_of();
  request.projection = "n";
  request.limit = 1;
  const ReadPlan plan = plan_of(request);
  PageBuilder builder(plan);
  EXPECT_FALSE(builder.offer(numbered(1)));
  const PageResult page = std::move(builder).finish(false);
  EXPECT_EQ(page.items[0].json(), R"({"n":{"N":"1"}})");
  EXPECT_EQ(key_json(page.last_key), R"({"PK":{"S":"p"},"SK":{"S":"1"}})");
}

TEST(PageBuilderTest, AnIndexPageHasTheIndexsKeyAndCapacity) {
  ScanRequest request = scan_of();
  request.index = "GSI1";
  request.limit = 1;
  const ReadPlan plan = plan_of(request);
  PageBuilder builder(plan);
  const std::string_view keys =
      R"({"GSI1PK":{"S":"g"},"GSI1SK":{"N":"1"},"PK":{"S":"p"},"SK":{"S":"s"}})";
  builder.offer(item(R"({"GSI1PK":{"S":"g"},"GSI1SK":{"N":"1"},"PK":{"S":"p"},"SK":{"S":"s"},)"
                     R"("colour":{"S":"red"}})"));
  const PageResult page = std::move(builder).finish(false);
  EXPECT_EQ(key_json(page.last_key), keys);
  EXPECT_EQ(page.capacity.table_read_units, 0);
  EXPECT_EQ(page.capacity.indexes.at("GSI1").read, 0.5);
}

TEST(PageBuilderTest, WholeItemsThatALocalIndexFetchesAreFilteredReturnedAndCharged) {
  ScanRequest request = scan_of();
  request.index = "BySize";
  request.select = Select::kAllAttributes;
  request.filter = "attribute_exists(x)";
  const ReadPlan plan = plan_of(request);
  ASSERT_TRUE(plan.fetch_whole_items);
  const Item entry = item(R"({"PK":{"S":"p"},"SK":{"S":"1"},"size":{"N":"3"}})");
  const Item whole = item(R"({"PK":{"S":"p"},"SK":{"S":"1"},"size":{"N":"3"},"x":{"S":")" +
                          std::string(5000, 'x') + R"("}})");
  PageBuilder builder(plan);
  EXPECT_TRUE(builder.offer(entry, whole.view()));
  EXPECT_TRUE(builder.offer(entry, entry.view()));
  const PageResult page = std::move(builder).finish(false);
  EXPECT_EQ(page.count, 1);
  EXPECT_EQ(page.items[0], whole.view());
  EXPECT_EQ(key_json(page.last_key), entry.json());
  EXPECT_EQ(page.capacity.indexes.at("BySize").read, 0.5);
  EXPECT_EQ(page.capacity.table_read_units, 1.5);
}

}  // namespace
}  // namespace norn::store
