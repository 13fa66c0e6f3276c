"""Places and their settings: made, changed, and deleted with everything in them."""

from booking_case import BookingCase
from booking_things import (PLACES, book, booking_path, day, feed_path, make_place, make_wish,
                            place_path, range_query, settings_of)
from people import PASSWORD
from rest_case import RestCase, on_every_store, on_stores_with_tables

DEFAULTS = {"description": None, "houseRules": None, "maxNights": 99, "minNights": 1,
            "checkIn": "16:00", "checkOut": "10:00", "tzid": "UTC", "currency": "EUR",
            "pricePerNight": 0, "seasons": [], "allowsPast": False, "showsNames": True}
SUMMER = {"name": "Summer", "from": "07-01", "to": "08-31", "pricePerNight": 15_000,
          "minNights": 3}
EASTER = {"name": "Easter", "from": "2027-03-26", "to": "2027-03-29", "pricePerNight": 20_000,
          "minNights": None}
EVERYTHING = {"name": "Boat", "color": "#ABCDEF", "description": "Two berths.\nNo shower.",
              "houseRules": "No shoes.", "maxNights": 60, "minNights": 2, "checkIn": "00:00",
              "checkOut": "23:59", "tzid": "Europe/Berlin", "currency": "CHF",
              "pricePerNight": 100_000_000, "seasons": [SUMMER, EASTER], "allowsPast": True,
              "showsNames": False}


@on_every_store
class PlacesTest(BookingCase):
    def test_a_place_has_what_it_was_given_and_defaults_otherwise(self):
        nora = self.world.sign_up("Nora")
        small = nora.client.post(PLACES, {"name": " Hut ", "color": "#123456"}, expect=201)
        place = small.json
        self.assertEqual(place, DEFAULTS | {
            "id": place["id"], "name": "Hut", "color": "#123456", "version": 1, "etag": "v1",
            "role": "administrator", "createdAt": place["createdAt"],
            "updatedAt": place["createdAt"]})
        self.assertEqual(small.headers["Location"], place_path(place))
        large = nora.client.post(PLACES, EVERYTHING, expect=201).json
        self.assertEqual({name: large[name] for name in EVERYTHING}, EVERYTHING)
        self.assertEqual(nora.client.get(place_path(large)).json, large)
        self.assertEqual(nora.client.get(PLACES).json,
                         {"places": [large, place], "invitations": []})  # By name.

    def test_each_setting_can_be_changed_by_itself(self):
        for version, (name, value) in enumerate(EVERYTHING.items(), 2):
            before = self.place
            changed = self.settle(**{name: value})
            self.assertEqual((changed[name], changed["version"], changed["etag"]),
                             (value, version, f"v{version}"))
            same = set(EVERYTHING) - {name}
            self.assertEqual({each: changed[each] for each in same},
                             {each: before[each] for each in same})
        self.settle(description=None, houseRules="", seasons=[])
        self.assertEqual((self.place["description"], self.place["houseRules"],
                          self.place["seasons"]), (None, None, []))
        # What changes nothing is no new version.
        self.assertEqual(self.settle(name="Boat")["etag"], f"v{len(EVERYTHING) + 2}")

    def test_what_cannot_be_is_refused(self):
        for wrong in (
                ("name", ""), ("name", "x" * 101), ("name", "a\nb"), ("name", None), ("name", 1),
                ("color", "red"), ("color", "#12345"), ("color", None),
                ("description", "x" * 1001), ("houseRules", "x" * 5001), ("maxNights", 0),
                ("maxNights", 100), ("maxNights", 1.5), ("maxNights", "7"), ("minNights", 0),
                ("minNights", 100), ("checkIn", "24:00"), ("checkIn", "4pm"),
                ("checkIn", "16:00:00"),
                ("checkOut", ""), ("tzid", "Nowhere/City"), ("tzid", "../UTC"), ("tzid", None),
                ("currency", "eur"), ("currency", "EURO"), ("pricePerNight", -1),
                ("pricePerNight", 100_000_001), ("pricePerNight", 9.99), ("pricePerNight", "100"),
                ("seasons", None), ("seasons", {}), ("seasons", [SUMMER] * 51),
                ("allowsPast", "yes"), ("showsNames", None), ("version", 7), ("role", "viewer")):
            self.check_refused(dict([wrong]), wrong[0])
        self.check_refused({"maxNights": 30, "minNights": 31}, "minNights")

    def check_refused(self, change, field):
        for method, path, body in (("POST", PLACES, settings_of() | change),
                                   ("PATCH", self.path(), change)):
            with self.subTest(method=method, change=str(change)[:80]):
                reply = self.ada.client.send(method, path, body, {"If-Match": '"v1"'})
                self.assert_problem(reply, 400, field)

    def test_seasons_that_cannot_be_are_refused(self):
        for wrong, field in (
                ({"name": ""}, "name"), ({"name": "x" * 61}, "name"), ({"from": "02-30"}, "from"),
                ({"from": "7-1"}, "from"), ({"to": "2027-02-29"}, "to"),
                ({"to": "2027-08-31"}, "to"),
                ({"from": "2027-08-31", "to": "2027-07-01"}, "to"),
                ({"pricePerNight": -1}, "pricePerNight"),
                ({"pricePerNight": None}, "pricePerNight"),
                ({"minNights": 0}, "minNights"), ({"minNights": 100}, "minNights"),
                ({"color": "#123456"}, "color")):
            self.check_refused({"seasons": [EASTER, SUMMER | wrong]}, f"seasons[1].{field}")
        self.check_refused({"maxNights": 30, "seasons": [SUMMER | {"minNights": 31}]},
                           "seasons[0].minNights")
        leap = SUMMER | {"from": "02-29", "to": "01-02"}  # Over the end of the year.
        self.assertEqual(self.settle(seasons=[leap])["seasons"], [leap])

    def test_a_stale_change_is_told_what_is_there(self):
        changed = self.ada.client.patch(self.path(), {"name": "Changed"}, etag="v1").json
        reply = self.ada.client.send("PATCH", self.path(), {"name": "x"}, {"If-Match": '"v1"'})
        self.assert_problem(reply, 409)
        self.assertEqual((reply.json["current"], reply.etag), (changed, "v2"))

    def test_one_key_makes_one_place(self):
        nora = self.world.sign_up("Nora")
        made = [nora.client.post(PLACES, settings_of(), key="a", expect=201).json for _ in "12"]
        self.assertEqual(made[0], made[1])
        reply = nora.client.send("POST", PLACES, settings_of("x"), {"Idempotency-Key": "a"})
        self.assert_problem(reply, 422)
        self.assertEqual(len(nora.client.get(PLACES).json["places"]), 1)

    def test_everybody_sees_it_and_their_own_role(self):
        for person, role in ((self.ada, "administrator"), (self.bob, "member"),
                             (self.eve, "viewer")):
            self.assertEqual(person.client.get(self.path()).json, self.place | {"role": role})
        self.stranger().client.get(self.path(), expect=404)

    def test_nobody_has_more_than_a_hundred(self):
        nora = self.world.sign_up("Nora")
        for n in range(100):
            make_place(nora, f"{n:02}")
        self.assert_problem(nora.client.send("POST", PLACES, settings_of()), 409)


@on_every_store
class DefaultPlaceTest(RestCase):
    OWN_SERVER = ()

    def setUp(self):
        self.make_world()

    def test_the_first_place_is_the_default_for_ever(self):
        nora, sten = self.world.sign_up("Nora"), self.world.sign_up("Sten")
        first = make_place(nora, "First")
        self.assertEqual(first["id"], "default")
        self.assertNotEqual(make_place(sten, "Second")["id"], "default")
        sten.client.get(place_path("default"), expect=404)
        booking = book(nora, first)
        self.assertEqual((booking["resourceId"], booking["extendedProps"]["placeId"]),
                         ("default", "default"))
        nora.client.delete(place_path(first), expect=204)
        nora.client.get(place_path("default"), expect=404)
        self.assertNotEqual(make_place(nora, "Third")["id"], "default")


@on_stores_with_tables
class PlaceGoneTest(BookingCase):
    def fill(self):
        for n in range(1, 13):
            self.book(self.bob, f"{n:02}-01", f"{n:02}-25")
        booking = self.book(self.bob, "07-26", "07-28")
        make_wish(self.ada, self.place, booking)
        self.ada.client.post(self.path("/members"), {"email": "pending@example.org",
                                                     "role": "viewer"}, expect=201)
        return booking, feed_path(self.bob, self.place)

    def test_everything_of_it_goes(self):
        booking, feed = self.fill()
        other = make_place(self.ada, "Other", member=self.bob)
        kept = book(self.bob, other)
        self.ada.client.delete(self.path(), expect=204)
        for person in (self.ada, self.bob, self.eve):
            for path in ("", "/members", "/events" + range_query(), "/wishes", "/feed"):
                person.client.get(self.path(path), expect=404)
            person.client.get(booking_path(booking), expect=404)
        self.assertNotIn(self.place["id"], [each["id"] for each in
                                            self.bob.client.get(PLACES).json["places"]])
        self.assertEqual([each["id"] for each in self.everywhere(self.bob)
                          if each["resourceId"] == other["id"]], [kept["id"]])
        self.visitor().get(feed, expect=404)
        self.assert_problem(self.try_booking(self.bob), 404)
        # What remains of it is the address of the feed, which leads nowhere.
        self.assert_eventually(lambda: [item for table, item in self.traces_of(self.place["id"])
                                        if table == "cal-app-sam"], [])

    def test_a_person_who_goes_gives_back_what_is_to_come(self):
        self.settle(allowsPast=True)
        nora = self.world.sign_up("Nora")
        self.ada.client.post(self.path("/members"), {"email": nora.email, "role": "member"},
                             expect=201)
        over = self.book(nora, "2020-07-01", "2020-07-04", note="Nora's own words")
        self.book(nora, "07-01", "07-04")
        taken = self.book(self.bob, "08-01", "08-04")
        make_wish(nora, self.place, taken)
        feed = feed_path(nora, self.place)
        alone = make_place(nora, "Alone")
        book(nora, alone)
        nora.client.copy().post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
        self.visitor().get(feed, expect=404)
        self.assert_eventually(lambda: self.seen(self.ada), [(day("08-01"), day("08-04"), "Bob")])
        self.assert_eventually(lambda: self.get(self.ada, over)["extendedProps"]["userId"], None)
        left = self.get(self.ada, over)
        self.assertEqual((left["start"], left["extendedProps"]["userId"],
                          left["extendedProps"]["note"]), ("2020-07-01", None, None))
        self.assertNotIn("Nora", left["title"])
        self.book(self.bob, "07-01", "07-04")
        self.assert_eventually(lambda: [(table, item) for table, item in
                                        self.traces_of(alone["id"]) if table == "cal-app-sam"], [])

    def test_the_last_administrator_hands_it_over_first(self):
        nora = self.world.sign_up("Nora")
        shared = make_place(nora, "Shared", member=self.bob)
        reply = nora.client.send("POST", "/api/v1/account/delete", {"password": PASSWORD})
        self.assert_problem(reply, 409, detail='You are the only administrator of "Shared"')
        nora.client.delete(place_path(shared), expect=204)
        nora.client.copy().post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
