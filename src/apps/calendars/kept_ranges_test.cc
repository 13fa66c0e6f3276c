#include "apps/calendars/kept_ranges.h"

#include <gtest/gtest.h>

#include "apps/calendars/schema.h"
#include "support/builders.h"
#include "support/model_store.h"

namespace norn::calendars {
namespace {

class KeptRangesTest : public ::testing::Test {
 protected:
  KeptRangesTest() { EXPECT_TRUE(store_.create_table(calendars_table("calendsync"))); }

  static KeptRanges::Key march(const std::string& calendar = "a") {
    return {calendar, *parse_date("2024-03-01"), *parse_date("2024-03-31")};
  }

  void keep(const KeptRanges::Key& key, std::string body) {
    auto place = kept_.place();
    ASSERT_TRUE(place);
    kept_.keep(key, *place, {std::move(body), "tag"});
  }

  std::string found(const KeptRanges::Key& key) {
    const auto reply = kept_.find(key);
    return reply ? reply->body : "nothing";
  }

  void put_entry(const std::string& id, const std::string& calendar) {
    ASSERT_TRUE(store_.put(testing::put("calendsync", {{"PK", "ENTRY#" + id},
                                                       {"SK", "ENTRY#" + id},
                                                       {"GSI1PK", "CAL#" + calendar},
                                                       {"GSI1SK", "ENTRY#2024-03-05#" + id}})));
  }

  ManualClock clock_{1'700'000'000'000};
  testing::ModelStore store_{clock_};
  KeptRanges kept_{store_, "calendsync", 1000};
};

TEST_F(KeptRangesTest, AReplyIsGivenAgainWhileNothingHasChanged) {
  EXPECT_EQ(found(march()), "nothing");
  keep(march(), "march");
  EXPECT_EQ(found(march()), "march");
  EXPECT_EQ(found(march("b")), "nothing");
  EXPECT_EQ(found({"a", march().from, march().from}), "nothing");
}

TEST_F(KeptRangesTest, AChangeOfTheCalendarEndsIt) {
  put_entry("1", "b");
  for (const char* calendar : {"a", "b"}) {  // A new one; then one that moves away.
    keep(march("b"), "before");
    put_entry("1", calendar);
    EXPECT_EQ(found(march("b")), "nothing") << calendar;
  }
  keep(march("b"), "before");
  ASSERT_TRUE(store_.remove(testing::remove("calendsync", {{"PK", "ENTRY#1"}, {"SK", "ENTRY#1"}})));
  EXPECT_EQ(found(march("b")), "nothing");
}

TEST_F(KeptRangesTest, AChangeBetweenTheLookAndTheKeepingEndsIt) {
  auto place = kept_.place();
  ASSERT_TRUE(place);
  put_entry("1", "a");
  kept_.keep(march(), *place, {"may have it or not", "tag"});
  EXPECT_EQ(found(march()), "nothing");
}

TEST_F(KeptRangesTest, ChangesOfOthersDoNotEndItUnlessThereAreVeryMany) {
  keep(march(), "march");
  for (int i = 0; i < 250; ++i) {
    put_entry("other", "b" + std::to_string(i));
    if (i % 50 == 0) {
      EXPECT_EQ(found(march()), "march");
    }
  }
  for (int i = 0; i < 100; ++i) put_entry("other", "c" + std::to_string(i));
  EXPECT_EQ(found(march()), "nothing");
}

TEST_F(KeptRangesTest, AStreamThatIsOffKeepsNothing) {
  keep(march(), "march");
  ASSERT_TRUE(store_.update_table(testing::change_stream("calendsync", std::nullopt)));
  EXPECT_EQ(found(march()), "nothing");
  EXPECT_FALSE(kept_.place());
}

TEST_F(KeptRangesTest, TheOldestGoWhenThereIsNoMoreRoom) {
  for (const char* calendar : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    keep(march(calendar), std::string(120, *calendar));
  }
  EXPECT_EQ(found(march("a")), std::string(120, 'a'));  // Used: no longer the oldest.
  keep(march("i"), std::string(120, 'i'));
  EXPECT_EQ(found(march("b")), "nothing");
  EXPECT_EQ(found(march("a")), std::string(120, 'a'));
  keep(march("j"), std::string(126, 'j'));  // More than its share.
  EXPECT_EQ(found(march("j")), "nothing");
}

TEST_F(KeptRangesTest, NothingIsKeptWithoutRoom) {
  KeptRanges none(store_, "calendsync", 0);
  EXPECT_FALSE(none.place());
}

}  // namespace
}  // namespace norn::calendars
