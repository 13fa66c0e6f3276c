#include "apps/shared/items.h"

#include <gtest/gtest.h>

#include "support/builders.h"
#include "support/model_store.h"

namespace norn::apps {
namespace {

using testing::item;
using testing::num;

TEST(Items, AttributesAreReadByTheirType) {
  const store::Item thing = item({{"a", "text"},
                                  {"b", "with \"quotes\"\n"},
                                  {"c", testing::null()},
                                  {"d", num(-7)},
                                  {"e", testing::yes()}});
  EXPECT_EQ(text_of(thing, "a"), "text");
  EXPECT_EQ(text_of(thing, "b"), "with \"quotes\"\n");
  EXPECT_EQ(optional_text_of(thing, "c"), std::nullopt);
  EXPECT_EQ(optional_text_of(thing, "missing"), std::nullopt);
  EXPECT_EQ(integer_of(thing, "d"), -7);
  EXPECT_EQ(integer_of(thing, "a"), 0);
  EXPECT_TRUE(boolean_of(thing, "e"));
  EXPECT_FALSE(boolean_of(thing, "a"));
}

class ItemsTest : public ::testing::Test {
 protected:
  ItemsTest() { EXPECT_TRUE(store_.create_table(testing::table("things", "PK:S SK:S"))); }

  Result<store::TransactWriteResult> put_if_unchanged(const store::Item& seen) {
    const Unchanged same = unchanged(seen, {"a", "b", "c"});
    auto put = testing::put_if("things", {{"PK", "p"}, {"SK", "s"}, {"a", "new"}}, same.condition,
                               same.placeholders);
    put.return_item_on_condition_failure = true;
    return store_.transact_write(testing::transaction(
        {testing::check("things", {{"PK", "x"}, {"SK", "x"}}, "attribute_not_exists(PK)"), put}));
  }

  ManualClock clock_{0};
  testing::ModelStore store_{clock_};
};

TEST_F(ItemsTest, AnItemThatIsAsItWasSeenIsUnchanged) {
  const store::Map seen{{"PK", "p"}, {"SK", "s"}, {"a", testing::null()}, {"b", num(1)}};
  ASSERT_TRUE(store_.put(testing::put("things", seen)));
  EXPECT_TRUE(put_if_unchanged(item(seen)));
}

TEST_F(ItemsTest, AChangedItemIsRefusedAndTold) {
  const store::Map seen{{"PK", "p"}, {"SK", "s"}, {"a", "1"}};
  for (const store::Map& now :
       {store::Map{{"PK", "p"}, {"SK", "s"}, {"a", "2"}}, store::Map{{"PK", "p"}, {"SK", "s"}},
        store::Map{{"PK", "p"}, {"SK", "s"}, {"a", "1"}, {"c", num(1)}}}) {
    ASSERT_TRUE(store_.put(testing::put("things", now)));
    const auto written = put_if_unchanged(item(seen));
    ASSERT_FALSE(written);
    const Refusals refusals(written.error());
    EXPECT_TRUE(refusals.by_conditions());
    EXPECT_FALSE(refusals.failed(0));
    ASSERT_TRUE(refusals.failed(1));
    ASSERT_NE(refusals.item(1), nullptr);
    EXPECT_EQ(*refusals.item(1), item(now));
  }
  EXPECT_FALSE(Refusals(Error{}).by_conditions());
}

TEST_F(ItemsTest, AllPagesAndAllKeysAreRead) {
  std::vector<store::Item> keys;
  const std::string large(100'000, 'x');
  for (int i = 0; i < 130; ++i) {
    const std::string sk = "k" + std::to_string(1000 + i);
    ASSERT_TRUE(store_.put(testing::put("things", {{"PK", "p"}, {"SK", sk}, {"a", large}})));
    keys.push_back(key_of("p", sk));
  }
  keys.push_back(key_of("p", "missing"));
  const auto request = testing::query("things", "PK = :p", testing::values({{":p", "p"}}));
  const auto queried = query_all(store_, request);
  ASSERT_TRUE(queried);
  EXPECT_EQ(queried->size(), 130);
  EXPECT_FALSE(query_all(store_, request, 129));
  const auto got = get_all(store_, "things", keys);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->size(), 130);
}

}  // namespace
}  // namespace norn::apps
