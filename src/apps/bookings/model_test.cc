#include "apps/bookings/model.h"

#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

constexpr const char* kBoat = "b0a70000-0000-4000-8000-000000000001";

Place whole_place() {
  Place place;
  place.id = kBoat;
  place.settings = {.name = "Boat",
                    .color = "#3B82F6",
                    .description = "By the lake",
                    .house_rules = "No shoes",
                    .max_nights = 14,
                    .min_nights = 2,
                    .check_in = "15:00",
                    .check_out = "11:00",
                    .tzid = "Europe/Zurich",
                    .currency = "CHF",
                    .price_per_night = 120'00,
                    .seasons = {{"Summer", "07-01", "08-31", 150'00, 7},
                                {"Fair", "2026-09-01", "2026-09-03", 0, std::nullopt}},
                    .allows_past = true,
                    .shows_names = false};
  place.version = 4;
  place.created_at = "2024-01-15T10:30:00Z";
  place.updated_at = "2024-01-16T10:30:00Z";
  return place;
}

Event whole_event() {
  Event event;
  event.id = "e1";
  event.place_id = kBoat;
  event.title = "Ada";
  event.stay = stay("2026-07-01", "2026-07-04");
  event.version = 3;
  event.kind = EventKind::kBlocked;
  event.user_id = "u1";
  event.note = "late";
  event.total = 360'00;
  event.currency = "CHF";
  event.created_by = "u2";
  event.updated_by = "u3";
  event.created_at = "2024-01-15T10:30:00Z";
  event.updated_at = "2024-01-16T10:30:00Z";
  event.digest = "d";
  return event;
}

// The item with one attribute changed, or without it.
store::Item with(const store::Item& item, const std::string& name,
                 const std::optional<store::Value>& value) {
  store::Map map = item.to_map();
  map.erase(name);
  if (value) map.emplace(name, *value);
  return store::Item::from_map(map);
}

TEST(BookingsModel, PlacesComeBackAsTheyWere) {
  const Place place = whole_place();
  EXPECT_EQ(must(place_from(to_item(place))), place);
  Place plain;
  plain.id = "default";
  plain.settings.name = "Cottage";
  plain.settings.color = "#000000";
  plain.created_at = plain.updated_at = "2024-01-15T10:30:00Z";
  EXPECT_EQ(must(place_from(to_item(plain))), plain);
  EXPECT_EQ(apps::text_of(to_item(plain), "PK"), "PLACE#default");
  EXPECT_EQ(etag_of(place), "v4");
}

TEST(BookingsModel, WhatIsNoPlace) {
  const store::Item item = to_item(whole_place());
  const std::vector<std::pair<std::string, std::optional<store::Value>>> faults = {
      {"id", std::nullopt},
      {"id", store::Value("a#b")},
      {"name", store::Value("")},
      {"version", store::Value::number(0)},
      {"maxNights", store::Value::number(0)},
      {"maxNights", store::Value::number(100)},
      {"minNights", std::nullopt},
      {"pricePerNight", store::Value::number(-1)}};
  for (const auto& [name, value] : faults) {
    EXPECT_TRUE(fails(place_from(with(item, name, value)), ErrorCode::kUnreadable)) << name;
  }
}

TEST(BookingsModel, MembershipsComeBackFromBothSides) {
  for (const Role role : {Role::kViewer, Role::kMember, Role::kAdministrator}) {
    const Membership membership = {.place_id = kBoat,
                                   .user_id = "u1",
                                   .role = role,
                                   .created_at = "2024-01-15T10:30:00Z",
                                   .updated_at = "2024-01-16T10:30:00Z"};
    EXPECT_EQ(must(membership_from(to_member_item(membership))), membership);
    EXPECT_EQ(must(membership_from(to_person_item(membership))), membership);
    EXPECT_EQ(role_from(to_text(role)), role);
    EXPECT_TRUE(
        fails(membership_from(with(to_member_item(membership), "role", store::Value("king"))),
              ErrorCode::kUnreadable));
    Membership other = membership;
    other.updated_at = "2024-01-17T10:30:00Z";
    EXPECT_NE(etag_of(membership), etag_of(other));
  }
  EXPECT_EQ(role_from("king"), std::nullopt);
}

TEST(BookingsModel, EventsComeBackAsTheyWere) {
  const Event event = whole_event();
  EXPECT_EQ(must(event_from(to_item(event))), event);
  EXPECT_EQ(etag_of(event), "v3");
  Event guest = event;
  guest.place_id = "default";
  guest.kind = EventKind::kBooking;
  guest.user_id = guest.note = std::nullopt;
  guest.digest.clear();
  EXPECT_EQ(must(event_from(to_item(guest))), guest);
  EXPECT_FALSE(to_item(guest).contains("digest"));
}

TEST(BookingsModel, AnEventNeedsNoMoreThanTheDesignSays) {
  const Event event =
      must(event_from(store::Item::from_map({{"PK", "EVENT"},
                                             {"SK", "e1"},
                                             {"startDate", "2026-07-01"},
                                             {"endDate", "2026-07-02"},
                                             {"title", "Ada"},
                                             {"version", store::Value::number(0)}})));
  EXPECT_EQ(etag_of(event), "v0") << "the design leaves open where versions begin";
  EXPECT_EQ(event.place_id, "default");
  EXPECT_EQ(event.kind, EventKind::kBooking);
  EXPECT_EQ(event.user_id, std::nullopt);
  EXPECT_EQ(event.currency, "EUR");
}

TEST(BookingsModel, WhatIsNoEvent) {
  const store::Item item = to_item(whole_event());
  const std::vector<std::pair<std::string, std::optional<store::Value>>> faults = {
      {"startDate", std::nullopt},
      {"startDate", store::Value("2026-02-30")},
      {"endDate", store::Value("2026-07-01")},
      {"version", std::nullopt},
      {"version", store::Value::number(-1)},
      {"version", store::Value("1")}};
  for (const auto& [name, value] : faults) {
    EXPECT_TRUE(fails(event_from(with(item, name, value)), ErrorCode::kUnreadable)) << name;
  }
}

TEST(BookingsModel, UnreadableItemsSayWhy) {
  const store::Item item = to_item(whole_event());
  const std::vector<std::tuple<std::string, std::optional<store::Value>, std::string>> cases = {
      {"version", std::nullopt, "`version` is missing"},
      {"version", store::Value("1"), "`version` is not a whole number"},
      {"endDate", store::Value("soon"), "`endDate` has an invalid value"},
      {"endDate", store::Value("2026-06-30"), "`endDate` is not after its start"},
      {"SK", store::Value("a#b"), "`SK` has an invalid value"}};
  for (const auto& [name, value, why] : cases) {
    EXPECT_EQ(event_from(with(item, name, value)).error().message,
              "The event cannot be read: " + why + ".");
  }
}

TEST(BookingsModel, ATimeIsReadAsItsDay) {
  const store::Item item = to_item(whole_event());
  for (const char* const text : {"2026-07-01", "2026-07-01T00:00:00Z", "2026-07-01T22:00:00+02:00",
                                 "2026-07-01T00:00:00.000Z", "2026-07-01T00:00:00"}) {
    EXPECT_EQ(must(event_from(with(item, "startDate", store::Value(text)))).stay,
              whole_event().stay)
        << text;
  }
  for (const char* const text :
       {"2026-07-01Z", "2026-07-01T", "2026-07-01Tnoon", "2026-07-01T25:00:00Z", ""}) {
    EXPECT_FALSE(parse_day(text)) << text;
  }
}

TEST(BookingsModel, MistypedAttributesHaveDefaults) {
  store::Map map = to_item(whole_event()).to_map();
  for (const char* const name :
       {"title", "note", "userId", "total", "currency", "kind", "digest"}) {
    map[name] = store::List();
  }
  const Event event = must(event_from(store::Item::from_map(map)));
  EXPECT_EQ(event.title, "(no title)");
  EXPECT_EQ(event.note, std::nullopt);
  EXPECT_EQ(event.user_id, std::nullopt);
  EXPECT_EQ(event.total, 0);
  EXPECT_EQ(event.currency, "EUR");
  EXPECT_EQ(event.kind, EventKind::kBooking);
}

TEST(BookingsModel, TheKeyOfAMembershipSaysWhoseItIs) {
  const Membership membership = {.place_id = kBoat,
                                 .user_id = "u1",
                                 .role = Role::kMember,
                                 .created_at = std::string(kUnknownTime),
                                 .updated_at = std::string(kUnknownTime)};
  for (const store::Item& item : {to_member_item(membership), to_person_item(membership)}) {
    store::Item without = item;
    for (const char* const name : {"placeId", "userId", "createdAt", "updatedAt"}) {
      without = with(without, name, std::nullopt);
    }
    EXPECT_EQ(must(membership_from(without)), membership);
  }
}

TEST(BookingsModel, SlotsAreNightsOfAPlace) {
  EXPECT_EQ(slot_item("default", date("2026-07-01"), "e1"),
            store::Item::from_map({{"PK", "SLOT"}, {"SK", "2026-07-01"}, {"eventId", "e1"}}));
  EXPECT_EQ(apps::text_of(slot_item(kBoat, date("2026-07-01"), "e1"), "PK"),
            std::string("SLOT#") + kBoat);
}

TEST(BookingsModel, WishesComeBackAndExpire) {
  const Wish wish = {.id = "w1",
                     .place_id = kBoat,
                     .user_id = "u1",
                     .stay = stay("1970-01-02", "1970-01-03"),
                     .note = "please",
                     .created_at = "2024-01-15T10:30:00Z"};
  const store::Item item = to_item(wish);
  EXPECT_EQ(must(wish_from(item)), wish);
  EXPECT_EQ(apps::integer_of(item, "ttl"), 3 * 86'400);
  EXPECT_TRUE(fails(wish_from(with(item, "userId", std::nullopt)), ErrorCode::kUnreadable));
}

TEST(BookingsModel, WhatStaysHaveInCommon) {
  const Stay one = stay("2026-07-03", "2026-07-05");
  EXPECT_EQ(one.nights(), 2);
  EXPECT_TRUE(one.has(date("2026-07-04")));
  EXPECT_FALSE(one.has(date("2026-07-05")));
  EXPECT_FALSE(one.overlaps(stay("2026-07-05", "2026-07-06")));
  EXPECT_FALSE(one.overlaps(stay("2026-07-01", "2026-07-03")));
  EXPECT_TRUE(one.overlaps(stay("2026-07-04", "2026-07-06")));
}

TEST(BookingsModel, IdsOfPlaces) {
  EXPECT_TRUE(is_place_id("default"));
  EXPECT_TRUE(is_place_id(kBoat));
  for (const char* const text : {"", "Default", "default#", "EVENT", "b0a70000"}) {
    EXPECT_FALSE(is_place_id(text)) << text;
  }
}

}  // namespace
}  // namespace norn::bookings
