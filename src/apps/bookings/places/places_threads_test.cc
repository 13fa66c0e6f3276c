#include <algorithm>
#include <latch>
#include <memory>
#include <set>
#include <thread>

#include "apps/bookings/members/test_members.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/test_world.h"
#include "embedded/embedded_store.h"
#include "support/temporary_folder.h"

namespace norn::bookings {
namespace {

// Runs all of them at the same moment.
void together(const std::vector<std::function<void()>>& jobs) {
  std::latch ready(static_cast<ptrdiff_t>(jobs.size()));
  std::vector<std::jthread> threads;
  for (const auto& job : jobs) {
    threads.emplace_back([&ready, &job] {
      ready.arrive_and_wait();
      job();
    });
  }
}

// An installation of its own.
struct Installation {
  explicit Installation(const Clock& clock_now) : clock(clock_now) {
    for (const auto& table :
         {bookings_table(tables), accounts::norn_table(tables),
          apps::single_table(tables.projects()), apps::single_table(tables.family()),
          apps::single_table(tables.calendars())}) {
      must(apps::ensure_table(*store, table, ""));
    }
  }
  static embedded::Options options(const testing::TemporaryFolder& folder) {
    embedded::Options options;
    options.directory = folder.path() / "data";
    options.background = false;
    options.sync = false;
    return options;
  }
  std::string person(const std::string& name) {
    accounts::NewUser user = accounts::person(name + "@example.com");
    user.email_verified = true;
    return must(users.create(user)).id;
  }
  Access place(const std::string& user_id, const std::string& name) {
    PlaceSettings settings;
    settings.name = name;
    settings.color = "#3B82F6";
    return must(places.create(user_id, settings, {}));
  }

  const Clock& clock;
  testing::TemporaryFolder folder{"norn_bookings"};
  std::unique_ptr<embedded::EmbeddedStore> store =
      must(embedded::EmbeddedStore::open(options(folder), clock));
  apps::TableNames tables = {};
  accounts::CountingIds ids = {};
  accounts::Users users{*store, tables, clock, ids};
  apps::Idempotency idempotency{*store, tables, clock};
  apps::Sweeps sweeps{*store, tables, clock, ids, {}};
  quotas::Quotas quotas{*store, tables, clock};
  Context context{*store, tables, clock, ids, users, idempotency, sweeps, quotas};
  Places places{context};
  Members members{context};
};

class BookingsThreads : public ::testing::Test {
 protected:
  ManualClock clock{accounts::kStartMs};
};

TEST_F(BookingsThreads, OfTheFirstPlacesExactlyOneIsTheDefault) {
  constexpr int kFirstRounds = 10;
  for (int round = 0; round < kFirstRounds; ++round) {
    Installation installation(clock);
    const std::string ada = installation.person("ada");
    const std::string bob = installation.person("bob");
    std::string made[2];
    together({[&] { made[0] = installation.place(ada, "Ada's").place.id; },
              [&] { made[1] = installation.place(bob, "Bob's").place.id; }});
    ASSERT_NE(made[0], made[1]);
    ASSERT_EQ(std::ranges::count(made, "default"), 1);
    ASSERT_EQ(must(installation.places.list(ada)).size(), 1U);
    ASSERT_EQ(must(installation.places.list(bob)).size(), 1U);
  }
}

TEST_F(BookingsThreads, TwoAdministratorsWhoDemoteEachOtherLeaveExactlyOne) {
  constexpr int kDemotions = 50;
  Installation installation(clock);
  const std::string ada = installation.person("ada");
  const std::string bob = installation.person("bob");
  const std::string place = installation.place(ada, "Cottage").place.id;
  must(installation.members.invite(ada, place, "bob@example.com", Role::kAdministrator));
  const auto membership = [&](const std::string& user) {
    return must(authorize(installation.context, user, place, Role::kViewer)).membership;
  };
  const auto change = [&](const std::string& actor, const Membership& target, Role role) {
    return installation.members.change_role(actor, place, target.user_id, role, etag_of(target))
        .has_value();
  };
  for (int round = 0; round < kDemotions; ++round) {
    const Membership adas = membership(ada);
    const Membership bobs = membership(bob);
    std::atomic<int> done = 0;
    together({[&] { done += change(ada, bobs, Role::kMember) ? 1 : 0; },
              [&] { done += change(bob, adas, Role::kMember) ? 1 : 0; }});
    ASSERT_EQ(done, 1);
    const bool ada_won = membership(ada).role == Role::kAdministrator;
    ASSERT_NE(ada_won, membership(bob).role == Role::kAdministrator);
    ASSERT_TRUE(change(ada_won ? ada : bob, membership(ada_won ? bob : ada), Role::kAdministrator));
  }
}

}  // namespace
}  // namespace norn::bookings
