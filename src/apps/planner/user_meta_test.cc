#include "apps/planner/user_meta.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "apps/accounts/test_world.h"
#include "apps/planner/keys.h"
#include "apps/planner/test_world.h"
#include "apps/shared/items.h"

namespace norn::planner {
namespace {

accounts::User ada() {
  return {
      .id = "user_123", .email = "ada@example.com", .name = "Ada", .created_ms = 1'705'276'800'000};
}

// The design's example of USER_META; its values are somebody's, ours are those of a new person.
TEST(UserMeta, IsTheItemOfTheDesign) {
  ManualClock clock(0);
  testing::ModelStore store(clock);
  testing::must(apps::ensure_table(store, apps::single_table("ProductivityData"), ""));
  UserMeta meta(store, {});
  const auto actions = meta.on_create(ada(), false);
  ASSERT_TRUE(actions);
  ASSERT_EQ(actions->size(), 1);
  const auto& put = std::get<store::PutRequest>(actions->front());
  EXPECT_EQ(put.table, "ProductivityData");
  EXPECT_EQ(put.condition, "attribute_not_exists(PK)");
  const store::Map item = put.item.to_map();
  EXPECT_EQ(item.size(), 10);
  EXPECT_EQ(item.at("PK"), store::Value("USER#user_123"));
  EXPECT_EQ(item.at("SK"), store::Value("USER_META#user_123"));
  EXPECT_EQ(item.at("entityType"), store::Value("USER_META"));
  EXPECT_EQ(item.at("userId"), store::Value("user_123"));
  EXPECT_EQ(item.at("createdAt"), store::Value("2024-01-15T00:00:00Z"));
  EXPECT_EQ(item.at("version"), store::Value::number(1));
  const auto names_of = [&](const char* name) {
    std::string names;
    for (const auto& [member, value] : item.at(name).as<store::Map>()) names += member + " ";
    return names;
  };
  EXPECT_EQ(names_of("preferences"),
            "autoArchiveCompletedTasks autoArchiveDelayHours defaultCalendarIncrement "
            "defaultEventDuration defaultReminderMinutes enableBrowserNotifications "
            "enableSoundNotifications theme weekNumbers weekStart ");
  EXPECT_EQ(names_of("stats"),
            "lastEventCreated lastTaskCompleted overdueTasks totalEvents totalNotes totalReminders "
            "totalTasks upcomingEvents ");

  // One that another program wrote stays.
  testing::must(store.put(put));
  EXPECT_TRUE(testing::must(meta.on_create(ada(), false)).empty());
}

// Accounts that exist, and the table of the planner.
class MissingUserMetaTest : public accounts::World {
 protected:
  MissingUserMetaTest() {
    testing::must(apps::ensure_table(store_, apps::single_table(tables_.planner()), ""));
    users_.add_hook(user_meta_);
    readers_.add(missing_);
  }
  bool has_meta(const std::string& id) {
    return !json("ProductivityData", "USER#" + id, "USER_META#" + id).empty();
  }
  void remove_meta(const std::string& id) {
    store::DeleteRequest request;
    request.table = tables_.planner();
    request.key = apps::key_of("USER#" + id, "USER_META#" + id);
    testing::must(store_.remove(request));
    testing::must(readers_.run());
  }

  accounts::Users users_{store_, tables_, clock_, ids_};
  UserMeta user_meta_{store_, tables_};
  MissingUserMeta missing_{user_meta_, store_, tables_.planner(), users_};
  apps::TableReaders readers_{store_, tables_, clock_, ids_, {.lease_ms = 0}};
};

TEST_F(MissingUserMetaTest, IsMadeAnewIfAnotherProgramDeletesIt) {
  const accounts::User john = testing::must(users_.create(accounts::john()));
  testing::must(readers_.run());
  remove_meta(john.id);
  EXPECT_TRUE(has_meta(john.id));
}

TEST_F(MissingUserMetaTest, IsNotMadeForAPersonWhoIsGone) {
  const accounts::User john = testing::must(users_.create(accounts::john()));
  testing::must(readers_.run());
  testing::must(users_.remove(john, {}));
  testing::must(readers_.run());
  EXPECT_FALSE(has_meta(john.id));
}

TEST(UserMeta, GoesWithThePerson) {
  ManualClock clock(0);
  testing::ModelStore store(clock);
  UserMeta meta(store, {.prefix = "test-"});
  const auto actions = meta.on_delete(ada());
  ASSERT_TRUE(actions);
  const auto& remove = std::get<store::DeleteRequest>(actions->front());
  EXPECT_EQ(remove.table, "test-ProductivityData");
  EXPECT_EQ(remove.key, apps::key_of("USER#user_123", "USER_META#user_123"));
}

class PlannerUserMeta : public PlannerTest {};
NORN_ENGINE_ON_BOTH_STORES(PlannerUserMeta);

// In parts, each of which can be done again; and nobody else's things.
TEST_P(PlannerUserMeta, ForgetsEverythingOfSomebody) {
  for (int i = 0; i < 60; ++i) {
    for (const std::string& user_id : {ada, bob}) {
      store::PutRequest put;
      put.table = tables.planner();
      put.item = store::Item::from_map(
          {{"PK", keys::user(user_id)}, {"SK", fmt::format("EVENT#evt_{}", i)}});
      must(store_.put(put));
    }
  }
  UserMeta meta(store_, tables);
  EXPECT_TRUE(must(meta.forget(ada)));
  EXPECT_EQ(items(ada, keys::kEvents).size(), 35);
  EXPECT_TRUE(must(meta.forget(ada)));
  EXPECT_TRUE(must(meta.forget(ada)));
  EXPECT_FALSE(must(meta.forget(ada)));
  EXPECT_EQ(items(ada, keys::kEvents).size(), 0);
  EXPECT_FALSE(item(ada, keys::user_meta(ada)));
  EXPECT_EQ(items(bob, keys::kEvents).size(), 60);
  EXPECT_TRUE(item(bob, keys::user_meta(bob)));
}

}  // namespace
}  // namespace norn::planner
