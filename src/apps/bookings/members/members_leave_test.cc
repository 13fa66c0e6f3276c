#include "apps/bookings/members/test_leaving.h"

namespace norn::bookings {
namespace {

TEST_F(BookingsLeaving, TheOnlyAdministratorOfASharedPlaceHandsItOverFirst) {
  const auto refused = go(ada);
  ASSERT_TRUE(fails(refused, ErrorCode::kConflict));
  EXPECT_EQ(refused.error().message,
            "You are the only administrator of \"Boat\", \"Cottage\", which others use too. First "
            "give that role to another member, or delete what you do not hand over.");
  EXPECT_TRUE(must(users.find(ada)));
  must(places.remove(ada, boat));
  EXPECT_EQ(members.may_delete(ada).error().message,
            "You are the only administrator of \"Cottage\", which others use too. First give that "
            "role to another member, or delete what you do not hand over.");
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
  // After the only member has stepped out, and before the place is deleted.
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

}  // namespace
}  // namespace norn::bookings
