#include "apps/shared/item_changes.h"

#include <gtest/gtest.h>

#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/model_store.h"

namespace norn::apps {
namespace {

using testing::item;
using testing::num;

class ItemChangesTest : public ::testing::Test {
 protected:
  ItemChangesTest() { EXPECT_TRUE(store_.create_table(testing::table("things", "PK:S SK:S"))); }

  void put(store::Map attributes) {
    attributes.merge(store::Map{{"PK", "p"}, {"SK", "s"}});
    ASSERT_TRUE(store_.put(testing::put("things", attributes)));
  }
  std::optional<store::Map> stored() {
    store::GetRequest get;
    get.table = "things";
    get.key = key_of("p", "s");
    const auto found = store_.get(get);
    EXPECT_TRUE(found);
    return found && found->item ? std::optional(found->item->to_map()) : std::nullopt;
  }
  bool write(Action action) {
    const auto written = write_all(store_, {std::move(action)});
    EXPECT_TRUE(written) << written.error().message;
    return written.value_or(false);
  }
  static store::Item thing(store::Map attributes) {
    attributes.merge(store::Map{{"PK", "p"}, {"SK", "s"}});
    return item(attributes);
  }

  ManualClock clock_{0};
  testing::ModelStore store_{clock_};
};

TEST_F(ItemChangesTest, AnEditChangesAddsAndRemovesWhatItNamesAndLeavesTheRest) {
  put({{"a", "1"}, {"b", "2"}, {"other", num(7)}});
  const store::Item old = thing({{"a", "1"}, {"b", "2"}, {"other", num(7)}});
  const Edit change = edit("things", old, thing({{"a", "new"}, {"c", "3"}, {"other", num(8)}}),
                           {"a", "b", "c", "d"});
  EXPECT_TRUE(write(change.action));
  const store::Map wanted = {{"PK", "p"}, {"SK", "s"}, {"a", "new"}, {"c", "3"}, {"other", num(7)}};
  EXPECT_EQ(stored(), wanted);
  EXPECT_EQ(change.item.to_map(), wanted);
}

TEST_F(ItemChangesTest, AnEditOfWhatHasChangedOrIsGoneIsRefused) {
  const store::Item old = thing({{"a", "1"}});
  const Action change = edit("things", old, thing({{"a", "2"}, {"b", "3"}}), {"a", "b"}).action;
  const Action addition = edit("things", old, thing({{"b", "3"}}), {"b"}).action;
  EXPECT_FALSE(write(change));
  EXPECT_FALSE(write(addition)) << "it would make half an item";
  EXPECT_EQ(stored(), std::nullopt);
  put({{"a", "9"}});
  EXPECT_FALSE(write(change));
  EXPECT_TRUE(write(addition)) << "what it does not name may have changed";
}

TEST_F(ItemChangesTest, ANewItemReplacesNone) {
  EXPECT_TRUE(write(put_new("things", thing({{"a", "1"}}))));
  EXPECT_FALSE(write(put_new("things", thing({{"a", "2"}}))));
  EXPECT_TRUE(write(put_any("things", thing({{"a", "3"}}))));
  EXPECT_EQ(text_of(item(*stored()), "a"), "3");
}

TEST_F(ItemChangesTest, AnItemIsRemovedAsItWasRead) {
  put({{"a", "1"}, {"b", "2"}});
  const store::Item old = thing({{"a", "1"}, {"b", "other"}});
  EXPECT_FALSE(write(remove_unchanged("things", old)));
  EXPECT_TRUE(write(remove_unchanged("things", old, {"a"})));
  put({{"a", "1"}});
  EXPECT_TRUE(write(remove_any("things", old)));
  EXPECT_EQ(stored(), std::nullopt);
}

TEST_F(ItemChangesTest, ConditionsAskWhetherAnItemExists) {
  EXPECT_TRUE(write(is_missing("things", key_of("p", "s"))));
  EXPECT_FALSE(write(is_there("things", key_of("p", "s"))));
  put({});
  EXPECT_FALSE(write(is_missing("things", key_of("p", "s"))));
  EXPECT_TRUE(write(is_there("things", key_of("p", "s"))));
}

}  // namespace
}  // namespace norn::apps
