#include "apps/planner/checks.h"

#include "apps/accounts/users/users.h"
#include "apps/planner/test_world.h"
#include "apps/shared/test_checks.h"

namespace norn::planner {
namespace {

constexpr int64_t kSailsAt = 1'783'000'800;  // 2026-07-02T14:00:00Z
constexpr int64_t kSecondsOfHour = 3'600;

class PlannerChecks : public PlannerTest {
 protected:
  Event event(int64_t hours) {
    Event made;
    made.id = "evt_00000000-0000-4000-8000-000000000001";
    made.details.title = "Sail";
    made.when = {
        .start_s = kSailsAt, .end_s = kSailsAt + hours * kSecondsOfHour, .start_tzid = "UTC"};
    made.stamp = {.created_at = "2026-07-01T10:00:00Z", .updated_at = "2026-07-01T10:00:00Z"};
    return made;
  }
  void write(const store::Item& item) {
    store::PutRequest put;
    put.table = tables.planner();
    put.item = item;
    must(store_.put(put));
  }

  accounts::Users users{store_, tables, clock, ids};
  const apps::Context apps_context{store_, tables, clock, ids, users, idempotency, sweeps, quotas};
  apps::Checkup checkup{store_, checks_of_planner(apps_context)};
};

TEST_P(PlannerChecks, ALongEventIsSeenOnItsLaterDays) {
  write(to_item(ada, event(30)));
  EXPECT_EQ(checkup.found(),
            "planner: lengths of events: The event takes 1800 minutes, and longestEventMinutes of "
            "its owner is 0: later days do not show it.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  EXPECT_EQ(apps::integer_of(*item(ada, keys::user_meta(ada)), "longestEventMinutes"), 1800);
}

TEST_P(PlannerChecks, GuestsSeeWhatTheyAreInvitedTo) {
  Event sail = event(0);
  sail.guests = {.list = {{.id = "gst_1", .user_id = bob}, {.id = "gst_2", .email = "x@y.org"}},
                 .version = 1};
  write(to_item(ada, sail));
  EXPECT_EQ(checkup.found(), "planner: guests: " + bob + " is invited, and does not see it.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  EXPECT_TRUE(item(bob, keys::guest(ada, sail.id)));
}

TEST_P(PlannerChecks, AnOccurrenceHasItsSeries) {
  Instance instance;
  instance.master_id = "mst_00000000-0000-4000-8000-000000000001";
  instance.tag = "20260702";
  instance.recurrence_s = kSailsAt;
  instance.details.title = "Sail";
  instance.when = event(0).when;
  instance.stamp = event(0).stamp;
  write(to_item(ada, instance));
  EXPECT_EQ(checkup.found(), "planner: series: The occurrence is of a series that is not there.\n");
  EXPECT_EQ(checkup.repair(), 0U);
}

NORN_ENGINE_ON_BOTH_STORES(PlannerChecks);

}  // namespace
}  // namespace norn::planner
