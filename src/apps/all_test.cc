#include "apps/all.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/test_world.h"
#include "apps/shared/demo.h"
#include "support/model_store.h"
#include "support/replies.h"

// The demo, of all apps together: it is believable only if they fit.
namespace norn::apps {
namespace {

using testing::must;

std::vector<std::string> scopes_for_tokens() {
  std::vector<std::string> names;
  for (const Scope& scope : scopes_of(all_apps())) names.push_back(scope.name);
  return names;
}

// All apps on a store that is empty, as the server opens them.
class World {
 public:
  explicit World(std::string_view today)
      : demo(new_demo(ids, parse_date(today).value(), "Europe/London")) {
    clock.set_ms(parse_timestamp_ms(std::string(today) + "T12:00:00Z").value());
    must(ensure_tables(store, tables_of(apps, names)));
    for (const auto& app : apps) {
      app->open({.context = context, .accounts = accounts});
      for (accounts::UserHook* const hook : app->people()) accounts.users().add_hook(*hook);
    }
  }

  // Without the passwords, whose hashes take their time.
  void add_people() {
    for (DemoPerson* const person : demo.people()) {
      const accounts::NewUser user{
          .email = person->email, .name = person->name, .email_verified = true};
      person->id = must(accounts.users().create(user)).id;
    }
  }
  Result<void> add_all_but_people() {
    for (const auto& app : apps) {
      if (app != apps.front()) NORN_TRY(app->demo(demo));
    }
    return {};
  }

  std::vector<store::Item> items(const std::string& table) {
    return must(testing::drain(store, testing::scan(table))).items;
  }
  // What needs attention, which is nothing.
  std::vector<std::string> faults() {
    std::vector<std::string> all;
    for (const auto& app : apps) {
      for (Inspector* const inspector : app->inspectors()) {
        for (const store::Item& item : items(inspector->table())) {
          if (const auto fault = inspector->inspect(item)) all.push_back(fault->reason.text());
        }
      }
    }
    return all;
  }
  // How many items of each type a table has.
  std::map<std::string, int> counts(const std::string& table) {
    std::map<std::string, int> counts;
    for (const store::Item& item : items(table)) {
      std::string type = text_of(item, "entityType");
      if (type.empty()) type = text_of(item, "EntityType");
      ++counts[type];
    }
    return counts;
  }

  ManualClock clock{0};
  testing::ModelStore store{clock};
  const TableNames names = {};
  RandomIds ids = {};
  Sweeps sweeps{store, names, clock, ids, {}};
  Idempotency idempotency{store, names, clock};
  accounts::Accounts accounts{store, names, clock, ids, sweeps, scopes_for_tokens()};
  quotas::Quotas quotas{store, names, clock};
  const Context context{store, names, clock, ids, accounts.users(), idempotency, sweeps, quotas};
  const Apps apps = all_apps();
  Demo demo;
};

TEST(Demo, FillsAllAppsWhateverDayItIs) {
  for (const std::string_view today : {"2026-11-18", "2028-02-29", "2027-12-31", "2029-07-01"}) {
    SCOPED_TRACE(today);
    World world(today);
    world.add_people();
    must(world.add_all_but_people());
    EXPECT_EQ(world.faults(), std::vector<std::string>());
    auto calendars = world.counts(world.names.calendars());
    EXPECT_EQ(calendars["CALENDAR"], 3);
    EXPECT_GT(calendars["ENTRY"], 30);
    EXPECT_GT(calendars["MEMBERSHIP"], 10);
    auto planner = world.counts(world.names.planner());
    EXPECT_GT(planner["EVENT"], 10);
    EXPECT_GT(planner["MASTER"], 10);
    std::map<std::string, int> projects;
    std::set<std::string> statuses;
    for (const store::Item& item : world.items(world.names.projects())) {
      // The others lead from one thing to another, or say what was done to it.
      const std::string type = text_of(item, "entityType");
      const std::string key = text_of(item, "PK");
      if (key != text_of(item, "SK") || !key.starts_with(type + "#")) continue;
      ++projects[type];
      if (type == "TASK") statuses.insert(text_of(item, "status"));
    }
    EXPECT_EQ(projects["PROJECT"], 2);
    EXPECT_GT(projects["TASK"], 20);
    EXPECT_GT(projects["COMMENT"], 5);
    EXPECT_EQ(projects["EVENT"], 3);
    EXPECT_EQ(statuses, (std::set<std::string>{"DONE", "IN_PROGRESS", "REVIEW", "TODO"}));
    EXPECT_GT(world.items(world.names.bookings()).size(), 40);
    auto family = world.counts(world.names.family());
    EXPECT_GE(family["Person"], 40);
    EXPECT_GT(world.counts(world.names.norn())["TREE_SELF"], 5);
  }
}

TEST(Demo, ItsPeopleSignInWithTheirPasswordsAndTheFirstIsTheAdministrator) {
  World world("2026-11-18");
  must(world.apps.front()->demo(world.demo));
  EXPECT_EQ(world.counts(world.names.norn())["SESSION"], 0);
  std::set<std::string> passwords;
  for (const DemoPerson* const person : world.demo.people()) {
    passwords.insert(person->password);
    const auto signed_in = must(world.accounts.sign_in(
        {.email = person->email, .password = person->password}, {.address = "", .user_agent = ""}));
    EXPECT_EQ(signed_in.user.id, person->id);
    EXPECT_EQ(signed_in.account.administrator, person == &world.demo.clara);
    EXPECT_TRUE(signed_in.account.email_verified);
    EXPECT_FALSE(signed_in.account.first_steps);
  }
  EXPECT_EQ(passwords.size(), world.demo.people().size());
  EXPECT_FALSE(must(world.accounts.admission().needs_setup()));
}

}  // namespace
}  // namespace norn::apps
