#include "apps/bookings/members/former_members.h"

#include <fmt/format.h>

#include "apps/bookings/members/test_leaving.h"
#include "support/builders.h"

namespace norn::bookings {
namespace {

class BookingsStaysLeft : public BookingsLeaving {};

TEST_F(BookingsStaysLeft, NightsThatAreStillToComeAreGivenBack) {
  book(cottage, "tomorrow", stay("2024-01-16", "2024-01-18"), bob);
  book(cottage, "summer", stay("2024-07-01", "2024-10-08"), bob);  // 99 nights.
  book(cottage, "others", stay("2024-01-18", "2024-01-20"), eve);
  go_and_be_forgotten(bob);
  EXPECT_EQ(items(keys::events(cottage)).size(), 1U);
  using Slots = std::map<std::string, std::string>;
  EXPECT_EQ(slots(cottage), (Slots{{"2024-01-18", "others"}, {"2024-01-19", "others"}}));
  EXPECT_EQ(event("others").user_id, eve);
}

TEST_F(BookingsStaysLeft, StaysThatHaveBegunLoseTheName) {
  const Event past = book(cottage, "past", stay("2023-07-01", "2023-07-03"), bob);
  book(cottage, "today", stay("2024-01-15", "2024-01-16"), bob);
  Event guest = book(cottage, "guest", stay("2024-01-10", "2024-01-11"), std::nullopt);
  const auto taken = slots(cottage);
  clock.advance_ms(5'000);
  go_and_be_forgotten(bob);
  EXPECT_EQ(slots(cottage), taken);
  Event expected = past;
  expected.title = "Somebody who left";
  expected.user_id = std::nullopt;
  expected.note = std::nullopt;
  expected.created_by.clear();
  expected.version = 2;
  expected.updated_at = now();
  EXPECT_EQ(event("past"), expected);
  EXPECT_EQ(event("today").title, kSomebodyWhoLeft);
  guest.created_by.clear();
  EXPECT_EQ(event("guest"), guest) << "which bob had booked";
}

TEST_F(BookingsStaysLeft, TodayIsWhereThePlaceIs) {
  set(cottage, [](PlaceSettings& settings) { settings.tzid = "Pacific/Auckland"; });
  clock.set_ms(parse_timestamp_ms("2024-01-15T23:00:00Z").value());  // The 16th there.
  book(cottage, "begun", stay("2024-01-16", "2024-01-18"), bob);
  book(cottage, "to-come", stay("2024-01-18", "2024-01-19"), bob);
  go_and_be_forgotten(bob);
  EXPECT_EQ(slots(cottage).size(), 2U);
  EXPECT_EQ(event("begun").version, 2);
}

TEST_F(BookingsStaysLeft, MaintenanceStays) {
  Event blocked = book(cottage, "roof", stay("2024-05-01", "2024-05-03"), bob);
  blocked.kind = EventKind::kBlocked;
  blocked.title = "New roof";
  write(to_item(blocked));
  go_and_be_forgotten(bob);
  EXPECT_EQ(event("roof").title, "New roof");
  EXPECT_EQ(event("roof").user_id, std::nullopt);
  EXPECT_EQ(slots(cottage).size(), 2U);
}

TEST_F(BookingsStaysLeft, WishesGo) {
  wish(cottage, bob);
  wish(cottage, eve);
  go_and_be_forgotten(bob);
  ASSERT_EQ(items(keys::wishes(cottage)).size(), 1U);
  EXPECT_EQ(apps::text_of(items(keys::wishes(cottage))[0], "userId"), eve);
}

// What others have booked stays as it is, but for the person who wrote it.
TEST_F(BookingsStaysLeft, WhatTheyBookedForOthersIsNotTheirsAnyMore) {
  Event created = book(cottage, "created", stay("2024-07-01", "2024-07-03"), eve);
  Event changed = book(cottage, "changed", stay("2024-08-01", "2024-08-03"), eve);
  changed.created_by = eve;
  changed.updated_by = bob;
  write(to_item(changed));
  Event both = book(boat, "both", stay("2024-09-01", "2024-09-03"), std::nullopt);
  both.updated_by = bob;
  write(to_item(both));
  must(members.remove(ada, boat, bob));
  go_and_be_forgotten(bob);
  created.created_by.clear();
  changed.updated_by.clear();
  both.created_by.clear();
  both.updated_by.clear();
  EXPECT_EQ(event("created"), created);
  EXPECT_EQ(event("changed"), changed);
  EXPECT_EQ(must(find_event(context, boat, "both")), both);
}

// Stays of a former member keep the name until the account is deleted.
TEST_F(BookingsStaysLeft, AlsoInPlacesThatTheyLeftBefore) {
  book(cottage, "past", stay("2023-07-01", "2023-07-03"), bob);
  book(cottage, "summer", stay("2024-07-01", "2024-07-03"), bob);
  must(members.remove(ada, cottage, bob));
  EXPECT_EQ(event("past").user_id, bob);
  must(members.remove(bob, boat, bob));
  go_and_be_forgotten(bob);
  EXPECT_EQ(event("past").title, kSomebodyWhoLeft);
  EXPECT_EQ(event("past").user_id, std::nullopt);
  EXPECT_EQ(slots(cottage).size(), 2U) << "what was to come is given back";
  EXPECT_EQ(items(keys::place(cottage)).size(), 3U) << "the place, ada and eve";
}

TEST_F(BookingsStaysLeft, WhoCameBackIsForgottenAsAMember) {
  must(members.remove(ada, cottage, bob));
  join(cottage, bob, Role::kMember);
  book(cottage, "past", stay("2023-07-01", "2023-07-03"), bob);
  go_and_be_forgotten(bob);
  EXPECT_EQ(event("past").user_id, std::nullopt);
  EXPECT_EQ(items(keys::place(cottage)).size(), 3U);
}

TEST_F(BookingsStaysLeft, AStayThatSomebodyElseTakesOverAtThatMomentIsTheirs) {
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
  taken.created_by.clear();
  EXPECT_EQ(event("summer"), taken);
  EXPECT_EQ(slots(cottage).size(), 1U);
}

TEST_F(BookingsStaysLeft, IsFinishedAfterACrashAnywhere) {
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

TEST_F(BookingsStaysLeft, BrokenItemsDoNotKeepTheRestFromGoing) {
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
