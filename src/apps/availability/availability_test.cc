#include "apps/availability/availability.h"

#include "apps/accounts/test_world.h"
#include "apps/agenda/test_source.h"

namespace norn::availability {
namespace {

using testing::must;

class AvailabilityTest : public accounts::World {
 protected:
  AvailabilityTest() {
    must(store_.put(
        testing::put("norn", {{"PK", "USER#ada"}, {"SK", "ACCOUNT"}, {"userId", "ada"}})));
  }

  agenda::TestSource source{"planner", agenda::Kinds::all()};
  agenda::Agenda all_apps{clock_, {&source}, 0};
  agenda::AgendaPreferences preferences{store_, tables_, clock_};
  accounts::Users users{store_, tables_, clock_, ids_};
  Availability availability{store_, tables_, clock_, users, all_apps, preferences, {}};
};

TEST_F(AvailabilityTest, WhatATakenOverAccountSharedEnds) {
  must(availability.set_shared_with("ada", SharedWith::kMembers));
  const int64_t until_ms = clock_.now_ms();
  EXPECT_FALSE(must(availability.end_access("ada", until_ms)));
  EXPECT_EQ(must(availability.shared_with("ada")), SharedWith::kNobody);
  EXPECT_FALSE(must(availability.end_access("ada", until_ms))) << "again, after a crash";
  // The new owner of the account has chosen this.
  clock_.set_ms(until_ms + 1'000);
  must(availability.set_shared_with("ada", SharedWith::kMembers));
  EXPECT_FALSE(must(availability.end_access("ada", until_ms)));
  EXPECT_EQ(must(availability.shared_with("ada")), SharedWith::kMembers);
}

}  // namespace
}  // namespace norn::availability
