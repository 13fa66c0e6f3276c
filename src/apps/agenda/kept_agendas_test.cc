#include "apps/agenda/kept_agendas.h"

#include <gtest/gtest.h>

#include "apps/agenda/test_source.h"
#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/model_store.h"

namespace norn::agenda {
namespace {

void owner_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  for (const auto& image : {record.old_image, record.new_image}) {
    if (image) owners.push_back(apps::text_of(*image, "owner"));
  }
}

// Two apps, the second of which reads two tables.
class KeptAgendasTest : public ::testing::Test {
 protected:
  KeptAgendasTest() {
    for (const char* name : {"entries", "events", "people"}) {
      store::CreateTableRequest table = testing::table(name, "id:S");
      table.stream = store::StreamView::kNewAndOldImages;
      EXPECT_TRUE(store_.create_table(table));
    }
    calendars_.tables = {{"entries", owner_of}};
    planner_.tables = {{"events", owner_of}, {"people", owner_of}};
  }

  void put(const std::string& table, const std::string& owner) {
    ASSERT_TRUE(store_.put(testing::put(
        table, {{"id", "1"}, {"owner", owner}, {"version", std::to_string(++version_)}})));
  }
  static std::shared_ptr<const KeptAgendas::Reply> reply(std::string body) {
    return std::make_shared<const KeptAgendas::Reply>(std::move(body), "tag");
  }
  // A reply that was read from calendars a and b, and from events of c.
  void keep(KeptAgendas& kept, const std::string& key, std::string body = "body") {
    const auto moments = kept.moments();
    ASSERT_TRUE(moments);
    kept.keep(key, *moments, {{0, {"a", "b"}}, {1, {"c"}}}, 1'000, reply(std::move(body)));
  }
  static bool has(KeptAgendas& kept, const std::string& key, int64_t now_ms = 0) {
    return kept.find(key, now_ms) != nullptr;
  }

  ManualClock clock_{0};
  testing::ModelStore store_{clock_};
  TestSource calendars_{"calendars", Kinds::all()};
  TestSource planner_{"planner", Kinds::all()};
  int version_ = 0;
};

TEST_F(KeptAgendasTest, AReplyIsValidUntilSomethingThatItWasReadFromChanges) {
  KeptAgendas kept(store_, {&calendars_, &planner_}, 10'000);
  EXPECT_FALSE(has(kept, "ada"));
  struct Case {
    const char* table;
    const char* owner;
    bool stays;
  };
  for (const auto& [table, owner, stays] :
       {Case{"entries", "a", false}, Case{"entries", "b", false}, Case{"entries", "x", true},
        Case{"entries", "c", true}, Case{"events", "c", false}, Case{"events", "a", true},
        Case{"people", "c", false}, Case{"entries", kEverything, false},
        Case{"people", kEverything, false}}) {
    // What the item was before is changed, too.
    for (const char* name : {"entries", "events", "people"}) put(name, "nobody");
    keep(kept, "ada");
    EXPECT_TRUE(has(kept, "ada"));
    put(table, owner);
    EXPECT_EQ(has(kept, "ada"), stays) << table << " " << owner;
  }
}

TEST_F(KeptAgendasTest, AChangeWhileItIsMadeEndsIt) {
  KeptAgendas kept(store_, {&calendars_, &planner_}, 10'000);
  const auto moments = kept.moments();
  ASSERT_TRUE(moments);
  put("people", "c");
  kept.keep("ada", *moments, {{0, {"a"}}, {1, {"c"}}}, 1'000, reply("may have it or not"));
  EXPECT_FALSE(has(kept, "ada"));
}

TEST_F(KeptAgendasTest, ItEndsWithItsTime) {
  KeptAgendas kept(store_, {&calendars_, &planner_}, 10'000);
  keep(kept, "ada");
  EXPECT_TRUE(has(kept, "ada", 999));
  EXPECT_FALSE(has(kept, "ada", 1'000));
  EXPECT_FALSE(has(kept, "ada", 999)) << "it was dropped";
}

TEST_F(KeptAgendasTest, TheLeastUsedGoWhenThereAreTooMany) {
  KeptAgendas kept(store_, {&calendars_, &planner_}, 10'000);
  const std::string body(100, 'x');
  for (int i = 0; i < 20; ++i) {
    keep(kept, std::to_string(i), body);
    EXPECT_TRUE(has(kept, "0")) << i;
  }
  EXPECT_TRUE(has(kept, "19"));
  EXPECT_FALSE(has(kept, "1"));
  keep(kept, "large", std::string(1'000, 'x'));
  EXPECT_FALSE(has(kept, "large"));
  keep(kept, "19", "another");
  EXPECT_EQ(kept.find("19", 0)->body.text(), "another");
}

TEST_F(KeptAgendasTest, NothingIsKeptWithoutRoomOrStreams) {
  KeptAgendas off(store_, {&calendars_, &planner_}, 0);
  EXPECT_FALSE(off.moments());
  calendars_.tables = {{"missing", owner_of}};
  KeptAgendas blind(store_, {&calendars_, &planner_}, 10'000);
  EXPECT_FALSE(blind.moments());
}

}  // namespace
}  // namespace norn::agenda
