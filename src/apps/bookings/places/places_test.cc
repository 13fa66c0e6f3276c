#include "apps/bookings/places/places.h"

#include <fmt/format.h>

#include "apps/bookings/render.h"
#include "apps/bookings/test_world.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

class BookingsPlaces : public BookingsTest {
 protected:
  static PlaceSettings settings(const std::string& name) {
    PlaceSettings settings;
    settings.name = name;
    settings.color = "#10B981";
    return settings;
  }
  Access create(const std::string& user_id, const std::string& name) {
    return must(places.create(user_id, settings(name), {}));
  }
  // An installation without any place yet.
  void begin_anew() {
    for (const std::string& id : {cottage, boat}) must(places.remove(ada, id));
    must(sweeps.run());
  }
  bool has_marker() { return item("DEFAULT", "DEFAULT").has_value(); }
  static SettingsChange renamed(const std::string& name) {
    return [=](PlaceSettings& changed) { changed.name = name; };
  }

  Places places{context};
};

TEST_F(BookingsPlaces, WhoMakesAPlaceAdministersIt) {
  const Access made = create(zoe, "  Tent ");
  EXPECT_EQ(made.place.settings.name, "Tent");
  EXPECT_EQ(made.place.version, 1);
  EXPECT_EQ(made.place.created_at, now());
  EXPECT_EQ(made.membership.role, Role::kAdministrator);
  EXPECT_EQ(must(places.get(zoe, made.place.id)).place, made.place);
  const auto all = must(places.list(zoe));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].place, made.place);
  EXPECT_EQ(all[0].membership, made.membership);
  EXPECT_TRUE(fails(places.get(ada, made.place.id), ErrorCode::kNotFound));
}

TEST_F(BookingsPlaces, OnlyTheFirstHasTheKeysOfTheDesignAndNeverAgain) {
  begin_anew();
  EXPECT_FALSE(has_marker());
  EXPECT_EQ(create(zoe, "First").place.id, "default");
  EXPECT_TRUE(has_marker());
  EXPECT_TRUE(is_place_id(create(zoe, "Second").place.id));
  EXPECT_NE(create(ada, "Third").place.id, "default");
  must(places.remove(zoe, "default"));
  must(sweeps.run());
  EXPECT_TRUE(has_marker());
  EXPECT_NE(create(zoe, "Fourth").place.id, "default");
}

TEST_F(BookingsPlaces, ADefaultPlaceWithoutItsMarkerIsStillTheDefaultPlace) {
  EXPECT_FALSE(has_marker());
  EXPECT_NE(create(zoe, "Tent").place.id, "default");
  EXPECT_EQ(must(places.get(ada, cottage)).place.settings.name, "Cottage");
}

TEST_F(BookingsPlaces, WhoIsLateMakesAFurtherPlace) {
  begin_anew();
  std::string first;
  meanwhile([&] { first = create(ada, "Quick").place.id; });
  const Access second = create(zoe, "Late");
  EXPECT_EQ(first, "default");
  EXPECT_NE(second.place.id, "default");
  EXPECT_EQ(must(places.get(ada, "default")).place.settings.name, "Quick");
}

TEST_F(BookingsPlaces, TheSameKeyMakesOnePlace) {
  const apps::Creation creation = {
      .user_id = zoe, .operation = "createPlace", .key = "k", .digest = "d"};
  const Access made = must(places.create(zoe, settings("Tent"), creation));
  EXPECT_EQ(must(places.create(zoe, settings("Tent"), creation)).place, made.place);
  EXPECT_EQ(must(places.list(zoe)).size(), 1U);
  apps::Creation other = creation;
  other.digest = "e";
  EXPECT_TRUE(fails(places.create(zoe, settings("Hut"), other), ErrorCode::kUnprocessable));
  apps::Creation raced = creation;
  raced.key = "l";
  std::string quick;
  meanwhile([&] { quick = must(places.create(zoe, settings("Hut"), raced)).place.id; });
  EXPECT_EQ(must(places.create(zoe, settings("Hut"), raced)).place.id, quick);
  EXPECT_EQ(must(places.list(zoe)).size(), 2U);
}

TEST_F(BookingsPlaces, NobodyIsInTooMany) {
  for (size_t i = 0; i < kMaxPlacesPerPerson; ++i) create(zoe, fmt::format("Place {}", i));
  EXPECT_TRUE(fails(places.create(zoe, settings("One more"), {}), ErrorCode::kConflict));
  must(places.remove(zoe, must(places.list(zoe))[0].place.id));
  create(zoe, "Instead");
}

TEST_F(BookingsPlaces, SomebodyWhoIsGoneMakesNone) {
  meanwhile([&] { must(users.remove(*must(users.find(zoe)), {})); });
  EXPECT_TRUE(fails(places.create(zoe, settings("Tent"), {}), ErrorCode::kNotSignedIn));
  EXPECT_TRUE(items(keys::user(zoe)).empty());
}

TEST_F(BookingsPlaces, WrongSettingsMakeNothing) {
  EXPECT_TRUE(fails(places.create(zoe, settings(" "), {}), ErrorCode::kInvalid, "name"));
  EXPECT_TRUE(must(places.list(zoe)).empty());
}

TEST_F(BookingsPlaces, AdministratorsChangeSettings) {
  const Access before = must(places.get(ada, cottage));
  clock.advance_ms(5'000);
  const Access after = must(places.change(ada, cottage, renamed(" Villa "), "v1"));
  EXPECT_EQ(after.place.settings.name, "Villa");
  EXPECT_EQ(after.place.version, 2);
  EXPECT_EQ(after.place.created_at, before.place.created_at);
  EXPECT_EQ(after.place.updated_at, now());
  EXPECT_EQ(must(places.get(bob, cottage)).place, after.place);
  EXPECT_EQ(must(places.change(ada, cottage, renamed("Villa"), "v2")).place, after.place)
      << "nothing is changed";
  EXPECT_TRUE(fails(places.change(ada, cottage, renamed(""), "v2"), ErrorCode::kInvalid, "name"));
  for (const std::string& user : {bob, eve}) {
    EXPECT_TRUE(fails(places.change(user, cottage, renamed("Mine"), "v2"), ErrorCode::kForbidden));
  }
  EXPECT_TRUE(fails(places.change(zoe, cottage, renamed("Mine"), "v2"), ErrorCode::kNotFound));
}

TEST_F(BookingsPlaces, WhoDoesNotKnowTheLatestStateGetsIt) {
  const Access after = must(places.change(ada, cottage, renamed("Villa"), "v1"));
  const auto stale = places.change(ada, cottage, renamed("Hut"), "v1");
  ASSERT_TRUE(fails(stale, ErrorCode::kConflict));
  std::string current;
  append_json(current, after);
  EXPECT_EQ(fault_of(stale.error())->current, current);
  EXPECT_EQ(fault_of(stale.error())->etag, "v2");
}

TEST_F(BookingsPlaces, AChangeAtTheSameMomentIsNotLost) {
  meanwhile([&] { must(places.change(ada, cottage, renamed("Villa"), "v1")); });
  EXPECT_TRUE(fails(places.change(ada, cottage, renamed("Hut"), "v1"), ErrorCode::kConflict));
  EXPECT_EQ(must(places.get(ada, cottage)).place.settings.name, "Villa");
}

TEST_F(BookingsPlaces, WhoIsNoAdministratorAnyMoreChangesNothing) {
  meanwhile([&] { join(cottage, ada, Role::kMember); });
  EXPECT_TRUE(fails(places.change(ada, cottage, renamed("Hut"), "v1"), ErrorCode::kForbidden));
  join(cottage, ada, Role::kAdministrator);
  meanwhile([&] { join(cottage, ada, Role::kMember); });
  EXPECT_TRUE(fails(places.remove(ada, cottage), ErrorCode::kForbidden));
  EXPECT_EQ(must(places.get(ada, cottage)).place.settings.name, "Cottage");
}

TEST_F(BookingsPlaces, AdministratorsDeleteIt) {
  for (const std::string& user : {bob, eve}) {
    EXPECT_TRUE(fails(places.remove(user, cottage), ErrorCode::kForbidden));
  }
  EXPECT_TRUE(fails(places.remove(zoe, cottage), ErrorCode::kNotFound));
  must(places.remove(ada, cottage));
  for (const std::string& user : {ada, bob, eve}) {
    EXPECT_TRUE(fails(places.get(user, cottage), ErrorCode::kNotFound));
    EXPECT_EQ(must(places.list(user)).size(), 1U) << "at once, before anything is swept";
  }
  EXPECT_TRUE(fails(places.remove(ada, cottage), ErrorCode::kNotFound));
  meanwhile([&] { must(places.remove(ada, boat)); });
  EXPECT_TRUE(fails(places.change(ada, boat, renamed("Hut"), "v1"), ErrorCode::kNotFound));
  EXPECT_FALSE(item(keys::place(boat), keys::kPlace));
}

TEST_F(BookingsPlaces, AnUnreadablePlaceIsNamedAndListedNowhere) {
  store::Map broken = item(keys::place(cottage), keys::kPlace)->to_map();
  broken["maxNights"] = store::Value::number(0);
  write(store::Item::from_map(broken));
  EXPECT_TRUE(fails(places.get(ada, cottage), ErrorCode::kUnreadable));
  EXPECT_EQ(must(places.list(ada)).size(), 1U);
  EXPECT_EQ(must(places.get(ada, boat)).place.settings.name, "Boat");
}

TEST_F(BookingsPlaces, IsRenderedWithEverythingThatItHas) {
  set(cottage, [](PlaceSettings& changed) {
    changed.description = "By the \"lake\"";
    changed.seasons = {{.name = "Summer", .from = "07-01", .to = "08-31", .price_per_night = 15000},
                       {.name = "Easter",
                        .from = "2026-04-01",
                        .to = "2026-04-07",
                        .price_per_night = 0,
                        .min_nights = 3}};
    changed.shows_names = false;
  });
  std::string json;
  append_json(json, must(places.get(bob, cottage)));
  EXPECT_EQ(json,
            R"({"id":"default","name":"Cottage","color":"#3B82F6",)"
            R"("description":"By the \"lake\"","houseRules":null,"maxNights":30,"minNights":1,)"
            R"("checkIn":"16:00","checkOut":"10:00","tzid":"UTC","currency":"EUR",)"
            R"("pricePerNight":10000,"seasons":[)"
            R"({"name":"Summer","from":"07-01","to":"08-31","pricePerNight":15000,)"
            R"("minNights":null},)"
            R"({"name":"Easter","from":"2026-04-01","to":"2026-04-07","pricePerNight":0,)"
            R"("minNights":3}],"allowsPast":false,"showsNames":false,"version":1,)"
            R"("createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-15T10:30:00Z",)"
            R"("role":"member","etag":"v1"})");
}

}  // namespace
}  // namespace norn::bookings
