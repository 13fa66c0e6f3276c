"""Bookings: made, read, moved, given back; each rule that can be broken says so in its own way."""

from booking_case import BookingCase
from booking_things import (BOOKINGS, PLACES, YEAR, book, booking_path, day, days_from_today,
                            make_place, nights_of, place_path, range_query, stay)
from rest_case import on_every_store
from rest_client import quote

WISH = " Choose other nights, or wish for these."


@on_every_store
class BookingsTest(BookingCase):
    def test_a_booking_is_a_fullcalendar_event(self):
        reply = self.bob.client.post(self.path("/events"), stay("07-01", "07-04", note=" Quiet. "),
                                     expect=201)
        booking = reply.json
        properties = booking["extendedProps"]
        self.assertEqual(booking, {
            "id": booking["id"], "title": "Bob", "start": day("07-01"), "end": day("07-04"),
            "allDay": True, "resourceId": self.place["id"], "color": self.place["color"],
            "editable": True, "extendedProps": {
                "placeId": self.place["id"], "kind": "booking", "userId": self.bob.id,
                "isOwn": True, "note": "Quiet.", "nights": 3, "total": 30_000, "currency": "EUR",
                "checkIn": "16:00", "checkOut": "10:00", "version": 1, "etag": "v1",
                "createdBy": self.bob.id, "updatedBy": self.bob.id,
                "createdAt": properties["createdAt"], "updatedAt": properties["createdAt"]}})
        self.assertEqual((reply.headers["Location"], reply.etag), (booking_path(booking), "v1"))
        self.assertEqual(self.get(self.bob, booking), booking)
        self.assertEqual(self.bookings(self.bob), [booking])
        seen = self.get(self.eve, booking)
        self.assertEqual((seen["editable"], seen["extendedProps"]["isOwn"], seen["title"]),
                         (False, False, "Bob"))
        self.assertTrue(self.get(self.ada, booking)["editable"])

    def test_moving_takes_nights_and_gives_others_back(self):
        booking = self.book(self.bob)
        moved = self.change(self.bob, booking, start=day("07-03"), end=day("07-08"))
        self.assertEqual((moved["start"], moved["end"], moved["extendedProps"]["etag"],
                          moved["extendedProps"]["total"], moved["extendedProps"]["nights"]),
                         (day("07-03"), day("07-08"), "v2", 50_000, 5))
        # Arrival and departure on the same day are fine, on both sides.
        self.book(self.ada, "07-01", "07-03")
        self.book(self.ada, "07-08", "07-09")
        self.assertEqual([each[:2] for each in self.seen(self.eve)],
                         [(day("07-01"), day("07-03")), (day("07-03"), day("07-08")),
                          (day("07-08"), day("07-09"))])
        shorter = self.change(self.bob, moved, end=day("07-05"))
        self.book(self.ada, "07-05", "07-08")
        self.assertEqual(shorter["extendedProps"]["version"], 3)

    def test_what_else_it_says_can_be_changed(self):
        booking = self.book(self.bob, note="a")
        changed = self.change(self.bob, booking, title=" The Bobs ", note="b\nc")
        self.assertEqual((changed["title"], changed["extendedProps"]["note"]),
                         ("The Bobs", "b\nc"))
        self.assertIsNone(self.change(self.bob, changed, note=None)["extendedProps"]["note"])
        same = self.get(self.bob, booking)
        self.assertEqual(self.change(self.bob, same, title="The Bobs"), same)  # No new version.

    def test_what_is_given_back_is_free(self):
        booking = self.book(self.bob)
        self.remove(self.bob, booking)
        self.get(self.bob, booking, expect=404)
        self.bob.client.delete(booking_path(booking), etag="v1", expect=404)
        self.bob.client.patch(booking_path(booking), {"note": "x"}, etag="v1", expect=404)
        self.book(self.ada, "06-20", "07-15")

    def test_administrators_book_for_others_and_guests(self):
        for_bob = self.book(self.ada, "07-01", "07-04", userId=self.bob.id)
        self.assertEqual((for_bob["title"], for_bob["extendedProps"]["userId"],
                          for_bob["extendedProps"]["createdBy"]), ("Bob", self.bob.id, self.ada.id))
        self.assertTrue(self.get(self.bob, for_bob)["extendedProps"]["isOwn"])
        self.change(self.bob, for_bob, note="Mine")
        guest = self.book(self.ada, "07-04", "07-06", userId=None, title="Grandma")
        self.assertEqual((guest["title"], guest["extendedProps"]["userId"]), ("Grandma", None))
        self.assert_problem(self.try_booking(self.ada, "07-06", "07-08", userId=None), 400, "title")
        given = self.change(self.ada, guest, userId=self.eve.id)
        self.assertEqual((given["title"], given["extendedProps"]["userId"]), ("Eve", self.eve.id))
        self.assert_problem(self.try_change(self.bob, self.get(self.bob, for_bob),
                                            userId=self.ada.id), 403)
        for other in (self.ada.id, None):
            reply = self.try_booking(self.bob, "08-01", "08-02", userId=other, title="x")
            self.assert_problem(reply, 403)
        self.assertEqual(self.book(self.bob, "08-01", "08-02", userId=self.bob.id)["title"], "Bob")

    def test_blocked_nights_are_for_administrators_alone(self):
        self.assert_problem(self.try_booking(self.bob, kind="blocked"), 403)
        blocked = self.book(self.ada, "07-01", "10-08", kind="blocked")  # 99 nights.
        self.assertEqual((blocked["title"], blocked["color"], blocked["extendedProps"]["kind"],
                          blocked["extendedProps"]["userId"], blocked["extendedProps"]["total"]),
                         ("Blocked", "#6B7280", "blocked", None, 0))
        self.assert_broken(self.try_booking(self.ada, "01-01", "04-11", kind="blocked"), 400,
                           "tooLong")
        self.assert_broken(self.try_booking(self.bob, "07-03", "07-05"), 409, "overlap",
                           "July 3 and 4 are blocked." + WISH)
        self.assert_problem(self.try_booking(self.ada, "12-01", "12-02", kind="blocked",
                                             userId=self.bob.id), 400, "userId")
        self.assert_problem(self.try_change(self.bob, blocked, end=day("07-02")), 403)
        self.change(self.ada, blocked, title="New roof")
        self.assert_broken(self.try_booking(self.bob, "07-03", "07-04"), 409, "overlap",
                           "July 3 is blocked (New roof)." + WISH)

    def test_only_ones_own_bookings_can_be_changed(self):
        booking = self.book(self.ada)
        for person, status in ((self.bob, 403), (self.eve, 403), (self.stranger(), 404)):
            self.assert_problem(self.try_change(person, booking, note="x"), status)
            reply = person.client.send("DELETE", booking_path(booking),
                                       headers={"If-Match": '"v1"'})
            self.assert_problem(reply, status)
        self.assert_problem(self.try_booking(self.eve), 403)
        own = self.book(self.bob, "08-01", "08-04")
        self.remove(self.ada, self.change(self.ada, own, end=day("08-03")))

    def test_what_is_sent_has_to_make_sense(self):
        for field, wrong in (("start", None), ("start", f"{day('07-01')}T00:00:00Z"),
                             ("start", day("02-30")), ("end", 5), ("end", ""), ("title", "x" * 201),
                             ("title", ""), ("title", "a\nb"), ("note", "x" * 1001),
                             ("note", "\x01"),
                             ("userId", "x"), ("userId", 5), ("kind", "party"), ("id", "x"),
                             ("total", 0), ("version", 1)):
            with self.subTest(field=field, wrong=str(wrong)[:40]):
                body = stay("07-01", "07-04") | {field: wrong}
                self.assert_problem(self.ada.client.send("POST", self.path("/events"), body), 400,
                                    field)
        for missing in ("start", "end"):
            body = {name: value for name, value in stay("07-01", "07-04").items()
                    if name != missing}
            self.assert_problem(self.ada.client.send("POST", self.path("/events"), body), 400,
                                missing)
        booking = self.book(self.bob)
        for field, wrong in (("kind", "blocked"), ("title", None), ("end", None), ("start", "x")):
            self.assert_problem(self.try_change(self.bob, booking, **{field: wrong}), 400, field)
        self.assertEqual(self.bookings(self.bob), [booking])


@on_every_store
class BookingRulesTest(BookingCase):
    SETTINGS = {"maxNights": 7, "minNights": 2, "seasons": [
        {"name": "Summer", "from": "07-01", "to": "08-31", "pricePerNight": 1, "minNights": 5}]}

    def test_the_end_is_after_the_start(self):
        for end in ("07-01", "06-30"):
            self.assert_broken(
                self.try_booking(self.bob, "07-01", end), 400, "endNotAfterStart",
                f"The end has to be after the start, and {day(end)} is not after {day('07-01')}. "
                "Choose a later departure: it is the day after the last night.", "end")

    def test_it_is_not_longer_than_the_place_allows(self):
        self.assert_broken(
            self.try_booking(self.bob, "03-01", "03-09"), 400, "tooLong",
            "Counted in nights, the longest stay here is 7, and this is 8. "
            "Choose a later arrival or an earlier departure.", "end")
        self.book(self.bob, "03-01", "03-08")
        self.assert_broken(self.try_booking(self.ada, "04-01", "04-09"), 400, "tooLong")

    def test_it_is_not_shorter_than_the_place_or_the_season_allows(self):
        self.assert_broken(
            self.try_booking(self.bob, "03-01", "03-02"), 400, "tooShort",
            "The shortest stay here is 2 nights, and this is 1. "
            "Choose an earlier arrival or a later departure.", "end")
        self.assert_broken(
            self.try_booking(self.bob, "08-31", "09-02"), 400, "tooShort",
            "The shortest stay that begins in the season “Summer” is 5 nights, and this is 2. "
            "Choose an earlier arrival or a later departure.")
        self.book(self.bob, "06-30", "07-02")  # It begins before the season.

    def test_nights_that_are_over_stay_as_they_are(self):
        yesterday, today = days_from_today(-1), days_from_today(0)
        reply = self.try_booking(self.bob, yesterday, days_from_today(2))
        self.assert_broken(reply, 400, "inThePast", field="start")
        self.assertEqual(reply.json["params"],
                         {"night": yesterday, "today": today})
        self.settle(allowsPast=True, seasons=[])
        over = self.book(self.bob, days_from_today(-5), days_from_today(-2))
        self.settle(allowsPast=False)
        self.assert_broken(self.try_change(self.bob, over, start=days_from_today(-4)), 400,
                           "inThePast")
        self.assert_broken(self.bob.client.send("DELETE", booking_path(over),
                                                headers={"If-Match": '"v1"'}), 400, "inThePast")
        self.change(self.bob, over, note="It was nice.")
        self.settle(allowsPast=True)
        self.remove(self.bob, self.get(self.bob, over))

    def test_an_update_has_room_for_so_many_nights(self):
        blocked = self.book(self.ada, "01-01", "03-11", kind="blocked")  # 69 nights.
        reply = self.try_change(self.ada, blocked, start=day("06-01"), end=day("07-11"))
        self.assert_broken(reply, 400, "tooManyChanges",
                           "At most 99 nights can be taken and given back at once, and these are "
                           "109. Do it in several steps: shorten the stay first, and then move it.")
        self.change(self.ada, blocked, start=day("06-01"), end=day("07-01"))  # 99 in all.

    def test_the_rules_are_checked_in_order(self):
        self.book(self.ada, "03-01", "03-04")
        past = {"start": "2001-01-01"}
        for body, code in ((past | {"end": "2000-01-01"}, "endNotAfterStart"),
                           (past | {"end": "2002-01-01"}, "tooLong"),
                           (past | {"end": "2001-01-02"}, "tooShort"),
                           (past | {"end": "2001-01-04"}, "inThePast"),
                           (stay("03-03", "03-04"), "tooShort"),
                           (stay("03-03", "03-05"), "overlap")):
            reply = self.bob.client.send("POST", self.path("/events"), body)
            self.assertEqual(reply.json["code"], code, body)

    def test_changed_settings_leave_what_is_booked(self):
        booking = self.book(self.bob, "03-01", "03-08")
        self.settle(maxNights=3, pricePerNight=99, seasons=[])
        self.assertEqual(self.get(self.bob, booking), booking)
        changed = self.change(self.bob, booking, note="x")
        self.assertEqual(changed["extendedProps"]["total"], booking["extendedProps"]["total"])
        self.assert_broken(self.try_change(self.bob, changed, end=day("03-07")), 400, "tooLong")
        self.assertEqual(self.change(self.bob, changed, end=day("03-04"))["extendedProps"]["total"],
                         3 * 99)


@on_every_store
class OverlapTest(BookingCase):
    def taken(self, *bookings):
        return [{"night": night, "event": {"id": booking["id"], "title": booking["title"],
                                           "kind": booking["extendedProps"]["kind"]}}
                for booking, nights in bookings for night in nights]

    def test_it_names_the_nights_and_who_has_them(self):
        first = self.book(self.ada, "07-01", "07-05")
        second = self.book(self.ada, "07-06", "07-07", title="Grandma", userId=None)
        reply = self.try_booking(self.bob, "07-03", "07-09")
        self.assert_broken(reply, 409, "overlap", "July 3 and 4 are taken by Ada, and July 6 is "
                           "taken by Grandma." + WISH, "start")
        self.assertEqual(reply.json["taken"], self.taken(
            (first, nights_of("07-03", "07-05")), (second, nights_of("07-06", "07-07"))))
        self.assertEqual(self.seen(self.bob), self.seen(self.ada))
        self.assertEqual(len(self.bookings(self.bob)), 2)

    def test_moving_overlaps_with_others_and_not_with_itself(self):
        own = self.book(self.bob, "07-01", "07-05")
        other = self.book(self.ada, "07-08", "07-10")
        moved = self.change(self.bob, own, start=day("07-03"), end=day("07-08"))
        reply = self.try_change(self.bob, moved, end=day("07-10"))
        self.assert_broken(reply, 409, "overlap", "July 8 and 9 are taken by Ada." + WISH)
        self.assertEqual(reply.json["taken"], self.taken((other, nights_of("07-08", "07-10"))))
        self.assertEqual(self.get(self.bob, own), moved)
        reply = self.try_booking(self.bob, "07-04", "07-05")
        self.assert_broken(reply, 409, "overlap",
                           "July 4 is taken by a booking of your own." + WISH)

    def test_a_stale_change_is_told_what_is_there(self):
        booking = self.book(self.bob)
        changed = self.change(self.ada, booking, note="By Ada")
        for method, body in (("PATCH", {"note": "x"}), ("DELETE", None)):
            path = booking_path(booking)
            self.assert_problem(self.bob.client.send(method, path, body), 428)
            reply = self.bob.client.send(method, path, body, {"If-Match": '"v1"'})
            self.assert_broken(reply, 409, "staleVersion")
            current = self.get(self.bob, booking)
            self.assertEqual((reply.json["current"], reply.etag), (current, "v2"))
            self.assertEqual(current["extendedProps"]["note"], changed["extendedProps"]["note"])

    def test_places_have_nothing_to_do_with_each_other(self):
        booking = self.book(self.bob)
        other = make_place(self.ada, "Boat", member=self.bob)
        book(self.bob, other)
        self.bob.client.get(place_path(other, f"/events/{booking['id']}"), expect=404)
        self.bob.client.patch(place_path(other, f"/events/{booking['id']}"), {"note": "x"},
                              etag="v1", expect=404)


@on_every_store
class BookingListsTest(BookingCase):
    def test_a_range_has_everything_with_a_night_in_it(self):
        self.book(self.bob, "06-28", "07-03")
        self.book(self.bob, "07-10", "07-12")
        self.book(self.bob, "07-30", "08-02")
        starts = [each["start"] for each in self.bookings(self.eve, "07-02", "07-31")]
        self.assertEqual(starts, [day("06-28"), day("07-10"), day("07-30")])
        self.assertEqual(self.bookings(self.eve, "07-03", "07-10"), [])
        self.assertEqual(len(self.bookings(self.eve, "07-11", "07-30")), 1)
        long = self.book(self.ada, "09-01", "12-08", kind="blocked")  # Far before the range.
        self.assertEqual(self.bookings(self.eve, "12-07", "12-09"), [self.get(self.eve, long)])
        self.assertEqual(self.bookings(self.eve, "12-08", "12-09"), [])

    def test_fullcalendar_asks_as_it_does(self):
        """With `events: '<address>'`, and nothing else."""
        booking = self.book(self.bob)
        for start, end in ((f"{day('06-29')}T00:00:00+02:00", f"{day('08-10')}T00:00:00+02:00"),
                           (f"{day('06-29')}T00:00:00Z", f"{day('08-10')}T00:00:00Z"),
                           (f"{day('06-29')}T00:00:00", f"{day('08-10')}T00:00:00"),
                           (f"{day('07-03')}T23:59:59.999-11:00", day("07-04"))):
            query = f"?start={quote(start)}&end={quote(end)}&timeZone=Europe%2FBerlin"
            self.assertEqual(self.eve.client.get(self.path("/events" + query)).json,
                             [self.get(self.eve, booking)])
        # A plus that was not encoded is a space.
        plain = f"?start={day('07-01')}T00:00:00+02:00&end={day('07-02')}T00:00:00+02:00"
        self.assertEqual(len(self.eve.client.get(self.path("/events" + plain)).json), 1)

    def test_ranges_that_cannot_be_are_refused(self):
        for query, field in (
                ("", "start"), (f"?start={day('07-01')}", "end"), ("?start=x&end=y", "start"),
                (f"?start={day('07-01')}&end={day('07-01')}", "end"),
                (f"?start={day('07-02')}&end={day('07-01')}", "end"),
                ("?start=2020-01-01&end=2030-01-09", "end"),  # 3,661 days.
                (f"?start={day('02-30')}&end={day('03-01')}", "start"),
                (f"?start={day('07-01')}x&end={day('07-02')}", "start"),
                (f"?start={day('07-01')}T&end={day('07-02')}", "start"),
                (f"?start={day('07-01')}T25:00:00Z&end={day('07-02')}", "start"),
                (f"?start={day('07-01')}T00:00:00Z%00&end={day('07-02')}", "start"),
                ("?start=0000-01-01&end=0001-01-01", "start"),
                ("?start=10000-01-01&end=10000-01-02", "start")):
            for path in (self.path("/events"), BOOKINGS):
                with self.subTest(path=path, query=query):
                    self.assert_problem(self.bob.client.send("GET", path + query), 400, field)
        self.bob.client.get(self.path("/events?start=2020-01-01&end=2030-01-08"))
        for query in ("?start=0001-01-01&end=0002-01-01", "?start=9999-01-01&end=9999-12-31"):
            self.assertEqual(self.bob.client.get(self.path("/events" + query)).json, [])

    def test_all_places_and_ones_own(self):
        nora = self.world.sign_up("Nora")
        self.ada.client.post(self.path("/members"), {"email": nora.email, "role": "member"},
                             expect=201)
        boat = make_place(nora, "Boat", color="#FF0000")
        elsewhere = make_place(self.ada, "Elsewhere")
        others = self.book(self.bob, "07-01", "07-04")
        own = [self.book(nora, "08-01", "08-03"), book(nora, boat, "07-20", "07-22")]
        guest = book(nora, boat, "07-22", "07-23", userId=None, title="Guest")
        book(self.ada, elsewhere)
        self.assertEqual([each["id"] for each in self.everywhere(nora)],
                         [others["id"], own[1]["id"], guest["id"], own[0]["id"]])
        colors = {each["resourceId"]: each["color"] for each in self.everywhere(nora)}
        self.assertEqual(colors, {self.place["id"]: self.place["color"], boat["id"]: "#FF0000"})
        mine = nora.client.get(f"{BOOKINGS}/own").json
        self.assertEqual(mine, [own[1], own[0]])
        self.assertEqual(nora.client.get(f"{BOOKINGS}/own{range_query('08-01', '09-01')}").json,
                         [own[0]])
        self.assert_problem(nora.client.send("GET", f"{BOOKINGS}/own?start=x"), 400, "start")
        late = f"?start={day('01-01', YEAR + 50)}"
        self.assert_problem(nora.client.send("GET", f"{BOOKINGS}/own{late}"), 400, "end")
        nora.client.delete(place_path(boat), expect=204)
        self.assertEqual([each["id"] for each in nora.client.get(f"{BOOKINGS}/own").json],
                         [own[0]["id"]])
        self.assertEqual(len(nora.client.get(PLACES).json["places"]), 1)


@on_every_store
class BookingOnceTest(BookingCase):
    def post(self, key, person=None, place=None, **body):
        return (person or self.bob).client.send(
            "POST", place_path(place or self.place, "/events"), stay("07-01", "07-04") | body,
            {"Idempotency-Key": key})

    def test_one_key_makes_one_booking(self):
        first, second = self.post("a"), self.post("a")
        self.assertEqual((first.status, second.status, second.json), (201, 201, first.json))
        changed = self.change(self.bob, first.json, note="x")
        self.assertEqual(self.post("a").json, changed)  # As it is now.
        self.assertEqual(len(self.bookings(self.bob)), 1)

    def test_a_key_is_for_one_request(self):
        self.post("a")
        self.assert_problem(self.post("a", note="x"), 422)
        self.assert_broken(self.post("b"), 409, "overlap")
        # The keys of others, and of other places, are others.
        other = make_place(self.ada, "Boat", member=self.bob)
        self.assertEqual(self.post("a", place=other).status, 201)
        self.assert_broken(self.post("a", person=self.ada), 409, "overlap")
        for wrong in ("x" * 201, "\u00e4".encode("latin-1")):
            self.assert_problem(self.post(wrong), 400, "Idempotency-Key")
