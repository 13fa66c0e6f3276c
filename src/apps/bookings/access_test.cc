#include "apps/bookings/access.h"

#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

class BookingsAccessTest : public BookingsTest {
 protected:
  Event write_event(const std::string& place_id, const std::string& id, const Stay& nights) {
    const Event event = {.id = id,
                         .place_id = place_id,
                         .title = "bob",
                         .stay = nights,
                         .user_id = bob,
                         .created_by = bob,
                         .created_at = now(),
                         .updated_at = now()};
    write(to_item(event));
    return event;
  }
};

TEST_F(BookingsAccessTest, RolesIncludeEachOther) {
  EXPECT_TRUE(authorize(context, ada, cottage, Role::kAdministrator).has_value());
  EXPECT_TRUE(authorize(context, bob, cottage, Role::kViewer).has_value());
  EXPECT_TRUE(fails(authorize(context, bob, cottage, Role::kAdministrator), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(authorize(context, eve, boat, Role::kMember), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(authorize(context, zoe, boat, Role::kViewer), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(authorize(context, ada, "nowhere", Role::kViewer), ErrorCode::kNotFound));
}

TEST_F(BookingsAccessTest, PlacesComeByName) {
  const auto all = must(places_of(context, bob));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].place.settings.name, "Boat");
  EXPECT_EQ(all[1].place.settings.name, "Cottage");
  EXPECT_EQ(all[1].membership.role, Role::kMember);
  EXPECT_TRUE(must(places_of(context, zoe)).empty());
}

TEST_F(BookingsAccessTest, APlaceThatCallsItselfSomethingElseThanItsKeyIsLeftOut) {
  store::Map broken = item(keys::place(boat), keys::kPlace)->to_map();
  broken["id"] = "b0a70000-0000-4000-8000-000000000002";
  write(store::Item::from_map(broken));
  const auto all = must(places_of(context, bob));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].place.id, cottage);
}

TEST_F(BookingsAccessTest, ARangeHasEverythingThatOverlapsIt) {
  write_event(cottage, "long", stay("2026-01-01", "2026-04-10"));
  write_event(cottage, "before", stay("2026-04-10", "2026-04-12"));
  write_event(cottage, "inside", stay("2026-04-12", "2026-04-13"));
  write_event(boat, "elsewhere", stay("2026-04-12", "2026-04-13"));
  const auto ids_of = [&](std::string_view from, std::string_view to) {
    std::vector<std::string> found;
    for (const Event& event : must(events_between(context, cottage, date(from), date(to)))) {
      found.push_back(event.id);
    }
    return found;
  };
  using Found = std::vector<std::string>;
  // The last of its 99 nights is the one to April 10th.
  EXPECT_EQ(ids_of("2026-04-09", "2026-04-10"), Found{"long"});
  EXPECT_EQ(ids_of("2026-04-10", "2026-04-11"), Found{"before"});
  EXPECT_EQ(ids_of("2026-04-09", "2026-04-13"), (Found{"long", "before", "inside"}));
  EXPECT_EQ(ids_of("2026-04-13", "2026-05-01"), Found{});
  EXPECT_EQ(ids_of("2026-04-12", "2026-04-12"), Found{});
}

TEST_F(BookingsAccessTest, EventsAreReadAsTheyWereWritten) {
  const Event event = write_event(boat, "e1", stay("2026-04-01", "2026-04-03"));
  EXPECT_EQ(must(find_event(context, boat, "e1")), event);
  EXPECT_EQ(must(find_event(context, cottage, "e1")), std::nullopt);
}

TEST_F(BookingsAccessTest, TodayIsWhereThePlaceIs) {
  Place place = must(authorize(context, ada, cottage, Role::kViewer)).place;
  clock.set_ms(parse_timestamp_ms("2026-03-01T23:30:00Z").value());
  EXPECT_EQ(today_at(place, clock), date("2026-03-01"));
  place.settings.tzid = "Pacific/Auckland";
  EXPECT_EQ(today_at(place, clock), date("2026-03-02"));
}

}  // namespace
}  // namespace norn::bookings
