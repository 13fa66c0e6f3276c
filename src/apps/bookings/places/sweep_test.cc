#include "apps/bookings/places/sweep.h"

#include <fmt/format.h>

#include "apps/bookings/feeds/feed_links.h"
#include "apps/bookings/members/test_members.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/test_world.h"
#include "support/builders.h"

namespace norn::bookings {
namespace {

class BookingsSweep : public BookingsTest {
 protected:
  // An event of one night on each of so many days, with its slot and a wish for it.
  void fill(const std::string& place_id, int count) {
    for (int i = 0; i < count; ++i) {
      const Date night = date("2026-01-01") + std::chrono::days(i);
      const Stay nights = {night, night + std::chrono::days(1)};
      const std::string id = fmt::format("{}-{}", place_id, i);
      write(to_item(Event{.id = id,
                          .place_id = place_id,
                          .title = "bob",
                          .stay = nights,
                          .created_by = bob,
                          .created_at = now(),
                          .updated_at = now()}));
      write(slot_item(place_id, night, id));
      write(to_item(Wish{.id = "wish-" + id,
                         .place_id = place_id,
                         .user_id = bob,
                         .stay = nights,
                         .created_at = now()}));
    }
  }
  // Items of the table whose keys name the place.
  size_t left_over(const std::string& place_id) {
    size_t found = items(keys::place(place_id)).size() + items(keys::events(place_id)).size() +
                   items(keys::slots(place_id)).size() + items(keys::wishes(place_id)).size();
    for (const auto& item : all("cal-app-sam")) {
      found += apps::text_of(item, "SK") == keys::place(place_id) ? 1 : 0;
    }
    return found;
  }
  std::vector<store::Item> all(const std::string& table) {
    std::vector<store::Item> found;
    store::ScanRequest request;
    request.table = table;
    while (true) {
      auto page = must(model_.scan(request));
      for (const store::ItemView item : page.items) found.push_back(store::Item::copy_of(item));
      if (!page.last_key) return found;
      request.start_after = std::move(page.last_key);
    }
  }
  size_t sweeps_left() {
    store::QueryRequest request;
    request.table = tables.norn();
    request.key_condition = "PK = :pk";
    request.placeholders.values = {{":pk", "SWEEPS"}};
    return must(model_.query(request)).items.size();
  }

  Places places{context};
  Members members{context};
};

TEST_F(BookingsSweep, RemovesEverythingOfThePlaceAndNothingElse) {
  fill(cottage, 20);
  fill(boat, 20);
  for (const std::string& each : {cottage, boat}) {
    must(members.invite(ada, each, "new@example.com", Role::kMember));
  }
  for (const std::string& each : {cottage, boat}) must(members.remove(ada, each, eve));
  const size_t of_boat = left_over(boat);
  EXPECT_EQ(left_over(cottage), of_boat);
  must(places.remove(ada, cottage));
  EXPECT_EQ(left_over(cottage), of_boat - 1);
  must(sweeps.run());
  EXPECT_EQ(left_over(cottage), 0U);
  EXPECT_EQ(left_over(boat), of_boat);
  EXPECT_EQ(sweeps_left(), 0U);
  EXPECT_EQ(must(members.list(ada, boat)).size(), 2U);
  must(places.remove(ada, boat));
  must(sweeps.run());
  EXPECT_EQ(left_over(boat), 0U);
  EXPECT_TRUE(all("cal-app-sam").empty());
}

TEST_F(BookingsSweep, AddressesOfItsFeedGo) {
  PlaceFeedLinks links(context);
  for (const std::string& each : {cottage, boat}) {
    must(links.create(ada, each));
    must(links.create(eve, each));
  }
  must(members.remove(eve, boat, eve));
  must(places.remove(ada, boat));
  must(sweeps.run());
  size_t left = 0;
  for (const auto& item : all("norn")) {
    if (!apps::text_of(item, "entityType").starts_with("PLACE_FEED")) continue;
    EXPECT_EQ(apps::text_of(item, "placeId"), cottage);
    ++left;
  }
  EXPECT_EQ(left, 4U) << "two items of each of the others";
}

TEST_F(BookingsSweep, ThousandsGoInParts) {
  fill(boat, 1'500);
  for (int i = 0; i < 450; ++i) join(boat, fmt::format("person-{}", i), Role::kViewer);
  must(places.remove(ada, boat));
  int parts = 0;
  while (must(sweep_place(context, boat))) ++parts;
  EXPECT_GT(parts, 5);
  EXPECT_EQ(left_over(boat), 0U);
  EXPECT_FALSE(must(sweep_place(context, boat))) << "it can be repeated";
}

TEST_F(BookingsSweep, WhatAProcessLeftHalfDoneTheNextOneFinishes) {
  fill(boat, 500);
  must(places.remove(ada, boat));
  EXPECT_TRUE(must(sweep_place(context, boat)));  // One part, and then the process ends,
  store::DeleteRequest request;                   // within the next one.
  request.table = tables.bookings();
  join(boat, "first", Role::kViewer);
  request.key = apps::key_of(keys::user("first"), keys::place(boat));
  must(store_.remove(request));
  EXPECT_GT(left_over(boat), 0U);
  apps::Sweeps next{store_, tables, clock, ids, {}};
  Context of_next{store_, tables, clock, ids, users, idempotency, next, quotas};
  const Places places_of_next{of_next};
  must(next.run());
  EXPECT_EQ(left_over(boat), 0U);
  EXPECT_EQ(sweeps_left(), 0U);
}

TEST_F(BookingsSweep, IsDoneAgainForWhatWasBookedMeanwhile) {
  must(places.remove(ada, boat));
  must(sweeps.run());
  fill(boat, 3);
  must(apps::transact(store_, {begin_place_sweep(context, boat)}));
  must(sweeps.run());
  EXPECT_EQ(left_over(boat), 0U);
}

TEST_F(BookingsSweep, APlaceThatIsThereIsLeftAlone) {
  fill(cottage, 3);
  const size_t before = left_over(cottage);
  must(apps::transact(store_, {begin_place_sweep(context, cottage)}));
  must(sweeps.run());
  EXPECT_EQ(left_over(cottage), before);
  EXPECT_EQ(sweeps_left(), 0U);
}

TEST_F(BookingsSweep, BrokenItemsGoToo) {
  write(testing::item({{"PK", keys::place(boat)}, {"SK", keys::member("broken")}}));
  write(testing::item({{"PK", keys::user("broken")}, {"SK", keys::place(boat)}}));
  write(testing::item({{"PK", keys::place(boat)}, {"SK", keys::invited("a@b.c")}}));
  write(testing::item({{"PK", keys::invitee("a@b.c")}, {"SK", keys::place(boat)}}));
  write(testing::item({{"PK", keys::events(boat)}, {"SK", "broken"}}));
  must(places.remove(ada, boat));
  must(sweeps.run());
  EXPECT_EQ(left_over(boat), 0U);
}

}  // namespace
}  // namespace norn::bookings
