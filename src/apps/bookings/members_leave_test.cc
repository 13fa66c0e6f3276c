#include <fmt/format.h>

#include "apps/accounts/service.h"
#include "apps/bookings/members.h"
#include "apps/bookings/members_stays.h"
#include "apps/bookings/places.h"
#include "apps/bookings/test_world.h"
#include "support/builders.h"

namespace norn::bookings {
namespace {

// Accounts are deleted as people do it. Today is January 15th, 2024.
class BookingsLeaving : public BookingsTest {
 protected:
  BookingsLeaving() { accounts.users().add_hook(members); }

  Result<void> go(const std::string& user_id) {
    return accounts.delete_account(user_id, std::nullopt);
  }
  void go_and_be_forgotten(const std::string& user_id) {
    must(go(user_id));
    must(sweeps.run());
    EXPECT_TRUE(items(keys::user(user_id)).empty());
    EXPECT_EQ(sweeps_left(), 0U);
  }
  size_t sweeps_left() {
    store::QueryRequest request;
    request.table = tables.norn();
    request.key_condition = "PK = :pk";
    request.placeholders.values = {{":pk", "SWEEPS"}};
    return must(store_.query(request)).items.size();
  }
  std::optional<Role> role_of(const std::string& user_id, const std::string& place_id) {
    const auto found = item(keys::place(place_id), keys::member(user_id));
    const auto person = item(keys::user(user_id), keys::place(place_id));
    EXPECT_EQ(found.has_value(), person.has_value());
    if (!found) return std::nullopt;
    EXPECT_EQ(must(membership_from(*found)), must(membership_from(*person)));
    return must(membership_from(*found)).role;
  }
  bool is_there(const std::string& place_id) {
    return item(keys::place(place_id), keys::kPlace).has_value();
  }
  Event book(const std::string& place_id, const std::string& id, const Stay& nights,
             const std::optional<std::string>& user_id) {
    const Event event = {.id = id,
                         .place_id = place_id,
                         .title = "Bob and friends",
                         .stay = nights,
                         .user_id = user_id,
                         .note = "Bring wine",
                         .total = 100,
                         .created_by = bob,
                         .created_at = now(),
                         .updated_at = now()};
    write(to_item(event));
    for (Date night = nights.start; night < nights.end; night += std::chrono::days(1)) {
      write(slot_item(place_id, night, id));
    }
    return event;
  }
  void wish(const std::string& place_id, const std::string& user_id) {
    write(to_item(Wish{.id = "wish-" + user_id,
                       .place_id = place_id,
                       .user_id = user_id,
                       .stay = stay("2026-07-01", "2026-07-03"),
                       .created_at = now()}));
  }
  Event event(const std::string& id) { return must(find_event(context, cottage, id)).value(); }
  std::string alone(const std::string& user_id) {
    const std::string id = place(ids.uuid(), "Alone");
    join(id, user_id, Role::kAdministrator);
    return id;
  }

  Places places{context};
  Members members{context};
  accounts::Accounts accounts{store_, tables, clock, ids, sweeps};
};

TEST_F(BookingsLeaving, TheOnlyAdministratorOfASharedPlaceHandsItOverFirst) {
  const auto refused = go(ada);
  ASSERT_TRUE(fails(refused, ErrorCode::kConflict));
  EXPECT_EQ(refused.error().message,
            "You are the only administrator of \"Boat\" and \"Cottage\", which others use too. "
            "Make somebody else an administrator first, or delete them.");
  EXPECT_TRUE(must(users.find(ada)));
  must(places.remove(ada, boat));
  EXPECT_EQ(members.may_delete(ada).error().message,
            "You are the only administrator of \"Cottage\", which others use too. Make somebody "
            "else an administrator first, or delete it.");
  join(cottage, bob, Role::kAdministrator);
  go_and_be_forgotten(ada);
  EXPECT_EQ(role_of(bob, cottage), Role::kAdministrator);
  EXPECT_EQ(role_of(eve, cottage), Role::kViewer);
}

TEST_F(BookingsLeaving, EverybodyElseMayGo) {
  alone(zoe);
  for (const std::string& user : {bob, eve, zoe}) must(members.may_delete(user));
}

TEST_F(BookingsLeaving, WhoGoesLeavesAllPlaces) {
  go_and_be_forgotten(bob);
  for (const std::string& each : {cottage, boat}) {
    EXPECT_EQ(role_of(bob, each), std::nullopt);
    EXPECT_EQ(must(members.list(ada, each)).size(), 2U);
  }
  EXPECT_FALSE(must(members.forget(bob)));
}

TEST_F(BookingsLeaving, NightsThatAreStillToComeAreGivenBack) {
  book(cottage, "tomorrow", stay("2024-01-16", "2024-01-18"), bob);
  book(cottage, "summer", stay("2024-07-01", "2024-10-08"), bob);  // 99 nights.
  book(cottage, "others", stay("2024-01-18", "2024-01-20"), eve);
  go_and_be_forgotten(bob);
  EXPECT_EQ(items(keys::events(cottage)).size(), 1U);
  using Slots = std::map<std::string, std::string>;
  EXPECT_EQ(slots(cottage), (Slots{{"2024-01-18", "others"}, {"2024-01-19", "others"}}));
  EXPECT_EQ(event("others").user_id, eve);
}

TEST_F(BookingsLeaving, StaysThatHaveBegunLoseTheName) {
  const Event past = book(cottage, "past", stay("2023-07-01", "2023-07-03"), bob);
  book(cottage, "today", stay("2024-01-15", "2024-01-16"), bob);
  const Event guest = book(cottage, "guest", stay("2024-01-10", "2024-01-11"), std::nullopt);
  const auto taken = slots(cottage);
  clock.advance_ms(5'000);
  go_and_be_forgotten(bob);
  EXPECT_EQ(slots(cottage), taken);
  Event expected = past;
  expected.title = "Somebody who left";
  expected.user_id = std::nullopt;
  expected.note = std::nullopt;
  expected.version = 2;
  expected.updated_at = now();
  EXPECT_EQ(event("past"), expected);
  EXPECT_EQ(event("today").title, kSomebodyWhoLeft);
  EXPECT_EQ(event("guest"), guest);
}

TEST_F(BookingsLeaving, TodayIsWhereThePlaceIs) {
  set(cottage, [](PlaceSettings& settings) { settings.tzid = "Pacific/Auckland"; });
  clock.set_ms(parse_timestamp_ms("2024-01-15T23:00:00Z").value());  // The 16th there.
  book(cottage, "begun", stay("2024-01-16", "2024-01-18"), bob);
  book(cottage, "to-come", stay("2024-01-18", "2024-01-19"), bob);
  go_and_be_forgotten(bob);
  EXPECT_EQ(slots(cottage).size(), 2U);
  EXPECT_EQ(event("begun").version, 2);
}

TEST_F(BookingsLeaving, MaintenanceStays) {
  Event blocked = book(cottage, "roof", stay("2024-05-01", "2024-05-03"), bob);
  blocked.kind = EventKind::kBlocked;
  blocked.title = "New roof";
  write(to_item(blocked));
  go_and_be_forgotten(bob);
  EXPECT_EQ(event("roof").title, "New roof");
  EXPECT_EQ(event("roof").user_id, std::nullopt);
  EXPECT_EQ(slots(cottage).size(), 2U);
}

TEST_F(BookingsLeaving, WishesGo) {
  wish(cottage, bob);
  wish(cottage, eve);
  go_and_be_forgotten(bob);
  ASSERT_EQ(items(keys::wishes(cottage)).size(), 1U);
  EXPECT_EQ(apps::text_of(items(keys::wishes(cottage))[0], "userId"), eve);
}

TEST_F(BookingsLeaving, AStayThatSomebodyElseTakesOverAtThatMomentIsTheirs) {
  Event taken = book(cottage, "summer", stay("2024-07-01", "2024-07-02"), bob);
  taken.user_id = eve;
  taken.version = 2;
  must(go(bob));
  EXPECT_TRUE(item(keys::place(cottage), keys::member(bob)));
  // The first transaction takes them out of the place; this happens before the next one.
  meanwhile([&] { meanwhile([&] { write(to_item(taken)); }); });
  must(members.remove(ada, boat, bob));
  while (must(members.forget(bob))) {
  }
  EXPECT_EQ(event("summer"), taken);
  EXPECT_EQ(slots(cottage).size(), 1U);
}

TEST_F(BookingsLeaving, APlaceWithNobodyElseGoes) {
  const std::string place_id = alone(zoe);
  book(place_id, "summer", stay("2024-07-01", "2024-07-03"), zoe);
  must(members.invite(zoe, place_id, "new@example.com", Role::kMember));
  go_and_be_forgotten(zoe);
  EXPECT_FALSE(is_there(place_id));
  EXPECT_TRUE(items(keys::place(place_id)).empty());
  EXPECT_TRUE(items(keys::events(place_id)).empty());
  EXPECT_TRUE(items(keys::slots(place_id)).empty());
  EXPECT_TRUE(items(keys::invitee("new@example.com")).empty());
  EXPECT_TRUE(is_there(cottage));
}

TEST_F(BookingsLeaving, APlaceIsNotTakenFromWhoJoinsAtThatMoment) {
  const std::string place_id = alone(zoe);
  book(place_id, "summer", stay("2024-07-01", "2024-07-03"), zoe);
  must(members.invite(zoe, place_id, "new@example.com", Role::kViewer));
  const std::string fresh = person("new");
  must(go(zoe));
  meanwhile([&] { must(members.accept(fresh, place_id)); });
  must(sweeps.run());
  EXPECT_TRUE(is_there(place_id));
  EXPECT_EQ(role_of(fresh, place_id), Role::kAdministrator);
  EXPECT_EQ(role_of(zoe, place_id), std::nullopt);
  EXPECT_TRUE(slots(place_id).empty());
}

TEST_F(BookingsLeaving, NobodyJoinsAPlaceThatIsAboutToGo) {
  const std::string place_id = alone(zoe);
  must(members.invite(zoe, place_id, "new@example.com", Role::kMember));
  const std::string fresh = person("new");
  must(go(zoe));
  // After the one who was alone has stepped out, and before the place goes.
  meanwhile([&] {
    meanwhile([&] { EXPECT_TRUE(fails(members.accept(fresh, place_id), ErrorCode::kNotFound)); });
  });
  must(sweeps.run());
  EXPECT_FALSE(is_there(place_id));
  EXPECT_TRUE(items(keys::user(fresh)).empty());
}

TEST_F(BookingsLeaving, WhoeverHasBeenInItLongestAndBooksTakesOver) {
  const std::string place_id = place(ids.uuid(), "Tent");
  const auto later = [&](const std::string& user_id, Role role) {
    clock.advance_ms(1'000);
    join(place_id, user_id, role);
  };
  later(eve, Role::kViewer);
  later(bob, Role::kMember);
  later(ada, Role::kAdministrator);
  later(zoe, Role::kMember);
  must(users.remove(*must(users.find(ada)), {}));  // Without having handed anything over.
  while (must(members.forget(ada))) {
  }
  EXPECT_EQ(role_of(bob, place_id), Role::kAdministrator);
  EXPECT_EQ(role_of(eve, place_id), Role::kViewer);
  EXPECT_EQ(role_of(zoe, place_id), Role::kMember);
  EXPECT_EQ(role_of(bob, cottage), Role::kAdministrator);
  must(places.remove(bob, boat));
}

TEST_F(BookingsLeaving, SomebodyWhoOnlyLooksTakesOverWhenNobodyBooks) {
  must(members.remove(ada, cottage, bob));
  must(users.remove(*must(users.find(ada)), {}));
  while (must(members.forget(ada))) {
  }
  EXPECT_EQ(role_of(eve, cottage), Role::kAdministrator);
}

TEST_F(BookingsLeaving, WhoLeavesWhileTheyWouldTakeOverDoesNot) {
  must(users.remove(*must(users.find(ada)), {}));
  must(members.remove(ada, boat, bob));
  must(members.remove(ada, boat, eve));
  must(members.remove(eve, cottage, eve));
  join(cottage, zoe, Role::kViewer);
  meanwhile(
      [&] { meanwhile([&] { meanwhile([&] { must(members.remove(bob, cottage, bob)); }); }); });
  while (must(members.forget(ada))) {
  }
  EXPECT_EQ(role_of(bob, cottage), std::nullopt);
  EXPECT_EQ(role_of(zoe, cottage), Role::kAdministrator);
}

TEST_F(BookingsLeaving, TwoAdministratorsWhoGoAtTheSameMomentLeaveOne) {
  join(cottage, bob, Role::kAdministrator);
  join(boat, bob, Role::kAdministrator);
  must(go(ada));
  must(go(bob));
  meanwhile([&] {
    while (must(members.forget(bob))) {
    }
  });
  must(sweeps.run());
  for (const std::string& each : {cottage, boat}) {
    EXPECT_EQ(role_of(eve, each), Role::kAdministrator);
    EXPECT_EQ(items(keys::place(each)).size(), 2U);
  }
}

TEST_F(BookingsLeaving, IsFinishedAfterACrashAnywhere) {
  const std::string place_id = alone(bob);
  for (int i = 0; i < 120; ++i) {
    const Date night = date("2024-02-01") + std::chrono::days(i);
    book(cottage, fmt::format("e{}", i), {night, night + std::chrono::days(1)}, bob);
  }
  wish(cottage, bob);
  must(go(bob));
  // The store fails after so many transactions, again and again.
  const Error broken = {ErrorCode::kUnavailable, "The store is away.", nullptr};
  for (int crash = 0; crash < 4; ++crash) {
    std::function<void()> fail_later = [&] { store_.refuse(1, broken); };
    for (int steps = 0; steps < crash; ++steps) {
      fail_later = [this, next = fail_later] { meanwhile(next); };
    }
    meanwhile(fail_later);
    EXPECT_TRUE(fails(members.forget(bob), ErrorCode::kUnavailable)) << crash;
    EXPECT_FALSE(items(keys::user(bob)).empty()) << "they are found again";
  }
  EXPECT_TRUE(must(members.forget(bob))) << "so many stays take several parts";
  EXPECT_FALSE(slots(cottage).empty());
  must(sweeps.run());
  EXPECT_TRUE(items(keys::user(bob)).empty());
  EXPECT_TRUE(slots(cottage).empty());
  EXPECT_TRUE(items(keys::events(cottage)).empty());
  EXPECT_TRUE(items(keys::wishes(cottage)).empty());
  EXPECT_FALSE(is_there(place_id));
  EXPECT_EQ(sweeps_left(), 0U);
}

TEST_F(BookingsLeaving, ManyPlacesTakeManyParts) {
  std::vector<std::string> all;
  for (int i = 0; i < 60; ++i) all.push_back(alone(zoe));
  go_and_be_forgotten(zoe);
  for (const std::string& each : all) EXPECT_TRUE(items(keys::place(each)).empty());
}

TEST_F(BookingsLeaving, AMembershipThatIsLeftOverOfADeletedPlaceGoes) {
  must(places.remove(ada, boat));
  must(users.remove(*must(users.find(bob)), {}));
  while (must(members.forget(bob))) {
  }
  EXPECT_TRUE(items(keys::user(bob)).empty());
  EXPECT_FALSE(item(keys::place(boat), keys::member(bob)));
}

TEST_F(BookingsLeaving, BrokenItemsDoNotKeepTheRestFromGoing) {
  write(testing::item({{"PK", keys::events(cottage)},
                       {"SK", "broken"},
                       {"userId", bob},
                       {"startDate", "2024-02-30"}}));
  book(cottage, "summer", stay("2024-07-01", "2024-07-03"), bob);
  store::Map broken = item(keys::user(bob), keys::place(boat))->to_map();
  broken["role"] = "king";
  write(store::Item::from_map(broken));
  must(users.remove(*must(users.find(bob)), {}));
  while (must(members.forget(bob))) {
  }
  EXPECT_TRUE(slots(cottage).empty());
  EXPECT_TRUE(items(keys::user(bob)).empty());
  EXPECT_FALSE(item(keys::place(boat), keys::member(bob)));
}

}  // namespace
}  // namespace norn::bookings
