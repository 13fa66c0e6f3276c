#include "apps/events/service/test_events.h"

// Somebody else is quicker, at the very moment of writing.
namespace norn::events {
namespace {

class EngineRaces : public EventsTest {
 protected:
  // Another change of the same series: of this occurrence, of another one, or of all.
  struct Rival {
    const char* name;
    std::function<void()> act;
  };
  std::vector<Rival> rivals(const Master& master) {
    const auto this_one = [this, master] { change_this(master, "20250120", titled("Rival")); };
    const auto other_one = [this, master] { change_this(master, "20250210", titled("Rival")); };
    const auto removal = [this, master] { remove(master, "20250203"); };
    const auto following = [this, master] {
      change_series(master, "20250113", titled("Rival"), Scope::kFollowing);
    };
    const auto all = [this, master] {
      change_series(master, "20250203", titled("Rival"), Scope::kAll);
    };
    const auto whole = [this, master] { change(master.id, titled("Rival")); };
    const auto ending = [this, master] { remove(master, "20250217", Scope::kFollowing); };
    return {{"this", this_one},       {"another", other_one}, {"removal", removal},
            {"following", following}, {"all", all},           {"whole", whole},
            {"ending", ending}};
  }

  // Everything of ada's, as text.
  Texts state() {
    Texts texts;
    for (const store::Item& item : all_items(ada)) texts.emplace_back(item.json());
    return texts;
  }

  // Whatever `act` does to the series, it is told when it was too late, and changed nothing.
  void expect_told(const std::function<Result<void>(const Master&)>& act) {
    for (size_t i = 0; i < rivals(Master()).size(); ++i) {
      const Master master = standup();
      change_this(master, "20250120", starting("2025-01-21T09:00:00"));
      const Rival rival = rivals(master)[i];
      Texts after;
      meanwhile([&] {
        rival.act();
        after = state();
      });
      const auto result = act(master);
      ASSERT_FALSE(result) << rival.name;
      const bool is_gone = result.error().code == ErrorCode::kNotFound;
      EXPECT_TRUE(is_gone || result.error().code == ErrorCode::kConflict) << rival.name;
      EXPECT_TRUE(is_gone || !fault_of(result.error())->current.empty()) << rival.name;
      EXPECT_EQ(state(), after) << rival.name;
      expect_sound();
    }
  }

  static Result<void> outcome(const Result<Thing>& result) {
    if (!result) return std::unexpected(result.error());
    return {};
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineRaces);

TEST_P(EngineRaces, ChangesOfEveryScope) {
  for (const Scope scope : {Scope::kThis, Scope::kFollowing, Scope::kAll}) {
    expect_told([&](const Master& master) {
      return outcome(try_change(instance_id(master.id, "20250120"), titled("Late"), scope));
    });
    expect_told([&](const Master& master) {
      return outcome(try_change(instance_id(master.id, "20250127"), titled("Late"), scope));
    });
  }
}

TEST_P(EngineRaces, ChangesOfTheSeries) {
  expect_told([&](const Master& master) { return outcome(try_change(master.id, titled("Late"))); });
  expect_told([&](const Master& master) {
    return outcome(try_change(master.id, repeating({}, "FREQ=WEEKLY;BYDAY=TU")));
  });
}

TEST_P(EngineRaces, DeletionsOfEveryScope) {
  for (const Scope scope : {Scope::kThis, Scope::kFollowing, Scope::kAll}) {
    expect_told([&](const Master& master) {
      const std::string id = instance_id(master.id, "20250120");
      return events.remove(ada, id_of(id), scope, etag(id));
    });
  }
  expect_told([&](const Master& master) {
    return events.remove(ada, id_of(master.id), Scope::kThis, etag(master.id));
  });
}

TEST_P(EngineRaces, Restoring) {
  expect_told([&](const Master& master) {
    const std::string id = instance_id(master.id, "20250120");
    return outcome(events.restore(ada, id_of(id), etag(id)));
  });
}

// Nothing can be added to a series that is going.
TEST_P(EngineRaces, ASeriesThatIsDeletedMeanwhile) {
  for (const Scope scope : {Scope::kThis, Scope::kFollowing, Scope::kAll}) {
    const Master master = standup();
    meanwhile([&] {
      remove(master.id);
      sweep();
    });
    EXPECT_TRUE(fails(try_change(instance_id(master.id, "20250120"), titled("Late"), scope),
                      ErrorCode::kNotFound));
    EXPECT_EQ(items(ada, "INSTANCE#").size() + items(ada, "MASTER#").size(), 0);
  }
}

// The longest event of somebody is raised by another one: that is decided again, and done.
TEST_P(EngineRaces, WhatIsNoChangeOfTheSameThingIsDoneAgain) {
  const Master master = standup();
  EventChange longer;
  longer.when.end_local_s = second("2025-01-14T09:00:00");
  meanwhile([&] { make_event(timed("2025-01-01T09:00:00", "2025-01-03T09:00:00", "UTC")); });
  change_this(master, "20250113", longer);
  EXPECT_EQ(longest(), 2 * 1440);
}

}  // namespace
}  // namespace norn::events
