"""Attacks on places and bookings: by strangers, by those with small roles, and with nonsense."""

import gzip
import json

from booking_case import BookingCase
from booking_things import (BOOKINGS, PLACES, WISHES, book, booking_path, day, feed_path,
                            make_place, make_wish, place_path, range_query, settings_of, stay)
from rest_case import on_every_store
from rest_client import quote

NOBODYS = "00000000-0000-4000-8000-000000000000"
MEGABYTE = 1 << 20


@on_every_store
class ForeignPlaceTest(BookingCase):
    def test_what_is_not_theirs_looks_as_if_it_was_not_there(self):
        booking = self.book(self.bob)
        wish = make_wish(self.ada, self.place, booking)
        sten = self.stranger().client
        for method, path, body in (
                ("GET", "", None), ("PATCH", "", {"name": "x"}), ("DELETE", "", None),
                ("GET", "/members", None), ("POST", "/members", {"email": "a@b.c",
                                                                 "role": "administrator"}),
                ("PATCH", f"/members/{self.bob.id}", {"role": "viewer"}),
                ("DELETE", f"/members/{self.bob.id}", None), ("POST", "/invitation", None),
                ("DELETE", "/invitation", None), ("DELETE", "/invitations?email=a@b.c", None),
                ("GET", "/events" + range_query(), None),
                ("POST", "/events", stay("08-01", "08-02")),
                ("GET", f"/events/{booking['id']}", None),
                ("PATCH", f"/events/{booking['id']}", {"note": "x"}),
                ("DELETE", f"/events/{booking['id']}", None),
                ("GET", "/prices" + range_query("07-01", "07-02"), None),
                ("GET", "/quote" + range_query("07-01", "07-02"), None),
                ("GET", f"/quote{range_query('07-01', '07-02')}&instead={booking['id']}", None),
                ("GET", "/wishes", None), ("POST", "/wishes", stay("07-01", "07-02")),
                ("DELETE", f"/wishes/{wish['id']}", None), ("GET", "/statistics", None),
                ("GET", "/feed", None), ("POST", "/feed", None), ("DELETE", "/feed", None)):
            with self.subTest(method=method, path=path):
                headers = {"If-Match": '"v1"'}
                theirs = sten.send(method, self.path(path), body, headers)
                nobodys = sten.send(method, place_path(NOBODYS, path), body, headers)
                self.assertEqual((theirs.status, theirs.json), (404, nobodys.json))
        self.assertEqual(self.get(self.bob, booking), booking)

    def test_nothing_of_it_is_seen_by_another_way(self):
        self.book(self.bob, title="Secret", note="Secret")
        self.settle(name="Secret place")
        nosy = self.world.sign_up("Nosy")
        own = make_place(nosy, "Own")
        for path in (PLACES, WISHES, BOOKINGS + range_query(), f"{BOOKINGS}/own",
                     place_path(own, "/events" + range_query()), place_path(own, "/statistics"),
                     place_path(own, "/members")):
            self.assertNotIn(b"ecret", nosy.client.get(path).body)

    def test_a_booking_of_one_place_is_none_of_another(self):
        """Administrators of their own place are nobody elsewhere."""
        booking = self.book(self.bob)
        sten = self.stranger()
        own = make_place(sten, "Own")
        path = place_path(own, f"/events/{booking['id']}")
        sten.client.get(path, expect=404)
        sten.client.patch(path, {"note": "x"}, etag="v1", expect=404)
        sten.client.delete(path, etag="v1", expect=404)
        wish = make_wish(self.ada, self.place, booking)
        sten.client.delete(place_path(own, f"/wishes/{wish['id']}"), expect=404)
        instead = place_path(own, f"/quote{range_query('07-01', '07-02')}&instead={booking['id']}")
        sten.client.get(instead, expect=404)
        self.assertEqual(self.get(self.bob, booking), booking)

    def test_who_was_removed_can_do_nothing_with_what_they_remember(self):
        booking = self.book(self.bob)
        self.ada.client.delete(self.path(f"/members/{self.bob.id}"), expect=204)
        bob = self.bob.client
        bob.get(booking_path(booking), expect=404)
        bob.patch(booking_path(booking), {"note": "x"}, etag="v1", expect=404)
        bob.delete(booking_path(booking), etag="v1", expect=404)
        self.assert_problem(self.try_booking(self.bob, "08-01", "08-02"), 404)
        self.assertNotIn(booking["id"], [each["id"] for each in
                                         bob.get(f"{BOOKINGS}/own").json])


@on_every_store
class BookingScopesTest(BookingCase):
    def test_a_token_does_what_its_scopes_say(self):
        booking = self.book(self.ada)
        reads = [PLACES, WISHES, BOOKINGS + range_query(), f"{BOOKINGS}/own", booking_path(booking)]
        reads += [self.path(rest) for rest in ("", "/members", "/events" + range_query(), "/wishes",
                                               "/statistics", "/feed",
                                               "/quote" + range_query("08-01", "08-02"),
                                               "/prices" + range_query("08-01", "08-02"))]
        changes = (("POST", PLACES, settings_of()), ("PATCH", self.path(), {"name": "x"}),
                   ("POST", self.path("/events"), stay("08-01", "08-02")),
                   ("PATCH", booking_path(booking), {"note": "x"}),
                   ("DELETE", booking_path(booking), None),
                   ("POST", self.path("/wishes"), stay("07-01", "07-02")),
                   ("POST", self.path("/members"), {"email": "a@example.com", "role": "viewer"}),
                   ("DELETE", self.path(f"/members/{self.bob.id}"), None),
                   ("POST", self.path("/invitation"), None), ("DELETE", self.path(), None))
        for scopes, may_read in ((("bookings:read",), True), (("bookings:write",), False),
                                 (("calendars:read", "calendars:write", "planner:read",
                                   "planner:write", "account:read"), False)):
            program = self.ada.token(*scopes)
            for path in reads:
                with self.subTest(scopes=scopes, path=path):
                    program.get(path, expect=200 if may_read else 403)
            for method, path, body in () if "bookings:write" in scopes else changes:
                with self.subTest(scopes=scopes, method=method, path=path):
                    program.call(method, path, body, etag="v1", expect=403)
        self.assertEqual(self.get(self.ada, booking), booking)
        writer = self.ada.token("bookings:write")
        writer.patch(booking_path(booking), {"note": "x"}, etag="v1")
        both = self.ada.token("bookings:read", "bookings:write")
        both.get("/api/v1/calendars", expect=403)
        both.get("/api/v1/planner/stats", expect=403)


@on_every_store
class HostileBookingsTest(BookingCase):
    IDS = ("#", "default#", "DEFAULT", "Default", "EVENT", "SLOT#x", f"{NOBODYS}#", "..", "%00",
           f"{NOBODYS.upper()}", NOBODYS.replace("-", ""), "x" * 3000, "\u202e", "null", "a/b", " ")

    def test_ids_that_are_none(self):
        bob = self.bob.client
        for wrong in self.IDS:
            wrong = wrong if wrong.startswith("%") else quote(wrong)
            with self.subTest(wrong=wrong[:60]):
                for path in (f"{PLACES}/{wrong}", f"{PLACES}/{wrong}/events{range_query()}",
                             f"{PLACES}/{wrong}/feed", f"{PLACES}/{wrong}/wishes",
                             self.path(f"/events/{wrong}")):
                    self.assert_problem(bob.send("GET", path), 404)
                self.assert_problem(bob.send("POST", f"{PLACES}/{wrong}/events",
                                             stay("07-01", "07-02")), 404)
                for path in (self.path(f"/wishes/{wrong}"), self.path(f"/members/{wrong}")):
                    self.assert_problem(self.ada.client.send("DELETE", path), 404)

    def test_days_that_are_none(self):
        for wrong in ("", "x", "2027-13-01", "2027-02-29", "2027-7-1", "20270701", "0000-01-01",
                      "10000-01-01", "-001-01-01", "2027-07-01 ", " 2027-07-01\u0000",
                      "２０２７-07-01", "9" * 1000, "2027-07-01T00:00:00Z", 0, -1, True, [], {},
                      None):
            for name in ("start", "end"):
                body = stay("07-01", "07-04") | {name: wrong}
                with self.subTest(body=str(body)[:80]):
                    if wrong == "2027-07-01 ":
                        continue  # Spaces around a text are taken off.
                    for path in ("/events", "/wishes"):
                        reply = self.ada.client.send("POST", self.path(path), body)
                        self.assert_problem(reply, 400, name)

    def test_years_far_away(self):
        far = self.book(self.bob, "9999-12-29", "9999-12-31")
        self.assertEqual(self.bookings(self.eve, "9999-12-01", "9999-12-31"),
                         [self.get(self.eve, far)])
        self.assert_broken(self.try_booking(self.bob, "0001-01-01", "0001-01-03"), 400, "inThePast")
        self.assert_broken(self.try_booking(self.bob, "0001-01-01", "9999-12-31"), 400, "tooLong")
        self.settle(allowsPast=True)
        old = self.book(self.bob, "0001-01-01", "0001-01-03")
        self.assertEqual(self.bookings(self.eve, "0001-01-01", "0001-02-01"),
                         [self.get(self.eve, old)])
        self.visitor().get(feed_path(self.eve, self.place))
        self.eve.client.get(self.path("/statistics?year=9998"))
        for booking in (far, old):
            self.remove(self.bob, booking)

    def test_numbers_that_are_none(self):
        for wrong in (-1, 1e30, 10 ** 15, 0.5, "1", None, [], True):
            for name in ("pricePerNight", "maxNights"):
                reply = self.ada.client.send("POST", PLACES, settings_of(**{name: wrong}))
                self.assert_problem(reply, 400, name)
        for wrong in (b'{"name":"x","color":"#123456","pricePerNight":1e999}',
                      b'{"name":"x","color":"#123456","pricePerNight":-0.0001}',
                      b'{"name":"x","color":"#123456","pricePerNight":NaN}',
                      b'{"name":"x","color":"#123456","pricePerNight":' + b"9" * 30 + b"}",
                      b'{"name":"x","name":"y","color":"#123456"}'):
            self.assert_problem(self.ada.client.send("POST", PLACES, wrong), 400)

    def test_the_most_that_nights_can_cost(self):
        self.settle(pricePerNight=100_000_000, maxNights=99)
        booking = self.book(self.bob, "07-01", "10-08")
        self.assertEqual(booking["extendedProps"]["total"], 9_900_000_000)
        self.assertEqual(self.quote(self.eve, "07-01", "10-08")["total"], 9_900_000_000)

    def test_bodies_that_are_too_large(self):
        huge = json.dumps(stay("07-01", "07-04", note="x" * (2 * MEGABYTE))).encode()
        self.assertEqual(self.bob.client.send("POST", self.path("/events"), huge).status, 413)
        self.bob.client.close()
        bomb = gzip.compress(huge * 10)
        reply = self.bob.client.send("POST", self.path("/events"), bomb,
                                     {"Content-Encoding": "gzip"})
        self.assertIn(reply.status, (400, 413, 415))
        self.bob.client.close()
        deep = b'{"seasons":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        self.assert_problem(self.ada.client.send("PATCH", self.path(), deep,
                                                 {"If-Match": '"v1"'}), 400)
        self.assertEqual(self.bookings(self.bob), [])

    def test_texts_of_every_kind_come_back_as_they_were(self):
        for text in ("<script>alert(1)</script>", "'; DROP TABLE x; --", "😀" * 200,
                     "${7*7}", "a\\\"b", "ß" * 200, "=1+1"):
            booking = self.book(self.ada, title=text, note=text)
            self.assertEqual((booking["title"], booking["extendedProps"]["note"]), (text, text))
            reply = self.try_booking(self.bob)
            self.assertEqual(reply.json["taken"][0]["event"]["title"], text)
            self.remove(self.ada, booking)
        for wrong in ("\u202eabc", "a\x00b", "a\x1bb"):
            self.assert_problem(self.try_booking(self.ada, title=wrong), 400, "title")

    def test_a_title_makes_no_line_in_a_calendar_file(self):
        self.book(self.ada, title="x;y,z\\nEND:VEVENT", note="a\r\nEND:VEVENT\r\nBEGIN:VEVENT")
        text = self.visitor().get(feed_path(self.eve, self.place)).body.decode()
        lines = text.replace("\r\n ", "").split("\r\n")
        self.assertEqual((lines.count("BEGIN:VEVENT"), lines.count("END:VEVENT")), (1, 1))

    def test_nobody_makes_themselves_more_than_they_are(self):
        members = self.bob.client.get(self.path("/members")).json["members"]
        bob = next(each for each in members if each["name"] == "Bob")
        reply = self.bob.client.send("PATCH", self.path(f"/members/{self.bob.id}"),
                                     {"role": "administrator"}, {"If-Match": f'"{bob["etag"]}"'})
        self.assert_problem(reply, 403)
        for body in (stay("07-01", "07-02", kind="blocked"),
                     stay("07-01", "07-02", userId=self.ada.id),
                     stay("07-01", "07-02", userId=None, title="x")):
            self.assert_problem(self.bob.client.send("POST", self.path("/events"), body), 403)
        own = self.book(self.bob)
        self.assert_problem(self.try_change(self.bob, own, userId=self.eve.id), 403)
        for name, value in (("total", 0), ("createdBy", self.ada.id), ("version", 9),
                            ("extendedProps", {}), ("resourceId", NOBODYS), ("placeId", NOBODYS)):
            self.assert_problem(self.try_change(self.bob, own, **{name: value}), 400, name)
        book(self.ada, self.place, "08-01", "08-02", userId=self.eve.id)
        self.assert_problem(self.try_change(self.eve, self.bookings(self.eve, "08-01", "08-02")[0],
                                            note="x"), 403)
