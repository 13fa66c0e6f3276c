#include <set>

#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

}  // namespace

TEST_P(StoreContract, ScanReturnsEverything) {
  const std::string name = make_table("pk:S sk:N");
  Keys expected;
  for (int i = 0; i < 30; ++i) {
    const Map one = {{"pk", "p" + std::to_string(i % 7)}, {"sk", num(i)}, {"v", "x"}};
    must(db().put(put(name, one)));
    expected.push_back(text(one));
  }
  PageResult page = must(db().scan(scan(name)));
  EXPECT_EQ(sorted(texts(page.items)), sorted(expected));
  EXPECT_EQ(page.count, 30);
  EXPECT_EQ(page.scanned_count, 30);
  EXPECT_EQ(page.last_key, std::nullopt);
}

TEST_P(StoreContract, ScanOfAnEmptyTableIsEmpty) {
  const std::string name = make_table("pk:S");
  const PageResult page = must(db().scan(scan(name)));
  EXPECT_EQ(page.count, 0);
  EXPECT_EQ(page.last_key, std::nullopt);
}

TEST_P(StoreContract, ScanFiltersProjectsAndCounts) {
  const std::string name = make_table("pk:S");
  for (int i = 0; i < 10; ++i) {
    must(db().put(put(name, {{"pk", std::to_string(i)}, {"v", num(i)}, {"more", "x"}})));
  }
  ScanRequest request = scan(name);
  request.filter = "v >= :v AND pk <> :seven";
  request.projection = "v";
  request.placeholders = values({{":v", num(6)}, {":seven", "7"}});
  PageResult page = must(db().scan(request));
  EXPECT_EQ(sorted(texts(page.items)),
            (Keys{text({{"v", num(6)}}), text({{"v", num(8)}}), text({{"v", num(9)}})}));
  EXPECT_EQ(page.count, 3);
  EXPECT_EQ(page.scanned_count, 10);

  request.projection.clear();
  request.select = Select::kCount;
  page = must(db().scan(request));
  EXPECT_EQ(page.count, 3);
  EXPECT_TRUE(page.items.empty());
}

TEST_P(StoreContract, ScanPagesEndWithEverythingSeenOnce) {
  const std::string name = make_table("pk:S sk:N");
  for (int i = 0; i < 23; ++i) {
    must(db().put(put(name, {{"pk", "p" + std::to_string(i % 5)}, {"sk", num(i)}})));
  }
  for (const int64_t limit : {1, 2, 7, 22, 23, 24, 1000}) {
    ScanRequest request = scan(name);
    request.limit = limit;
    const Drained drained = must(drain(db(), request));
    EXPECT_EQ(drained.count, 23) << limit;
    const Keys seen = column(drained.items, "sk");
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 23u) << limit;
    for (const PageResult& page : drained.pages) EXPECT_LE(page.scanned_count, limit);
  }
}

TEST_P(StoreContract, ScanPageThatIsFilteredEmptyStillGoesOn) {
  const std::string name = make_table("pk:S");
  for (int i = 0; i < 6; ++i) must(db().put(put(name, {{"pk", std::to_string(i)}})));
  ScanRequest request = scan(name);
  request.filter = "attribute_exists(absent)";
  request.limit = 4;
  const PageResult page = must(db().scan(request));
  EXPECT_EQ(page.count, 0);
  EXPECT_EQ(page.scanned_count, 4);
  ASSERT_TRUE(page.last_key.has_value());
  request.start_after = page.last_key;
  EXPECT_EQ(must(db().scan(request)).scanned_count, 2);
}

TEST_P(StoreContract, ScanSegmentsShareTheTable) {
  const std::string name = make_table("pk:S sk:N");
  for (int i = 0; i < 60; ++i) {
    must(db().put(put(name, {{"pk", "p" + std::to_string(i % 20)}, {"sk", num(i)}})));
  }
  for (const int64_t total : {1, 2, 3, 8, 1000}) {
    Keys seen;
    for (int64_t segment = 0; segment < total; ++segment) {
      ScanRequest request = scan(name);
      request.segment = segment;
      request.total_segments = total;
      request.limit = 5;
      const Keys part = column(must(drain(db(), request)).items, "sk");
      seen.insert(seen.end(), part.begin(), part.end());
    }
    EXPECT_EQ(seen.size(), 60u) << total;
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 60u) << total;
  }
}

TEST_P(StoreContract, ScanSegmentsMustFit) {
  const std::string name = make_table("pk:S");
  ScanRequest request = scan(name);
  request.segment = 1;
  EXPECT_TRUE(is_invalid(db().scan(request),
                         "The TotalSegments parameter is required but was not present in the "
                         "request when Segment parameter is present"));
  request.segment.reset();
  request.total_segments = 4;
  EXPECT_TRUE(is_invalid(db().scan(request),
                         "The Segment parameter is required but was not present in the request "
                         "when parameter TotalSegments is present"));
  request.segment = 4;
  EXPECT_TRUE(is_invalid(db().scan(request),
                         "The Segment parameter is zero-based and must be less than parameter "
                         "TotalSegments: Segment: 4 is not less than TotalSegments: 4"));
  request.segment = 0;
  request.total_segments = 0;
  EXPECT_TRUE(is_invalid(db().scan(request),
                         "1 validation error detected: Value '0' at 'totalSegments' failed to "
                         "satisfy constraint: Member must have value greater than or equal to 1"));
  request.segment = -1;
  request.total_segments = 1;
  EXPECT_TRUE(is_invalid(db().scan(request),
                         "1 validation error detected: Value '-1' at 'segment' failed to satisfy "
                         "constraint: Member must have value greater than or equal to 0"));
  request.segment = 0;
  request.total_segments = 1'000'001;
  EXPECT_TRUE(is_invalid_saying(db().scan(request), "less than or equal to 1000000"));
}

TEST_P(StoreContract, ScanFilterThatIsWrongIsNamed) {
  const std::string name = make_table("pk:S");
  ScanRequest request = scan(name);
  request.filter = "a = :v";
  EXPECT_TRUE(is_invalid(db().scan(request),
                         "Invalid FilterExpression: An expression attribute value used in "
                         "expression is not defined; attribute value: :v"));
}

}  // namespace norn::testing
