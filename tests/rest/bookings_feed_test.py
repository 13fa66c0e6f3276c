"""A place as a calendar file that other calendars subscribe to."""

import urllib.parse

from booking_case import BookingCase
from booking_things import YEAR, day, feed_path, feed_secret, make_place, place_path
from people import PASSWORD
from planner_things import make_feed
from rest_case import on_every_store
from rest_client import CALENDAR, quote


@on_every_store
class PlaceFeedTest(BookingCase):
    def read(self, path, headers=None):
        return self.visitor().send("GET", path, headers=headers)

    def lines(self, path):
        """The lines of the file, put together again."""
        reply = self.read(path)
        self.assertEqual((reply.status, reply.content_type), (200, CALENDAR), reply.body)
        return reply.body.decode().replace("\r\n ", "").split("\r\n")

    def test_it_has_the_bookings_of_the_place(self):
        booking = self.book(self.bob, note="Comma, semicolon; and\nline")
        self.book(self.ada, "08-01", "08-03", kind="blocked")
        other = make_place(self.ada, "Other")
        lines = self.lines(feed_path(self.eve, self.place))
        self.assertEqual((lines[0], lines[-2], lines[-1]),
                         ("BEGIN:VCALENDAR", "END:VCALENDAR", ""))
        for line in ("X-WR-CALNAME:Cottage", f"DTSTART;VALUE=DATE:{YEAR}0701",
                     f"DTEND;VALUE=DATE:{YEAR}0704", "SUMMARY:Bob", "SUMMARY:Blocked",
                     f"UID:{booking['id']}@norn"):
            self.assertIn(line, lines)
        description = next(line for line in lines if "Comma" in line)
        self.assertIn("16:00", description)
        self.assertIn("10:00", description)
        self.assertIn("Comma\\, semicolon\\; and\\nline", description)
        self.assertNotIn("SUMMARY:Bob", self.lines(feed_path(self.ada, other)))

    def test_it_is_the_same_as_long_as_nothing_changes(self):
        booking = self.book(self.bob)
        path = feed_path(self.eve, self.place)
        first = self.read(path)
        self.assertEqual((first.headers["Cache-Control"], self.read(path).etag),
                         ("private, no-cache", first.etag))
        same = self.read(path, {"If-None-Match": f'"{first.etag}"'})
        self.assertEqual((same.status, same.body), (304, b""))
        self.change(self.bob, booking, end=day("07-05"))
        changed = self.read(path, {"If-None-Match": f'"{first.etag}"'})
        self.assertEqual(changed.status, 200)
        self.assertIn("SEQUENCE:1", changed.body.decode())

    def test_its_texts_are_in_the_language_of_the_account(self):
        self.book(self.bob)
        path = feed_path(self.eve, self.place)
        english = self.read(path)
        self.assertIn("Check-in from 16:00", english.body.decode())
        program = self.read(path, {"Accept-Language": "zh-CN"})
        self.assertIn("16:00 入住", program.body.decode())
        self.assertIn("Accept-Language", program.headers.get_all("Vary"))
        self.eve.client.patch("/api/v1/account", {"language": "de"})
        german = self.read(path, {"Accept-Language": "zh-CN"})
        self.assertIn("Check-in ab 16:00", german.body.decode())
        self.assertEqual(len({reply.etag for reply in (english, program, german)}), 3)

    def test_its_state_and_its_end(self):
        path = self.path("/feed")
        self.assertEqual(self.eve.client.get(path).json, {"exists": False})
        address = feed_path(self.eve, self.place)
        state = self.eve.client.get(path).json
        self.assertEqual((state["exists"], state["lastReadAt"]), (True, None))
        self.lines(address)
        self.assertIsNotNone(self.eve.client.get(path).json["lastReadAt"])
        self.assertEqual(self.bob.client.get(path).json, {"exists": False})  # Each has their own.
        newer = feed_path(self.eve, self.place)
        self.assertEqual((self.read(address).status, self.read(newer).status), (404, 200))
        self.eve.client.delete(path, expect=204)
        self.eve.client.delete(path, expect=204)
        self.assertEqual(self.read(newer).status, 404)
        self.assertEqual(self.eve.client.get(path).json, {"exists": False})

    def test_it_ends_with_the_membership_the_place_and_the_person(self):
        nora = self.world.sign_up("Nora")
        paths = {}
        for name in ("removed", "deleted", "gone"):
            place = make_place(self.ada, name, viewer=nora)
            paths[name] = (place, feed_path(nora, place))
        self.ada.client.delete(place_path(paths["removed"][0], f"/members/{nora.id}"), expect=204)
        self.ada.client.delete(place_path(paths["deleted"][0]), expect=204)
        self.assertEqual([self.read(path).status for _, path in paths.values()], [404, 404, 200])
        nora.client.copy().post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
        self.assertEqual(self.read(paths["gone"][1]).status, 404)

    def test_what_was_made_at_this_address_leads_back_to_it(self):
        url = self.eve.client.post(self.path("/feed"), expect=201).json["url"]
        parts = urllib.parse.urlsplit(url)
        self.assertEqual(f"{parts.scheme}://{parts.netloc}", self.server.url)

    def test_a_token_neither_makes_nor_ends_it(self):
        program = self.eve.token("bookings:read", "bookings:write")
        for method in ("POST", "DELETE"):
            self.assert_problem(program.send(method, self.path("/feed")), 403)
        program.get(self.path("/feed"))

    def test_nothing_but_the_secret_leads_to_it(self):
        secret = feed_secret(self.eve, self.place)
        for wrong in (secret[:-1], secret + "A", secret + "=", secret.swapcase(), "A" * len(secret),
                      "%2e%2e", quote("#"), f"{secret}%00", f"{secret}%2f", "x" * 5000, "",
                      self.eve.id, self.place["id"], f"{secret}%0a", f"%20{secret}",
                      make_feed(self.eve).secret):
            with self.subTest(wrong=wrong[:60]):
                self.assertIn(self.read(f"/ical/{wrong}/place.ics").status, (400, 404))
        # Nor is it a key to anything else.
        self.assertEqual(self.read(f"/ical/{secret}/planner.ics").status, 404)
        for headers in ({"Authorization": f"Bearer {secret}"}, {"Cookie": f"norn={secret}"}):
            self.assertEqual(self.read(self.path(), headers).status, 401)
