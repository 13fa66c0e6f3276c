#pragma once

#include <string>
#include <string_view>

#include "apps/events/test_world.h"
#include "apps/planner/context.h"
#include "apps/planner/keys.h"
#include "apps/planner/preferences.h"

// What tests of the planner stand on.
namespace norn::planner {

// People with preferences.
class PlannerTest : public EngineTest {
 protected:
  PlannerTest() {
    for (const std::string& user_id : {ada, bob}) {
      store::UpdateRequest update;
      update.table = tables.planner();
      update.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
      update.update = "SET preferences = :preferences";
      update.placeholders.values = {{":preferences", to_map(Preferences())}};
      must(store_.update(update));
    }
  }
};

}  // namespace norn::planner
